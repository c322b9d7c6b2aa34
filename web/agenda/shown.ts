import { addDays, type Day, dayAt, daysBetween, defaultTimeZone, type Minute, minutesBetween, type Moment } from '../../kernel/day.ts'
import { type Weekday, mondayOf } from '../../kernel/weekday.ts'
import type { HolidayYears } from '../../domain/calendar/holidays.ts'
import type { CalendarSettings } from '../../domain/calendar/workCalendar.ts'
import type { AgendaShown } from '../../domain/agenda/operations.ts'
import type { agendaSources } from '../../domain/agenda/source.ts'
import { shortDay } from '../shell/dateWords.ts'
import { language, t, inOwnWords } from '../words.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** What something on an agenda is called. */
export const titleOf = ({ words, params, title }: Pick<AgendaShown, 'words' | 'params' | 'title'>): string =>
  words ? inOwnWords({ words, params: params ?? {} }) : title

/** What stands beside the title where the eye goes by colour: whose it is. */
export const colorOf = ({ source, isOwn, answer, link }: AgendaShown): string => {
  if (source !== 'event') return sourceColors[source]
  if (link === '') return '#8a919c'
  if (isOwn) return '#0081ff'
  return answer === 'accepted' ? '#0a9d56' : '#7a5af8'
}

export const sourceColors: Readonly<Record<keyof typeof agendaSources, string>> = {
  loan: '#d9480f',
  log: '#2f9e44',
  maintenance: '#12a3b5',
  warranty: '#b7791f',
  count: '#5c7cfa',
  approval: '#7a5af8',
  shift: '#1c7ed6',
  licence: '#c2255c',
}

/** Which days are worked, with the holidays that the organisation knows. */
export type Calendar = { readonly settings: CalendarSettings; readonly years: HolidayYears }

/** Days that a view shows: from the first until before the last. */
export type Span = { readonly from: Day; readonly to: Day }
export type View = 'day' | 'week' | 'month'

/** The Monday of the week that a day is in. */

export const spanOf = (view: View, day: Day): Span => {
  if (view === 'day') return { from: day, to: addDays(day, 1) }
  if (view === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 7) }
  const first = mondayOf(`${day.slice(0, 7)}-01`)
  const last = addDays(mondayOf(lastOfMonth(day)), 7)
  return { from: first, to: last }
}

/** The same day of the view before or after; the last of a month that is shorter. */
export const moveView = (view: View, day: Day, step: 1 | -1): Day => {
  if (view !== 'month') return addDays(day, view === 'week' ? 7 * step : step)
  const monthDay = step === 1 ? addDays(lastOfMonth(day), 1) : addDays(`${day.slice(0, 7)}-01`, -1)
  const last = lastOfMonth(monthDay)
  return `${monthDay.slice(0, 8)}${day.slice(8) > last.slice(8) ? last.slice(8) : day.slice(8)}`
}

const lastOfMonth = (day: Day): Day => addDays(`${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1)

export const daysOf = ({ from, to }: Span): Day[] => Array.from({ length: daysBetween(from, to) }, (_, n) => addDays(from, n))

/** What of a list is on a day, whole days first. */
export const onDay = (list: readonly AgendaShown[], day: Day): AgendaShown[] =>
  list
    .filter(({ fromDay, toDay }) => fromDay <= day && day <= toDay)
    .toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || (a.begin < b.begin ? -1 : 1))

/** Whether it is about days, or longer than one. */
export const isWhole = ({ allDay, minutes }: Pick<AgendaShown, 'allDay' | 'minutes'>): boolean => allDay || minutes >= 1440

/** The minute of the organisation's clock at a moment. */
export const minuteOf = (moment: Moment): Minute =>
  new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** "09:00", or the day before it where that is another than `day`. */
const timeOn = (moment: Moment, day: Day): string => {
  const minute = minuteOf(moment)
  return minute.slice(0, 10) === day ? minute.slice(11) : `${shortDay(minute.slice(0, 10))} ${minute.slice(11)}`
}

/** When on a day: "全天", "09:00 – 10:00". */
export const timesOf = (item: Pick<AgendaShown, 'allDay' | 'begin' | 'end'>, day: Day): string =>
  item.allDay ? t('全天') : `${timeOn(item.begin, day)} – ${timeOn(item.end, day)}`

/** When it is, in full: "11月23日 周一 09:00 – 10:00". */
export const whenOf = ({
  begin,
  end,
  allDay,
  fromDay,
  toDay,
}: Pick<AgendaShown, 'begin' | 'end' | 'allDay' | 'fromDay' | 'toDay'>): string => {
  if (allDay) return fromDay === toDay ? `${dayWords(fromDay)} ${t('全天')}` : `${dayWords(fromDay)} – ${dayWords(toDay)}`
  const last = dayAt(Date.parse(end) - 1)
  return `${dayWords(fromDay)} ${minuteOf(begin).slice(11)} – ${last === fromDay ? '' : `${dayWords(last)} `}${minuteOf(end).slice(11)}`
}

const formatWith =
  (options: Intl.DateTimeFormatOptions) =>
  (day: Day): string =>
    new Intl.DateTimeFormat(language() === 'en' ? 'en' : 'zh-CN', { timeZone: 'UTC', ...options }).format(new Date(day + 'T00:00:00Z'))

/** "11月23日周一". */
export const dayWords = (day: Day): string => formatWith({ month: 'short', day: 'numeric', weekday: 'short' })(day)
/** "2026年11月". */
export const monthWords = (day: Day): string => formatWith({ year: 'numeric', month: 'long' })(day)

export const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

export const weekdayName = (weekday: Weekday): string => assertDefined(weekdayNames[weekday - 1], 'the name of a weekday')

/** Minutes from midnight of a day at which something begins and ends there. */
export const minutesOn = (
  { begin, end }: Pick<AgendaShown, 'begin' | 'end'>,
  day: Day,
): { readonly from: number; readonly to: number } => ({
  from: Math.max(0, minutesBetween(`${day} 00:00`, minuteOf(begin))),
  to: Math.min(1440, minutesBetween(`${day} 00:00`, minuteOf(end))),
})

export const isElsewhere = (zone: string): boolean => zone !== defaultTimeZone
