import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../domain/records/all.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { columnOf, keptColumns, type LaidOut, laidOut, moveColumn, tracksOf, widenColumn, withColumn } from './layout.ts'

const table = tableOfRecord(recordOf('asset'))
const usual = laidOut(table, undefined)
const keys = (columns: readonly LaidOut[]) => columns.map(({ key }) => key).join(' ')

test('without a choice there is what the table shows, in its order, what names the row first', () =>
  assert.equal(keys(usual), 'instanceName instanceCode catId locId deptId holderUid value state'))

const chosen: readonly (readonly [title: string, columns: Parameters<typeof laidOut>[1], keys: string])[] = [
  ['a choice stands in its own order', [{ key: 'instanceName' }, { key: 'state' }, { key: 'value' }], 'instanceName state value'],
  ['what names the row comes first wherever it stands', [{ key: 'state' }, { key: 'instanceName' }], 'instanceName state'],
  ['and is there where nobody chose it', [{ key: 'state' }], 'instanceName state'],
  ['columns that the table does not know are left out', [{ key: 'gone' }, { key: 'state' }], 'instanceName state'],
]
for (const [title, columns, expected] of chosen) test(title, () => assert.equal(keys(laidOut(table, columns)), expected))

const moves: readonly (readonly [title: string, key: string, to: number, keys: string])[] = [
  ['to the right', 'instanceCode', 2, 'instanceName catId instanceCode locId deptId holderUid value state'],
  ['to the left', 'state', 1, 'instanceName state instanceCode catId locId deptId holderUid value'],
  ['never before the first', 'value', 0, 'instanceName value instanceCode catId locId deptId holderUid state'],
  ['never behind the last', 'instanceCode', 99, 'instanceName catId locId deptId holderUid value state instanceCode'],
  ['the first stays', 'instanceName', 3, keys(usual)],
  ['what is not there moves nowhere', 'gone', 3, keys(usual)],
]
for (const [title, key, to, expected] of moves)
  test(`a column moved ${title}`, () => assert.equal(keys(moveColumn(usual, key, to)), expected))

test('a column is hidden and comes back at the end; the first is always there', () => {
  const without = withColumn(table, usual, 'catId', false)
  assert.equal(keys(without), 'instanceName instanceCode locId deptId holderUid value state')
  assert.equal(keys(withColumn(table, without, 'catId', true)), 'instanceName instanceCode locId deptId holderUid value state catId')
  assert.equal(withColumn(table, usual, 'instanceName', false), usual)
  assert.equal(withColumn(table, usual, 'catId', true), usual)
})

test('what nobody has widened is kept without a width, and names and texts share what is left over', () => {
  assert.deepEqual(keptColumns(widenColumn(laidOut(table, [{ key: 'state' }]), 'state', 90)), [
    { key: 'instanceName' },
    { key: 'state', widthPx: 90 },
  ])
  assert.equal(tracksOf(laidOut(table, [{ key: 'state' }])), 'minmax(260px,160fr) 104px')
})

test('a column is as wide as somebody makes it, within reason', () => {
  const two = laidOut(table, [
    { key: 'instanceName', widthPx: 300 },
    { key: 'state', widthPx: 100 },
  ])
  assert.equal(tracksOf(two), '300px 100px minmax(0,1fr)')
  assert.equal(tracksOf(widenColumn(two, 'state', 150.4)), '300px 150px minmax(0,1fr)')
  assert.equal(tracksOf(widenColumn(two, 'state', 3)), '300px 64px minmax(0,1fr)')
  assert.equal(tracksOf(widenColumn(two, 'instanceName', 9000)), '1200px 100px minmax(0,1fr)')
})

test('a column is wide enough for its label', () => {
  const named: typeof table = {
    ...table,
    columns: { ...table.columns, state: { ...columnOf(table, 'state'), label: '这一列的名称写得比内容长' } },
  }
  assert.equal(tracksOf(laidOut(named, [{ key: 'state' }])), 'minmax(260px,160fr) 202px')
})
