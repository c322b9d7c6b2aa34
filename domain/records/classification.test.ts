import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredCategories } from './classification.ts'
import { ownFieldSets } from './ownFields/ownFieldSets.ts'

test('every delivered class stands after the one above it, once, and has both a life and what remains, or neither', () => {
  const seen = new Set<string>()
  for (const rows of Object.values(deliveredCategories))
    for (const [code, name, above, life, rest] of rows) {
      assert.ok(!seen.has(code) && name !== '', code)
      assert.ok(above === undefined || seen.has(above), `${code} below ${above}`)
      assert.equal(life === undefined, rest === undefined, code)
      seen.add(code)
    }
  // The standard's codes: A, then eight digits.
  for (const [code] of deliveredCategories.asset) assert.match(code, /^A\d{8}$/)
})

test('every delivered set of fields is for a delivered class of assets', () => {
  const codes: readonly string[] = deliveredCategories.asset.map(([code]) => code)
  for (const { key, classCode } of ownFieldSets) assert.ok(codes.includes(classCode), key)
})
