import type { Tile } from './operations.ts'
import {
  applicationTable,
  copyTable,
  decisionTable,
  monitorTable,
  receiptTable,
  requestTable,
  taskTable,
} from '../approval/process/applyingTable.ts'
import { valueTable } from '../books/table.ts'
import { countTable } from '../counting/table.ts'
import { lineTables } from '../documents/lineTable.ts'
import { invoiceTable } from '../invoices/table.ts'
import { asset } from '../records/asset.ts'
import { stockTable } from '../records/stockTable.ts'
import { tableOfRecord } from '../records/table.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import type { Table } from '../tables/define.ts'
import type { Figure, GroupKey } from '../tables/grouping.ts'
import type { Where } from '../tables/view.ts'
import type { TileShape } from './tile.ts'

/** For whom a delivered dashboard is: everybody, heads of departments, administrators, or those who have a code. */
type Audience = 'everybody' | 'head' | 'administrator' | FunctionCode

/** A dashboard that every organisation has. */
export type DeliveredDashboard = {
  readonly key: string
  readonly title: string
  readonly audience: Audience
  readonly tiles: readonly Tile[]
}

/** A tile without what follows from its place in the list; `size` is columns and rows. */
type Draft = Pick<Tile, 'title' | 'shape'> & {
  readonly size: readonly [width: number, height: number]
  readonly table: Table
  readonly where?: Where
  readonly by?: readonly GroupKey[]
  readonly figures?: readonly Figure[]
  readonly columns?: readonly string[]
}

const tilesOf = (drafts: readonly Draft[]): Tile[] =>
  drafts.map(({ title, shape, size: [width, height], table, where = [], by = [], figures = [], columns = [] }, index) => ({
    ...{ id: String(index + 1), title, shape, width, height, table: table.name, likeQuery: '', sort: [], isKept: false, days: 30 as const },
    where: where.map(termOf),
    by: [...by],
    figures: [...figures],
    columns: [...columns],
  }))

/** A term as an input has it. */
const termOf = (term: Where[number]): Tile['where'][number] => ('any' in term ? { any: term.any.map(conditionOf) } : conditionOf(term))
const conditionOf = ({ key, is, value }: Exclude<Where[number], { any: unknown }>) => ({
  key,
  is,
  ...(value !== undefined && { value: typeof value === 'string' ? value : [...value] }),
})

const register = tableOfRecord(asset)
const { consumables: supplyLines, goods: assetLines } = lineTables
const worth: readonly Figure[] = [{ key: 'value', of: 'sum' }]
const issuedCost: readonly Figure[] = [{ key: 'movedCost', of: 'sum' }]
const amounts: readonly Figure[] = [{ key: 'amount', of: 'sum' }]
const idleTerms: Where = [{ key: 'state', is: 'in', value: ['idle'] }]
const runningTerms: Where = [{ key: 'phase', is: 'in', value: ['running'] }]
const within = (key: string, is: 'last' | 'next', days: number): Where[number] => ({ key, is, value: String(days) })
const issues: Where = [{ key: 'kind', is: 'in', value: ['CsOutstockOrder'] }, within('movedOn', 'last', 365)]
const byMonth = (key: string): readonly GroupKey[] => [{ key, period: 'month' }]

/** How many rows a table has, as one figure. */
const count = (title: string, table: Table, where: Where = []): Draft => ({ title, shape: 'figure', size: [1, 1], table, where })
const chart = (shape: TileShape, title: string, question: Omit<Draft, 'title' | 'shape' | 'size'>): Draft => ({
  ...{ title, shape, size: [2, 2] },
  ...question,
})

const administrator: DeliveredDashboard = {
  key: 'administrator',
  title: '管理员概览',
  audience: 'administrator',
  tiles: tilesOf([
    count('正在审批的申请', monitorTable, runningTerms),
    count('等待无人处理', monitorTable, [{ key: 'phase', is: 'in', value: ['stuck'] }]),
    { title: '全部资产原值', shape: 'figure', size: [1, 1], table: register, figures: worth },
    {
      title: '本月申请',
      shape: 'change',
      size: [1, 1],
      table: monitorTable,
      where: [within('createdAt', 'last', 62)],
      by: byMonth('createdAt'),
    },
    chart('pie', '资产（按状态）', { table: register, by: [{ key: 'state' }] }),
    chart('bar', '部门资产原值', { table: register, by: [{ key: 'deptId' }], figures: worth }),
    chart('bar', '每月申请数', { table: monitorTable, where: [within('createdAt', 'last', 365)], by: byMonth('createdAt') }),
    chart('table', '审批等候时间', {
      ...{ table: monitorTable, where: [within('createdAt', 'last', 90)], by: [{ key: 'initiatorUid' }] },
      figures: [{ key: 'hours', of: 'average' }],
    }),
  ]),
}

const assetManager: DeliveredDashboard = {
  key: 'assetManager',
  title: '资产管理',
  audience: 'gsoutstockorder:post',
  tiles: tilesOf([
    count('待发放的申领', requestTable),
    count('7天内应归还', register, [within('dueOn', 'next', 7)]),
    count('逾期未还的资产', register, [{ key: 'state', is: 'in', value: ['lent'] }, within('dueOn', 'last', 365)]),
    count('30天内保修到期', register, [within('warrantyUntil', 'next', 30)]),
    chart('bar', '闲置价值（按区域）', { table: register, where: idleTerms, by: [{ key: 'locId' }], figures: worth }),
    chart('pie', '资产（按状态）', { table: register, by: [{ key: 'state' }] }),
    chart('list', '最近的申领', { table: requestTable, columns: ['code', 'kind', 'submittedAt'] }),
    chart('line', '每月维修保养费用', {
      ...{
        table: assetLines,
        where: [{ key: 'kind', is: 'in', value: ['GsRepairOrder', 'GsHealthOrder'] }, within('submittedAt', 'last', 365)],
      },
      ...{ by: byMonth('submittedAt'), figures: [{ key: 'charge', of: 'sum' }] },
    }),
    count('30天内应保养', register, [within('nextMaintenanceOn', 'next', 30)]),
    count('进行中的盘点', countTable, [{ key: 'closedAt', is: 'empty' }]),
    count('低库存的耗材', stockTable, [{ key: 'low', is: 'yes' }]),
    count('待我审批', taskTable),
  ]),
}

const finance: DeliveredDashboard = {
  key: 'finance',
  title: '财务概览',
  audience: 'gsvalue:list',
  tiles: tilesOf([
    { title: '账面净值', shape: 'figure', size: [1, 1], table: valueTable, figures: [{ key: 'net', of: 'sum' }] },
    { title: '本月折旧', shape: 'figure', size: [1, 1], table: valueTable, figures: [{ key: 'charge', of: 'sum' }] },
    { title: '库存金额', shape: 'figure', size: [1, 1], table: stockTable, figures: worth },
    count('未匹配的发票', invoiceTable, [{ key: 'coverage', is: 'in', value: ['open', 'part'] }]),
    chart('bar', '部门折旧', { table: valueTable, by: [{ key: 'deptId' }], figures: [{ key: 'charge', of: 'sum' }] }),
    chart('stacked', '部门领用（按月）', {
      ...{ table: supplyLines, where: issues, by: [...byMonth('movedOn'), { key: 'deptId' }], figures: issuedCost },
    }),
    chart('stacked', '资产采购到货', {
      ...{ table: assetLines, where: [{ key: 'kind', is: 'in', value: ['GsInstockOrder'] }, within('postedAt', 'last', 365)] },
      ...{ by: [{ key: 'postedAt', period: 'quarter' }, { key: 'supplierId' }], figures: amounts },
    }),
    chart('bar', '原值（按分类）', { table: register, by: [{ key: 'catId' }], figures: worth }),
  ]),
}

const head: DeliveredDashboard = {
  key: 'head',
  title: '部门概览',
  audience: 'head',
  tiles: tilesOf([
    { title: '部门资产原值', shape: 'figure', size: [1, 1], table: register, figures: worth },
    count('部门资产', register),
    count('7天内应归还', register, [within('dueOn', 'next', 7)]),
    count('待我审批', taskTable),
    chart('bar', '使用人的资产', { table: register, by: [{ key: 'holderUid' }], figures: worth }),
    chart('pie', '资产（按状态）', { table: register, by: [{ key: 'state' }] }),
    chart('list', '等我处理', { table: taskTable, columns: ['title', 'nodeName', 'openedAt'] }),
    chart('table', '部门资产（按分类）', { table: register, by: [{ key: 'catId' }], figures: worth }),
  ]),
}

const employee: DeliveredDashboard = {
  key: 'employee',
  title: '我的工作',
  audience: 'everybody',
  tiles: tilesOf([
    count('待我审批', taskTable),
    count('正在审批的申请', applicationTable, runningTerms),
    count('待我确认收货', receiptTable),
    count('未读的抄送', copyTable, [{ key: 'reading', is: 'in', value: ['unread'] }]),
    chart('list', '等我处理', { table: taskTable, columns: ['title', 'nodeName', 'openedAt'] }),
    chart('list', '我的最近申请', { table: applicationTable, columns: ['title', 'status', 'createdAt'] }),
    chart('pie', '我的申请', { table: applicationTable, where: [within('createdAt', 'last', 365)], by: [{ key: 'status' }] }),
    chart('bar', '我每月处理的审批', { table: decisionTable, where: [within('decidedAt', 'last', 365)], by: byMonth('decidedAt') }),
  ]),
}

/** The more a dashboard is about, the earlier it stands: its first is what a reader sees who has chosen none. */
export const deliveredDashboards: readonly DeliveredDashboard[] = [administrator, assetManager, finance, head, employee]
