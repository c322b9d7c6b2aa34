import type { DocumentKind } from '../../domain/documents/define.ts'
import { hasLineReceivers, lineReceiverOf, receiverFieldOf } from '../../domain/documents/receivers.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { isAsked, type Noun, textIn } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { fieldIn } from '../shell/fieldIn.ts'
import { type DocumentForm, rawOf } from './documentForm.ts'
import { handedBy } from './shortage/shortage.ts'

/** What one receiver is handed: a person, or the department, place or asset that it is for; `receiver` is absent where the form names none of these. */
export type Handover = {
  readonly receiver: { readonly noun: Noun; readonly id: Id } | undefined
  readonly items: readonly { readonly key: string; readonly item: Id; readonly quantity: Decimal }[]
}

/** What a form hands over now, receiver by receiver in the order of its lines. */
export const handoversOf = (kind: DocumentKind, form: DocumentForm): Handover[] => {
  const { header } = rawOf(form)
  const handedLines = form.lines.flatMap(({ key, ...line }) => {
    const item = handedBy(kind, { key, ...line })
    return item ? [{ key, ...item, values: line.values }] : []
  })
  const values = form.lines.map((line) => line.values)
  if (!hasLineReceivers(kind, values))
    return [{ receiver: headerReceiverOf(kind, header), items: handedLines.map(({ values: _, ...item }) => item) }]
  const byReceiver = Map.groupBy(handedLines, (line) => lineReceiverOf(kind, header, line.values))
  return [...byReceiver].map(([uid, lines]) => ({
    receiver: uid === undefined ? undefined : { noun: 'person', id: uid },
    items: lines.map(({ values: _, ...item }) => item),
  }))
}

const headerReceiverOf = (kind: DocumentKind, header: DocumentForm['header']): Handover['receiver'] => {
  const key = receiverFieldOf(kind, header, 0) ?? kind.subject
  if (key === undefined) return undefined
  const [field, id] = [fieldIn(kind.header, key), textIn(header, key)]
  const noun = refersTo(field.control)
  return id === undefined || noun === undefined || !isAsked(field, header) ? undefined : { noun, id }
}
