import { type Day, dayAt, type Moment } from '../../kernel/day.ts'
import { relativeTime } from '../../domain/rules/relativeTime.ts'
import { language, t } from '../words.ts'

/** A moment as people call it from now: "3分钟前", "昨天 09:12", "03/18". Nothing for no moment. */
export const when = (moment: Moment | null | undefined): string => {
  if (!moment) return ''
  const { words, params } = relativeTime(Date.parse(moment), Date.now())
  return t(words, params)
}

/** The same with the time of day, where several of one day stand below one another: "03/18 09:12". */
export const timeOf = (moment: Moment): string => {
  const { words, params } = relativeTime(Date.parse(moment), Date.now())
  return params['date'] === undefined ? t(words, params) : `${params['date']} ${fullTime(moment).slice(-5)}`
}

/** A moment from which on something lasts: "09:12" today, "11-20 09:12" before. */
export const sinceWhen = (moment: Moment): string => {
  const day = dayAt(Date.parse(moment))
  const time = fullTime(moment).slice(-5)
  return day === today() ? time : `${day.slice(day.slice(0, 4) === today().slice(0, 4) ? 5 : 0)} ${time}`
}

/** The day it is now. */
export const today = (): Day => dayAt(Date.now())

/** The day and time of a moment, for a print-out or a tooltip. */
export const fullTime = (moment: Moment | null | undefined): string =>
  moment
    ? new Intl.DateTimeFormat(language() === 'en' ? 'en-CA' : 'zh-CN', {
        timeZone: 'Asia/Shanghai',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(Date.parse(moment))
    : ''
