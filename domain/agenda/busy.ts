import { addDays, dayAt } from '../../kernel/day.ts'
import { momentOf } from '../calendar/deadline.ts'
import type { WorkCalendar } from '../calendar/workCalendar.ts'

/** Half open, in milliseconds since 1970. */
export type Interval = { readonly begin: number; readonly end: number }

/** What is taken by any of them, in order, without overlaps; what only touches becomes one. */
export const taken = (intervals: readonly Interval[]): Interval[] => {
  const merged: Interval[] = []
  for (const { begin, end } of intervals.filter((each) => each.end > each.begin).toSorted((a, b) => a.begin - b.begin)) {
    const last = merged.at(-1)
    if (last && begin <= last.end) merged[merged.length - 1] = { begin: last.begin, end: Math.max(last.end, end) }
    else merged.push({ begin, end })
  }
  return merged
}

/** How far a common time is looked for. */
export const commonWithinDays = 30

/** The first time at `from` or later, on the quarter of an hour and within hours of work, at which nobody has anything; undefined in a month without one. */
export const firstCommon = (busy: readonly Interval[], minutes: number, from: number, calendar: WorkCalendar): Interval | undefined => {
  const step = 15 * 60_000
  const length = minutes * 60_000
  const all = taken(busy)
  const first = dayAt(from)
  for (let n = 0; n <= commonWithinDays; n++) {
    const day = addDays(first, n)
    if (!calendar.isWorkday(day)) continue
    const closes = Date.parse(momentOf(day, calendar.closesMinutes))
    let begin = Math.ceil(Math.max(Date.parse(momentOf(day, calendar.opensMinutes)), from) / step) * step
    while (begin + length <= closes) {
      const inTheWay = all.findLast((each) => each.begin < begin + length && each.end > begin)
      if (!inTheWay) return { begin, end: begin + length }
      begin = Math.ceil(inTheWay.end / step) * step
    }
  }
  return undefined
}
