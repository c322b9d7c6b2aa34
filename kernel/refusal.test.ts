import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill, refusal, RefusalError, refuse } from './refusal.ts'

const filled: [words: string, params: Record<string, string | number>, text: string][] = [
  ['库存不足', {}, '库存不足'],
  ['{item}只剩{count}件', { item: '键盘', count: 3 }, '键盘只剩3件'],
  ['{item}和{item}', { item: '键盘' }, '键盘和键盘'],
  ['{item}只剩{count}件', { item: '键盘' }, '键盘只剩{count}件'],
  ['{item}', { item: '{count}', count: 3 }, '{count}'],
  ['{price}', { price: '$& $1' }, '$& $1'],
  ['{count}', { count: 0 }, '0'],
  ['{name}', { name: '' }, ''],
  ['{constructor}', {}, '{constructor}'],
  ['{ item } {}', { item: '键盘' }, '{ item } {}'],
]
for (const [words, params, text] of filled) {
  test(`fill('${words}', ${JSON.stringify(params)}) is '${text}'`, () => assert.equal(fill(words, params), text))
}

test('refuse throws what was refused, with its details, and a message that can be read', () => {
  assert.throws(
    () => refuse('stock.short', '{item}只剩{count}件', { item: '键盘', count: 3 }, ['17']),
    (thrown) => {
      assert.ok(thrown instanceof RefusalError)
      assert.deepEqual(thrown.refusal, { reason: 'stock.short', words: '{item}只剩{count}件', params: { item: '键盘', count: 3 } })
      assert.deepEqual(thrown.details, ['17'])
      assert.equal(thrown.message, '键盘只剩3件')
      return true
    },
  )
})

test('a refusal without values has empty params', () => {
  assert.deepEqual(refusal('stock.none', '没有库存'), { reason: 'stock.none', words: '没有库存', params: {} })
})
