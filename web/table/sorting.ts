import type { Field } from '../../kernel/field.ts'
import { isNumber, kindOf } from '../../kernel/fields/kinds.ts'
import type { SortOrder } from '../../domain/tables/view.ts'
import { t } from '../words.ts'

const ordersAtMost = 3

/** The next of ascending, descending, none; with `besides` the column comes after those that sort already. */
export const turnSort = (sort: readonly SortOrder[], key: string, besides: boolean): readonly SortOrder[] => {
  const before = sort.find((order) => order.key === key)
  const next = nextOrders(key, before)
  if (!besides) return next
  return before ? sort.flatMap((order) => (order.key === key ? next : [order])) : [...sort, ...next].slice(0, ordersAtMost)
}

const nextOrders = (key: string, before: SortOrder | undefined): readonly SortOrder[] => {
  if (!before) return [{ key }]
  return before.descending ? [] : [{ key, descending: true }]
}

export const sortedBy = (key: string, isDescending: boolean): readonly SortOrder[] => [
  isDescending ? { key, descending: isDescending } : { key },
]

/** What comes first in an order, in words. */
export const directionWords = ({ control }: Field, isDescending: boolean): string => {
  if (isNumber(control)) return isDescending ? t('从大到小') : t('从小到大')
  if (kindOf(control).isMoment) return isDescending ? t('从晚到早') : t('从早到晚')
  return isDescending ? t('倒序') : t('顺序')
}
