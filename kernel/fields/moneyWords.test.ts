import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { moneyWords } from './moneyWords.ts'

const table: [value: unknown, words: string][] = [
  ['0', '¥0.00'],
  ['12300', '¥12,300.00'],
  ['999.5', '¥999.50'],
  ['-1234.56', '-¥1,234.56'],
  ['0.005', '¥0.01'],
  ['-0.005', '-¥0.01'],
  ['-0.001', '¥0.00'],
  ['1.004999', '¥1.00'],
  ['999999999999999.995', '¥1,000,000,000,000,000.00'],
  ['123456789012345.67', '¥123,456,789,012,345.67'],
  ['', ''],
  ['1e5', ''],
  [12, ''],
  [null, ''],
]
for (const [value, words] of table) test(`${JSON.stringify(value)} is ${words || 'nothing'}`, () => assert.equal(moneyWords(value), words))

test('amounts read as the formats of the language have them', () => {
  const format = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'CNY', signDisplay: 'negative' })
  const decimal = fc.stringMatching(/^-?\d{1,15}(\.\d{1,6})?$/)
  fc.assert(fc.property(decimal, (value) => assert.equal(moneyWords(value), format.format(value as `${number}`))))
})
