import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertedAssets, lastCost, mergedCost, sharedCosts } from './convertedCosts.ts'

const old = (asset: string) => ({ asset })
const newLine = (value?: string) => ({ side: 'new', ...(value !== undefined && { value }) })

test('a merged asset takes over what the old ones cost, until a person enters another cost', () => {
  const lines = [old('1'), old('2'), newLine()]
  assert.deepEqual(convertedAssets(lines), ['1', '2'])
  assert.deepEqual(mergedCost(lines, '1500.10', undefined), { index: 2, cost: '1500.10' })
  const filledLines = [old('1'), old('2'), old('3'), newLine('1500.10')]
  assert.deepEqual(mergedCost(filledLines, '1800.1', '1500.10'), { index: 3, cost: '1800.10' })
  assert.equal(mergedCost(filledLines, '1500.1', '1500.10'), undefined)
  assert.equal(mergedCost(filledLines, '1800.1', undefined), undefined)
  assert.equal(mergedCost([old('1'), newLine(), newLine()], '9', undefined), undefined)
  assert.equal(mergedCost(lines, '0', undefined), undefined)
})

test('what is left of a split goes to the last new asset, to the fen', () => {
  const lines = [old('1'), newLine('0.01'), newLine('33.33'), newLine()]
  assert.deepEqual(sharedCosts(lines, '100'), { newCost: '33.34', remainingCost: '66.66' })
  assert.deepEqual(lastCost(lines, '100'), { index: 3, cost: '66.66' })
  const overspent = [old('1'), newLine('80'), newLine('30')]
  assert.deepEqual(lastCost(overspent, '100'), { index: 2, cost: '20.00' })
  assert.equal(lastCost([old('1'), newLine('180'), newLine('30')], '100'), undefined)
  assert.equal(lastCost([old('1'), newLine('70'), newLine('30')], '100'), undefined)
  assert.equal(lastCost([old('1')], '100'), undefined)
})
