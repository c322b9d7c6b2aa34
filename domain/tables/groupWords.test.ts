import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../kernel/refusal.ts'
import { lineTables } from '../documents/lineTable.ts'
import { stockTable } from '../records/stockTable.ts'
import type { TableColumn } from './define.ts'
import { totalledKeys } from './groupCondition.ts'
import { columnNumberWords } from './groupWords.ts'

const never = { required: 'never', label: '' } as const
const table: readonly (readonly [what: string, column: TableColumn, value: unknown, words: string])[] = [
  ['a quantity', { ...never, control: { type: 'quantity', places: 2 } }, '12000.5', '12,000.5'],
  ['money', { ...never, control: { type: 'money' } }, '12000.5', '¥12,000.50'],
  [
    'a whole number that adds up',
    { ...never, control: { type: 'whole', min: 0, max: 99_999 }, asked: true, summed: true },
    12000,
    '12,000',
  ],
  ['a year', { ...never, control: { type: 'whole', min: 1900, max: 2100 } }, 2026, '2026'],
  ['nothing', { ...never, control: { type: 'quantity', places: 2 } }, null, ''],
]
for (const [what, column, value, words] of table)
  test(`${what} is written ${words || 'as nothing'}`, () => assert.equal(columnNumberWords(column, value, fill), words))

test('below the rows of one group stand the numbers that only rows about one thing add up, below others they do not', () => {
  const only = { where: [{ key: 'deptId', is: 'only', value: ['1'] }] }
  const added = (question: object) => totalledKeys(lineTables.consumables, question)
  assert.deepEqual(added(only), ['quantity', 'movedQuantity', 'amount', 'movedCost'])
  for (const question of [{}, { where: [] }, { where: [{ key: 'deptId', is: 'in', value: ['1'] }] }])
    assert.deepEqual(added(question), ['amount', 'movedCost'])
  assert.deepEqual(
    totalledKeys(stockTable, only).filter((key) => stockTable.columns[key]?.besides),
    [],
  )
})
