import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedAt, splitMentions, withNamed } from './mentions.ts'

const marked = (body: string, names: string[]) =>
  splitMentions(body, names)
    .map(({ text, named }) => (named ? `[${text}]` : text))
    .join('')

for (const [title, body, names, expected] of [
  ['nobody named', '同意', [], '同意'],
  ['a name inside', '请@李明 看一下', ['李明'], '请[@李明] 看一下'],
  ['the longer name wins', '@李明华 @李明', ['李明', '李明华'], '[@李明华] [@李明]'],
  ['a name that was not told is text', '@王五', ['李明'], '@王五'],
  ['signs of patterns in names', '@A.(B)', ['A.(B)'], '[@A.(B)]'],
] as const)
  test(title, () => assert.equal(marked(body, [...names]), expected))

for (const [title, before, after, at] of [
  ['at the end', '请', '请@', 1],
  ['inside', '请看', '请@看', 1],
  ['in front', '看', '@看', 0],
  ['another letter', '请', '请看', undefined],
  ['an @ taken away', '请@', '请', undefined],
  ['a pasted text', '请', '请@李明', undefined],
] as const)
  test(`@ typed: ${title}`, () => assert.equal(askedAt(before, after), at))

for (const [title, body, at, names, expected] of [
  ['the @ inside gives way', '请@看', 1, ['李明', '王五'], '请@李明 @王五 看'],
  ['without an @ they are added', '请', 1, ['李明'], '请@李明 '],
] as const)
  test(title, () => assert.equal(withNamed(body, at, names), expected))
