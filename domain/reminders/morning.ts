import { addDays, type Day, dayAt, type Moment } from '../../kernel/day.ts'
import { momentOf } from '../calendar/deadline.ts'
import type { WorkCalendar } from '../calendar/workCalendar.ts'

/** True where people may be told something at `now` (milliseconds since 1970): on a workday, between its morning and its end. */
export const mayTell = (calendar: WorkCalendar, now: number): boolean => {
  const today = dayAt(now)
  return (
    calendar.isWorkday(today) && Date.parse(morningOf(calendar, today)) <= now && now < Date.parse(momentOf(today, calendar.closesMinutes))
  )
}

/** The morning after `now` on which people are told again. */
export const nextMorning = (calendar: WorkCalendar, now: number): Moment => {
  const today = dayAt(now)
  const todays = morningOf(calendar, today)
  if (calendar.isWorkday(today) && now < Date.parse(todays)) return todays
  return morningOf(calendar, addDays(today, daysOffAfter(calendar, today) + 1))
}

/** How many days off follow a day; where no workday comes for longer than anyone closes, every day counts. */
export const daysOffAfter = ({ isWorkday }: WorkCalendar, day: Day): number => {
  for (let off = 0; off < daysOffAtMost; off++) if (isWorkday(addDays(day, off + 1))) return off
  return 0
}

const daysOffAtMost = 60

/** The person who opens earlier than this is told at this time, so that no telephone rings at night. */
const earliestMinutes = 420

const morningOf = ({ opensMinutes, closesMinutes }: WorkCalendar, day: Day): Moment =>
  momentOf(day, opensMinutes < earliestMinutes && earliestMinutes < closesMinutes ? earliestMinutes : opensMinutes)
