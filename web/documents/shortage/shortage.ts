import { answeredPieces, answeredSupplies } from '../../../domain/documents/assignedPieces.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { compare, type Decimal, isDecimal, isPositive, subtract } from '../../../kernel/decimal.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import type { Id } from '../../../kernel/id.ts'
import { type FormLine, type Values } from '../documentForm.ts'

/** The fields in which a keeper says how a line is answered that cannot be answered as it was asked. */
export const answerFields: ReadonlySet<string> = new Set([...Object.keys(answeredPieces), ...Object.keys(answeredSupplies)])

/** True where a line says how much of it is handed out now, instead of naming pieces. */
export const saysGiven = (kind: DocumentKind): boolean => kind.issuedQuantity !== undefined && Object.hasOwn(kind.line, 'given')

/** How much of a line is handed out now, as it stands in the form; not yet a number while it is typed. */
export const givenIn = (kind: DocumentKind, { values }: FormLine): string => String(kind.issuedQuantity?.(values) ?? '')

/** What goes to the person who receives it now and signs for it, and how much of it; undefined where all of the line waits or is dropped. */
export const handedBy = (kind: DocumentKind, line: FormLine): { readonly item: Id; readonly quantity: Decimal } | undefined => {
  const quantity = kind.issuedQuantity ? givenIn(kind, line) : String(line.values[quantityFieldOf(kind) ?? ''] ?? '1')
  const item = kind.issuedQuantity && !isEmpty(line.values['instead']) ? line.values['instead'] : line.values[itemFieldOf(kind)]
  return isDecimal(quantity) && isPositive(quantity) ? { item: String(item ?? ''), quantity } : undefined
}

/** How much of a line of that sort is neither handed out now nor said to wait or to be dropped. */
export const unsaidIn = (kind: DocumentKind, line: FormLine): Decimal => {
  const [givenQuantity, quantity] = [givenIn(kind, line), line.values[quantityFieldOf(kind) ?? '']]
  if (!saysGiven(kind) || !isDecimal(givenQuantity) || !isDecimal(quantity) || kind.shortfallRule?.(line.values)) return '0'
  return compare(givenQuantity, quantity) < 0 ? subtract(quantity, givenQuantity) : '0'
}

/** A line of which so much is handed out now; all of it leaves no rest to speak of. */
export const withGiven = (kind: DocumentKind, { values }: FormLine, quantityGiven: string): Values =>
  quantityGiven === values[quantityFieldOf(kind) ?? '']
    ? { ...values, given: undefined, rest: undefined }
    : { ...values, given: quantityGiven }

/** A line whose rest waits, is dropped, or is undecided again; where `short` are missing, what is there is handed out now. */
export const withRest = (kind: DocumentKind, line: FormLine, fate: 'wait' | 'drop' | undefined, short: Decimal | undefined): Values => {
  const { values } = line
  if (!saysGiven(kind)) return { ...values, rest: fate }
  if (fate === undefined) return { ...values, rest: fate, given: undefined }
  const quantity = values[quantityFieldOf(kind) ?? '']
  const missingQuantity = isDecimal(quantity) && short !== undefined ? subtract(quantity, short) : '0'
  return { ...values, rest: fate, given: values['given'] ?? (compare(missingQuantity, '0') > 0 ? missingQuantity : '0') }
}
