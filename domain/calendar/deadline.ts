import * as v from 'valibot'
import { addDays, dayAt, type Day, isDay, isMinute, type Minute, minutesBetween, type Moment } from '../../kernel/day.ts'
import type { WorkCalendar } from './workCalendar.ts'

/** What the JSON of a duration must be. */
export const durationSchema = v.strictObject({
  value: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  unit: v.picklist(['minutes', 'hours', 'days']),
})
/** In workdays, 'days' and 'hours' are those of the organisation's calendar; the person who keeps the clock computes the moment. */
export type Duration = v.InferOutput<typeof durationSchema>
export const calendarSchema = v.picklist(['24x7', 'workdays'])
export type Calendar = v.InferOutput<typeof calendarSchema>

export type Wait = { after: Duration; calendar: Calendar } | { until: string }

/**
 * When a wait that begins at `from` is over. In workdays an hour is an hour of work and a day is the same time one workday later; a
 * wait until a day is over when that day's work begins.
 */
export const dueAt = (from: Moment, wait: Wait, calendar: WorkCalendar): Moment => {
  if ('until' in wait) {
    if (isMinute(wait.until)) return momentOf(dayOf(wait.until), minutesBetween(`${dayOf(wait.until)} 00:00`, wait.until))
    return isDay(wait.until) ? momentOf(wait.until, calendar.opensMinutes) : new Date(wait.until).toISOString()
  }
  const { value, unit } = wait.after
  if (wait.calendar === '24x7') return new Date(Date.parse(from) + value * unitMinutes[unit] * 60_000).toISOString()
  const start = atWork(from, calendar)
  return unit === 'days'
    ? momentOf(workdayAfter(start.day, value, calendar), start.minutes)
    : afterWork(start, value * unitMinutes[unit], calendar)
}

/** How much working time lies between two moments, in seconds; none where the later one comes first. */
export const workedSeconds = (from: Moment, to: Moment, calendar: WorkCalendar): number => {
  const { isWorkday, opensMinutes, closesMinutes } = calendar
  const within = (moment: Moment, day: Day): number =>
    Math.min(Math.max(Date.parse(moment) - Date.parse(momentOf(day, opensMinutes)), 0), (closesMinutes - opensMinutes) * 60_000)
  const last = dayAt(Date.parse(to))
  let workedMinutes = 0
  for (let day = dayAt(Date.parse(from)); day <= last; day = addDays(day, 1))
    if (isWorkday(day)) workedMinutes += within(to, day) - within(from, day)
  return Math.max(0, Math.round(workedMinutes / 1000))
}

const unitMinutes = { minutes: 1, hours: 60, days: 1440 } as const
/** China has one zone and no summer time. */
const zoneMinutes = 480

const dayOf = (minute: Minute): Day => minute.slice(0, 10)

type DayMinute = { day: Day; minutes: number }

/** So many minutes after midnight of a day. */
export const momentOf = (day: Day, minutes: number): Moment =>
  new Date(Date.parse(day + 'T00:00:00Z') + (minutes - zoneMinutes) * 60_000).toISOString()

/** The moment itself where people work then, otherwise the next opening. */
const atWork = (from: Moment, calendar: WorkCalendar): DayMinute => {
  const day = dayAt(Date.parse(from))
  const minutes = (Date.parse(from) - Date.parse(momentOf(day, 0))) / 60_000
  if (!calendar.isWorkday(day) || minutes >= calendar.closesMinutes)
    return { day: workdayAfter(day, 1, calendar), minutes: calendar.opensMinutes }
  return { day, minutes: Math.max(minutes, calendar.opensMinutes) }
}

const workdayAfter = (day: Day, count: number, { isWorkday }: WorkCalendar): Day => {
  let next = day
  // A calendar without workdays would never end; after ten years of holidays every day counts.
  for (let remainingDays = count, scannedDays = 0; remainingDays > 0; scannedDays++) {
    next = addDays(next, 1)
    if (isWorkday(next) || scannedDays > 3650) remainingDays--
  }
  return next
}

const afterWork = ({ day, minutes }: DayMinute, wait: number, calendar: WorkCalendar): Moment => {
  const { opensMinutes, closesMinutes } = calendar
  const remainingMinutes = closesMinutes - minutes
  if (wait <= remainingMinutes) return momentOf(day, minutes + wait)
  const perDay = closesMinutes - opensMinutes
  const remainingWait = wait - remainingMinutes
  const days = Math.ceil(remainingWait / perDay)
  return momentOf(workdayAfter(day, days, calendar), opensMinutes + remainingWait - (days - 1) * perDay)
}
