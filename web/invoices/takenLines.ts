import { compare, type Decimal, divide, isPositive, multiply, roundTo, subtract, sum } from '../../kernel/decimal.ts'
import { type Id, newId } from '../../kernel/id.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { itemFieldOf } from '../../domain/documents/lines.ts'
import { pricedParts } from '../../domain/invoices/invoice.ts'
import { isReceipt } from '../../domain/invoices/kinds.ts'
import type { InvoiceInfo, InvoiceLineInfo } from '../../domain/invoices/operations.ts'
import { isEmpty } from '../../kernel/field.ts'
import type { DocumentForm, FormLine } from '../documents/documentForm.ts'

/** How prices are filled in: before tax, or with it. */
export type PriceBasis = 'net' | 'gross'

/** What of a line a document of that kind may still take. */
export const restOf = (kind: DocumentKind, { quantity, orderedQuantity, receivedQuantity }: InvoiceLineInfo): Decimal =>
  quantity === null ? '0' : subtract(quantity, isReceipt(kind) ? receivedQuantity : orderedQuantity)

/** The noun of what lines of a kind are of. */
export const nounOf = ({ kind }: DocumentKind): 'model' | 'consumable' => (kind.startsWith('Cs') ? 'consumable' : 'model')

/** Lines of an invoice that a document of that kind may take: goods that are left, whatever they are matched to. */
export const openLinesOf = (kind: DocumentKind, { lines }: InvoiceInfo): InvoiceLineInfo[] =>
  lines.filter(
    (line) => line.discountOf === null && isPositive(restOf(kind, line)) && (line.item === null || line.item.noun === nounOf(kind)),
  )

/**
 * The lines of a form for what is left of a line of an invoice. Whole pieces come to its amount to the fen, where one price does not do with two. The
 * person who sees no amounts fills in the prices.
 */
export const formLinesOf = (kind: DocumentKind, line: InvoiceLineInfo, basis: PriceBasis): FormLine[] => {
  if (line.item === null) return []
  const itemId = line.item.id
  const quantity = roundTo(restOf(kind, line), nounOf(kind) === 'model' ? 0 : 4)
  const lineOf = (values: Readonly<Record<string, string>>): FormLine => ({
    key: newId(),
    values: { [itemFieldOf(kind)]: itemId, ...values },
  })
  const amount = amountOf(line, quantity, basis)
  if (!isPositive(quantity)) return []
  if (amount === undefined) return [lineOf({ quantity })]
  return pricedParts(quantity, amount).map((part) => lineOf({ quantity: part.quantity, price: part.price }))
}

/** What is bought is bought from the seller of its invoice, on its day, unless the form says another. */
export const headerOf = (
  kind: Pick<DocumentKind, 'header'>,
  header: DocumentForm['header'],
  { issuedOn, supplier }: Pick<InvoiceInfo, 'issuedOn' | 'supplier'>,
): DocumentForm['header'] => {
  const isOpen = (key: string) => kind.header[key] !== undefined && isEmpty(header[key])
  return {
    ...header,
    ...(isOpen('boughtOn') && { boughtOn: issuedOn }),
    ...(isOpen('supplier') && supplier && { supplier: supplier.id }),
  }
}

/** What so many of a line come to. */
const amountOf = ({ quantity, netAmount, netTax }: InvoiceLineInfo, takenQuantity: Decimal, basis: PriceBasis): Decimal | undefined => {
  if (quantity === null || netAmount === null || netTax === null) return undefined
  const wholeAmount = basis === 'net' ? netAmount : sum([netAmount, netTax])
  return compare(takenQuantity, quantity) === 0 ? wholeAmount : divide(multiply(wholeAmount, takenQuantity), quantity, 2)
}

/** The lines of an invoice that can be linked with a document of that kind: matched, and not taken yet. */
export const linkableLinesOf = (kind: DocumentKind, invoice: InvoiceInfo): { lineNo: number; itemId: Id }[] =>
  openLinesOf(kind, invoice).flatMap(({ lineNo, item }) => (item ? [{ lineNo, itemId: item.id }] : []))
