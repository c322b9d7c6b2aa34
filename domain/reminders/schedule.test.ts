import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../kernel/day.ts'
import { type Schedule, stepAt, windowOf } from './schedule.ts'

const today = '2026-11-20'
const due: Schedule = { days: [3, 1, 0] }
const overdue: Schedule = { days: [-1, -3, -7], again: 7 }
const maintenance: Schedule = { days: [7, 1, 0], again: 7 }
const licence: Schedule = { days: [30, 7, 1, -1, -7] }

const cases: readonly (readonly [words: string, schedule: Schedule, left: number, daysOff: number, step: number | undefined])[] = [
  ['four days before nobody is told', due, 4, 0, undefined],
  ['three days before', due, 3, 0, 3],
  ['two days before it is still the same step', due, 2, 0, 3],
  ['the day before', due, 1, 0, 1],
  ['on the day', due, 0, 0, 0],
  ['after the day that is over', due, -1, 0, undefined],
  ['before two days off, what is due on their second', due, 2, 2, 0],
  ['before two days off, what is due on the day after them', due, 3, 2, 1],
  ['before two days off, what would be told during them', due, 5, 2, 3],
  ['before two days off, what would be told after them', due, 6, 2, undefined],
  ['what is due today is not late before the days off', overdue, 0, 2, undefined],
  ['the first day late', overdue, -1, 0, -1],
  ['the second day late is the same step', overdue, -2, 0, -1],
  ['the third day late', overdue, -3, 0, -3],
  ['a week late', overdue, -7, 0, -7],
  ['two weeks less a day late', overdue, -13, 0, -7],
  ['two weeks late', overdue, -14, 0, -14],
  ['a year late', overdue, -365, 0, -364],
  ['days off make nothing later', overdue, -2, 3, -1],
  ['not late yet', overdue, 0, 0, undefined],
  ['maintenance a week before', maintenance, 7, 0, 7],
  ['maintenance on the day', maintenance, 0, 0, 0],
  ['maintenance three days late is told no more often than each week', maintenance, -3, 0, 0],
  ['maintenance a week late', maintenance, -7, 0, -7],
  ['a licence a month before', licence, 30, 0, 30],
  ['a licence that ends today was told of yesterday', licence, 0, 0, 1],
  ['a licence that has ended', licence, -1, 0, -1],
  ['a licence that has ended eight days ago', licence, -8, 0, undefined],
]

for (const [words, schedule, left, daysOff, step] of cases)
  test(words, () => {
    const day = addDays(today, left)
    assert.equal(stepAt(schedule, day, { today, daysOff }), step)
    const { from, to } = windowOf(schedule, { today, daysOff })
    if (step !== undefined) assert.ok((from === null || from <= day) && day <= to, 'the window holds what is told')
  })

test('after a week without reminders each thing has one step, and day by day each step comes once', () => {
  for (const schedule of [due, overdue, maintenance, licence]) {
    const steps = Array.from({ length: 80 }, (_, at) => stepAt(schedule, addDays(today, 40 - at), { today, daysOff: 0 }))
    const told = steps.filter((step) => step !== undefined)
    const once = told.filter((step, at) => step !== told[at - 1])
    assert.deepEqual(
      once,
      [...new Set(told)].toSorted((a, b) => b - a),
    )
  }
})
