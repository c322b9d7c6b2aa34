import assert from 'node:assert/strict'
import { test } from 'node:test'
import { msUntilBackup } from './nightly.ts'

test('the next backup is at two in the morning in China, never at once', () => {
  const hours = (moment: string) => msUntilBackup(Date.parse(moment)) / 3_600_000
  assert.equal(hours('2026-11-29T17:00:00Z'), 1)
  assert.equal(hours('2026-11-29T18:00:00Z'), 24)
  assert.equal(hours('2026-11-29T18:30:00Z'), 23.5)
  assert.equal(hours('2026-11-29T00:00:00Z'), 18)
})
