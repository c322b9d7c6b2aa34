import type { Fen } from './depreciation.ts'
import type { Regime } from './regime.ts'

/** What an invoice says that an asset costs, the tax on it, and what the invoice calls itself. */
export type InvoicedCost = { readonly amount: Fen; readonly tax: Fen; readonly kind: string }

/** True where nobody deducts the tax of an invoice, so that it is a part of the cost: public bodies, and invoices that are no special VAT invoices. */
const isTaxACost = (regime: Regime, kind: string): boolean => regime === 'government' || /普通/.test(kind)

/**
 * What a cost is more than its invoices come to, or less where it is negative. Whether tax is deducted also depends on who bought, so that a cost
 * agrees with its invoices where it is their amount with the tax or without.
 */
export const invoiceDifference = (cost: Fen, invoices: readonly InvoicedCost[], regime: Regime): Fen => {
  const differenceOf = (includesTax: (invoice: InvoicedCost) => boolean): Fen =>
    invoices.reduce((open, invoice) => open - invoice.amount - (includesTax(invoice) ? invoice.tax : 0n), cost)
  const isSame = differenceOf(() => true) === 0n || differenceOf(() => false) === 0n
  return isSame ? 0n : differenceOf(({ kind }) => isTaxACost(regime, kind))
}
