import type { Field } from '../../kernel/field.ts'
import { isNumber, kindOf } from '../../kernel/fields/kinds.ts'
import type { SortOrder } from '../../domain/tables/view.ts'
import { t } from '../words.ts'

const most = 3

/** The next of ascending, descending, none; with `besides` the column comes after those that sort already. */
export const turned = (sort: readonly SortOrder[], key: string, besides: boolean): readonly SortOrder[] => {
  const before = sort.find((each) => each.key === key)
  const next: readonly SortOrder[] = !before ? [{ key }] : before.descending ? [] : [{ key, descending: true }]
  if (!besides) return next
  return before ? sort.flatMap((each) => (each.key === key ? next : [each])) : [...sort, ...next].slice(0, most)
}

export const sortedBy = (key: string, descending: boolean): readonly SortOrder[] => [descending ? { key, descending } : { key }]

/** What comes first in an order, in words. */
export const directionWords = ({ control }: Field, descending: boolean): string => {
  if (isNumber(control)) return descending ? t('从大到小') : t('从小到大')
  if (kindOf(control).isMoment) return descending ? t('从晚到早') : t('从早到晚')
  return descending ? t('倒序') : t('顺序')
}
