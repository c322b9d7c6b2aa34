import { useState } from 'react'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import type { DocumentInfo } from '../../../domain/documents/operations.ts'
import { handedOver, piecesFieldOf } from '../../../domain/documents/partialReceipt.ts'
import type { PartialReceipt } from '../../../domain/documents/partialReceiptInput.ts'
import { isPositive } from '../../../kernel/decimal.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import { numberOf } from '../../../kernel/fields/kinds.ts'
import { Section } from '../../look/Card.tsx'
import { CheckBox } from '../../look/fields/CheckBox.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Stepper } from '../../look/fields/NumberField.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { t } from '../../words.ts'

type RestAnswer = PartialReceipt['rest']
type Part = { readonly quantity: string; readonly assets: readonly Id[] }

/** What a receiver has of a document while he says so. */
export type PartDraft = {
  readonly parts: Readonly<Record<number, Part>>
  readonly restAnswer: RestAnswer
  readonly reason: string
}

type Line = DocumentInfo['lines'][number]

const piecesOf = (kind: DocumentKind, line: Line): Id[] => {
  const field = piecesFieldOf(kind)
  return field === undefined ? [] : [line[field] ?? []].flat().filter(isId)
}

/** The lines of which something is handed over. */
const handedLines = (kind: DocumentKind, { lines }: DocumentInfo): Line[] => lines.filter((line) => isPositive(handedOver(kind, line)))

/** The draft of a receipt, whole at first. */
export const usePartDraft = (kind: DocumentKind, document: DocumentInfo) =>
  useState<PartDraft>(() => ({
    parts: Object.fromEntries(
      handedLines(kind, document).map((line) => [line.lineNo, { quantity: handedOver(kind, line), assets: piecesOf(kind, line) }]),
    ),
    restAnswer: 'wait',
    reason: '',
  }))

/** The draft of a receipt of nothing. */
export const withoutParts = (draft: PartDraft): PartDraft => ({
  ...draft,
  parts: Object.fromEntries(Object.keys(draft.parts).map((lineNo) => [lineNo, { quantity: '0', assets: [] }])),
})

/** The draft as it is sent. */
export const receiptOf = (kind: DocumentKind, { parts, restAnswer, reason }: PartDraft): PartialReceipt => ({
  lines: Object.entries(parts).map(([lineNo, { quantity, assets }]) => ({
    lineNo: Number(lineNo),
    ...(piecesFieldOf(kind) === undefined ? { quantity } : { assets: [...assets] }),
  })),
  rest: restAnswer,
  reason: reason.trim(),
})

type Props = { kind: DocumentKind; document: DocumentInfo; draft: PartDraft; onChange: (draft: PartDraft) => void }

/** What of each line has come, what becomes of the rest, and why it is less. */
export const PartialReceiptFields = ({ kind, document, draft, onChange }: Props) => (
  <>
    <Section title={t('已领到的')}>
      {handedLines(kind, document).map((line) => (
        <ReceivedLine
          key={line.lineNo}
          kind={kind}
          document={document}
          line={line}
          part={draft.parts[line.lineNo] ?? { quantity: '0', assets: [] }}
          onChange={(part) => onChange({ ...draft, parts: { ...draft.parts, [line.lineNo]: part } })}
        />
      ))}
    </Section>
    <RestFields draft={draft} onChange={onChange} />
  </>
)

/** What becomes of what has not come, and why. */
export const RestFields = ({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) => (
  <Section title={t('没领到的')}>
    <Choice
      label={t('没领到的部分')}
      required
      value={draft.restAnswer}
      onChange={(restAnswer) => onChange({ ...draft, restAnswer })}
      options={[
        { value: 'wait', label: '等候补发' },
        { value: 'drop', label: '不要了' },
      ]}
    />
    <TextArea
      label={t('原因')}
      required
      lines={2}
      value={draft.reason}
      placeholder={t('如：少了一台、包装破损')}
      onChange={(reason) => onChange({ ...draft, reason })}
    />
  </Section>
)

type ReceivedLineProps = { kind: DocumentKind; document: DocumentInfo; line: Line; part: Part; onChange: (part: Part) => void }

const ReceivedLine = ({ kind, document: { names }, line, part, onChange }: ReceivedLineProps) => {
  const item = line['instead'] ?? line[itemFieldOf(kind)]
  const title = names[String(item)] ?? ''
  const pieces = piecesOf(kind, line)
  const handedQuantity = handedOver(kind, line)
  if (pieces.length === 0)
    return (
      <div className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 last:border-transparent">
        <span className="min-w-0 flex-1 text-body">
          {title}
          <span className="block text-small text-quiet">{t('发放{count}', { count: handedQuantity })}</span>
        </span>
        <Stepper
          label={t('领到的{item}', { item: title })}
          value={part.quantity}
          min={0}
          max={Number(handedQuantity)}
          places={placesOf(kind)}
          onChange={(quantity) => onChange({ ...part, quantity })}
        />
      </div>
    )
  return pieces.map((id) => (
    <label key={id} className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-line px-4 last:border-transparent">
      <CheckBox
        checked={part.assets.includes(id)}
        onChange={(event) =>
          onChange({ ...part, assets: event.currentTarget.checked ? [...part.assets, id] : part.assets.filter((asset) => asset !== id) })
        }
      />
      <span className="min-w-0 text-body">{names[id] ?? title}</span>
    </label>
  ))
}

/** How many decimals the quantities of a kind have. */
const placesOf = (kind: DocumentKind): number => {
  const field = kind.line[quantityFieldOf(kind) ?? '']
  return field === undefined ? 0 : (numberOf(field.control)?.places ?? 0)
}
