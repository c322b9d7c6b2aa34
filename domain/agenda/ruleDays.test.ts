import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { addDays } from '../../kernel/day.ts'
import { spanOf, wallsIn } from './expand.ts'
import { rruleOf, type Series } from './rule.ts'
import { type CalendarRule, ruleDays } from './ruleDays.ts'

const every = fc.integer({ min: 1, max: 14 })
const weekday = fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 5 as const, 6 as const, 7 as const)
const rule: fc.Arbitrary<CalendarRule> = fc.oneof(
  fc.record({ each: fc.constant('day' as const), every }),
  fc.record({ each: fc.constant('week' as const), every, days: fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 }) }),
  fc.record({ each: fc.constant('monthDay' as const), every, day: fc.integer({ min: 1, max: 28 }) }),
  fc.record({ each: fc.constant('monthEnd' as const), every }),
  fc.record({ each: fc.constant('monthWeekday' as const), every, nth: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, -1 as const), weekday }),
  fc.record({ each: fc.constant('year' as const), every }),
) // prettier-ignore

const firstDays = (days: Iterable<string>, count: number): string[] => {
  const found: string[] = []
  for (const day of days) {
    if (found.length === count) break
    found.push(day)
  }
  return found
}

test('gives the days that the library for the RFC gives', () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 2000 }), (made, since, later) => {
      const start = addDays('2019-01-01', since)
      const from = addDays(start, later)
      const library = new RRuleTemporal({
        rruleString: `RRULE:${rruleOf(made)};COUNT=600`,
        dtstart: Temporal.PlainDateTime.from(`${start}T09:00`).toZonedDateTime('UTC'),
        temporal: Temporal,
      })
      const until = `${addDays(from, 400)}`
      const expected = library
        .between(new Date(`${from}T00:00:00Z`), new Date(`${until}T23:59:00Z`), true)
        .map((at) => at.toPlainDate().toString())
      const days = firstDays(ruleDays(made, start, from), 600).filter((day) => day <= until)
      assert.deepEqual(days.slice(0, expected.length), expected)
    }),
    { numRuns: 60 },
  )
})

const series = (startLocal: string, rule: CalendarRule & { count?: number }): Series => ({ startLocal, minutes: 60, allDay: false, zone: 'America/New_York', rule }) // prettier-ignore
const workdays = { isWorkday: () => true }

test('a series that begins long ago, or ends in a far future, takes as few days as any other one', () => {
  const from = Date.parse('2026-11-01T00:00:00Z')
  let asked = 0
  const days = ruleDays({ each: 'day', every: 1 }, '0001-01-01', '2026-11-01')
  for (const day of days) {
    asked++
    if (day >= '2026-11-01') break
  }
  assert.ok(asked <= 2)
  assert.equal(wallsIn(series('1900-01-01 09:00', { each: 'day', every: 1 }), from, from + 40 * 86_400_000, workdays).length, 40)
  const { end } = spanOf(series('2024-01-31 09:00', { each: 'monthDay', every: 99, day: 31, count: 730 }), [], workdays)
  assert.ok(end > from)
})

test('a minute that clocks jump over is not counted', () => {
  const walls = wallsIn(series('2026-03-07 02:30', { each: 'day', every: 1, count: 3 }), 0, Date.parse('2027-01-01T00:00:00Z'), workdays)
  assert.deepEqual(walls, ['2026-03-07 02:30', '2026-03-09 02:30', '2026-03-10 02:30'])
})
