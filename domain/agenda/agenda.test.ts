import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { standardCalendar, workCalendar } from '../calendar/workCalendar.ts'
import { firstCommon, mergeIntervals } from './busy.ts'
import { type Exception, isGiven, nextOccurrence, occurrencesDuring, occurrencesIn, spanOf, wallsIn } from './expand.ts'
import { dayOfLunar, lunarDayName, lunarOf } from './lunar.ts'
import { dueNow, nextDue } from './eventReminders.ts'
import { fitsNoDay, isSameRule, type Rule, ruleInput, type Series } from './rule.ts'
import { carryExceptions, splitAt } from './split.ts'
import { instantOf, isShown, wallAt } from './zone.ts'

const workdays = workCalendar(standardCalendar)
const series = (startLocal: string, rule: Rule | null, more: Partial<Series> = {}): Series => ({
  startLocal,
  rule,
  minutes: 60,
  allDay: false,
  zone: 'Asia/Shanghai',
  ...more,
})
const between = (of: Series, from: string, to: string) =>
  wallsIn(of, instantOf(`${from} 00:00`, of.zone), instantOf(`${to} 00:00`, of.zone), workdays)

const rules: [title: string, of: Series, from: string, to: string, walls: string[]][] = [
  ['every third day', series('2026-03-01 09:00', { each: 'day', every: 3 }), '2026-03-01', '2026-03-09', ['03-01', '03-04', '03-07']],
  [
    'every other week on two days',
    series('2026-03-02 09:00', { each: 'week', every: 2, days: [1, 3] }),
    '2026-03-02',
    '2026-03-20',
    ['03-02', '03-04', '03-16', '03-18'],
  ],
  [
    'the 31st, which short months lack',
    series('2026-01-31 09:00', { each: 'monthDay', every: 1, day: 31 }),
    '2026-01-01',
    '2026-06-01',
    ['01-31', '03-31', '05-31'],
  ],
  [
    'the last day of each month',
    series('2026-01-31 09:00', { each: 'monthEnd', every: 1 }),
    '2026-01-01',
    '2026-05-01',
    ['01-31', '02-28', '03-31', '04-30'],
  ],
  [
    'the last Friday',
    series('2026-01-30 09:00', { each: 'monthWeekday', every: 1, nth: -1, weekday: 5 }),
    '2026-01-01',
    '2026-04-01',
    ['01-30', '02-27', '03-27'],
  ],
  [
    'the second Tuesday of every other month',
    series('2026-01-13 09:00', { each: 'monthWeekday', every: 2, nth: 2, weekday: 2 }),
    '2026-01-01',
    '2026-06-01',
    ['01-13', '03-10', '05-12'],
  ],
  ['29 February', series('2024-02-29 09:00', { each: 'year', every: 1 }), '2024-01-01', '2033-01-01', ['02-29', '02-29', '02-29']],
  [
    'workdays around the National Day',
    series('2026-09-28 09:00', { each: 'workday' }),
    '2026-09-28',
    '2026-10-13',
    ['09-28', '09-29', '09-30', '10-08', '10-09', '10-10', '10-12'],
  ],
  ['three workdays', series('2026-09-29 09:00', { each: 'workday', count: 3 }), '2026-09-01', '2026-11-01', ['09-29', '09-30', '10-08']],
  [
    'mid-autumn',
    series('2025-10-06 19:00', { each: 'lunarYear', month: 8, day: 15 }),
    '2025-01-01',
    '2028-01-01',
    ['10-06', '09-25', '09-15'],
  ],
  [
    'the eve of a lunar year',
    series('2026-02-16 19:00', { each: 'lunarYear', month: 12, day: 30 }),
    '2026-01-01',
    '2028-12-31',
    ['02-16', '02-05', '01-25'],
  ],
  [
    'until a day, that day included',
    series('2026-03-01 23:30', { each: 'day', every: 1, until: '2026-03-03' }),
    '2026-02-01',
    '2026-04-01',
    ['03-01', '03-02', '03-03'],
  ],
  ['so many times', series('2026-03-01 09:00', { each: 'day', every: 1, count: 2 }), '2026-02-01', '2026-04-01', ['03-01', '03-02']],
  ['one time', series('2026-03-01 09:00', null), '2026-02-01', '2026-04-01', ['03-01']],
  [
    '02:30 on a night that has none',
    series('2026-03-07 02:30', { each: 'day', every: 1 }, { zone: 'America/New_York' }),
    '2026-03-07',
    '2026-03-11',
    ['03-07', '03-09', '03-10'],
  ],
]
for (const [title, of, from, to, walls] of rules)
  test(`${title}: ${walls.join(', ')}`, () =>
    assert.deepEqual(
      between(of, from, to).map((wall) => wall.slice(5, 10)),
      walls,
    ))

test('nine o’clock stays nine o’clock where clocks are changed, and the moment moves', () => {
  const of = series('2026-03-06 09:00', { each: 'day', every: 1 }, { zone: 'America/New_York' })
  const all = occurrencesIn(of, [], { from: Date.parse('2026-03-06T00:00Z'), to: Date.parse('2026-03-10T00:00Z') }, workdays)
  assert.deepEqual(
    all.map(({ begin }) => new Date(begin).toISOString().slice(5, 16)),
    ['03-06T14:00', '03-07T14:00', '03-08T13:00', '03-09T13:00'],
  )
})

const impossible: [title: string, rule: Rule, start: string, never: boolean][] = [
  ['the 31st each twelfth month from February', { each: 'monthDay', every: 12, day: 31 }, '2026-02-01', true],
  ['the 31st each other month from February', { each: 'monthDay', every: 2, day: 31 }, '2026-02-01', false],
  ['29 February each other year from an odd one', { each: 'monthDay', every: 24, day: 29 }, '2027-02-01', true],
  ['29 February each year', { each: 'monthDay', every: 12, day: 29 }, '2027-02-01', false],
  ['the 30th of each month', { each: 'monthDay', every: 1, day: 30 }, '2027-02-01', false],
]
for (const [title, rule, start, never] of impossible)
  test(`${title} ${never ? 'is no day' : 'is some day'}`, () => assert.equal(fitsNoDay(rule, start), never))

const refused: [title: string, rule: unknown, words: string][] = [
  ['another kind', { each: 'second' }, '重复方式有误'],
  ['no day of the week', { each: 'week', every: 1, days: [] }, '请至少选择一天'],
  ['a day twice', { each: 'week', every: 1, days: [1, 1] }, '星期有误'],
  ['the 32nd', { each: 'monthDay', every: 1, day: 32 }, '日期应为1到31'],
  ['a negative number of times', { each: 'day', every: 1, count: -1 }, '重复次数应为1到730'],
  ['an end twice', { each: 'day', every: 1, count: 3, until: '2026-01-01' }, '结束日期和次数只能填一项'],
  ['a day that is not there', { each: 'day', every: 1, until: '2026-02-30' }, '结束日期有误'],
  ['no step', { each: 'day', every: 0 }, '间隔应为1到99'],
]
for (const [title, rule, words] of refused)
  test(`${title} is refused: ${words}`, () => assert.equal(v.safeParse(ruleInput, rule).issues?.[0].message, words))

test('the lunar calendar: new years, a leap month, names', () => {
  assert.deepEqual(
    [2025, 2026, 2027, 2028, 2029, 2030].map((year) => dayOfLunar(year, 1, 1)),
    ['2025-01-29', '2026-02-17', '2027-02-06', '2028-01-26', '2029-02-13', '2030-02-03'],
  )
  assert.deepEqual(lunarOf('2025-08-01'), { month: 6, day: 8, isLeap: true })
  assert.equal(dayOfLunar(2025, 7, 1), '2025-08-23')
  const around = (days: readonly string[]) => days.map((each) => `${lunarOf(each).month}/${lunarOf(each).day}`)
  assert.deepEqual(around(['2027-02-05', '2027-02-06', '2027-02-07', '2027-03-07', '2027-03-08']), ['12/29', '1/1', '1/2', '1/30', '2/1'])
  assert.deepEqual(around(['2030-02-01', '2030-02-02', '2030-02-03', '2030-03-03', '2030-03-04']), ['12/29', '12/30', '1/1', '1/29', '2/1'])
  assert.deepEqual([1, 10, 11, 20, 23, 30].map(lunarDayName), ['初一', '初十', '十一', '二十', '廿三', '三十'])
})

test('rules are the same whatever order they are written in', () => {
  assert.ok(isSameRule({ each: 'week', every: 1, days: [3, 1] }, { days: [1, 3], every: 1, each: 'week' }))
  assert.ok(!isSameRule({ each: 'day', every: 1 }, { each: 'day', every: 1, count: 3 }))
  assert.ok(!isSameRule(null, { each: 'workday' }))
})

// What holds for every rule.

const zones = ['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'UTC', 'Europe/Berlin']
const every = fc.integer({ min: 1, max: 5 })
const open: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ each: fc.constant('day' as const), every }),
  fc.record({
    each: fc.constant('week' as const),
    every,
    days: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ each: fc.constant('monthDay' as const), every: fc.constant(1), day: fc.integer({ min: 1, max: 31 }) }),
  fc.record({ each: fc.constant('monthEnd' as const), every }),
  fc.record({
    each: fc.constant('monthWeekday' as const),
    every,
    nth: fc.constantFrom(1, 2, 3, 4, -1),
    weekday: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
  }),
  fc.record({ each: fc.constant('year' as const), every: fc.constant(1) }),
  fc.constant({ each: 'workday' as const }),
  fc.record({ each: fc.constant('lunarYear' as const), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 30 }) }),
) as fc.Arbitrary<Rule>
const ended = fc
  .tuple(open, fc.option(fc.integer({ min: 1, max: 40 })))
  .map(([rule, count]): Rule => (count === null ? rule : { ...rule, count }))
const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)

/** Any series, beginning on a day of its rule at a minute that clocks show. */
const anySeries: fc.Arbitrary<Series> = fc
  .record({
    rule: ended,
    zone: fc.constantFrom(...zones),
    at: fc.integer({ min: 0, max: 700 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    minutes: fc.integer({ min: 5, max: 3000 }),
  })
  .map(({ rule, zone, at, minute, minutes }) => {
    const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const asked = { startLocal: `${day(at)} ${clock}`, minutes, zone, allDay: false, rule }
    const first = isShown(asked.startLocal, zone) ? nextOccurrence(asked, [], instantOf(asked.startLocal, zone), workdays) : undefined
    return { ...asked, startLocal: first?.occurrence ?? '' }
  })
  .filter(({ startLocal }) => startLocal !== '')
const moments = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }))
const instantOn = (n: number) => Date.parse(`${day(n)}T00:00:00Z`) + 3_600_000
const settings = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 120) }

test('a span in two parts has what the whole has, and each time once', () =>
  fc.assert(
    fc.property(anySeries, moments, (of, [a, b, c]) => {
      const [from, middle, to] = [instantOn(a), instantOn(a + b), instantOn(a + b + c)]
      const whole = wallsIn(of, from, to, workdays)
      assert.deepEqual(whole, [...wallsIn(of, from, middle, workdays), ...wallsIn(of, middle, to, workdays)])
      assert.equal(new Set(whole).size, whole.length)
      for (const wall of whole) {
        assert.ok(isGiven(of, wall, workdays), wall)
        assert.equal(wallAt(instantOf(wall, of.zone), of.zone), wall)
      }
    }),
    settings,
  ))

const exceptionsOf = (of: Series, chosen: readonly number[]): Exception[] => {
  const walls = wallsIn(of, instantOf(of.startLocal, of.zone), instantOf(of.startLocal, of.zone) + 200 * 86_400_000, workdays)
  return [...new Set(chosen.map((n) => walls[n % Math.max(1, walls.length)]).filter((wall) => wall !== undefined))].map(
    (occurrence, n) => ({
      occurrence,
      cancelled: n % 2 === 0,
      changes: n % 2 === 0 ? {} : { minutes: 30 },
    }),
  )
}
const someExceptions = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 4 })

test('in two parts a series has the times that it had, with their exceptions', () =>
  fc.assert(
    fc.property(anySeries, someExceptions, fc.integer({ min: 1, max: 30 }), (of, chosen, n) => {
      const rule = of.rule!
      const begin = instantOf(of.startLocal, of.zone)
      const end = begin + 400 * 86_400_000
      const cut = wallsIn(of, begin, end, workdays)[n]
      if (cut === undefined) return
      const exceptions = exceptionsOf(of, chosen)
      const { before, after } = splitAt({ ...of, rule }, cut, workdays)
      const first: Series = { ...of, rule: before }
      const second: Series = { ...of, startLocal: cut, rule: after }
      const { kept, lost } = carryExceptions(
        exceptions.filter(({ occurrence }) => occurrence >= cut),
        { was: cut, becomes: cut },
        second,
        workdays,
      )
      assert.deepEqual(lost, [])
      const all = occurrencesIn(of, exceptions, { from: begin, to: end }, workdays)
      const parts = [
        ...occurrencesIn(
          first,
          exceptions.filter(({ occurrence }) => occurrence < cut),
          { from: begin, to: end },
          workdays,
        ),
        ...occurrencesIn(second, kept, { from: begin, to: end }, workdays),
      ]
      assert.deepEqual(parts.map(({ occurrence }) => occurrence), all.map(({ occurrence }) => occurrence)) // prettier-ignore
    }),
    settings,
  ))

test('everything lies between its first and its last moment; a cancelled time that is brought back was never gone', () =>
  fc.assert(
    fc.property(anySeries, someExceptions, (of, chosen) => {
      const exceptions = exceptionsOf(of, chosen)
      const { begin, end } = spanOf(of, exceptions, workdays)
      const all = occurrencesDuring(of, exceptions, { from: begin - 86_400_000, to: begin + 500 * 86_400_000 }, workdays)
      for (const each of all) assert.ok(each.begin >= begin && each.end <= end, each.occurrence)
      const [first] = exceptions
      if (!first) return
      const back = exceptions.filter((each) => each !== first)
      assert.deepEqual(
        occurrencesIn(of, back, { from: begin, to: begin + 100 * 86_400_000 }, workdays).filter(
          ({ occurrence }) => occurrence !== first.occurrence,
        ),
        occurrencesIn(of, exceptions, { from: begin, to: begin + 100 * 86_400_000 }, workdays).filter(
          ({ occurrence }) => occurrence !== first.occurrence,
        ),
      )
    }),
    settings,
  ))

test('followed from one reminder to the next, each time is told for each of its moments, once', () =>
  fc.assert(
    fc.property(
      anySeries,
      someExceptions,
      fc.uniqueArray(fc.constantFrom(0, 15, 60, 1440, 10_080), { minLength: 1, maxLength: 3 }),
      (of, chosen, reminders) => {
        const exceptions = exceptionsOf(of, chosen)
        const start = instantOf(of.startLocal, of.zone) - 20_000 * 60_000
        const told: string[] = []
        let after = start
        for (let n = 0; n < 12; n++) {
          const due = nextDue({ ...of, exceptions, reminders }, after, workdays)
          if (due === undefined) break
          assert.ok(due > after)
          for (const each of dueNow({ ...of, exceptions, reminders }, { after, now: due }, workdays)) told.push(`${due} ${each.occurrence}`)
          after = due
        }
        const expected = occurrencesIn(of, exceptions, { from: start, to: after + 11_000 * 60_000 }, workdays)
          .flatMap(({ begin, occurrence }) => reminders.map((minutes) => ({ due: begin - minutes * 60_000, occurrence })))
          .filter(({ due }) => due > start && due <= after)
          .map(({ due, occurrence }) => `${due} ${occurrence}`)
        assert.deepEqual(told.toSorted(), expected.toSorted())
      },
    ),
    settings,
  ))

test('what came due while nothing ran is told once, and not at all when it is over', () => {
  const of = series('2026-03-02 09:00', { each: 'day', every: 1 })
  const at = (text: string) => instantOf(text, of.zone)
  const tell = (after: string, now: string) =>
    dueNow({ ...of, exceptions: [], reminders: [15, 60] }, { after: at(after), now: at(now) }, workdays).map(({ occurrence }) => occurrence)
  assert.deepEqual(tell('2026-03-02 07:00', '2026-03-02 08:45'), ['2026-03-02 09:00'])
  assert.deepEqual(tell('2026-03-02 07:00', '2026-03-04 09:30'), ['2026-03-04 09:00'])
  assert.deepEqual(tell('2026-03-02 07:00', '2026-03-04 10:30'), [])
})

test('free time: what is taken is put together, and the first common hour lies within working hours', () => {
  const at = (text: string) => Date.parse(`${text}:00+08:00`)
  const busy = [
    { begin: at('2026-03-02T09:00'), end: at('2026-03-02T11:00') },
    { begin: at('2026-03-02T10:30'), end: at('2026-03-02T17:20') },
  ]
  assert.deepEqual(mergeIntervals(busy), [{ begin: at('2026-03-02T09:00'), end: at('2026-03-02T17:20') }])
  const found = (minutes: number, from: string) => new Date(firstCommon(busy, minutes, at(from), workdays)?.begin ?? 0).toISOString()
  assert.equal(found(30, '2026-03-02T08:00'), '2026-03-02T09:30:00.000Z')
  assert.equal(found(60, '2026-03-02T08:00'), '2026-03-03T01:00:00.000Z')
  assert.equal(found(60, '2026-03-06T17:30'), '2026-03-09T01:00:00.000Z')
  assert.equal(firstCommon([], 900, at('2026-03-02T08:00'), workdays), undefined)
})
