import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredCategories } from '../records/classification.ts'
import { minimumLifeOf } from './minimumLife.ts'

test('the nearest class says the shortest life', () => {
  assert.equal(minimumLifeOf('enterprise', 'A02010105'), 36)
  assert.equal(minimumLifeOf('government', 'A02010105'), 72)
  assert.equal(minimumLifeOf('tax', 'A08060300'), 24)
  assert.equal(minimumLifeOf('tax', 'A08010000'), 120)
  assert.equal(minimumLifeOf('government', 'A05010200'), 180)
  assert.equal(minimumLifeOf('enterprise', 'C1'), undefined)
  assert.equal(minimumLifeOf('none', 'A02010105'), undefined)
})

test('the delivered lives are no shorter than tax and the standard of public bodies have them', () => {
  for (const [code, name, , life] of deliveredCategories.asset)
    for (const regime of ['tax', 'government'] as const)
      if (life !== undefined) assert.ok(life >= (minimumLifeOf(regime, code) ?? 0), `${name} ${regime}`)
})
