import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parted } from './mentions.ts'

const marked = (body: string, names: string[]) =>
  parted(body, names)
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
