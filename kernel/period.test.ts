import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPeriodEnd, periodLength, type PeriodUnit, plainPeriod } from './period.ts'

const lengths: [unit: PeriodUnit, from: string, to: string, length: string | undefined][] = [
  ['days', '2026-11-22', '2026-11-22', '1'],
  ['days', '2026-02-27', '2026-03-02', '4'],
  ['days', '2026-11-23', '2026-11-22', undefined],
  ['halfDays', '2026-11-22 AM', '2026-11-22 AM', '0.5'],
  ['halfDays', '2026-11-22 AM', '2026-11-22 PM', '1'],
  ['halfDays', '2026-11-22 PM', '2026-11-24 AM', '2'],
  ['halfDays', '2026-11-22 PM', '2026-11-22 AM', undefined],
  ['hours', '2026-11-22 09:00', '2026-11-22 17:30', '8.5'],
  ['hours', '2026-11-22 23:50', '2026-11-23 00:10', '0.33'],
  ['hours', '2026-11-22 09:00', '2026-11-22 09:00', undefined],
]
for (const [unit, from, to, length] of lengths)
  test(`${from} to ${to} in ${unit} is ${length ?? 'no period'}`, () => {
    assert.ok(isPeriodEnd(unit, from) && isPeriodEnd(unit, to))
    assert.equal(periodLength(unit, from, to), length)
  })

test('an end is one of its unit and of a day that exists', () => {
  const table: [PeriodUnit, unknown, boolean][] = [
    ['days', '2026-02-30', false],
    ['days', '2026-02-28 AM', false],
    ['halfDays', '2026-02-28', false],
    ['halfDays', '2026-02-30 AM', false],
    ['halfDays', '2026-02-28 XM', false],
    ['hours', '2026-02-28 24:00', false],
    ['hours', '2026-02-28T09:00', false],
    ['hours', 9, false],
  ]
  for (const [unit, end, is] of table) assert.equal(isPeriodEnd(unit, end), is, `${unit} ${String(end)}`)
})

for (const [from, to, words] of [
  ['2026-11-20 09:00', '2026-11-20 18:00', '2026-11-20 09:00 – 18:00'],
  ['2026-11-20 09:00', '2026-11-21 12:00', '2026-11-20 09:00 – 2026-11-21 12:00'],
  ['2026-11-20', '2026-11-20', '2026-11-20 – 2026-11-20'],
] as const)
  test(`in no language: ${words}`, () => assert.equal(plainPeriod({ from, to, length: '1' }), words))
