import { isPositive } from '../../../kernel/decimal.ts'
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
    .filter((line) => lineNos.includes(line.lineNo) && isPositive(handedOver(kind, line)))
    .map((line) => `${names[String(line['instead'] ?? line[itemFieldOf(kind)])] ?? ''} ×${handedOver(kind, line)}`)

type Props = { kind: DocumentKind; document: DocumentInfo; onConfirm: (receipt: DocumentReceipt) => void }

/** Who of several people has confirmed what is for him, and for whom the reader may say it. */
export const Receipts = ({ kind, document, onConfirm }: Props) => {
  const { receipts } = document
  if (receipts.length === 0) return null
  const confirmedCount = receipts.filter(({ confirmedAt }) => confirmedAt !== null).length
  return (
    <Section title={t('领取情况（{count}/{all}）', { count: confirmedCount, all: receipts.length })}>
      {receipts.map((receipt) => {
        const receivedItems = receivedThings(kind, document, receipt)
        const { words, tone } = standingOf(document, receipt, receivedItems.length > 0)
        return (
          <Cell
            key={receipt.uid}
            title={receipt.name}
            {...(receivedItems.length > 0 && { text: receivedItems.join('、') })}
            value={<Tag tone={tone}>{words}</Tag>}
            {...(receipt.may !== null && { onPress: () => onConfirm(receipt) })}
          />
        )
      })}
    </Section>
  )
}

const standingOf = (
  { state }: DocumentInfo,
  { confirmedAt, standIn }: DocumentReceipt,
  hasThings: boolean,
): { readonly words: string; readonly tone: 'plain' | 'good' | 'warn' } => {
  if (confirmedAt === null) return state === 'inProgress' ? { words: t('待确认'), tone: 'warn' } : { words: t('没有领取'), tone: 'plain' }
  if (!hasThings) return { words: t('没有领取'), tone: 'plain' }
  const time = when(confirmedAt)
  return { words: standIn === null ? t('{time}已确认', { time }) : t('{time}由{name}确认', { time, name: standIn }), tone: 'good' }
}
