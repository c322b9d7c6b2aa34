import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { calendarSettings, type CalendarSettings, dayOf, standardCalendar } from './workCalendar.ts'

const six: CalendarSettings = { ...standardCalendar, weekdays: [1, 2, 3, 4, 5, 6] }
const own: CalendarSettings = { ...standardCalendar, days: { '2026-10-01': true, '2026-10-10': false, '2027-02-08': false } }
const plain: CalendarSettings = { ...standardCalendar, national: false }

const cases: [title: string, settings: CalendarSettings, day: string, expected: string][] = [
  ['a Wednesday', standardCalendar, '2026-03-18', 'work week'],
  ['a Sunday', standardCalendar, '2026-03-22', 'off week'],
  ['a Saturday', standardCalendar, '2026-03-21', 'off week'],
  ['a Saturday where six days are worked', six, '2026-03-21', 'work week'],
  ['a national holiday', standardCalendar, '2026-10-01', 'off national'],
  ['a Saturday that makes up for one', standardCalendar, '2026-10-10', 'work national'],
  ['a national holiday where none hold', plain, '2026-10-01', 'work week'],
  ['a holiday on which this organisation works', own, '2026-10-01', 'work own'],
  ['a make-up day that it takes off', own, '2026-10-10', 'off own'],
  ['a day of a year that nobody announced yet', own, '2027-02-08', 'off own'],
]
for (const [title, settings, day, expected] of cases)
  test(`${title} (${day}): ${expected}`, () => {
    const { kind, source } = dayOf(settings, day)
    assert.equal(`${kind} ${source}`, expected)
  })

const refused: [title: string, change: Partial<Record<keyof CalendarSettings, unknown>>, words: string][] = [
  ['closing before opening', { opensMinutes: 1080, closesMinutes: 540 }, '下班时间应晚于上班时间'],
  ['no day of the week', { weekdays: [] }, '每周至少一个工作日'],
  ['a day twice', { weekdays: [1, 1] }, '工作日有误'],
  ['an eighth day', { weekdays: [8] }, '工作日有误'],
  ['a day that is not there', { days: { '2027-02-30': true } }, '日期有误'],
  ['a time past midnight', { closesMinutes: 1500 }, '时间有误'],
]
for (const [title, change, words] of refused)
  test(`${title} is refused: ${words}`, () => {
    const read = v.safeParse(calendarSettings, { ...standardCalendar, ...change })
    assert.equal(read.success, false)
    assert.equal(read.issues?.[0].message, words)
  })

test('what holds by default can be sent back', () => assert.deepEqual(v.parse(calendarSettings, standardCalendar), standardCalendar))
