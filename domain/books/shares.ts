import type { Fen } from './depreciation.ts'

/**
 * An amount in whole fen by weights: each gets its share rounded down, and what is left goes, a fen each, to those that lost most by that. No share
 * is above its limit; together the limits have room for the amount. Equal shares where nothing weighs.
 */
export const shareOut = (amount: Fen, weights: readonly Fen[], limits?: readonly Fen[]): Fen[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  const parts = total > 0n ? weights : weights.map(() => 1n)
  const divisor = total > 0n ? total : BigInt(weights.length)
  const limitOf = (index: number): Fen => limits?.[index] ?? amount
  const shares = parts.map((weight, index) => lesser((amount * weight) / divisor, limitOf(index)))
  let remainder = amount - shares.reduce((sum, share) => sum + share, 0n)
  const order = parts
    .map((weight, index) => ({ index, loss: (amount * weight) % divisor }))
    .toSorted((a, b) => Number(b.loss > a.loss) - Number(b.loss < a.loss) || a.index - b.index)
  for (const { index } of order) {
    if (remainder === 0n) break
    const share = shares[index] ?? 0n
    if (share >= limitOf(index)) continue
    shares[index] = share + 1n
    remainder -= 1n
  }
  // Where limits are reached, more than a fen is left over for those that have room.
  for (const { index } of order) {
    const share = shares[index] ?? 0n
    const more = lesser(remainder, limitOf(index) - share)
    shares[index] = share + more
    remainder -= more
  }
  return shares
}

const lesser = (a: Fen, b: Fen): Fen => (a < b ? a : b)

/** Who bears a part of a cost: a department, for a cost object or for none. */
export type Bearer = { readonly deptId: string | null; readonly costObject: string | null }

/** An amount divided by shares in hundredths of a per cent; what they leave of the whole stays with `owner`. */
export const divideByShares = (
  amount: Fen,
  shares: readonly (Bearer & { readonly share: bigint })[],
  owner: Bearer,
): (Bearer & { readonly amount: Fen })[] => {
  const remainder = 10_000n - shares.reduce((sum, { share }) => sum + share, 0n)
  const parts = remainder > 0n ? [...shares, { ...owner, share: remainder }] : shares
  const amounts = shareOut(
    amount,
    parts.map(({ share }) => share),
  )
  return parts.map(({ deptId, costObject }, index) => ({ deptId, costObject, amount: amounts[index] ?? 0n }))
}
