import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords, shortCount } from './numberWords.ts'

const table: readonly (readonly [count: number, hasUncounted: boolean, words: string, short: string])[] = [
  [0, false, '共 0 项', '0'],
  [100, false, '共 100 项', '100'],
  [100, true, '超过 100 项', '100+'],
  [10_000, true, '超过 10000 项', '10000+'],
]
for (const [count, hasUncounted, words, short] of table)
  test(`${count} ${hasUncounted ? 'and more' : 'counted to the end'}`, () =>
    assert.deepEqual([countWords(count, hasUncounted), shortCount(count, hasUncounted)], [words, short]))
