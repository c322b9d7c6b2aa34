import * as v from 'valibot'
import { isDay } from '../../kernel/day.ts'
import { monthInput } from '../books/operations.ts'
import { asWritten, chosen } from '../bulk/transferOperations.ts'
import { idInput, listInput, operation, pageOf } from '../operations/define.ts'
import { tableInput } from '../tables/view.ts'
import { stockEntryTable } from './entryTable.ts'

const money = v.string()
const dayInput = v.pipe(
  v.string('请选择日期'),
  v.check((value) => isDay(value), '不是有效的日期'),
)

const entryRow = v.object({
  id: v.string(),
  goodsId: v.string(),
  goodsName: v.string(),
  goodsCode: v.string(),
  spec: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  movedOn: v.string(),
  kind: v.string(),
  locName: v.nullable(v.string()),
  standing: v.string(),
  inQuantity: v.nullable(v.string()),
  inAmount: v.nullable(money),
  outQuantity: v.nullable(v.string()),
  outAmount: v.nullable(money),
  afterQuantity: v.nullable(v.string()),
  netQuantity: v.string(),
  netAmount: v.nullable(money),
  documentId: v.string(),
  documentKind: v.string(),
  documentCode: v.string(),
  deptName: v.nullable(v.string()),
  actorName: v.nullable(v.string()),
})
export type StockEntryRow = v.InferOutput<typeof entryRow>

/** What came into the caller's stores and left them, the newest first. */
export const stockEntries = operation({
  name: 'cslocstock.entries',
  path: '/api/consum/csstockbook/entries',
  title: stockEntryTable.title,
  access: ['cslocstock:list'],
  input: v.strictObject({ ...listInput, ...tableInput }),
  output: pageOf(entryRow),
  answer: 'page',
  reads: true,
})

export const stockEntriesExport = operation({
  name: 'cslocstock.exportEntries',
  path: '/api/consum/csstockbook/entries/export',
  title: '导出{title}',
  kind: stockEntryTable.title,
  access: ['cslocstock:export'],
  input: v.strictObject({ ...stockEntries.input.entries, ...asWritten, ...chosen }),
  output: v.any(),
  reads: true,
})

/** By what the stock book has a row; of departments only what they took and gave back. */
export const stockBookGroups = ['goodsPlace', 'goods', 'place', 'category', 'department'] as const
export type StockBookGroup = (typeof stockBookGroups)[number]

const figure = v.object({ quantity: v.string(), amount: v.nullable(money) })
export type StockFigure = v.InferOutput<typeof figure>

/** `moves` by the kind of entry; what there was not has no kind. A reversal counts against what it takes back. */
const figures = { opening: figure, moves: v.record(v.string(), figure), receipts: figure, issues: figure, closing: figure }

const bookRow = v.object({
  id: v.string(),
  goodsId: v.nullable(v.string()),
  goodsName: v.nullable(v.string()),
  goodsCode: v.nullable(v.string()),
  spec: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  locId: v.nullable(v.string()),
  locName: v.nullable(v.string()),
  /** Whether it lies in the store or is on the road to it. */
  standing: v.nullable(v.string()),
  catId: v.nullable(v.string()),
  catName: v.nullable(v.string()),
  deptId: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  ...figures,
})
export type StockBookRow = v.InferOutput<typeof bookRow>

const bookQuestion = {
  from: dayInput,
  to: dayInput,
  by: v.picklist(stockBookGroups, '汇总方式有误'),
  locId: v.optional(idInput),
  catId: v.optional(idInput),
  goodsId: v.optional(idInput),
}

/** What was in stock before some days, what came and went in them by reason, and what is there after them. */
export const stockBook = operation({
  name: 'cslocstock.book',
  path: '/api/consum/csstockbook/list',
  title: '收发存汇总',
  access: ['cslocstock:list'],
  input: v.strictObject({ ...listInput, ...bookQuestion }),
  output: pageOf(bookRow),
  answer: 'page',
  reads: true,
})

/** The same of all its rows together. What goes from one place to another is nothing where all places are asked for. */
export const stockBookTotal = operation({
  name: 'cslocstock.bookTotal',
  path: '/api/consum/csstockbook/total',
  title: '收发存合计',
  access: ['cslocstock:list'],
  input: v.strictObject(bookQuestion),
  output: v.object({
    ...figures,
    /** True where transfers have no part in it, nor in rows that are about no place. */
    isWhole: v.boolean(),
    /** The last month that is closed. */
    closedThrough: v.nullable(v.string()),
  }),
  reads: true,
  readsReplica: true,
})

export const stockBookExport = operation({
  name: 'cslocstock.exportBook',
  path: '/api/consum/csstockbook/export',
  title: '导出{title}',
  kind: '收发存汇总',
  access: ['cslocstock:export'],
  input: v.strictObject({ ...bookQuestion, format: asWritten.format }),
  output: v.any(),
  reads: true,
})

const stockMonth = v.object({
  month: v.string(),
  isClosed: v.boolean(),
  /** What all stores and roads held at its end, in yuan, where it is closed. */
  amount: v.nullable(money),
  by: v.nullable(v.string()),
  at: v.nullable(v.string()),
})
export type StockMonth = v.InferOutput<typeof stockMonth>

/** The months of the stock from its first one to the present one, the newest first, and what stands in the way of the next close. */
export const stockMonths = operation({
  name: 'cslocstock.months',
  path: '/api/consum/csstockmonth/list',
  title: '库存结账',
  access: ['cslocstock:list'],
  input: v.strictObject({}),
  output: v.object({
    list: v.array(stockMonth),
    /** The month that can be closed; null where none is over that is not closed. */
    next: v.nullable(v.string()),
    /** Documents dated into it or before it that wait for an approval or a receiver; some of them, to be opened. */
    pending: v.object({ count: v.number(), examples: v.array(v.object({ id: v.string(), kind: v.string(), code: v.string() })) }),
  }),
  reads: true,
  readsReplica: true,
})

/** Closes a month of the stock: nothing is dated into it any more. Sent twice it is closed once. */
export const stockMonthClose = operation({
  name: 'csstockmonth.close',
  path: '/api/consum/csstockmonth/close',
  title: '结账',
  access: ['csstockmonth:close'],
  input: v.strictObject({ month: monthInput }),
  output: v.object({ month: v.string() }),
  changes: ['cslocstock.'],
})

/** Opens the last closed month again. */
export const stockMonthReopen = operation({
  name: 'csstockmonth.reopen',
  path: '/api/consum/csstockmonth/reopen',
  title: '反结账',
  access: ['csstockmonth:close'],
  input: v.strictObject({
    month: monthInput,
    reason: v.pipe(v.string('请填写原因'), v.trim(), v.minLength(2, '请填写原因'), v.maxLength(300, '不能超过{max}个字')),
  }),
  output: v.object({ month: v.string() }),
  changes: ['cslocstock.'],
})
