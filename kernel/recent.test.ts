import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepRecent } from './recent.ts'

test('the newest are kept, and what is kept anew is the newest', () => {
  const map = new Map<string, number>()
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    keepRecent(map, key, value, 2)
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['c', 4],
    ],
  )
})
