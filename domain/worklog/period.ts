import { assertDefined } from '../../kernel/assert.ts'
import { addDays, type Day, daysBetween, isDay } from '../../kernel/day.ts'
import { mondayOf } from '../../kernel/weekday.ts'

/** What one log is about: a day, a week from Monday on, a month, or no time at all. */
export const logPeriods = { day: '日报', week: '周报', month: '月报', none: '不限周期' } as const
export type LogPeriod = keyof typeof logPeriods

/** "2026-11-22", "2026-W47" (the week's own year, as ISO 8601 counts it), "2026-11"; empty where a log is about no time. */
export type PeriodKey = string

/** First and last day, both included. */
export type Span = { readonly from: Day; readonly to: Day }

/** The period that a day falls into. */
export const periodOf = (period: LogPeriod, day: Day): PeriodKey => {
  if (period === 'none') return ''
  if (period === 'day') return day
  if (period === 'month') return day.slice(0, 7)
  // A week belongs to the year of its Thursday.
  const thursday = addDays(mondayOf(day), 3)
  const year = thursday.slice(0, 4)
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The days of a period; undefined where the key is none of that kind. */
export const spanOf = (period: LogPeriod, key: PeriodKey): Span | undefined => {
  const from = firstDay(period, key)
  if (from === undefined || periodOf(period, from) !== key) return undefined
  if (period === 'day') return { from, to: from }
  return { from, to: period === 'week' ? addDays(from, 6) : addDays(monthAfter(from), -1) }
}

/** The period so many before this one. */
export const periodBefore = (period: LogPeriod, key: PeriodKey): PeriodKey => {
  const span = spanOf(period, key)
  return span ? periodOf(period, addDays(span.from, -1)) : ''
}

/** The periods that begin within the days, oldest first, at most `most`. */
export const periodsWithin = (period: LogPeriod, { from, to }: Span, periodsAtMost: number): (Span & { readonly key: PeriodKey })[] => {
  const periods: (Span & { readonly key: PeriodKey })[] = []
  if (period === 'none') return periods
  for (let day = from; day <= to && periods.length < periodsAtMost;) {
    const key = periodOf(period, day)
    const span = assertDefined(spanOf(period, key), `the days of ${key}`)
    if (span.from >= from) periods.push({ key, ...span })
    day = addDays(span.to, 1)
  }
  return periods
}

const firstDay = (period: LogPeriod, key: PeriodKey): Day | undefined => {
  if (period === 'day') return isDay(key) ? key : undefined
  if (period === 'month') return isDay(`${key}-01`) ? `${key}-01` : undefined
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(period === 'week' ? key : '') ?? []
  if (year === undefined || !isDay(`${year}-01-04`)) return undefined
  // The fourth of January is always in the first week.
  return addDays(mondayOf(`${year}-01-04`), (Number(week) - 1) * 7)
}

const monthAfter = (first: Day): Day => `${addDays(first, 32).slice(0, 7)}-01`
