import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitPrice } from '../../../kernel/field.ts'
import { kindOf } from '../../../kernel/fields/kinds.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import * as v from 'valibot'
import { lineAmount } from './lineAmount.ts'

const { control, schema } = unitPrice('单价')

for (const [price, words] of [
  ['0.0125', '¥0.0125'],
  ['0.0120', '¥0.012'],
  ['3', '¥3.00'],
  ['1234.5', '¥1,234.50'],
  ['0.1', '¥0.10'],
] as const)
  test(`a price of ${price} reads ${words}`, () =>
    assert.equal(kindOf(control).words(price, control, { say: (text) => text, nameOf: () => '' }), words))

for (const [quantity, price, amount] of [
  ['1000', '0.0125', '12.5'],
  ['3', '0.3333', '1'],
  ['1', '0.005', '0.01'],
  ['1', '0.0049', '0'],
] as const)
  test(`${quantity} at ${price} come to ${amount}`, () => assert.equal(lineAmount({ quantity, price }), amount))

test('a price has at most four decimals, an amount two', () => {
  assert.equal(v.safeParse(schema, '0.0125').success, true)
  assert.equal(v.safeParse(schema, '0.01251').success, false)
  assert.equal(moneyWords('0.015'), '¥0.02')
})
