import { addDays, type Day, dayAt, type Moment } from '../../kernel/day.ts'
import { weekdayOf } from '../../kernel/weekday.ts'
import { momentOf } from '../calendar/deadline.ts'
import type { WorkCalendar } from '../calendar/workCalendar.ts'

export const sendingRhythms = { daily: '每天', workdays: '工作日', weekly: '每周', monthly: '每月' } as const
export type SendingRhythm = keyof typeof sendingRhythms

/** When something is sent again and again: `weekday` of a weekly one (Monday is 1), `monthDay` of a monthly one. */
export type SendingTime = {
  readonly rhythm: SendingRhythm
  readonly hour: number
  readonly weekday: number | null
  readonly monthDay: number | null
}

/** The first moment after `now` (milliseconds since 1970) at which it is sent. */
export const nextSending = (calendar: Pick<WorkCalendar, 'isWorkday'>, time: SendingTime, now: number): Moment => {
  const today = dayAt(now)
  for (let ahead = 0; ahead <= daysAheadAtMost; ahead++) {
    const day = addDays(today, ahead)
    const moment = momentOf(day, time.hour * 60)
    if (Date.parse(moment) > now && isSendingDay(calendar, time, day)) return moment
  }
  return momentOf(addDays(today, 1), time.hour * 60)
}

const isSendingDay = ({ isWorkday }: Pick<WorkCalendar, 'isWorkday'>, { rhythm, weekday, monthDay }: SendingTime, day: Day): boolean => {
  if (rhythm === 'daily') return true
  if (rhythm === 'workdays') return isWorkday(day)
  if (rhythm === 'weekly') return weekdayOf(day) === (weekday ?? 1)
  const dayOfMonth = Number(day.slice(8))
  const isLast = addDays(day, 1).slice(0, 7) !== day.slice(0, 7)
  return dayOfMonth === (monthDay ?? 1) || (isLast && dayOfMonth < (monthDay ?? 1))
}

/** Longer than a month, and than anyone closes. */
const daysAheadAtMost = 62
