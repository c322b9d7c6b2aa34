import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasOtherDepreciation, otherDepreciationOf } from './movementKinds.ts'

const balance = (depreciation: string) => ({ assets: 1, cost: '1000.00', depreciation, impairment: '0.00' })

test('what depreciation changes by besides the charge leads from the opening to the closing balance', () => {
  const row = {
    id: null,
    name: '',
    opening: balance('5512.18'),
    movements: { depreciation: balance('3475.48'), disposal: balance('-579.62') },
    closing: { ...balance('8408.04'), net: '0.00' },
  }
  assert.equal(otherDepreciationOf(row), '-579.62')
  assert.equal(hasOtherDepreciation([row]), true)
  assert.equal(hasOtherDepreciation([{ ...row, closing: { ...row.closing, depreciation: '8987.66' } }]), false)
})
