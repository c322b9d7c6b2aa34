import * as v from 'valibot'
import { addDays, type Day } from '../../kernel/day.ts'
import { wallMinute } from '../attendance/wall.ts'
import type { WorkCalendar } from '../calendar/workCalendar.ts'
import type { Span } from './period.ts'

/** When a log is to be there: at a time (minutes after midnight) on the last workday of its period, or so many workdays after that. */
export const dueRule = v.strictObject({
  workdaysAfter: v.pipe(v.number('截止时间有误'), v.integer('截止时间有误'), v.minValue(0, '截止时间有误'), v.maxValue(10, '截止时间有误')),
  minutes: v.pipe(v.number('截止时间有误'), v.integer('截止时间有误'), v.minValue(0, '截止时间有误'), v.maxValue(1439, '截止时间有误')),
})
export type DueRule = v.InferOutput<typeof dueRule>

/** The moment (milliseconds since 1970) until which the log of a period is in time; undefined where no one worked in it, so that none is asked for. */
export const dueAt = (
  { workdaysAfter, minutes }: DueRule,
  span: Span,
  { isWorkday }: Pick<WorkCalendar, 'isWorkday'>,
): number | undefined => {
  const last = lastWorkday(span, isWorkday)
  if (last === undefined) return undefined
  let day = last
  for (let remainingDays = workdaysAfter, scannedDays = 0; remainingDays > 0 && scannedDays < daysLookedAt; scannedDays++) {
    day = addDays(day, 1)
    if (isWorkday(day)) remainingDays--
  }
  return momentOf(day, minutes)
}

/** The moment (milliseconds since 1970) so many minutes after midnight of a day in the organisation's zone. */
export const momentOf = (day: Day, minutes: number): number => wallMinute(day, minutes) * 60_000

/** The days of a period on which one works. */
export const workdaysOf = ({ from, to }: Span, { isWorkday }: Pick<WorkCalendar, 'isWorkday'>): Day[] => {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkday(day)) days.push(day)
  return days
}

/** No holiday is longer. */
const daysLookedAt = 60

const lastWorkday = ({ from, to }: Span, isWorkday: (day: Day) => boolean): Day | undefined => {
  for (let day = to; day >= from; day = addDays(day, -1)) if (isWorkday(day)) return day
  return undefined
}
