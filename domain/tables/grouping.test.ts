import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date } from '../../kernel/field.ts'
import { firstDayOf, inReadingOrder, mixedValue } from './grouping.ts'

test('a period begins on its first day, a week on Monday', () => {
  assert.deepEqual(
    (['day', 'week', 'month', 'quarter', 'year'] as const).map((period) => firstDayOf('2026-11-29', period)),
    ['2026-11-29', '2026-11-23', '2026-11-01', '2026-10-01', '2026-01-01'],
  )
  assert.equal(firstDayOf('2026-11-23', 'week'), '2026-11-23')
})

test('groups by a period are read from the earliest on, those of no period last', () => {
  const table = { name: 'x', title: '表', usualOrder: '最新的在前', columns: { day: { ...date('日期'), asked: true } } } as const
  const groups = [null, mixedValue, '2026-02-01', '2026-01-01'].map((value) => ({ keys: [value] }))
  const readGroups = inReadingOrder(table, [{ key: 'day', period: 'month' }], groups)
  assert.deepEqual(
    readGroups.map(({ keys: [value] }) => value),
    ['2026-01-01', '2026-02-01', mixedValue, null],
  )
})
