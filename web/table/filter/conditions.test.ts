import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../../domain/records/all.ts'
import { tableOfRecord } from '../../../domain/records/table.ts'
import { stockTable } from '../../../domain/records/stockTable.ts'
import type { Condition, Where } from '../../../domain/tables/view.ts'
import { askCondition, begunOf, isComplete, tabOf, tabsOf, withTab, withTerm } from './conditions.ts'

const table = tableOfRecord(recordOf('asset'))

const begun: readonly (readonly [key: string, condition: Condition])[] = [
  ['state', { key: 'state', is: 'in', value: [] }],
  ['deptId', { key: 'deptId', is: 'in', value: [] }],
  ['boughtOn', { key: 'boughtOn', is: 'between', value: ['', ''] }],
  ['value', { key: 'value', is: 'between', value: ['', ''] }],
  ['serialNo', { key: 'serialNo', is: 'contains', value: '' }],
]
for (const [key, condition] of begun)
  test(`a condition of ${key} begins with ${condition.is} and says nothing yet`, () => {
    assert.deepEqual(begunOf(table, key), condition)
    assert.equal(isComplete(condition), false)
  })

const complete: readonly (readonly [condition: Condition, complete: boolean])[] = [
  [{ key: 'state', is: 'in', value: ['idle'] }, true],
  [{ key: 'boughtOn', is: 'between', value: ['', '2021-12-31'] }, true],
  [{ key: 'boughtOn', is: 'last', value: '30' }, true],
  [{ key: 'boughtOn', is: 'last', value: '0' }, false],
  [{ key: 'boughtOn', is: 'next', value: '3x' }, false],
  [{ key: 'remark', is: 'contains', value: '  ' }, false],
  [{ key: 'holderUid', is: 'empty' }, true],
]
for (const [condition, expected] of complete)
  test(`${condition.is} ${String(condition.value)} is ${expected ? '' : 'not '}said completely`, () =>
    assert.equal(isComplete(condition), expected))

test('asked in another way a condition keeps what makes sense there', () => {
  const idle: Condition = { key: 'state', is: 'in', value: ['idle'] }
  assert.deepEqual(askCondition(idle, 'notIn'), { key: 'state', is: 'notIn', value: ['idle'] })
  assert.deepEqual(askCondition(idle, 'empty'), { key: 'state', is: 'empty' })
  assert.deepEqual(askCondition({ key: 'boughtOn', is: 'last', value: '7' }, 'next'), { key: 'boughtOn', is: 'next', value: '7' })
  assert.deepEqual(askCondition({ key: 'boughtOn', is: 'between', value: ['2020-01-01', ''] }, 'last'), {
    key: 'boughtOn',
    is: 'last',
    value: '30',
  })
})

const tabs: readonly (readonly [title: string, where: Where, tab: string | undefined])[] = [
  ['nothing asked of it: all', [{ key: 'value', is: 'filled' }], ''],
  ['one value: that one', [{ key: 'state', is: 'in', value: ['idle'] }], 'idle'],
  ['two values: none of the tabs', [{ key: 'state', is: 'in', value: ['idle', 'lent'] }], undefined],
  ['all but one value: none of the tabs', [{ key: 'state', is: 'notIn', value: ['idle'] }], undefined],
]
for (const [title, where, tab] of tabs)
  test(title, () => {
    assert.equal(tabOf(where, 'state'), tab)
    assert.equal(tabOf(withTab(table, where, 'state', 'lent'), 'state'), 'lent')
    assert.equal(tabOf(withTab(table, where, 'state', ''), 'state'), '')
  })

const stockTabs: readonly (readonly [title: string, where: Where, tab: string | undefined])[] = [
  ['nothing asked of what may be yes: all', [], ''],
  ['yes: that tab', [{ key: 'low', is: 'yes' }], 'yes'],
  ['no: none of the tabs', [{ key: 'low', is: 'no' }], undefined],
  ['both: none of the tabs', [{ key: 'low', is: 'yes' }, { key: 'low', is: 'no' }], undefined], // prettier-ignore
]
for (const [title, where, tab] of stockTabs)
  test(title, () => {
    assert.equal(tabOf(where, 'low'), tab)
    assert.deepEqual(withTab(stockTable, where, 'low', 'yes'), [{ key: 'low', is: 'yes' }])
    assert.deepEqual(withTab(stockTable, where, 'low', ''), [])
  })

test('what may be yes has a tab for that; a text has none', () => {
  assert.deepEqual(tabsOf(stockTable.columns['low']!), [{ value: 'yes', label: '低库存' }])
  assert.equal(tabsOf(stockTable.columns['goodsName']!), undefined)
})

test('a term that is emptied and written anew stays at its place among the others', () => {
  const [first, second, changed] = ['a', 'b', 'c'].map((value): Condition => ({ key: 'goodsName', is: 'contains', value }))
  const emptied = withTerm([first!, second!], { index: 0, term: undefined, isAsked: true })
  assert.deepEqual(emptied, [second])
  const rewritten = withTerm(emptied, { index: 0, term: changed, isAsked: false })
  assert.deepEqual(rewritten, [changed, second])
  assert.deepEqual(withTerm(rewritten, { index: 1, term: first, isAsked: true }), [changed, first])
})
