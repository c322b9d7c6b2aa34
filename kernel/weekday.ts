import { addDays, type Day } from './day.ts'

/** Days of the week, 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayOf = (day: Day): Weekday => weekdays[(new Date(day + 'T00:00:00Z').getUTCDay() + 6) % 7] ?? 7

/** The Monday of the week that a day is in. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))
