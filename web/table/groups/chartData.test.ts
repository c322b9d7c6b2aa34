import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stockTable } from '../../../domain/records/stockTable.ts'
import type { FigureKind, GroupLayout, Period } from '../../../domain/tables/grouping.ts'
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

test('a bar says what its category comes to, with the series that there is no room for', () => {
  const list = Array.from({ length: 12 }, (_, at) => ({ keys: ['1', String(at)], count: 1, figures: [String(at - 2)] }))
  const layout: GroupLayout = { by: [{ key: 'locId' }, { key: 'goodsId' }], figures: [{ key: 'value', of: 'sum' }], chart: 'stacked' }
  const data = chartDataOf(stockTable, layout, { ...groups, list })
  assert.deepEqual([data?.series.length, data?.totals], [8, ['¥42.00']])
})

test('each period from the first to the last has its place, in one without rows a sum is nought; of too many the latest are drawn', () => {
  const drawnChart = (days: readonly (string | null)[], period: Period, of: FigureKind = 'sum') => {
    const list = days.map((day) => ({ keys: [day], count: 1, figures: ['7'] }))
    const layout: GroupLayout = { by: [{ key: 'lastMovedOn', period }], figures: [{ key: 'value', of }], chart: 'line' }
    const { categories = [], series = [], leftOut } = chartDataOf(stockTable, layout, { ...groups, list }) ?? {}
    return { categories, values: series[0]?.points.map(({ value }) => value), leftOut }
  }
  assert.deepEqual(drawnChart(['2026-04-01', '2026-01-01', null], 'month'), {
    categories: ['2026-01', '2026-02', '2026-03', '2026-04', '未填写'],
    values: [7, 0, 0, 7, 7],
    leftOut: 0,
  })
  assert.deepEqual(drawnChart(['2026-01-01', '2026-03-01'], 'month', 'average').values, [7, null, 7])
  const long = drawnChart(['1926-01-01', '2026-03-01'], 'day')
  assert.deepEqual([long.categories.length, long.categories.at(-1), long.leftOut], [120, '2026-03-01', 1])
})
