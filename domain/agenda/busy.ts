import { addDays, dayAt } from '../../kernel/day.ts'
import { momentOf } from '../calendar/deadline.ts'
import type { WorkCalendar } from '../calendar/workCalendar.ts'

/** Half open, in milliseconds since 1970. */
export type Interval = { readonly begin: number; readonly end: number }

/** What is taken by any of them, in order, without overlaps; what only touches becomes one. */
export const mergeIntervals = (intervals: readonly Interval[]): Interval[] => {
  const mergedIntervals: Interval[] = []
  for (const { begin, end } of intervals.filter((interval) => interval.end > interval.begin).toSorted((a, b) => a.begin - b.begin)) {
    const last = mergedIntervals.at(-1)
    if (last && begin <= last.end) mergedIntervals[mergedIntervals.length - 1] = { begin: last.begin, end: Math.max(last.end, end) }
    else mergedIntervals.push({ begin, end })
  }
  return mergedIntervals
}

/** How far a common time is looked for. */
export const commonWithinDays = 30

/** The first time at `from` or later, on the quarter of an hour and within hours of work, at which no one has anything; undefined in a month without one. */
export const firstCommon = (busy: readonly Interval[], minutes: number, from: number, calendar: WorkCalendar): Interval | undefined => {
  const step = 15 * 60_000
  const length = minutes * 60_000
  const all = mergeIntervals(busy)
  const first = dayAt(from)
  for (let n = 0; n <= commonWithinDays; n++) {
    const day = addDays(first, n)
    if (!calendar.isWorkday(day)) continue
    const closes = Date.parse(momentOf(day, calendar.closesMinutes))
    let begin = Math.ceil(Math.max(Date.parse(momentOf(day, calendar.opensMinutes)), from) / step) * step
    while (begin + length <= closes) {
      const inTheWay = all.findLast((slot) => slot.begin < begin + length && slot.end > begin)
      if (!inTheWay) return { begin, end: begin + length }
      begin = Math.ceil(inTheWay.end / step) * step
    }
  }
  return undefined
}
