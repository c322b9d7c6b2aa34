/** A calendar day as "YYYY-MM-DD", in the organisation's own time zone. */
export type Day = string
/** A moment as an ISO 8601 string in UTC, for instance "2026-11-21T08:30:00.000Z". */
export type Moment = string

/** A minute as "YYYY-MM-DD HH:mm", in the organisation's own time zone. */
export type Minute = string

/** The zone every organisation lives in until it says otherwise. */
export const defaultTimeZone = 'Asia/Shanghai'

/** True for a day that exists: "2026-02-30" does not, nor does any in a year 0. */
export const isDay = (value: unknown): value is Day => {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(value + 'T00:00:00Z')
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** True for a minute of a day that exists. */
export const isMinute = (value: unknown): value is Minute =>
  typeof value === 'string' && /^.{10} ([01]\d|2[0-3]):[0-5]\d$/.test(value) && isDay(value.slice(0, 10))

/** Minutes from `from` to `to`, on clocks that are never put forward or back; negative when `to` is earlier. */
export const minutesBetween = (from: Minute, to: Minute): number =>
  (Date.parse(`${to.replace(' ', 'T')}:00Z`) - Date.parse(`${from.replace(' ', 'T')}:00Z`)) / 60_000

/** The day it is at `moment` (milliseconds since 1970) in `timeZone`. */
export const dayAt = (moment: number, timeZone = defaultTimeZone): Day => dayFormat(timeZone).format(moment)

export const addDays = (day: Day, days: number): Day => {
  const date = new Date(day + 'T00:00:00Z')
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Days of the week, 1 is Monday. */
/** So many months later, on the last day of a month that is too short. */
export const addMonths = (day: Day, months: number): Day => {
  const first = new Date(day.slice(0, 7) + '-01T00:00:00Z')
  first.setUTCMonth(first.getUTCMonth() + months)
  const lastOfMonth = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const date = Math.min(Number(day.slice(8)), lastOfMonth)
  return `${first.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`
}

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayOf = (day: Day): Weekday => weekdays[(new Date(day + 'T00:00:00Z').getUTCDay() + 6) % 7] ?? 7

/** The Monday of the week that a day is in. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to + 'T00:00:00Z') - Date.parse(from + 'T00:00:00Z')) / 86_400_000

/** Making a format costs a hundred times as much as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

const dayFormat = (timeZone: string): Intl.DateTimeFormat => {
  const cachedFormat = dayFormats.get(timeZone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timeZone, format)
  return format
}
