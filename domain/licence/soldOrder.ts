import { addDays, dayAt } from '../../kernel/day.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { trialAssetLimit, trialWord } from '../rules/constants.ts'
import { type NewOrder, unlimitedAssets } from './offers.ts'

/** An order that another person sold, as they say it stands; `edition` is what they call what was bought. */
export type SoldOrder = {
  readonly title: string
  readonly edition: string
  readonly isTrial: boolean
  readonly startMs: number
  readonly endMs: number
  /** Yuan. */
  readonly price: Decimal
}

/**
 * What becomes of it here. It begins with the day on which it begins there and ends after the one on which it ends. `agreed` is how many
 * assets the operator lets its edition cover.
 */
export const orderOfSold = (sold: SoldOrder, agreedCount: number | undefined): Omit<NewOrder, 'purchaseType'> => {
  const startDate = dayAt(sold.startMs)
  const endDate = addDays(dayAt(sold.endMs - 1), 1)
  return {
    periodName: nameOf(sold),
    price: sold.price,
    assetScope: agreedCount ?? assetsSold(sold),
    startDate,
    endDate: endDate > startDate ? endDate : addDays(startDate, 1),
  }
}

/** What no one has agreed on: the number in its name, a trial's, or as many as one likes, because it is paid for. */
export const assetsSold = ({ title, edition, isTrial }: SoldOrder): number => {
  const number = [edition, title].map((words) => /(\d{1,7})\s*(?:件|个?资产|assets\b)/i.exec(words)?.[1]).find(Boolean)
  return Number(number) || (isTrial ? trialAssetLimit : unlimitedAssets)
}

/** A trial is known by its name. */
const nameOf = ({ title, isTrial }: SoldOrder): string => {
  const name = title.trim().slice(0, nameLetters) || (isTrial ? trialWord : '会员版')
  return isTrial && !name.includes(trialWord) ? `${name} (${trialWord})` : name
}
const nameLetters = 40
