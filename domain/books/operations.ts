import * as v from 'valibot'
import { isDecimal } from '../../kernel/decimal.ts'
import { counterInput, idInput, listInput, operation, pageOf } from '../operations/define.ts'
import { tableInput } from '../tables/view.ts'
import { monthPattern } from './month.ts'

/** A month as people and calls write it. */
export const monthInput = v.pipe(v.string('请选择月份'), v.regex(monthPattern, '请选择月份'))
const amountInput = v.pipe(
  v.string('应为金额'),
  v.check((value) => isDecimal(value), '应为金额'),
)

/**
 * Starts a book: from its first month on the register is valued in it. `control` has the sums that the former register shows; what was taken over
 * has to agree with them to the fen.
 */
export const bookStart = operation({
  name: 'gsvalue.start',
  path: '/api/goods/gsvalue/start',
  title: '启用账簿',
  access: ['gsvalue:enter'],
  input: v.strictObject({
    bookId: idInput,
    control: v.optional(
      v.strictObject({
        assets: counterInput(0),
        cost: amountInput,
        depreciation: amountInput,
        /** A register without impairment has no such sum. */
        impairment: v.optional(amountInput, '0'),
      }),
    ),
  }),
  output: v.object({ bookId: v.string() }),
  changes: ['gsvalue.', 'gsbook.'],
})

const money = v.string()

const monthRow = v.object({
  month: v.string(),
  /** `open`: nothing was done; `running`, `undoing`: under way, see `progress`; `closed`. */
  state: v.picklist(['open', 'running', 'closed', 'undoing']),
  /** In whole per cent. */
  progress: v.number(),
  assets: v.number(),
  depreciation: money,
  by: v.nullable(v.string()),
  at: v.nullable(v.string()),
})
export type BookMonth = v.InferOutput<typeof monthRow>

/** Something that stands in the way of a close, or that its accountant should know: `blocks` where the month cannot be closed with it. */
const obstacle = v.object({
  kind: v.picklist([
    'future',
    'opening',
    'notTakenOver',
    'pending',
    'waiting',
    'noLife',
    'noValue',
    'shortLife',
    'differences',
    'invoices',
  ]),
  count: v.number(),
  blocks: v.boolean(),
  /** Some of them, to be opened. */
  examples: v.array(v.object({ id: v.string(), kind: v.nullable(v.string()), label: v.string() })),
})
export type BookObstacle = v.InferOutput<typeof obstacle>

/** The months of a book, the newest first, with what stands in the way of the next close. */
export const bookMonths = operation({
  name: 'gsvalue.months',
  path: '/api/goods/gsvalue/months',
  title: '月末结账',
  access: ['gsvalue:list'],
  input: v.strictObject({ bookId: idInput }),
  output: v.object({
    bookName: v.string(),
    regime: v.string(),
    firstMonth: v.string(),
    /** False before the book was started. */
    isStarted: v.boolean(),
    /** In whole per cent, of the assets that come in at the start. */
    openingProgress: v.number(),
    openings: v.object({ assets: v.number(), cost: money, depreciation: money, impairment: money }),
    next: v.nullable(v.string()),
    obstacles: v.array(obstacle),
    list: v.array(monthRow),
  }),
  reads: true,
  readsReplica: true,
})

/** Closes the next month of a book; the run goes on by itself. Sent twice it is one run. */
export const monthClose = operation({
  name: 'gsvalue.close',
  path: '/api/goods/gsvalue/close',
  title: '结账',
  access: ['gsvalue:close'],
  input: v.strictObject({ bookId: idInput, month: monthInput }),
  output: v.object({ month: v.string() }),
})

/** Opens the last closed month again: what its run wrote is taken back by entries of its own. */
export const monthReopen = operation({
  name: 'gsvalue.reopen',
  path: '/api/goods/gsvalue/reopen',
  title: '反结账',
  access: ['gsvalue:close'],
  input: v.strictObject({
    bookId: idInput,
    month: monthInput,
    reason: v.pipe(v.string('请填写原因'), v.trim(), v.minLength(2, '请填写原因'), v.maxLength(300, '不能超过{max}个字')),
  }),
  output: v.object({ month: v.string() }),
})

/** In which way of adding up the movements of months are shown. */
export const movementGroups = ['category', 'department'] as const
export type MovementGroup = (typeof movementGroups)[number]

const movementRow = v.object({
  /** Null where assets have none, and of the sum of all. */
  id: v.nullable(v.string()),
  name: v.string(),
  opening: v.object({ assets: v.number(), cost: money, depreciation: money, impairment: money }),
  /** By kind of entry. */
  movements: v.record(v.string(), v.object({ assets: v.number(), cost: money, depreciation: money, impairment: money })),
  closing: v.object({ assets: v.number(), cost: money, depreciation: money, impairment: money, net: money }),
})
export type MovementRow = v.InferOutput<typeof movementRow>

/** What was there before a span of months, what came and went in it by reason, and what is there after it; of closed months. */
export const bookMovements = operation({
  name: 'gsvalue.movements',
  path: '/api/goods/gsvalue/movements',
  title: '增减变动表',
  access: ['gsvalue:list'],
  input: v.strictObject({ bookId: idInput, from: monthInput, to: monthInput, by: v.picklist(movementGroups) }),
  output: v.object({ list: v.array(movementRow), total: movementRow }),
  reads: true,
  readsReplica: true,
})

const assetEntry = v.object({
  month: v.string(),
  kind: v.string(),
  cost: money,
  depreciation: money,
  impairment: money,
  documentId: v.nullable(v.string()),
  documentKind: v.nullable(v.string()),
  documentCode: v.nullable(v.string()),
})

/** What one asset is worth in each book: now, how it came to that, and what is planned by month. */
export const assetValues = operation({
  name: 'gsvalue.asset',
  path: '/api/goods/gsvalue/asset',
  title: '资产的账面价值',
  access: ['gsvalue:list'],
  input: v.strictObject({ id: idInput }),
  output: v.object({
    list: v.array(
      v.object({
        bookId: v.string(),
        bookName: v.string(),
        month: v.string(),
        method: v.string(),
        inServiceOn: v.string(),
        lifeMonths: v.nullable(v.number()),
        monthsCharged: v.number(),
        residual: money,
        cost: money,
        depreciation: money,
        impairment: money,
        net: money,
        charge: money,
        /** By what the cost is more than its invoices come to; null where there are none, or the reader may not read them. */
        invoiceDifference: v.nullable(money),
        entries: v.array(assetEntry),
        forecast: v.array(v.object({ month: v.string(), charge: money, net: money })),
      }),
    ),
    /** The invoices of the asset, each with its share of them; none for who may not read invoices. */
    invoices: v.array(v.object({ id: v.string(), number: v.string(), sellerName: v.string(), amount: money, tax: money })),
  }),
  reads: true,
})

const valueRow = v.object({
  id: v.string(),
  assetName: v.string(),
  assetCode: v.string(),
  catName: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  inServiceOn: v.string(),
  method: v.string(),
  lifeMonths: v.nullable(v.number()),
  monthsCharged: v.number(),
  cost: money,
  charge: money,
  depreciation: money,
  impairment: money,
  net: money,
  isCharged: v.boolean(),
})
export type ValueRow = v.InferOutput<typeof valueRow>

/** The assets that a book has at the end of a month, closed or not, with what they are worth then. */
export const bookValues = operation({
  name: 'gsvalue.list',
  path: '/api/goods/gsvalue/list',
  title: '折旧清单',
  access: ['gsvalue:list'],
  input: v.strictObject({ ...listInput, ...tableInput, bookId: idInput, month: monthInput }),
  output: pageOf(valueRow),
  answer: 'page',
  reads: true,
})

const disposalRow = v.object({
  id: v.string(),
  assetId: v.string(),
  assetName: v.string(),
  assetCode: v.string(),
  catName: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  method: v.string(),
  month: v.string(),
  documentCode: v.nullable(v.string()),
  cost: money,
  depreciation: money,
  impairment: money,
  net: money,
  proceeds: money,
  saleCost: money,
  gain: money,
})
export type DisposalRow = v.InferOutput<typeof disposalRow>

/** What left a book in a span of months, closed or not, with what it was worth and what it brought. */
export const bookDisposals = operation({
  name: 'gsvalue.disposals',
  path: '/api/goods/gsvalue/disposals',
  title: '处置损益',
  access: ['gsvalue:list'],
  input: v.strictObject({ ...listInput, ...tableInput, bookId: idInput, fromMonth: monthInput, toMonth: monthInput }),
  output: pageOf(disposalRow),
  answer: 'page',
  reads: true,
})

const valueEntryRow = v.object({
  id: v.string(),
  assetId: v.string(),
  assetName: v.string(),
  assetCode: v.string(),
  monthOn: v.string(),
  kind: v.string(),
  cost: money,
  depreciation: money,
  impairment: money,
  net: money,
  catName: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  documentId: v.nullable(v.string()),
  documentKind: v.nullable(v.string()),
  documentCode: v.nullable(v.string()),
  /** True of what a run wrote that was taken back, and of the entries that took it back. */
  isTakenBack: v.boolean(),
  actorName: v.nullable(v.string()),
})
export type ValueEntryRow = v.InferOutput<typeof valueEntryRow>

/** The entries of a book, the newest first. */
export const bookEntries = operation({
  name: 'gsvalue.entries',
  path: '/api/goods/gsvalue/entries',
  title: '账簿分录',
  access: ['gsvalue:list'],
  input: v.strictObject({ ...listInput, ...tableInput, bookId: idInput }),
  output: pageOf(valueEntryRow),
  answer: 'page',
  reads: true,
})

const allocationRow = v.object({
  deptId: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  catId: v.nullable(v.string()),
  catName: v.nullable(v.string()),
  costObject: v.nullable(v.string()),
  amount: money,
})
export type AllocationRow = v.InferOutput<typeof allocationRow>

/** Who bears the depreciation of a span of closed months: by department, category and cost object. */
export const bookAllocations = operation({
  name: 'gsvalue.allocations',
  path: '/api/goods/gsvalue/allocations',
  title: '折旧分摊',
  access: ['gsvalue:list'],
  input: v.strictObject({ bookId: idInput, from: monthInput, to: monthInput }),
  output: v.object({ list: v.array(allocationRow), total: money }),
  reads: true,
  readsReplica: true,
})

const allocationLine = v.object({
  id: v.string(),
  assetId: v.string(),
  assetName: v.string(),
  assetCode: v.string(),
  monthOn: v.string(),
  catName: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  costObject: v.nullable(v.string()),
  amount: money,
})
export type AllocationLine = v.InferOutput<typeof allocationLine>

/** The assets behind an allocation, a row for each share of each month. */
export const bookAllocationLines = operation({
  name: 'gsvalue.allocationLines',
  path: '/api/goods/gsvalue/allocationLines',
  title: '折旧分摊明细',
  access: ['gsvalue:list'],
  input: v.strictObject({ ...listInput, ...tableInput, bookId: idInput, fromMonth: monthInput, toMonth: monthInput }),
  output: pageOf(allocationLine),
  answer: 'page',
  reads: true,
})
