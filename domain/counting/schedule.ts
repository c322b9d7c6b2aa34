import type * as v from 'valibot'
import { addDays, type Day } from '../../kernel/day.ts'
import { weekdayOf } from '../../kernel/weekday.ts'
import type { countSchedule } from './plan.ts'

type CountSchedule = v.InferOutput<typeof countSchedule>

/**
 * The first day after `after` on which a schedule opens a task. A month that is too short for its day opens on its last; where it keeps to
 * working days, what falls on a day off opens on the next working day, and what falls together opens once.
 */
export const nextOpening = (schedule: CountSchedule, after: Day, isWorkday: (day: Day) => boolean): Day => {
  for (let day = addDays(after, -longestRestDays); ; day = addDays(day, 1)) {
    if (!isNamed(schedule, day)) continue
    const opens = schedule.workdays ? workdayFrom(day, isWorkday) : day
    if (opens > after) return opens
  }
}

/** No holiday is longer: what was put off over it is still seen. */
const longestRestDays = 31

const workdayFrom = (day: Day, isWorkday: (day: Day) => boolean): Day => {
  for (let restDays = 0; restDays < longestRestDays; restDays++, day = addDays(day, 1)) if (isWorkday(day)) return day
  return day
}

const isNamed = ({ every, day: scheduleDay, month }: CountSchedule, day: Day): boolean => {
  const [years, months, days] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))]
  if (every === 'day') return true
  if (every === 'week') return weekdayOf(day) === Math.min(scheduleDay, 7)
  const lastOfMonth = new Date(Date.UTC(years, months, 0)).getUTCDate()
  if (days !== Math.min(scheduleDay, lastOfMonth)) return false
  return every === 'month' || (every === 'quarter' ? months % 3 === 1 : months === month)
}
