import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberWords } from './numberWords.ts'

const table: [decimal: string, words: string][] = [
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1000', '-1,000'],
  ['-999.12345', '-999.12345'],
  ['1234567.8901', '1,234,567.8901'],
  ['123456789012345678', '123,456,789,012,345,678'],
]

for (const [decimal, words] of table) test(`${decimal} reads ${words}`, () => assert.equal(numberWords(decimal), words))
