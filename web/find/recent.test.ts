import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recentFirst } from './recent.ts'

const row = (word: string) => ({ key: word.slice(0, 1), fit: Number(word.slice(1)) as 0 | 1 | 2 })
const cases: [title: string, rows: string[], recent: string[], expected: string][] = [
  ['without recents the order of the answer', ['a1', 'b1', 'c2'], [], 'abc'],
  ['what was opened last comes first among equals', ['a1', 'b1', 'c1'], ['c', 'b'], 'cba'],
  ['what is called so stays first', ['a0', 'b2', 'c2'], ['c'], 'acb'],
  ['what was opened and is not found stays away', ['a2'], ['z'], 'a'],
]
for (const [title, rows, recent, expected] of cases)
  test(title, () => {
    const got = recentFirst(
      rows.map(row),
      recent.map((key) => ({ key })),
    )
    assert.equal(got.map(({ key }) => key).join(''), expected)
  })
