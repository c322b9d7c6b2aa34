import type { Moment } from '../../kernel/day.ts'
import { relativeTime } from '../../domain/rules/relativeTime.ts'
import { t } from '../words.ts'

/** A moment as people call it from now: "3分钟前", "昨天 09:12", "03/18". Nothing for no moment. */
export const when = (moment: Moment | null | undefined): string => {
  if (!moment) return ''
  const { words, params } = relativeTime(Date.parse(moment), Date.now())
  return t(words, params)
}
