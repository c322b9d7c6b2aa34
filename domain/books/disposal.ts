import type { Fen } from './depreciation.ts'
import type { RegimeRules } from './regime.ts'

/** How assets leave the register for good, and how they come back to it. */
export const disposalMethods = {
  scrap: '报废',
  sale: '出售',
  donation: '捐赠',
  loss: '丢失',
  missing: '盘亏',
  back: '失而复得',
} as const
export type DisposalMethod = keyof typeof disposalMethods

/** What an asset was worth when it left, what it brought and what that cost. */
export type DisposalAmounts = { readonly net: Fen; readonly proceeds: Fen; readonly saleCost: Fen }

/** What a disposal came to: a gain, or a loss where it is negative. */
export const gainOf = ({ net, proceeds, saleCost }: DisposalAmounts): Fen => proceeds - saleCost - net

/** How the account of disposals is cleared: what of it is a gain, and what is a loss. Public bodies set proceeds off against their cost alone. */
export const settleDisposal = (
  { setsProceedsOff }: Pick<RegimeRules, 'setsProceedsOff'>,
  amounts: DisposalAmounts,
): { readonly gain: Fen; readonly loss: Fen } => {
  const setOff = setsProceedsOff ? gainOf(amounts) : amounts.proceeds - amounts.saleCost
  const apart = setsProceedsOff ? 0n : amounts.net
  return setOff > 0n ? { gain: setOff, loss: apart } : { gain: 0n, loss: apart - setOff }
}
