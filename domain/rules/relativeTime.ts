import { addDays, dayAt, defaultTimeZone, minuteAt } from '../../kernel/day.ts'
import { fill, type Params } from '../../kernel/refusal.ts'

/** Words with their values, to be translated and filled. */
export type RelativeTime = { readonly words: string; readonly params: Params }

/**
 * How a moment is called from `now` (both in milliseconds since 1970), by the clock and calendar of `timeZone`: under a
 * minute 刚刚, under an hour N分钟前, then 今天 or 昨天 with the time, in the same year month/day, else the full date.
 * A moment up to a minute ahead is 刚刚 too: clocks differ; one further ahead is called by its time or date.
 */
export const relativeTime = (moment: number, now: number, timeZone = defaultTimeZone): RelativeTime => {
  const seconds = (now - moment) / 1000
  if (Math.abs(seconds) < 60) return { words: '刚刚', params: {} }
  if (seconds > 0 && seconds < 3600) return { words: '{count}分钟前', params: { count: Math.floor(seconds / 60) } }
  const [day = '', time = ''] = minuteAt(moment, timeZone).split(' ')
  const today = dayAt(now, timeZone)
  if (day === today) return { words: '今天 {time}', params: { time } }
  if (day === addDays(today, -1)) return { words: '昨天 {time}', params: { time } }
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  return { words: '{date}', params: { date: (sameYear ? day.slice(5) : day).replaceAll('-', '/') } }
}

/** The same in Chinese. */
export const relativeTimeText = (moment: number, now: number, timeZone = defaultTimeZone): string => {
  const { words, params } = relativeTime(moment, now, timeZone)
  return fill(words, params)
}
