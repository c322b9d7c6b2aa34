import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withMark, withoutMark } from './formulaMark.ts'

for (const [text, leaves] of [
  ['=1+1', "'=1+1"],
  ['+86', "'+86"],
  ['-5', "'-5"],
  ['@A1', "'@A1"],
  ['\t=1', "'\t=1"],
  ['＝1+1', "'＝1+1"],
  ['＋86', "'＋86"],
  ['－5', "'－5"],
  ['＠A1', "'＠A1"],
  ["'=1", "''=1"],
  ['a=1', 'a=1'],
  ["'quoted'", "'quoted'"],
  ['', ''],
] as const)
  test(`${JSON.stringify(text)} leaves as ${JSON.stringify(leaves)} and comes back as it was`, () => {
    assert.equal(withMark(text), leaves)
    assert.equal(withoutMark(leaves), text)
  })
