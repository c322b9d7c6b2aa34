import { addDays, dayAt, type Day, type Moment } from '../../kernel/day.ts'
import type { WorkCalendar } from '../calendar/work-calendar.ts'
import type { Calendar, Duration } from './definition.ts'

export type Wait = { after: Duration; calendar: Calendar } | { until: string }

/**
 * When a wait that begins at `from` is over. In workdays an hour is an hour of work and a day is the same time one workday later; a
 * wait until a day is over when that day's work begins.
 */
export const dueAt = (from: Moment, wait: Wait, calendar: WorkCalendar): Moment => {
  if ('until' in wait) return wait.until.length === 10 ? momentOf(wait.until, calendar.opensMinutes) : new Date(wait.until).toISOString()
  const { value, unit } = wait.after
  if (wait.calendar === '24x7') return new Date(Date.parse(from) + value * unitMinutes[unit] * 60_000).toISOString()
  const start = atWork(from, calendar)
  return unit === 'days'
    ? momentOf(workdayAfter(start.day, value, calendar), start.minutes)
    : afterWork(start, value * unitMinutes[unit], calendar)
}

const unitMinutes = { minutes: 1, hours: 60, days: 1440 } as const
/** China has one zone and no summer time. */
const zoneMinutes = 480

type At = { day: Day; minutes: number }

const momentOf = (day: Day, minutes: number): Moment =>
  new Date(Date.parse(day + 'T00:00:00Z') + (minutes - zoneMinutes) * 60_000).toISOString()

/** The moment itself where people work then, otherwise the next opening. */
const atWork = (from: Moment, calendar: WorkCalendar): At => {
  const day = dayAt(Date.parse(from))
  const minutes = (Date.parse(from) - Date.parse(momentOf(day, 0))) / 60_000
  if (!calendar.isWorkday(day) || minutes >= calendar.closesMinutes)
    return { day: workdayAfter(day, 1, calendar), minutes: calendar.opensMinutes }
  return { day, minutes: Math.max(minutes, calendar.opensMinutes) }
}

const workdayAfter = (day: Day, count: number, { isWorkday }: WorkCalendar): Day => {
  let next = day
  // A calendar without workdays would never end; after ten years of holidays every day counts.
  for (let left = count, looked = 0; left > 0; looked++) {
    next = addDays(next, 1)
    if (isWorkday(next) || looked > 3650) left--
  }
  return next
}

const afterWork = ({ day, minutes }: At, wait: number, calendar: WorkCalendar): Moment => {
  const { opensMinutes, closesMinutes } = calendar
  const left = closesMinutes - minutes
  if (wait <= left) return momentOf(day, minutes + wait)
  const perDay = closesMinutes - opensMinutes
  const rest = wait - left
  const days = Math.ceil(rest / perDay)
  return momentOf(workdayAfter(day, days, calendar), opensMinutes + rest - (days - 1) * perDay)
}
