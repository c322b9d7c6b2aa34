import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMoreWanted, nextPageSize } from './paging.ts'

test('every page asks for twice as many, up to a limit', () =>
  assert.deepEqual([0, 1, 2, 3, 4, 99].map(nextPageSize), [60, 120, 240, 480, 480, 480]))

const table: readonly (readonly [title: string, left: number, wanted: boolean])[] = [
  ['at the end', 0, true],
  ['with two screens left', 1600, true],
  ['with a hundred rows left', 3999, true],
  ['with more than a hundred rows left', 4000, false],
]
for (const [title, left, wanted] of table)
  test(`${title} the next page is ${wanted ? 'asked for' : 'not asked for yet'}`, () =>
    assert.equal(isMoreWanted({ scrollTop: 10_000, clientHeight: 800, scrollHeight: 10_800 + left }, 40), wanted))

test('on a tall window three screens count', () =>
  assert.equal(isMoreWanted({ scrollTop: 0, clientHeight: 2000, scrollHeight: 2000 + 5999 }, 40), true))

test('a list that is not on show asks for nothing', () =>
  assert.equal(isMoreWanted({ scrollTop: 0, clientHeight: 0, scrollHeight: 0 }, 40), false))
