import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords } from './all.ts'
import { counted } from './plurals.ts'

const rows: [words: string, params: Record<string, string | number>, text: string][] = [
  ['{n} {n|day|days}', { n: 1 }, '{n} day'],
  ['{n} {n|day|days}', { n: '1' }, '{n} day'],
  ['{n} {n|day|days}', { n: 0 }, '{n} days'],
  ['{n} {n|day is|days are} of {all} {all|day|days}', { n: 1, all: 12 }, '{n} day is of {all} days'],
  ['{n|day|days}', {}, '{n|day|days}'],
]
for (const [words, params, text] of rows)
  test(`counted('${words}', ${JSON.stringify(params)}) is '${text}'`, () => assert.equal(counted(words, params), text))

test('a refusal says one of a thing in English, and Chinese needs no other word', () => {
  assert.equal(inWords('en', '名称不能超过{max}个字', { max: 1 }), 'A name has at most 1 character')
  assert.equal(inWords('en', '名称不能超过{max}个字', { max: 60 }), 'A name has at most 60 characters')
  assert.equal(inWords('zh', '名称不能超过{max}个字', { max: 1 }), '名称不能超过1个字')
})
