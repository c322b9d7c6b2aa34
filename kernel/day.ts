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
export const dayAt = (moment: number, timeZone = defaultTimeZone): Day => minuteAt(moment, timeZone).slice(0, -6)

/**
 * What clocks in `timeZone` show at `moment` (milliseconds since 1970). China's are reckoned, because a browser takes 20 ms to begin with
 * formats; those of other zones are asked for.
 */
export const minuteAt = (moment: number, timeZone = defaultTimeZone): Minute =>
  timeZone === defaultTimeZone && moment >= steadyFrom && moment < steadyUntil
    ? new Date(moment + aheadMs).toISOString().slice(0, 16).replace('T', ' ')
    : minuteFormat(timeZone).format(moment)

/** The same with seconds: no zone is apart from others by less than a minute. */
export const secondAt = (moment: number, timeZone = defaultTimeZone): string =>
  `${minuteAt(moment, timeZone)}:${new Date(moment).toISOString().slice(17, 19)}`

/** China's clocks have been eight hours ahead ever since its last summer time ended; a year has four digits. */
const aheadMs = 8 * 3_600_000
const steadyFrom = Date.UTC(1991, 8, 14, 17)
const steadyUntil = Date.UTC(9999, 11, 31)

export const addDays = (day: Day, days: number): Day => {
  const date = new Date(day + 'T00:00:00Z')
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to + 'T00:00:00Z') - Date.parse(from + 'T00:00:00Z')) / 86_400_000

/** Making a format costs a hundred times as much as using it. */
const minuteFormats = new Map<string, Intl.DateTimeFormat>()

const minuteFormat = (timeZone: string): Intl.DateTimeFormat => {
  const cachedFormat = minuteFormats.get(timeZone)
  if (cachedFormat) return cachedFormat
  // Sweden writes minutes as we do.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  minuteFormats.set(timeZone, format)
  return format
}
