import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, type Day } from '../../kernel/day.ts'
import { standardCalendar, workCalendar } from '../calendar/workCalendar.ts'
import { dueAt } from './due.ts'
import { type LogPeriod, periodBefore, periodOf, periodsWithin, spanOf } from './period.ts'
import { type LogStanding, standingOf } from './standing.ts'

const spans: readonly [LogPeriod, Day, key: string, from: Day, to: Day][] = [
  ['day', '2026-11-22', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['week', '2026-11-22', '2026-W47', '2026-11-16', '2026-11-22'],
  // The first days of a year may be of the last week of the year before, and the other way around.
  ['week', '2027-01-01', '2026-W53', '2026-12-28', '2027-01-03'],
  ['week', '2027-01-04', '2027-W01', '2027-01-04', '2027-01-10'],
  ['week', '2024-12-30', '2025-W01', '2024-12-30', '2025-01-05'],
  ['month', '2026-02-10', '2026-02', '2026-02-01', '2026-02-28'],
  ['month', '2028-02-29', '2028-02', '2028-02-01', '2028-02-29'],
  ['month', '2026-12-31', '2026-12', '2026-12-01', '2026-12-31'],
]
for (const [period, day, key, from, to] of spans)
  test(`${day} is in the ${period} ${key}`, () => {
    assert.equal(periodOf(period, day), key)
    assert.deepEqual(spanOf(period, key), { from, to })
  })

for (const [period, key] of [
  ['day', '2026-02-30'],
  ['day', '2026-11'],
  ['week', '2026-W00'],
  ['week', '2025-W53'],
  ['week', '2026-47'],
  ['month', '2026-13'],
  ['none', '2026-11-22'],
] as const)
  test(`${key} is no ${period}`, () => assert.equal(spanOf(period, key), undefined))

test('periods follow each other without a gap, and each day is in one', () => {
  fc.assert(
    fc.property(fc.constantFrom<LogPeriod>('day', 'week', 'month'), fc.integer({ min: 0, max: 20_000 }), (period, days) => {
      const day = addDays('2000-01-01', days)
      const key = periodOf(period, day)
      const span = spanOf(period, key)!
      assert.ok(span.from <= day && day <= span.to)
      assert.equal(spanOf(period, periodBefore(period, key))!.to, addDays(span.from, -1))
      for (const inside of [span.from, span.to]) assert.equal(periodOf(period, inside), key)
    }),
  )
})

test('only periods that begin within the days are listed, oldest first', () => {
  const keys = (period: LogPeriod, from: Day, to: Day, most = 99) => periodsWithin(period, { from, to }, most).map(({ key }) => key)
  assert.deepEqual(keys('week', '2026-11-17', '2026-11-30'), ['2026-W48', '2026-W49'])
  assert.deepEqual(keys('month', '2026-01-01', '2026-12-31', 2), ['2026-01', '2026-02'])
  assert.deepEqual(keys('day', '2026-11-22', '2026-11-21'), [])
  assert.deepEqual(keys('none', '2026-11-01', '2026-11-30'), [])
})

const calendar = workCalendar(standardCalendar)
const until = (period: LogPeriod, key: string, workdaysAfter: number, minutes: number) => {
  const at = dueAt({ workdaysAfter, minutes }, spanOf(period, key)!, calendar)
  return at === undefined ? undefined : new Date(at).toISOString()
}
for (const [title, period, key, workdaysAfter, minutes, expected] of [
  ['a day is due in the evening, Beijing time', 'day', '2026-11-20', 0, 1200, '2026-11-20T12:00:00.000Z'],
  ['the next workday after a Friday is Monday', 'day', '2026-11-20', 1, 600, '2026-11-23T02:00:00.000Z'],
  ['nothing is due of a Sunday', 'day', '2026-11-22', 0, 1200, undefined],
  ['a Sunday on which people work is a day', 'day', '2026-09-20', 0, 1200, '2026-09-20T12:00:00.000Z'],
  ['a week ends with its last workday', 'week', '2026-W47', 0, 1080, '2026-11-20T10:00:00.000Z'],
  ['a week of holidays is none', 'day', '2026-10-05', 0, 1080, undefined],
  ['a month has days of grace', 'month', '2026-10', 2, 1080, '2026-11-03T10:00:00.000Z'],
] as const)
  test(title, () => assert.equal(until(period, key, workdaysAfter, minutes), expected))

const due = { workdaysAfter: 0, minutes: 1200 }
const noon = (day: Day) => Date.parse(`${day}T04:00:00Z`)
const night = (day: Day) => Date.parse(`${day}T15:00:00Z`)
const standings: readonly [string, { joinedOn?: Day; awayOn?: Day[] }, Day, { late: boolean } | undefined, number, LogStanding][] = [
  ['handed in', {}, '2026-11-20', { late: false }, night('2026-11-20'), 'sent'],
  ['handed in late', {}, '2026-11-20', { late: true }, night('2026-11-20'), 'late'],
  ['still time', {}, '2026-11-20', undefined, noon('2026-11-20'), 'open'],
  ['too late', {}, '2026-11-20', undefined, night('2026-11-20'), 'missing'],
  ['not begun yet', {}, '2026-11-23', undefined, noon('2026-11-20'), 'free'],
  ['nobody works', {}, '2026-11-22', undefined, night('2026-11-23'), 'free'],
  ['was not there yet', { joinedOn: '2026-11-23' }, '2026-11-20', undefined, night('2026-11-23'), 'free'],
  ['was away', { awayOn: ['2026-11-20'] }, '2026-11-20', undefined, night('2026-11-20'), 'free'],
  ['was away and wrote all the same', { awayOn: ['2026-11-20'] }, '2026-11-20', { late: false }, night('2026-11-20'), 'sent'],
]
for (const [title, { joinedOn = '2026-01-01', awayOn = [] }, day, handedIn, now, expected] of standings)
  test(`standing: ${title}`, () =>
    assert.equal(
      standingOf({ uid: '1', joinedOn, awayOn: new Set(awayOn) }, { from: day, to: day }, handedIn, { due, calendar, now }),
      expected,
    ))
