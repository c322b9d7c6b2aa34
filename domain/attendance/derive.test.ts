import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { addDays, type Day } from '../../kernel/day.ts'
import { dayOf, standardCalendar } from '../calendar/workCalendar.ts'
import { deriveDay, type DayInput, type PunchSeen } from './derive.ts'
import { endOfDay, type Pattern, type Plan, plannedShift, workDayAt } from './plan.ts'
import { type Shift, shiftRules } from './shift.ts'
import { literalDay } from './testing/literal.ts'
import { wallMinute, wallOf } from './wall.ts'

const shift = (id: string, rules: object): Shift => ({ id, name: id, rules: v.parse(shiftRules, rules) })
const office = shift('office', { segments: [{ on: 540, off: 1080 }], rests: [{ from: 720, to: 780 }] })
const night = shift('night', { segments: [{ on: 1320, off: 1800 }] })
const china = 'Asia/Shanghai'
const done = 100_000_000

const punchesAt = (zone: string, ...times: readonly (readonly [Day, number])[]): PunchSeen[] =>
  times.map(([day, minutes], at) => ({ id: String(at), minute: wallMinute(day, minutes, zone), isField: false, marks: [] }))
const always = (of: Shift) => (): Plan => ({ kind: 'shift', shift: of })
const days =
  (of: Readonly<Record<Day, Shift>>) =>
  (day: Day): Plan => {
    const shift = of[day]
    return shift ? { kind: 'shift', shift } : { kind: 'rest' }
  }
const told = (deriving: Partial<DayInput> & Pick<DayInput, 'day' | 'planOf'>): string => {
  const derived = deriveDay({ zone: china, punches: [], leaves: [], now: done, ...deriving })
  return derived ? `${derived.state} ${derived.slots.map(({ state }) => state).join(',')} ${derived.workedMinutes}` : 'none'
}

const day = '2026-03-18'
const cases: [title: string, deriving: Partial<DayInput> & Pick<DayInput, 'day' | 'planOf'>, expected: string][] = [
  ['in time', { day, planOf: always(office), punches: punchesAt(china, [day, 532], [day, 1081]) }, 'normal normal,normal 480'],
  ['within the grace', { day, planOf: always(office), punches: punchesAt(china, [day, 545], [day, 1081]) }, 'normal normal,normal 475'],
  ['late', { day, planOf: always(office), punches: punchesAt(china, [day, 546], [day, 1081]) }, 'late late,normal 474'],
  ['seriously late', { day, planOf: always(office), punches: punchesAt(china, [day, 575], [day, 1081]) }, 'late serious,normal 445'],
  ['absent for a half', { day, planOf: always(office), punches: punchesAt(china, [day, 780], [day, 1081]) }, 'absent absent,normal 300'],
  ['left early', { day, planOf: always(office), punches: punchesAt(china, [day, 530], [day, 1000]) }, 'early normal,early 400'],
  ['went without a word', { day, planOf: always(office), punches: punchesAt(china, [day, 530]) }, 'missing normal,missing 0'],
  ['came without a word', { day, planOf: always(office), punches: punchesAt(china, [day, 1090]) }, 'missing missing,normal 0'],
  ['was not there', { day, planOf: always(office) }, 'absent absent,absent 0'],
  [
    'pressed twice in the morning',
    { day, planOf: always(office), punches: punchesAt(china, [day, 530], [day, 536]) },
    'missing normal,missing 0',
  ],
  [
    'is not absent before the window has closed',
    { day, planOf: always(office), now: wallMinute(day, 1080 + 359, china) },
    'open open,open 0',
  ],
  [
    'on leave in the morning, in time after noon',
    {
      day,
      planOf: always(office),
      punches: punchesAt(china, [day, 775], [day, 1081]),
      leaves: [[wallMinute(day, 540), wallMinute(day, 780)]],
    },
    'normal normal,normal 300',
  ],
  ['on leave all day', { day, planOf: always(office), leaves: [[wallMinute(day, 0), wallMinute(day, 1440)]] }, 'leave leave,leave 0'],
  ['before joining or after leaving', { day, planOf: () => ({ kind: 'none' }), punches: punchesAt(china, [day, 530]) }, 'none'],
  ['on a day of rest', { day, planOf: () => ({ kind: 'rest' }), punches: punchesAt(china, [day, 600], [day, 700]) }, 'rest extra,extra 0'],
  // hrms#3298: the night shift's going at 06:05 is not the coming of the shift at nine, and the coming is not its going.
  [
    'a night shift before a day shift: the night',
    {
      day,
      planOf: days({ [day]: night, [addDays(day, 1)]: office }),
      punches: punchesAt(china, [day, 1315], [day, 1440 + 365], [day, 1440 + 535], [day, 1440 + 1082]),
    },
    'normal normal,normal 480',
  ],
  [
    'a night shift before a day shift: the day',
    {
      day: addDays(day, 1),
      planOf: days({ [day]: night, [addDays(day, 1)]: office }),
      punches: punchesAt(china, [day, 1315], [day, 1440 + 365], [day, 1440 + 535], [day, 1440 + 1082]),
    },
    'normal normal,normal 480',
  ],
  [
    'a night over the end of the year',
    { day: '2026-12-31', planOf: always(night), punches: punchesAt(china, ['2026-12-31', 1318], ['2027-01-01', 361]) },
    'normal normal,normal 480',
  ],
  [
    'a night in which clocks are put forward in New York',
    {
      day: '2026-03-07',
      zone: 'America/New_York',
      planOf: always(night),
      punches: punchesAt('America/New_York', ['2026-03-07', 1318], ['2026-03-08', 361]),
    },
    'normal normal,normal 420',
  ],
  [
    'a night in which clocks are put back in New York',
    {
      day: '2026-10-31',
      zone: 'America/New_York',
      planOf: always(night),
      punches: punchesAt('America/New_York', ['2026-10-31', 1318], ['2026-11-01', 361]),
    },
    'normal normal,normal 540',
  ],
  [
    'a night in which clocks are put forward by half an hour on Lord Howe',
    {
      day: '2026-10-03',
      zone: 'Australia/Lord_Howe',
      planOf: always(night),
      punches: punchesAt('Australia/Lord_Howe', ['2026-10-03', 1318], ['2026-10-04', 361]),
    },
    'normal normal,normal 450',
  ],
]
for (const [title, deriving, expected] of cases) test(`${title}: ${expected}`, () => assert.equal(told(deriving), expected))

const week: Pattern = { kind: 'fixed', week: ['a', 'b', 'b', 'b', 'b', null, null], followsCalendar: true }
const planned: [title: string, pattern: Pattern, day: Day, rostered: string | null | undefined, expected: string | null][] = [
  ['a Monday', week, '2026-03-16', undefined, 'a'],
  ['a Sunday', week, '2026-03-22', undefined, null],
  ['a holiday', week, '2026-10-01', undefined, null],
  ['a Saturday that makes up for one', week, '2026-10-10', undefined, 'a'],
  ['the same where the calendar is not followed', { ...week, followsCalendar: false }, '2026-10-10', undefined, null],
  ['a holiday for which the roster says a shift', week, '2026-10-01', 'c', 'c'],
  ['a Monday for which it says rest', week, '2026-03-16', null, null],
  ['a roster that says nothing', { kind: 'roster' }, '2026-03-16', undefined, null],
]
for (const [title, pattern, on, rostered, expected] of planned)
  test(`${title} is planned as ${expected}`, () => assert.equal(plannedShift(pattern, on, dayOf(standardCalendar, on), rostered), expected))

const zones = ['UTC', china, 'America/New_York', 'Australia/Lord_Howe'] as const
/** Days around which the clocks of these zones change, and some on which nothing happens. */
const begins = ['2026-03-06', '2026-04-03', '2026-10-02', '2026-10-30', '2026-12-29', '2026-06-10'] as const

const arbitraryShift: fc.Arbitrary<Shift> = fc
  .record({
    on: fc.integer({ min: 0, max: 1439 }),
    lengths: fc.array(fc.tuple(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 1, max: 120 })), { minLength: 1, maxLength: 3 }),
    rest: fc.boolean(),
    grace: fc.integer({ min: 0, max: 20 }),
    earlyGrace: fc.integer({ min: 0, max: 10 }),
    earliest: fc.integer({ min: 0, max: 300 }),
    latest: fc.integer({ min: 0, max: 700 }),
    flexible: fc.constantFrom(0, 0, 30, 60),
  })
  .map(({ on, lengths, rest, flexible, ...rules }) => {
    let at = on
    const segments = lengths.map(([length, pause], index) => {
      at += index === 0 ? 0 : pause
      const segment = { on: at, off: at + length }
      at += length
      return segment
    })
    const kept = segments.filter(({ off }) => off - on <= 1440)
    const [{ on: first, off: last }] = kept as [{ on: number; off: number }]
    const rests = rest && last - first > 10 ? [{ from: first + 3, to: Math.min(first + 40, last - 3) }] : []
    return shift(`s${on}`, { ...rules, segments: kept, rests, flexible: kept.length === 1 ? flexible : 0, serious: 30, absent: 120 })
  })

const arbitraryWeek = fc.record({
  zone: fc.constantFrom(...zones),
  begin: fc.constantFrom(...begins),
  plans: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: arbitraryShift.map((of): Plan => ({ kind: 'shift', shift: of })) },
      { weight: 1, arbitrary: fc.constantFrom<Plan>({ kind: 'rest' }, { kind: 'free' }, { kind: 'none' }) },
    ),
    { minLength: 5, maxLength: 5 },
  ),
  punched: fc.array(fc.tuple(fc.integer({ min: -600, max: 6 * 1440 }), fc.boolean()), { maxLength: 16 }),
  leaves: fc.array(fc.tuple(fc.integer({ min: 0, max: 6 * 1440 }), fc.integer({ min: 10, max: 900 })), { maxLength: 2 }),
  now: fc.integer({ min: 0, max: 9 * 1440 }),
})

/** The same again under another zone is looked at less long. */
const runs = process.env['ZONE_RUN'] ? 25 : 60

test('days are what a clerk would write, whatever is planned and punched, in any order', () => {
  fc.assert(
    fc.property(arbitraryWeek, ({ zone, begin, plans, punched, leaves, now }) => {
      const planOf = (on: Day): Plan => plans[(Date.parse(on) - Date.parse(begin)) / 86_400_000] ?? { kind: 'rest' }
      const zero = wallMinute(begin, 0, zone)
      const punches = punched.map(([minutes, isField], at): PunchSeen => ({
        id: String(at + 100),
        minute: zero + minutes,
        isField,
        marks: [],
      }))
      const given = { zone, planOf, leaves: leaves.map(([from, length]) => [zero + from, zero + from + length] as const), now: zero + now }
      for (let at = 0; at < 5; at++) {
        const on = addDays(begin, at)
        const derived = deriveDay({ ...given, day: on, punches })
        const again = deriveDay({ ...given, day: on, punches: punches.toReversed(), leaves: given.leaves.toReversed() })
        assert.deepEqual(derived, again)
        const literal = literalDay({ ...given, day: on, punches })
        if (!derived || !literal) {
          assert.equal(derived, literal)
          continue
        }
        const { slots, ...sums } = derived
        const { states, ...expected } = literal
        assert.deepEqual({ ...sums, states: slots.map(({ state }) => state) }, { ...expected, states })
      }
    }),
    { numRuns: runs },
  )
})

test('a punch is of exactly one day, and days end one after the other', () => {
  fc.assert(
    fc.property(arbitraryWeek, ({ zone, begin, plans, punched }) => {
      const planOf = (on: Day): Plan => plans[(Date.parse(on) - Date.parse(begin)) / 86_400_000] ?? { kind: 'rest' }
      for (const [minutes] of punched) {
        const minute = wallMinute(begin, 0, zone) + minutes
        const of = workDayAt(planOf, minute, zone)
        assert.ok(minute < endOfDay(planOf, of, zone))
        for (let before = 1; before < 5; before++) assert.ok(minute >= endOfDay(planOf, addDays(of, -before), zone))
      }
    }),
    { numRuns: 300 },
  )
})

test('the minute of a wall clock shows that wall clock, but where clocks jump over it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom(...begins), fc.integer({ min: 0, max: 5 * 1440 }), (zone, begin, minutes) => {
      const shown = wallOf(wallMinute(begin, minutes, zone), zone)
      const away = (Date.parse(shown.day) - Date.parse(begin)) / 60_000 + shown.minutes - minutes
      assert.ok(away >= 0 && away <= 60, `${zone} ${begin} ${minutes}: ${away}`)
    }),
    { numRuns: 500 },
  )
})

test('it is the same wherever this machine stands', () => {
  if (process.env['ZONE_RUN']) return
  for (const TZ of zones) {
    const { status, stdout } = spawnSync(process.execPath, ['--test', import.meta.filename], {
      env: { PATH: process.env['PATH'], TZ, ZONE_RUN: '1' },
      encoding: 'utf8',
    })
    assert.equal(status, 0, `${TZ}: ${stdout}`)
  }
})
