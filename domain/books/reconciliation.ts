import type { Fen } from './depreciation.ts'

/** What may explain a difference between the assets and the general ledger. */
export type DifferenceReason = 'unsent' | 'disposal' | 'rounding' | 'otherAccount' | 'byHand'

/** What is known of the accounts of a month when a difference is looked at. */
export type DifferenceFacts = {
  /** What each voucher of the month, and each of an earlier one without a number, moves on the account, in any order, and whether it has a number in the general ledger. */
  readonly vouchers: readonly { readonly code: string; readonly event: string; readonly amount: Fen; readonly isSent: boolean }[]
  /** The differences of the other accounts. */
  readonly otherAccounts: readonly { readonly account: string; readonly difference: Fen }[]
}

export type Explanation = { readonly reason: DifferenceReason; readonly subject: string | undefined }

/** Differences up to a yuan are left to rounding. */
const roundingFen = 100n

/**
 * The likely reason of a difference, assets less general ledger, that is not zero: a voucher that is not there, a disposal that was booked in
 * another month, the same amount on another account, rounding; else something that was typed by hand.
 */
export const explainDifference = (difference: Fen, { vouchers, otherAccounts }: DifferenceFacts): Explanation => {
  // Months are often charged alike: of equal vouchers the latest is the likely one.
  const latestUnsent = vouchers
    .filter(({ isSent, amount }) => !isSent && amount !== 0n)
    .toSorted((a, b) => (a.code < b.code ? 1 : -1))
    .slice(0, vouchersAtMost)
  const unsent = subsetWith(latestUnsent, difference)
  if (unsent)
    return {
      reason: 'unsent',
      subject: unsent
        .map(({ code }) => code)
        .toReversed()
        .join('、'),
    }
  const disposal = vouchers.find(({ event, amount }) => event === 'disposal' && (amount === difference || amount === -difference))
  if (disposal) return { reason: 'disposal', subject: disposal.code }
  const otherAccount = otherAccounts.find((account) => account.difference === -difference)
  if (otherAccount) return { reason: 'otherAccount', subject: otherAccount.account }
  const size = difference < 0n ? -difference : difference
  return { reason: size <= roundingFen ? 'rounding' : 'byHand', subject: undefined }
}

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
