import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labelEvery, scaleOf } from './scale.ts'

test('a scale holds its values and nought, at round numbers', () => {
  assert.deepEqual(scaleOf([3, 90]), { low: 0, high: 100, ticks: [0, 50, 100] })
  assert.deepEqual(scaleOf([-20, 40]), { low: -20, high: 40, ticks: [-20, 0, 20, 40] })
  assert.deepEqual(scaleOf([]), { low: 0, high: 1, ticks: [0] })
  assert.deepEqual(scaleOf([0, 0]), { low: 0, high: 1, ticks: [0] })
})

test('labels that have no room are left out evenly', () => {
  assert.equal(labelEvery(12, 600, 50), 1)
  assert.equal(labelEvery(12, 300, 50), 2)
  assert.equal(labelEvery(365, 300, 50), 61)
})
