import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldPermissions } from '../form/form.ts'
import { deducedPaths, type FormulaReads } from './deducedHidden.ts'

const reads: FormulaReads = new Map([
  ['total', ['price', 'count']],
  ['tax', ['total']],
  ['gross', ['total', 'tax']],
  ['rows.sum', ['rows.price', 'rows.count']],
  ['all', ['rows.sum']],
  ['free', ['count']],
])

const rows: [title: string, fields: FieldPermissions, deduced: Record<string, string>][] = [
  ['nothing is hidden', { price: 'read' }, {}],
  [
    'what is computed from a hidden field, and what is computed from that',
    { price: 'hide' },
    { total: 'price', tax: 'price', gross: 'price' },
  ],
  ['a computed field that is hidden itself hides what follows from it', { total: 'hide' }, { tax: 'total', gross: 'total' }],
  ['a column of a table and a field outside of it', { 'rows.price': 'hide' }, { 'rows.sum': 'rows.price', all: 'rows.price' }],
  ['a whole table hides what is computed from its columns', { rows: 'hide' }, { all: 'rows.sum' }],
  ['a column that is shown of a hidden table', { rows: 'hide', 'rows.sum': 'read' }, { 'rows.sum': 'rows.price', all: 'rows.price' }],
  ['a hidden field that nothing is computed from', { remark: 'hide' }, {}],
]
for (const [title, fields, deduced] of rows)
  test(title, () => {
    assert.deepEqual(Object.fromEntries(deducedPaths(fields, reads)), deduced)
  })

test('formulas that read each other come to an end', () => {
  const circle: FormulaReads = new Map([
    ['a', ['b']],
    ['b', ['a', 'secret']],
  ])
  assert.deepEqual([...deducedPaths({ secret: 'hide' }, circle).keys()].toSorted(), ['a', 'b'])
  assert.equal(deducedPaths({}, circle).size, 0)
})
