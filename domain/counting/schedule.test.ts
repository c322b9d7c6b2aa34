import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { addDays } from '../../kernel/day.ts'
import { standardCalendar, workCalendar } from '../calendar/workCalendar.ts'
import { countSchedule } from './plan.ts'
import { nextOpening } from './schedule.ts'

const { isWorkday } = workCalendar({ ...standardCalendar, national: false })

for (const [title, schedule, after, expected] of [
  ['each day, working days only', { every: 'day' }, '2026-11-20', '2026-11-23'],
  ['each day, days off too', { every: 'day', workdays: false }, '2026-11-20', '2026-11-21'],
  ['each Friday', { every: 'week', day: 5 }, '2026-11-20', '2026-11-27'],
  ['each Sunday is put off to Monday', { every: 'week', day: 7 }, '2026-11-21', '2026-11-23'],
  ['what was put off yesterday opens today and not again', { every: 'week', day: 7 }, '2026-11-23', '2026-11-30'],
  ['the 31st of a shorter month', { every: 'month', day: 31, workdays: false }, '2026-11-22', '2026-11-30'],
  ['the 31st in February', { every: 'month', day: 31, workdays: false }, '2027-01-31', '2027-02-28'],
  ['a Saturday end of month falls into the next', { every: 'month', day: 31 }, '2026-10-30', '2026-11-02'],
  ['the first of a quarter', { every: 'quarter', day: 1, workdays: false }, '2026-11-22', '2027-01-01'],
  ['once a year', { every: 'year', month: 12, day: 20, workdays: false }, '2026-12-20', '2027-12-20'],
  ['29 February in other years', { every: 'year', month: 2, day: 29, workdays: false }, '2026-11-22', '2027-02-28'],
] as const)
  test(`a schedule opens: ${title}`, () => {
    assert.equal(nextOpening(v.parse(countSchedule, schedule), after, isWorkday), expected)
  })

test('Openings follow each other, each later than the one before, however many days are off', () => {
  const rests = new Set(Array.from({ length: 10 }, (_, days) => addDays('2026-10-01', days)))
  for (const every of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    let day = '2026-01-01'
    for (let opening = 0; opening < 24; opening++) {
      const next = nextOpening(v.parse(countSchedule, { every, day: 3 }), day, (each) => isWorkday(each) && !rests.has(each))
      assert.ok(next > day, `${every} after ${day}`)
      assert.ok(isWorkday(next) && !rests.has(next))
      day = next
    }
  }
})
