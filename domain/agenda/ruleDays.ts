import { addDays, type Day, daysBetween } from '../../kernel/day.ts'
import { mondayOf, weekdayOf } from '../../kernel/weekday.ts'
import type { Rule } from './rule.ts'

/** Rules that the calendar of days and months answers by itself. */
export type CalendarRule = Exclude<Rule, { each: 'workday' | 'lunarYear' }>

/**
 * The days that a rule gives from `from` on, of a series that begins on `start`, worked out by plain arithmetic: the way to `from` takes
 * no longer for a series that is old. Ends with the last year that days are written with.
 */
export function* ruleDays(rule: CalendarRule, start: Day, from: Day): Generator<Day> {
  switch (rule.each) {
    case 'day':
      return yield* dayByDay(rule.every, start, from)
    case 'week':
      return yield* weekByWeek(rule, start, from)
    case 'year':
      return yield* monthByMonth(rule.every * 12, start, from, () => Number(start.slice(8)))
    case 'monthDay':
      return yield* monthByMonth(rule.every, start, from, () => rule.day)
    case 'monthEnd':
      return yield* monthByMonth(rule.every, start, from, daysIn)
    case 'monthWeekday':
      return yield* monthByMonth(rule.every, start, from, (month) => nthWeekday(month, rule.nth, rule.weekday))
  }
}

const lastYear = 9999
/** Months are as long again after 400 years: a rule that fits none of them fits no later one. */
const monthsMost = 4800

/** How many whole spans of `length` days lie between two days. */
const spansBetween = (start: Day, from: Day, length: number): number => Math.max(0, Math.floor(daysBetween(start, from) / length))

function* dayByDay(every: number, start: Day, from: Day): Generator<Day> {
  for (let day = addDays(start, spansBetween(start, from, every) * every); isWritten(day); day = addDays(day, every))
    if (day >= from) yield day
}

function* weekByWeek({ every, days }: Extract<Rule, { each: 'week' }>, start: Day, from: Day): Generator<Day> {
  const monday = mondayOf(start)
  const sortedDays = days.toSorted((a, b) => a - b)
  const length = every * 7
  for (let week = addDays(monday, spansBetween(monday, from, length) * length); isWritten(week); week = addDays(week, length))
    for (const weekday of sortedDays) {
      const day = addDays(week, weekday - 1)
      if (day >= start && day >= from && isWritten(day)) yield day
    }
}

/** Months are counted from the year 0; `dayOf` says which day of a month it is, one that the month may not have. */
function* monthByMonth(every: number, start: Day, from: Day, dayOf: (month: number) => number): Generator<Day> {
  const first = monthOf(start)
  let without = 0
  for (let month = first + Math.max(0, Math.floor((monthOf(from) - first) / every)) * every; month < (lastYear + 1) * 12; month += every) {
    const date = dayOf(month)
    const day = date > daysIn(month) ? undefined : writtenDay(month, date)
    if (day !== undefined && day >= start && day >= from) yield day
    without = day === undefined ? without + every : 0
    if (without > monthsMost * 12) return
  }
}

const isWritten = (day: Day): boolean => day.length === 10

const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const writtenDay = (month: number, date: number): Day =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`

const daysIn = (month: number): number => {
  const year = Math.floor(month / 12)
  if (month % 12 === 1) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [3, 5, 8, 10].includes(month % 12) ? 30 : 31
}

/** The n-th such day of the week in a month, -1 for the last; Monday is 1. */
const nthWeekday = (month: number, nth: number, weekday: number): number => {
  const earliest = 1 + ((weekday - weekdayOf(writtenDay(month, 1)) + 7) % 7)
  return nth > 0 ? earliest + (nth - 1) * 7 : earliest + Math.floor((daysIn(month) - earliest) / 7) * 7
}
