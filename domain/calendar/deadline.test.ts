import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardCalendar, workCalendar } from './workCalendar.ts'
import { dueAt, type Wait, workedSeconds } from './deadline.ts'

const calendar = workCalendar(standardCalendar)
const work = (value: number, unit: 'minutes' | 'hours' | 'days'): Wait => ({ after: { value, unit }, calendar: 'workdays' })
const always = (value: number, unit: 'minutes' | 'hours' | 'days'): Wait => ({ after: { value, unit }, calendar: '24x7' })

/** Times are written in China's zone. */
const cases: [from: string, wait: Wait, due: string][] = [
  ['2026-03-20T17:00', always(2, 'hours'), '2026-03-20T19:00'],
  ['2026-03-20T17:00', always(2, 'days'), '2026-03-22T17:00'],
  ['2026-03-20T10:00', work(30, 'minutes'), '2026-03-20T10:30'],
  ['2026-03-20T17:00', work(2, 'hours'), '2026-03-23T10:00'],
  ['2026-03-20T17:00', work(1, 'hours'), '2026-03-20T18:00'],
  ['2026-03-20T07:00', work(1, 'hours'), '2026-03-20T10:00'],
  ['2026-03-20T20:00', work(1, 'hours'), '2026-03-23T10:00'],
  ['2026-03-21T12:00', work(1, 'days'), '2026-03-24T09:00'],
  ['2026-03-20T15:30', work(1, 'days'), '2026-03-23T15:30'],
  ['2026-03-16T09:00', work(27, 'hours'), '2026-03-18T18:00'],
  ['2026-03-16T09:00', work(28, 'hours'), '2026-03-19T10:00'],
  // The National Day week is skipped, the Saturday that makes up for it counts.
  ['2026-09-30T15:00', work(1, 'days'), '2026-10-08T15:00'],
  ['2026-10-09T15:00', work(1, 'days'), '2026-10-10T15:00'],
  ['2026-03-20T12:00', { until: '2026-03-25' }, '2026-03-25T09:00'],
  ['2026-03-20T12:00', { until: '2026-03-25T06:30:00.000Z' }, '2026-03-25T14:30'],
]
const inChina = (text: string): string => new Date(`${text}:00+08:00`).toISOString()
for (const [from, wait, due] of cases)
  test(`from ${from}, ${JSON.stringify(wait)} is over at ${due}`, () => assert.equal(dueAt(inChina(from), wait, calendar), inChina(due)))

/** In hours. */
const worked: [from: string, to: string, hours: number][] = [
  ['2026-03-20T10:00', '2026-03-20T11:30', 1.5],
  ['2026-03-20T07:00', '2026-03-20T09:30', 0.5],
  ['2026-03-20T17:00', '2026-03-23T10:00', 2],
  ['2026-03-20T19:00', '2026-03-22T12:00', 0],
  ['2026-03-16T09:00', '2026-03-19T18:00', 36],
  ['2026-09-30T15:00', '2026-10-08T10:00', 4],
  ['2026-10-09T17:00', '2026-10-10T10:00', 2],
  ['2026-03-20T11:00', '2026-03-20T10:00', 0],
]
for (const [from, to, hours] of worked)
  test(`from ${from} to ${to} are ${hours} hours of work`, () =>
    assert.equal(workedSeconds(inChina(from), inChina(to), calendar), hours * 3600))
