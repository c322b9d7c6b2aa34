import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, money, quantity } from '../../kernel/field.ts'
import { fill, type Params } from '../../kernel/refusal.ts'
import { lineTables } from '../documents/lineTable.ts'
import { stockTable } from '../records/stockTable.ts'
import type { TableColumn } from './define.ts'
import { totalledKeys } from './groupCondition.ts'
import { columnNumberWords } from './groupWords.ts'

const say = (words: string, params: Params = {}): string => fill(words, params)
const never = { required: 'never' } as const
const table: readonly (readonly [what: string, column: TableColumn, value: unknown, words: string])[] = [
  ['a quantity', quantity('数量', never), '12000.5', '12,000.5'],
  ['money', money('金额', never), '12000.5', '¥12,000.50'],
  ['a whole number that adds up', { ...integer('件数', never), asked: true, summed: true }, 12000, '12,000'],
  ['a year', integer('年份', never), 2026, '2026'],
  ['nothing', quantity('数量', never), null, ''],
]
for (const [what, column, value, words] of table)
  test(`${what} is written ${words || 'as nothing'}`, () => assert.equal(columnNumberWords(column, value, say), words))

test('below the rows of one group stand the numbers that only rows about one thing add up, below others they do not', () => {
  const only = { where: [{ key: 'deptId', is: 'only', value: ['1'] }] }
  const keysAdded = (question: object) => totalledKeys(lineTables.consumables, question)
  assert.deepEqual(keysAdded(only), ['quantity', 'movedQuantity', 'amount', 'movedCost'])
  for (const question of [{}, { where: [] }, { where: [{ key: 'deptId', is: 'in', value: ['1'] }] }])
    assert.deepEqual(keysAdded(question), ['amount', 'movedCost'])
  assert.deepEqual(
    totalledKeys(stockTable, only).filter((key) => stockTable.columns[key]?.besides),
    [],
  )
})
