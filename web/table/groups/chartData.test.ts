import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stockTable } from '../../../domain/records/stockTable.ts'
import type { FigureKind, GroupLayout } from '../../../domain/tables/grouping.ts'
import type { Groups } from '../../../domain/tables/groupOperations.ts'
import { chartDataOf } from './chartData.ts'

const rest = { count: 1, figures: [] }
const groups: Groups = {
  list: [
    { keys: ['1'], count: 2, figures: ['30', '5'] },
    { keys: ['2'], count: 1, figures: ['10', null] },
  ],
  others: null,
  total: { groups: 2, ...rest },
  names: { 1: '一号库', 2: '二号库' },
}
const layoutOf = (chart: GroupLayout['chart'], of: FigureKind = 'sum'): GroupLayout => ({
  by: [{ key: 'locId' }],
  figures: [
    { key: 'value', of },
    { key: 'valueOlder', of: 'sum' },
  ],
  chart,
})
const drawnValues = (layout: GroupLayout) =>
  chartDataOf(stockTable, layout, groups)?.series.map(({ points }) => points.map(({ value }) => value))

test('sums that are stacked stand on each other; of other charts the first figure is drawn', () => {
  assert.deepEqual(drawnValues(layoutOf('stacked')), [
    [30, 10],
    [5, null],
  ])
  for (const layout of [layoutOf('bar'), layoutOf('line'), layoutOf('stacked', 'average')])
    assert.deepEqual(drawnValues(layout), [[30, 10]])
})
