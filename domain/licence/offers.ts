import { type Day, addDays } from '../../kernel/day.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { trialAssetLimit, trialPrice } from '../rules/constants.ts'

/** An order that is to be made: it runs from `startDate` up to, but not including, `endDate`. */
export type NewOrder = {
  readonly purchaseType: string
  readonly periodName: string
  readonly price: Decimal
  /** How many assets it covers. */
  readonly assetScope: number
  readonly startDate: Day
  readonly endDate: Day
}

/** More assets than anyone keeps: a licence that covers as many has no limit. */
export const unlimitedAssets = 100_000_000

export const isUnlimited = (assetScope: number): boolean => assetScope >= unlimitedAssets

/** How an order is called that no one sells. */
export const ownPurchase = 'own'

/** The person who runs an installation needs no licence from anyone: free, without a limit, and without an end that anyone will see. */
export const ownOrder = (today: Day): NewOrder => ({
  purchaseType: ownPurchase,
  periodName: '自用版',
  price: '0',
  assetScope: unlimitedAssets,
  startDate: today,
  endDate: '2100-01-01',
})

/** What a person gets who registers by themselves. */
export const trialOrder = (today: Day): NewOrder => ({
  purchaseType: 'trial',
  periodName: '试用版30天',
  price: trialPrice,
  assetScope: trialAssetLimit,
  startDate: today,
  endDate: addDays(today, trialDays),
})

/** What was agreed with a person. */
export const boughtOrder = (
  today: Day,
  { days, ...agreed }: Pick<NewOrder, 'periodName' | 'price' | 'assetScope'> & { readonly days: number },
): NewOrder => ({ ...agreed, purchaseType: 'new', startDate: today, endDate: addDays(today, days) })

const trialDays = 30
