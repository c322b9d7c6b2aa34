import { compare, isPositive, subtract, type Decimal } from '../../kernel/decimal.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import type { DocumentKind } from './define.ts'
import { assetFieldsOf } from './lines.ts'
import type { PartialReceipt } from './partialReceiptInput.ts'

type Values = Readonly<Record<string, unknown>>
type ReceivedLine = { readonly lineNo: number; readonly values: Values }

/** True for kinds whose receiver may confirm a part: whose lines can be answered with less than they ask for. */
export const isReceivedInParts = ({ stages, shortfallRule, issuedQuantity }: DocumentKind): boolean =>
  stages?.[0]?.by !== undefined && shortfallRule !== undefined && issuedQuantity !== undefined

/** The field of a line that names the pieces that are handed over; undefined for supplies. */
export const piecesFieldOf = (kind: DocumentKind): string | undefined => assetFieldsOf(kind).find(({ many }) => many)?.key

/** How much of a line is handed over. */
export const handedOver = ({ issuedQuantity }: DocumentKind, values: Values): Decimal => issuedQuantity?.(values) ?? '0'

/** What a line is called missing of, and how much. */
export type MissingPart = { readonly lineNo: number; readonly quantity: Decimal }

/**
 * The lines of a document as its receiver has them, in the way in which a keeper answers a line with less: fewer pieces or a smaller quantity, and
 * what becomes of the rest. Answers a refusal where he names what was not handed to him, or has nothing at all, unless `mayBeNothing`: the document
 * goes to others as well.
 */
export const receivedLines = <L extends ReceivedLine>(
  kind: DocumentKind,
  lines: readonly L[],
  receipt: PartialReceipt,
  { mayBeNothing = false }: { readonly mayBeNothing?: boolean } = {},
): { readonly lines: readonly L[]; readonly missing: readonly MissingPart[] } | { readonly refusal: Refusal } => {
  const foreignLine = receipt.lines.find(({ lineNo }) => lines.every((line) => line.lineNo !== lineNo))
  if (foreignLine) return { refusal: refusal('not-handed', '第{line}行确认的比发放的多', { line: foreignLine.lineNo }) }
  const missing: MissingPart[] = []
  const partLines: L[] = []
  for (const line of lines) {
    const part = receipt.lines.find(({ lineNo }) => lineNo === line.lineNo)
    const values = part ? receivedValues(kind, line.values, part) : line.values
    if (!values) return { refusal: refusal('not-handed', '第{line}行确认的比发放的多', { line: line.lineNo }) }
    const lack = subtract(handedOver(kind, line.values), handedOver(kind, values))
    if (isPositive(lack)) missing.push({ lineNo: line.lineNo, quantity: lack })
    partLines.push(isPositive(lack) ? { ...line, values: { ...values, rest: line.values['rest'] ?? receipt.rest } } : line)
  }
  if (missing.length === 0) return { refusal: refusal('nothing-missing', '已全部领到，直接确认即可') }
  if (!mayBeNothing && partLines.every(({ values }) => !isPositive(handedOver(kind, values))))
    return { refusal: refusal('nothing-received', '一件也没有领到时不用确认，请联系发放人收回这张单据') }
  return { lines: partLines, missing }
}

type Part = PartialReceipt['lines'][number]

/** The values of a line as they were received; undefined where that is no part of what was handed over. */
const receivedValues = (kind: DocumentKind, values: Values, { assets = [], quantity = '0' }: Part): Values | undefined => {
  const piecesField = piecesFieldOf(kind)
  if (piecesField === undefined)
    return compare(quantity, '0') < 0 || compare(quantity, handedOver(kind, values)) > 0 ? undefined : { ...values, given: quantity }
  const handedPieces = [values[piecesField] ?? []].flat()
  if (assets.some((id) => !handedPieces.includes(id))) return undefined
  const { [piecesField]: _, ...otherValues } = values
  return assets.length === 0
    ? otherValues
    : { ...otherValues, [piecesField]: handedPieces.filter((id) => assets.some((asset) => asset === id)) }
}
