import type { Moment } from '../../kernel/day.ts'
import { compare, type Decimal } from '../../kernel/decimal.ts'
import { trialAssetLimit, trialPrice, trialWord } from '../rules/constants.ts'

/** What was bought: `busdataScope` is the number of assets that may be kept, `price` in yuan. */
export type Sku = { readonly periodName: string; readonly price: Decimal; readonly busdataScope: number }

/** An organisation's order. It runs from `startDate` up to, but not including, `endDate`; `orderState` 1 means active. */
export type LicenceOrder = {
  readonly orderId: string
  readonly startDate: Moment
  readonly endDate: Moment
  readonly orderState: number
  readonly skuEntity: Sku
}

/** 'tryTimeout' and 'vipTimeout': the trial or the paid licence has run out; 'install': nothing was ever in force. */
export const licenceStates = ['active', 'tryTimeout', 'vipTimeout', 'install'] as const
export type LicenceState = (typeof licenceStates)[number]

/** By its name, or because it is free and covers a trial's number of assets. */
export const isTrial = ({ skuEntity }: LicenceOrder): boolean =>
  skuEntity.periodName.includes(trialWord) || (skuEntity.busdataScope === trialAssetLimit && isFree(skuEntity))

/** The orders that are active and not over at `now` (milliseconds since 1970), in their order; without trials once one was bought. */
export const validOrders = (orders: readonly LicenceOrder[], now: number): LicenceOrder[] => {
  const valid = orders.filter((order) => order.orderState === activeOrder && now < Date.parse(order.endDate))
  const bought = valid.filter((order) => !isTrial(order))
  return bought.length > 0 ? bought : valid
}

/** The valid order in effect at `now`: the one with the most assets of those that have begun, then the one that lasts longest. */
export const orderInEffect = (orders: readonly LicenceOrder[], now: number): LicenceOrder | undefined =>
  validOrders(orders, now)
    .filter((order) => Date.parse(order.startDate) <= now)
    .toSorted((a, b) => b.skuEntity.busdataScope - a.skuEntity.busdataScope || Date.parse(b.endDate) - Date.parse(a.endDate))[0]

/** The active order that lasts longest; a trial does not count once something was bought. */
export const latestOrder = <O extends LicenceOrder>(orders: readonly O[]): O | undefined => {
  const active = orders.filter(({ orderState }) => orderState === activeOrder)
  const bought = active.filter((order) => !isTrial(order))
  return (bought.length > 0 ? bought : active).toSorted((a, b) => Date.parse(b.endDate) - Date.parse(a.endDate))[0]
}

/** How many assets the organisation may keep at `now`; 0 where no licence is in effect. */
export const assetLimit = (orders: readonly LicenceOrder[], now: number): number => orderInEffect(orders, now)?.skuEntity.busdataScope ?? 0

/** When the last of the active orders ends, in milliseconds since 1970; 0 where there is none. Until then there is a valid one. */
export const licensedUntil = (orders: readonly LicenceOrder[]): number =>
  Math.max(0, ...orders.filter(({ orderState }) => orderState === activeOrder).map(({ endDate }) => Date.parse(endDate)))

/** When the last of those that were ever in force and are over at `now` ended, also of what was void; 0 where none was. */
export const lastEnd = (orders: readonly LicenceOrder[], now: number): number =>
  Math.max(
    0,
    ...orders
      .filter(({ startDate, endDate }) => Date.parse(startDate) < Date.parse(endDate))
      .map(({ endDate }) => Date.parse(endDate))
      .filter((end) => end <= now),
  )

/** Where a person who signs in at `now` may go. A valid order counts from the day it was bought, also before it begins. */
export const licenceState = (orders: readonly LicenceOrder[], now: number): LicenceState => {
  if (validOrders(orders, now).length > 0) return 'active'
  const over = orders.filter((order) => Date.parse(order.endDate) <= now)
  if (over.length === 0) return 'install'
  return over.every(isTrial) ? 'tryTimeout' : 'vipTimeout'
}

/** Whether the profile offers to switch the trial role: the first valid order is free and a trial by its name. */
export const canSwitchTrialRole = (orders: readonly LicenceOrder[], now: number): boolean => {
  const first = validOrders(orders, now)[0]
  return first !== undefined && isFree(first.skuEntity) && first.skuEntity.periodName.includes(trialWord)
}

const activeOrder = 1

const isFree = (sku: Sku): boolean => compare(sku.price, trialPrice) === 0
