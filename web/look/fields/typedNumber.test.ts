import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedNumber } from './typedNumber.ts'

test('digits and points of full width are those of half width', () => {
  assert.deepEqual(['１２．５', '12。5', '３', '1,000', ''].map(typedNumber), ['12.5', '12.5', '3', '1,000', ''])
})
