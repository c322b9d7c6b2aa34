import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstDayOf } from './grouping.ts'

test('a period begins on its first day, a week on Monday', () => {
  assert.deepEqual(
    (['day', 'week', 'month', 'quarter', 'year'] as const).map((period) => firstDayOf('2026-11-29', period)),
    ['2026-11-29', '2026-11-23', '2026-11-01', '2026-10-01', '2026-01-01'],
  )
  assert.equal(firstDayOf('2026-11-23', 'week'), '2026-11-23')
})
