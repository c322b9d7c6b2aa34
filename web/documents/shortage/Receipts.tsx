import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldOf } from '../../../domain/documents/lines.ts'
import type { DocumentInfo } from '../../../domain/documents/operations.ts'
import { handedOver } from '../../../domain/documents/partialReceipt.ts'
import { Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Tag } from '../../look/Tag.tsx'
import { when } from '../../shell/when.ts'
import { t } from '../../words.ts'

export type DocumentReceipt = DocumentInfo['receipts'][number]

/** What one of several people receives, thing by thing with how much of it. */
export const receivedThings = (kind: DocumentKind, { lines, names }: DocumentInfo, { lineNos }: DocumentReceipt): string[] =>
  lines
    .filter(({ lineNo }) => lineNos.includes(lineNo))
    .map((line) => `${names[String(line['instead'] ?? line[itemFieldOf(kind)])] ?? ''} ×${handedOver(kind, line)}`)

type Props = { kind: DocumentKind; document: DocumentInfo; onConfirm: (receipt: DocumentReceipt) => void }

/** Who of several people has confirmed what is for him, and for whom the reader may say it. */
export const Receipts = ({ kind, document, onConfirm }: Props) => {
  const { receipts } = document
  if (receipts.length === 0) return null
  const confirmedCount = receipts.filter(({ confirmedAt }) => confirmedAt !== null).length
  return (
    <Section title={t('领取情况（{count}/{all}）', { count: confirmedCount, all: receipts.length })}>
      {receipts.map((receipt) => (
        <Cell
          key={receipt.uid}
          title={receipt.name}
          text={receivedThings(kind, document, receipt).join('、')}
          value={<Tag tone={receipt.confirmedAt === null ? 'warn' : 'good'}>{standingOf(document, receipt)}</Tag>}
          {...(receipt.may !== null && { onPress: () => onConfirm(receipt) })}
        />
      ))}
    </Section>
  )
}

const standingOf = ({ state }: DocumentInfo, { confirmedAt, standIn }: DocumentReceipt): string => {
  if (confirmedAt !== null && standIn !== null) return t('{time}由{name}确认', { time: when(confirmedAt), name: standIn })
  if (confirmedAt !== null) return t('{time}已确认', { time: when(confirmedAt) })
  return state === 'inProgress' ? t('待确认') : t('没有领取')
}
