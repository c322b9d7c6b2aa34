import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKinds } from './all.ts'
import { quantityFieldOf } from './lines.ts'

test('a line is counted by the field that says how many, and not by what its asset can still do', () => {
  const counted = documentKinds.filter((kind) => quantityFieldOf(kind) !== undefined)
  assert.deepEqual([...new Set(counted.map(quantityFieldOf))], ['quantity'])
  assert.ok(!counted.some(({ kind }) => kind === 'GsValueOrder'))
})
