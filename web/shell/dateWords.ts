import { type Day, dayAt, minuteAt, type Moment } from '../../kernel/day.ts'
import { relativeTime } from '../../domain/rules/relativeTime.ts'
import { t } from '../words.ts'

/** A moment from now with its time of day, where several of one day stand below one another: "03/18 09:12". */
export const timeOf = (moment: Moment): string => {
  const { words, params } = relativeTime(Date.parse(moment), Date.now())
  return params['date'] === undefined ? t(words, params) : `${params['date']} ${fullTime(moment).slice(-5)}`
}

/** A moment from which on something lasts: "09:12" today, "11/20 09:12" before. */
export const sinceWhen = (moment: Moment): string => {
  const day = dayAt(Date.parse(moment))
  const time = fullTime(moment).slice(-5)
  return day === today() ? time : `${shortDay(day)} ${time}`
}

/** A day as lists call it: "11/20", in another year "2025/11/20". */
export const shortDay = (day: Day): string => day.slice(day.slice(0, 4) === today().slice(0, 4) ? 5 : 0).replaceAll('-', '/')

/** The day it is now. */
export const today = (): Day => dayAt(Date.now())

/** The day and time of a moment, for a print-out or a tooltip: "2026-11-20 09:12". */
export const fullTime = (moment: Moment | null | undefined): string => (moment ? minuteAt(Date.parse(moment)) : '')
