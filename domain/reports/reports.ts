import { stockTable } from '../records/stockTable.ts'
import { asset } from '../records/asset.ts'
import { tableOfRecord } from '../records/table.ts'
import { lineTables } from '../documents/lineTable.ts'
import { valueTable } from '../books/table.ts'
import { monitorTable } from '../approval/process/applyingTable.ts'
import type { Table } from '../tables/define.ts'
import type { GroupLayout } from '../tables/grouping.ts'
import type { Where } from '../tables/view.ts'

/** A question that many ask: a table with conditions, as it is summarised. */
export type Report = {
  readonly key: string
  readonly title: string
  /** What it answers. */
  readonly text: string
  readonly table: Table
  readonly where: Where
  readonly groups: GroupLayout
}

const register = tableOfRecord(asset)
const { consumables: supplyLines, goods: assetLines } = lineTables
const idle: Where = [{ key: 'state', is: 'in', value: ['idle'] }]
const ofKinds = (...kinds: readonly string[]): Where[number] => ({ key: 'kind', is: 'in', value: kinds })
const lastYear = (key: string): Where[number] => ({ key, is: 'last', value: '365' })
const issues: Where = [ofKinds('CsOutstockOrder'), lastYear('movedOn')]
const [cost, quantity] = [
  { key: 'movedCost', of: 'sum' },
  { key: 'movedQuantity', of: 'sum' },
] as const

/** The delivered questions, by what they are about. */
export const reportGroups: readonly { readonly title: string; readonly reports: readonly Report[] }[] = [
  {
    title: '耗材报表',
    reports: [
      {
        key: 'issuedGoods',
        title: '领用排行',
        text: '近一年各种耗材领用的金额和数量',
        table: supplyLines,
        where: issues,
        groups: { by: [{ key: 'goodsId' }], figures: [cost, quantity], chart: 'bar' },
      },
      {
        key: 'issuedByMonth',
        title: '部门领用（按月）',
        text: '近一年各部门每月领用的金额；按耗材筛选后看一种耗材的用量',
        table: supplyLines,
        where: issues,
        groups: { by: [{ key: 'deptId' }, { key: 'movedOn', period: 'month' }], figures: [cost], isPivot: true, chart: 'stacked' },
      },
      {
        key: 'usedByMonth',
        title: '部门用量（按月）',
        text: '近一年各部门每月领用的数量，先筛选一种耗材',
        table: supplyLines,
        where: issues,
        groups: { by: [{ key: 'deptId' }, { key: 'movedOn', period: 'month' }], figures: [quantity], isPivot: true, chart: 'stacked' },
      },
      {
        key: 'suppliesBought',
        title: '耗材采购到货',
        text: '各供应商每季度入库的金额',
        table: supplyLines,
        where: [ofKinds('CsInstockOrder'), { key: 'movedOn', is: 'filled' }],
        groups: { by: [{ key: 'supplierId' }, { key: 'movedOn', period: 'quarter' }], figures: [cost], isPivot: true, chart: 'stacked' },
      },
      {
        key: 'stockValue',
        title: '库存金额',
        text: '各仓库、各类耗材现在的库存金额',
        table: stockTable,
        where: [],
        groups: { by: [{ key: 'locId' }, { key: 'catId' }], figures: [{ key: 'value', of: 'sum' }], chart: 'stacked' },
      },
    ],
  },
  {
    title: '资产报表',
    reports: [
      {
        key: 'idleByPlace',
        title: '闲置价值（按区域）',
        text: '哪些区域放着最多的闲置资产',
        table: register,
        where: idle,
        groups: { by: [{ key: 'locId' }], figures: [{ key: 'value', of: 'sum' }], chart: 'bar' },
      },
      {
        key: 'idleByCategory',
        title: '闲置价值（按分类）',
        text: '哪些分类的资产闲置最多',
        table: register,
        where: idle,
        groups: { by: [{ key: 'catId' }], figures: [{ key: 'value', of: 'sum' }], chart: 'bar' },
      },
      {
        key: 'assetsByDepartment',
        title: '部门资产',
        text: '各部门资产的原值和数量，分状态',
        table: register,
        where: [],
        groups: { by: [{ key: 'deptId' }, { key: 'state' }], figures: [{ key: 'value', of: 'sum' }], isPivot: true, chart: 'stacked' },
      },
      {
        key: 'assetsByAge',
        title: '资产库龄',
        text: '各年购置的资产有多少、值多少',
        table: register,
        where: [],
        groups: { by: [{ key: 'boughtOn', period: 'year' }], figures: [{ key: 'value', of: 'sum' }], chart: 'bar' },
      },
      {
        key: 'assetsBought',
        title: '资产采购到货',
        text: '各供应商每季度入库的金额',
        table: assetLines,
        where: [ofKinds('GsInstockOrder'), { key: 'postedAt', is: 'filled' }],
        groups: {
          by: [{ key: 'supplierId' }, { key: 'postedAt', period: 'quarter' }],
          figures: [{ key: 'amount', of: 'sum' }],
          isPivot: true,
          chart: 'stacked',
        },
      },
      {
        key: 'repairs',
        title: '维修保养费用',
        text: '近一年各类资产的维修和保养费用与次数',
        table: assetLines,
        where: [ofKinds('GsRepairOrder', 'GsHealthOrder'), lastYear('submittedAt')],
        groups: { by: [{ key: 'catId' }, { key: 'kind' }], figures: [{ key: 'charge', of: 'sum' }], chart: 'stacked' },
      },
    ],
  },
  {
    title: '核算与审批',
    reports: [
      {
        key: 'departmentCost',
        title: '部门成本',
        text: '本月各部门的折旧，和他们所用资产的原值、净值',
        table: valueTable,
        where: [],
        groups: {
          by: [{ key: 'deptId' }],
          figures: (['charge', 'cost', 'net'] as const).map((key) => ({ key, of: 'sum' as const })),
          chart: 'bar',
        },
      },
      {
        key: 'waiting',
        title: '审批等候时间',
        text: '近一年谁的申请等审批最久',
        table: monitorTable,
        where: [lastYear('createdAt')],
        groups: { by: [{ key: 'initiatorUid' }], figures: (['average', 'max'] as const).map((of) => ({ key: 'hours', of })), chart: 'bar' },
      },
    ],
  },
]

export const reports: readonly Report[] = reportGroups.flatMap((group) => group.reports)
