import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardCalendar, workCalendar } from '../calendar/workCalendar.ts'
import { daysOffAfter, mayTell, nextMorning } from './morning.ts'

const calendar = workCalendar({ ...standardCalendar, national: false })
const at = (moment: string): number => Date.parse(`${moment}+08:00`)

for (const [words, moment, may, next] of [
  ['at night one waits for the morning', '2026-11-20T03:00', false, '2026-11-20T09:00'],
  ['in the morning', '2026-11-20T09:00', true, '2026-11-23T09:00'],
  ['in the afternoon, before a weekend', '2026-11-20T17:59', true, '2026-11-23T09:00'],
  ['after work', '2026-11-19T18:00', false, '2026-11-20T09:00'],
  ['on a Sunday', '2026-11-22T10:00', false, '2026-11-23T09:00'],
] as const)
  test(words, () => {
    assert.equal(mayTell(calendar, at(moment)), may)
    assert.equal(Date.parse(nextMorning(calendar, at(moment))), at(next))
  })

for (const [words, opensMinutes, closesMinutes, hour] of [
  ['whoever never closes is told at seven', 0, 1440, '07:00'],
  ['whoever opens at six is told at seven', 360, 900, '07:00'],
  ['whoever works at night is told when work begins', 60, 400, '01:00'],
] as const)
  test(words, () => {
    const theirs = workCalendar({ ...standardCalendar, opensMinutes, closesMinutes })
    assert.equal(Date.parse(nextMorning(theirs, at('2026-11-19T20:00'))), at(`2026-11-20T${hour}`))
  })

test('days off are counted to the next workday; a calendar without any has none', () => {
  const none = { ...calendar, isWorkday: () => false }
  const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
  assert.deepEqual(
    days.map((day) => daysOffAfter(calendar, day)),
    [0, 2, 1, 0],
  )
  assert.equal(daysOffAfter(none, '2026-11-20'), 0)
})
