import type { Fen } from './depreciation.ts'

/** What may explain a difference between the assets and the general ledger. */
export type DifferenceReason = 'unsent' | 'unnumbered' | 'voided' | 'disposal' | 'rounding' | 'otherAccount' | 'byHand'

/**
 * How far a voucher has come: not sent, taken by the interface of the general ledger, which named no number, or there under a number; `voided` where
 * its month was opened again after the general ledger had it.
 */
export type LedgerState = 'unsent' | 'unnumbered' | 'numbered' | 'voided'

/** What a voucher moves on the account that differs. */
export type VoucherMovement = { readonly code: string; readonly event: string; readonly amount: Fen; readonly ledgerState: LedgerState }

/** What is known of the accounts of a month when a difference is looked at. */
export type DifferenceFacts = {
  /** Every voucher of the month, and each of an earlier one without a number in the general ledger, in any order. */
  readonly vouchers: readonly VoucherMovement[]
  /** The differences of the other accounts. */
  readonly otherAccounts: readonly { readonly account: string; readonly difference: Fen }[]
}

export type Explanation = { readonly reason: DifferenceReason; readonly subject: string | undefined }

/** Differences up to a yuan are left to rounding. */
const roundingFen = 100n

/**
 * The likely reason of a difference, assets less general ledger, that is not zero: vouchers that were not sent, or were taken and have no number, one
 * that was voided and is still in the general ledger, a disposal that was booked in another month, the same amount on another account, rounding; else something that was typed by hand.
 */
export const explainDifference = (difference: Fen, { vouchers, otherAccounts }: DifferenceFacts): Explanation => {
  const missingExplanation = missingVouchers(difference, vouchers)
  if (missingExplanation) return missingExplanation
  const disposal = vouchers.find(
    ({ event, amount, ledgerState }) =>
      event === 'disposal' && ledgerState !== 'voided' && (amount === difference || amount === -difference),
  )
  if (disposal) return { reason: 'disposal', subject: disposal.code }
  const otherAccount = otherAccounts.find((account) => account.difference === -difference)
  if (otherAccount) return { reason: 'otherAccount', subject: otherAccount.account }
  const size = difference < 0n ? -difference : difference
  return { reason: size <= roundingFen ? 'rounding' : 'byHand', subject: undefined }
}

/**
 * Vouchers that the general ledger may not have: those that were not sent before those that it took without a number, then both together; then those
 * that it may still have though they were voided, alone and with what took their place.
 */
const missingVouchers = (difference: Fen, vouchers: readonly VoucherMovement[]): Explanation | undefined => {
  const candidates: readonly (readonly [DifferenceReason, readonly LedgerState[]])[] = [
    ['unsent', ['unsent']],
    ['unnumbered', ['unnumbered']],
    ['unsent', ['unsent', 'unnumbered']],
    ['voided', ['voided']],
    ['voided', ['voided', 'unsent', 'unnumbered']],
  ]
  for (const [reason, ledgerStates] of candidates) {
    const subset = subsetWith(latestOf(vouchers, ledgerStates), difference)
    if (subset) {
      const codes = new Set(subset.map(({ code }) => code).toReversed())
      return { reason, subject: [...codes].join('、') }
    }
  }
  return undefined
}

/** Months are often charged alike: of equal vouchers the latest is the likely one. */
const latestOf = (vouchers: readonly VoucherMovement[], ledgerStates: readonly LedgerState[]): readonly VoucherMovement[] =>
  vouchers
    .filter(({ ledgerState, amount }) => ledgerStates.includes(ledgerState) && amount !== 0n)
    .map((voucher) => (voucher.ledgerState === 'voided' ? { ...voucher, amount: -voucher.amount } : voucher))
    .toSorted((a, b) => (a.code < b.code ? 1 : -1))
    .slice(0, vouchersAtMost)

/** All sums of so many vouchers are tried. */
const vouchersAtMost = 10

/** Some of these whose amounts add up to a sum. */
const subsetWith = <T extends { readonly amount: Fen }>(all: readonly T[], sum: Fen): readonly T[] | undefined => {
  for (let choice = 1; choice < 2 ** all.length; choice++) {
    const subset = all.filter((_, index) => (choice >> index) % 2 === 1)
    if (subset.reduce((total, { amount }) => total + amount, 0n) === sum) return subset
  }
  return undefined
}
