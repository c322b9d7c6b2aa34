import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayAt, daysBetween, isDay, minuteAt } from './day.ts'

const days: [value: unknown, is: boolean][] = [
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2026-02-30', false],
  ['0000-01-01', false],
  ['0001-01-01', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['2026/01/01', false],
  ['2026-01-01T00:00:00Z', false],
  ['2026-01-01\n', false],
  ['', false],
  [20260101, false],
  [undefined, false],
]
for (const [value, is] of days) test(`isDay(${JSON.stringify(value)}) is ${is}`, () => assert.equal(isDay(value), is))

const moments: [moment: string, timeZone: string | undefined, day: string][] = [
  ['2026-11-20T15:59:59.999Z', undefined, '2026-11-20'],
  ['2026-11-20T16:00:00.000Z', undefined, '2026-11-21'],
  ['2025-12-31T16:00:00.000Z', undefined, '2026-01-01'],
  ['2026-11-20T23:59:59.999Z', 'UTC', '2026-11-20'],
  ['2026-03-08T06:59:00.000Z', 'America/New_York', '2026-03-08'],
  ['2026-03-08T04:59:00.000Z', 'America/New_York', '2026-03-07'],
]
for (const [moment, timeZone, day] of moments) {
  test(`at ${moment} it is ${day} in ${timeZone ?? 'the default zone'}`, () => assert.equal(dayAt(Date.parse(moment), timeZone), day))
}

test('a zone that does not exist is a fault', () => assert.throws(() => dayAt(0, 'Mars/Olympus'), RangeError))

const sums: [day: string, days: number, sum: string][] = [
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2024-03-01', -1, '2024-02-29'],
  ['2026-01-31', 365, '2027-01-31'],
]
for (const [day, days, sum] of sums) test(`${day} and ${days} days is ${sum}`, () => assert.equal(addDays(day, days), sum))

test('adding days and counting them undo each other, and every result is a day', () => {
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, fc.integer({ min: -50_000, max: 50_000 }), (from, days) => {
      const to = addDays(from, days)
      assert.ok(isDay(to))
      assert.equal(daysBetween(from, to), days)
      assert.equal(addDays(to, -days), from)
    }),
  )
})

test('minuteAt shows what formats show, whether clocks are reckoned or not', () => {
  for (const timeZone of [undefined, 'UTC', 'America/New_York', 'Asia/Kathmandu']) {
    const [numeric, two] = ['numeric', '2-digit'] as const
    const minute = { year: numeric, month: two, day: two, hour: two, minute: two }
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'Asia/Shanghai', hourCycle: 'h23', ...minute })
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2200, 0, 1) }), (moment) =>
        assert.equal(minuteAt(moment, timeZone), format.format(moment).replace(', ', ' ')),
      ),
    )
  }
  assert.throws(() => minuteAt(Number.NaN), RangeError)
})
