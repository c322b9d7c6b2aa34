import * as v from 'valibot'
import { type Day, isDay, type Minute } from '../../kernel/day.ts'
import { weekdays } from '../../kernel/weekday.ts'

/** How often one event comes at most, where a person says how often. */
export const occurrencesAtMost = 730

const wholeNumber = (min: number, max: number, words: string) =>
  v.pipe(v.number(words), v.integer(words), v.minValue(min, words), v.maxValue(max, words))
const every = wholeNumber(1, 99, '间隔应为1到99')
const weekday = v.picklist(weekdays, '星期有误')
const ends = {
  /** The last day on which it may begin, by the event's own clock. */
  until: v.optional(
    v.pipe(
      v.string('结束日期有误'),
      v.check((day) => isDay(day), '结束日期有误'),
    ),
  ),
  count: v.optional(wholeNumber(1, occurrencesAtMost, '重复次数应为1到730')),
}

/**
 * How an event comes again; at most once a day. Every `every`th day, week, month or year; `workday` is each day that the organisation works,
 * with the days that make up for holidays; a lunar day 30 is the last one where its month is short.
 */
export const ruleInput = v.pipe(
  v.variant(
    'each',
    [
      v.strictObject({ each: v.literal('day'), every, ...ends }),
      v.strictObject({
        each: v.literal('week'),
        every,
        days: v.pipe(
          v.array(weekday, '星期有误'),
          v.minLength(1, '请至少选择一天'),
          v.maxLength(7, '星期有误'),
          v.check((days) => new Set(days).size === days.length, '星期有误'),
        ),
        ...ends,
      }),
      v.strictObject({ each: v.literal('monthDay'), every, day: wholeNumber(1, 31, '日期应为1到31'), ...ends }),
      v.strictObject({ each: v.literal('monthEnd'), every, ...ends }),
      v.strictObject({ each: v.literal('monthWeekday'), every, nth: v.picklist([1, 2, 3, 4, -1], '第几个有误'), weekday, ...ends }),
      v.strictObject({ each: v.literal('year'), every, ...ends }),
      v.strictObject({ each: v.literal('workday'), ...ends }),
      v.strictObject({
        each: v.literal('lunarYear'),
        month: wholeNumber(1, 12, '农历月份有误'),
        day: wholeNumber(1, 30, '农历日期有误'),
        ...ends,
      }),
    ],
    '重复方式有误',
  ),
  v.check(({ until, count }) => until === undefined || count === undefined, '结束日期和次数只能填一项'),
)
export type Rule = v.InferOutput<typeof ruleInput>

/** When something is and how it comes again: a wall clock, the zone that it hangs in, and how long it lasts. */
export type Series = {
  readonly startLocal: Minute
  /** A whole number of days of 1440 where it is about days and not hours. */
  readonly minutes: number
  readonly allDay: boolean
  /** IANA name. */
  readonly zone: string
  readonly rule: Rule | null
}

/** A rule that no calendar day ever fits: the 31st of months that never have one. Begins in the month of `start`. */
export const fitsNoDay = (rule: Rule, start: Day): boolean => {
  if (rule.each !== 'monthDay') return false
  const first = Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1
  // Months are as long again after 400 years.
  for (let month = first; month <= first + 4800; month += rule.every)
    if (new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate() >= rule.day) return false
  return true
}

/** Whether two say the same, in whatever order their parts are written. */
export const isSameRule = (a: Rule | null, b: Rule | null): boolean => inOrder(a) === inOrder(b)

const inOrder = (rule: Rule | null): string =>
  JSON.stringify(
    rule &&
      Object.entries(rule)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, value]) => [key, Array.isArray(value) ? value.toSorted() : value]),
  )

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/**
 * The rule as RFC 5545 writes it, without its end; undefined for what the RFC cannot say, or few calendars read: working days and the lunar
 * calendar.
 */
export const rruleOf = (rule: Rule): string | undefined => {
  if (rule.each === 'workday' || rule.each === 'lunarYear') return undefined
  const interval = rule.every === 1 ? '' : `;INTERVAL=${rule.every}`
  switch (rule.each) {
    case 'day':
      return `FREQ=DAILY${interval}`
    case 'week':
      return `FREQ=WEEKLY${interval};BYDAY=${rule.days
        .toSorted()
        .map((day) => dayNames[day - 1])
        .join(',')};WKST=MO`
    case 'monthDay':
      return `FREQ=MONTHLY${interval};BYMONTHDAY=${rule.day}`
    case 'monthEnd':
      return `FREQ=MONTHLY${interval};BYMONTHDAY=-1`
    case 'monthWeekday':
      return `FREQ=MONTHLY${interval};BYDAY=${rule.nth}${dayNames[rule.weekday - 1]}`
    case 'year':
      return `FREQ=YEARLY${interval}`
  }
}
