import { stockAges, stockTable } from '../records/stockTable.ts'
import { asset } from '../records/asset.ts'
import { tableOfRecord } from '../records/table.ts'
import { lineTables } from '../documents/lineTable.ts'
import { valueTable } from '../books/table.ts'
import { monitorTable } from '../approval/process/applyingTable.ts'
import { asOfTable } from '../records/asOf/asOfTable.ts'
import { countTable } from '../counting/table.ts'
import { stockEntryTable } from '../stockBook/entryTable.ts'
import { addDays, type Day } from '../../kernel/day.ts'
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
  /** Its conditions on a day. */
  readonly where: Where | ((today: Day) => Where)
  readonly groups: GroupLayout
}

/** A report that is a screen of its own. */
export type ReportScreen = Pick<Report, 'key' | 'title' | 'text'> & { readonly path: string }

/** The conditions of a report as it is asked on a day. */
export const whereOf = ({ where }: Report, today: Day): Where => (typeof where === 'function' ? where(today) : where)

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
const worth = { key: 'value', of: 'sum' } as const
/** Stock that did not move for so many days is slow. */
const slowDays = 180
const warrantyDays = 90
const untilDay =
  (key: string, days: number) =>
  (today: Day): Where => [{ key, is: 'between', value: ['', addDays(today, days)] }]
const empty = (key: string): Where[number] => ({ key, is: 'empty' })

/** The delivered questions, by what they are about. */
export const reportGroups: readonly {
  readonly title: string
  readonly reports: readonly Report[]
  readonly screens?: readonly ReportScreen[]
}[] = [
  {
    title: '耗材报表',
    screens: [
      {
        key: 'stockBook',
        title: '收发存汇总',
        text: '任意时段的期初、收入、发出和期末，按耗材、仓库、分类或部门',
        path: '/pages/consumables/stockBook/index',
      },
      { key: 'stockLedger', title: '收发存明细账', text: '每一笔收发，可以筛选、汇总和导出', path: '/pages/consumables/stockBook/entries' },
    ],
    reports: [
      {
        key: 'stockByMonth',
        title: '收发金额（按月）',
        text: '近一年每月入库、领用、盘盈盘亏的金额',
        table: stockEntryTable,
        where: [lastYear('movedOn')],
        groups: {
          by: [{ key: 'movedOn', period: 'month' }, { key: 'kind' }],
          figures: [
            { key: 'inAmount', of: 'sum' },
            { key: 'outAmount', of: 'sum' },
          ],
          chart: 'stacked',
        },
      },
      {
        key: 'stockAge',
        title: '库存库龄',
        text: '各仓库的库存是多久以前来的，值多少；后来的当作还在，先来的当作先用',
        table: stockTable,
        where: [],
        groups: { by: [{ key: 'locId' }], figures: Object.keys(stockAges).map((key) => ({ key, of: 'sum' })), chart: 'stacked' },
      },
      {
        key: 'slowStock',
        title: '呆滞库存',
        text: '半年没有收发的库存，按金额从大到小',
        table: stockTable,
        where: untilDay('lastMovedOn', -slowDays),
        groups: { by: [{ key: 'goodsId' }], figures: [worth], chart: 'bar' },
      },
      {
        key: 'lowStock',
        title: '低库存',
        text: '各仓库有多少种耗材低于最低库存',
        table: stockTable,
        where: [{ key: 'low', is: 'yes' }],
        groups: { by: [{ key: 'locId' }], figures: [], chart: 'bar' },
      },
      {
        key: 'issuedToPeople',
        title: '每人领用',
        text: '近一年每个人领用的金额',
        table: supplyLines,
        where: issues,
        groups: { by: [{ key: 'subjectUid' }], figures: [cost], chart: 'bar' },
      },
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
        key: 'asOf',
        title: '任意日期台账',
        text: '某一天各区域的资产有多少、值多少，日期可以换',
        table: asOfTable,
        where: [],
        groups: { by: [{ key: 'locId' }, { key: 'state' }], figures: [worth], isPivot: true, chart: 'stacked' },
      },
      {
        key: 'overdue',
        title: '超期未还',
        text: '谁借的资产过了归还日期',
        table: register,
        where: (today) => [{ key: 'state', is: 'in', value: ['lent'] }, ...untilDay('dueOn', -1)(today)],
        groups: { by: [{ key: 'holderUid' }], figures: [], chart: 'bar' },
      },
      {
        key: 'warrantyDue',
        title: '保修到期',
        text: '三个月内保修到期的资产，按月',
        table: register,
        where: [{ key: 'warrantyUntil', is: 'next', value: String(warrantyDays) }],
        groups: { by: [{ key: 'warrantyUntil', period: 'month' }], figures: [worth], chart: 'bar' },
      },
      {
        key: 'maintenanceDue',
        title: '保养到期',
        text: '已经到期和一个月内到期的保养，按月',
        table: register,
        where: untilDay('nextMaintenanceOn', 30),
        groups: { by: [{ key: 'nextMaintenanceOn', period: 'month' }], figures: [], chart: 'bar' },
      },
      {
        key: 'heldByPeople',
        title: '每人名下资产',
        text: '每个人名下资产的原值和数量',
        table: register,
        where: [{ key: 'state', is: 'in', value: ['inUse', 'lent'] }],
        groups: { by: [{ key: 'holderUid' }], figures: [worth], chart: 'bar' },
      },
      {
        key: 'repairedAssets',
        title: '维修最多的资产',
        text: '近一年每件资产的维修保养费用、次数和它的原值',
        table: assetLines,
        where: [ofKinds('GsRepairOrder', 'GsHealthOrder'), lastYear('submittedAt')],
        groups: {
          by: [{ key: 'assetId' }],
          figures: [
            { key: 'charge', of: 'sum' },
            { key: 'assetValue', of: 'max' },
          ],
          chart: 'bar',
        },
      },
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
        key: 'countAccuracy',
        title: '盘点准确率',
        text: '近一年每月完成的盘点：应盘、差异和平均准确率',
        table: countTable,
        where: [{ key: 'state', is: 'in', value: ['closed'] }, lastYear('closedAt')],
        groups: {
          by: [{ key: 'closedAt', period: 'month' }],
          figures: [
            { key: 'accuracy', of: 'average' },
            { key: 'expected', of: 'sum' },
            { key: 'differing', of: 'sum' },
          ],
          chart: 'line',
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
    title: '数据质量',
    reports: [
      {
        key: 'noSerial',
        title: '没有序列号',
        text: '各分类没有登记序列号的资产',
        table: register,
        where: [empty('serialNo')],
        groups: { by: [{ key: 'catId' }], figures: [], chart: 'bar' },
      },
      {
        key: 'noHolder',
        title: '在用而没有使用人',
        text: '各部门在用、却没有使用人的资产',
        table: register,
        where: [{ key: 'state', is: 'in', value: ['inUse'] }, empty('holderUid')],
        groups: { by: [{ key: 'deptId' }], figures: [worth], chart: 'bar' },
      },
      {
        key: 'noPlace',
        title: '没有区域',
        text: '各部门没有登记所在区域的资产',
        table: register,
        where: [empty('locId')],
        groups: { by: [{ key: 'deptId' }], figures: [worth], chart: 'bar' },
      },
      {
        key: 'holderLeft',
        title: '使用人已停用',
        text: '名下还有资产、账号却已停用的人',
        table: register,
        where: [{ key: 'holderState', is: 'in', value: ['left'] }],
        groups: { by: [{ key: 'holderUid' }], figures: [worth], chart: 'bar' },
      },
      {
        key: 'unseen',
        title: '久未见到',
        text: '各区域半年以上没有盘到、也没有动过的资产',
        table: register,
        where: [{ key: 'unseenFor', is: 'in', value: ['days180'] }],
        groups: { by: [{ key: 'locId' }], figures: [worth], chart: 'bar' },
      },
      {
        key: 'noValue',
        title: '没有原值',
        text: '各分类没有登记原值的资产',
        table: register,
        where: [empty('value')],
        groups: { by: [{ key: 'catId' }], figures: [], chart: 'bar' },
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

type Summary = { readonly where: Where; readonly groups: GroupLayout }

/** The report that a summarised table is, however it is narrowed; undefined where it is grouped otherwise. */
export const reportShown = (tableName: string, { where, groups }: Summary, today: Day): Report | undefined => {
  const askedTerms = new Set(where.map((term) => JSON.stringify(term)))
  return reports
    .filter((report) => report.table.name === tableName && groupingText(report.groups) === groupingText(groups))
    .toSorted((report, otherReport) => whereOf(otherReport, today).length - whereOf(report, today).length)
    .find((report) => whereOf(report, today).every((term) => askedTerms.has(JSON.stringify(term))))
}

const groupingText = ({ by, figures }: GroupLayout): string => JSON.stringify([by, figures])
