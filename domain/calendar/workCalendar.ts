import * as v from 'valibot'
import { type Day, isDay } from '../../kernel/day.ts'
import { weekdayOf, weekdays as daysOfWeek } from '../../kernel/weekday.ts'
import { deliveredYears, type HolidayYears } from './holidays.ts'

/** When an organisation works. Times are minutes after midnight in its zone. */
export type WorkCalendar = { readonly isWorkday: (day: Day) => boolean; readonly opensMinutes: number; readonly closesMinutes: number }

/** The own days of an organisation, at most. */
export const ownDaysMax = 2000

const minutes = v.pipe(v.number('时间有误'), v.integer('时间有误'), v.minValue(0, '时间有误'), v.maxValue(1440, '时间有误'))

/**
 * What an organisation says about its working time. Of the days of the week 1 is Monday; `national` is whether the holidays and make-up
 * days of the State Council hold; `days` are otherwise, true worked and false off, and go before everything else.
 */
export const calendarSettings = v.pipe(
  v.strictObject({
    opensMinutes: minutes,
    closesMinutes: minutes,
    weekdays: v.pipe(
      v.array(v.picklist(daysOfWeek, '工作日有误'), '工作日有误'),
      v.minLength(1, '每周至少一个工作日'),
      v.check((list) => new Set(list).size === list.length, '工作日有误'),
    ),
    national: v.boolean(),
    days: v.pipe(
      v.record(
        v.pipe(
          v.string('日期有误'),
          v.check((day) => isDay(day) && day > '2000', '日期有误'),
        ),
        v.boolean('日期有误'),
      ),
      v.check((days) => Object.keys(days).length <= ownDaysMax, '自定义的日期过多'),
    ),
  }),
  v.check(({ opensMinutes, closesMinutes }) => opensMinutes < closesMinutes, '下班时间应晚于上班时间'),
)

export type CalendarSettings = v.InferOutput<typeof calendarSettings>

/** How an organisation works until it says otherwise. */
export const standardCalendar: CalendarSettings = {
  opensMinutes: 540,
  closesMinutes: 1080,
  weekdays: [1, 2, 3, 4, 5],
  national: true,
  days: {},
}

export type DayKind = 'work' | 'off'
/** Why a day is what it is: said by the organisation, by the State Council, or by the week. */
export type DaySource = 'own' | 'national' | 'week'

/** What a day is, by what the organisation says and the announced `years`; where its year is not announced the week alone says it. */
export const dayOf = (
  { weekdays, national, days }: CalendarSettings,
  day: Day,
  years: HolidayYears = deliveredYears,
): { readonly kind: DayKind; readonly source: DaySource } => {
  if (Object.hasOwn(days, day)) return { kind: days[day] ? 'work' : 'off', source: 'own' }
  const isWorkday = national ? years.get(Number(day.slice(0, 4)))?.[day] : undefined
  if (isWorkday !== undefined) return { kind: isWorkday ? 'work' : 'off', source: 'national' }
  return { kind: weekdays.includes(weekdayOf(day)) ? 'work' : 'off', source: 'week' }
}

/** Whether the holidays of a day's year are known, where they hold at all. */
export const isAnnounced = ({ national }: CalendarSettings, day: Day, years: HolidayYears = deliveredYears): boolean =>
  !national || years.has(Number(day.slice(0, 4)))

export const workCalendar = (settings: CalendarSettings, years: HolidayYears = deliveredYears): WorkCalendar => ({
  isWorkday: (day) => dayOf(settings, day, years).kind === 'work',
  opensMinutes: settings.opensMinutes,
  closesMinutes: settings.closesMinutes,
})
