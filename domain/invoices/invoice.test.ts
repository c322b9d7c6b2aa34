import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compare, multiply, sum } from '../../kernel/decimal.ts'
import { namePartsOf, pricedParts, shareOf } from './invoice.ts'

const fenOf = (fen: number): string => (fen / 100).toFixed(2)

test('whole pieces come to their amount to the fen, at two prices a fen apart at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 10_000_000 }), (quantity, fen) => {
      const parts = pricedParts(String(quantity), fenOf(fen))
      assert.ok(parts.length <= 2)
      assert.equal(compare(sum(parts.map((part) => multiply(part.quantity, part.price))), fenOf(fen)), 0)
      assert.equal(compare(sum(parts.map((part) => part.quantity)), String(quantity)), 0)
    }),
  )
  assert.deepEqual(pricedParts('2.5', '10.00'), [{ quantity: '2.5', price: '4' }])
})

test('shares of a line come to its amount, whatever was taken before', () => {
  const total = { quantity: '3', amount: '100' }
  assert.equal(shareOf('1', total, total), '33.33')
  assert.equal(shareOf('1', total, { quantity: '1', amount: '33.34' }), '33.34')
})

test('the class of the tax office stands between asterisks', () => {
  assert.deepEqual(namePartsOf('*电子计算机*笔记本电脑'), { taxClass: '电子计算机', name: '笔记本电脑' })
  assert.deepEqual(namePartsOf('打印纸*A4*'), { taxClass: '', name: '打印纸*A4*' })
})
