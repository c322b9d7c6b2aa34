import * as v from 'valibot'
import { isDecimal } from '../../kernel/decimal.ts'
import { idInput, operation } from '../operations/define.ts'
import { monthInput } from './operations.ts'

const money = v.string()

const voucherLine = v.object({
  /** Which part of a disposal it books; null in other vouchers. */
  step: v.nullable(v.picklist(['retirement', 'proceeds', 'saleCost', 'gain', 'loss'])),
  account: v.string(),
  /** As the chart of the regime calls it, in Chinese; null for an account that the chart does not have. */
  accountName: v.nullable(v.string()),
  deptCode: v.nullable(v.string()),
  deptName: v.nullable(v.string()),
  /** The project, fund or product that bears an expense. */
  costObject: v.nullable(v.string()),
  debit: money,
  credit: money,
})

const voucherRow = v.object({
  id: v.string(),
  code: v.string(),
  event: v.picklist(['addition', 'revaluation', 'depreciation', 'impairment', 'disposal', 'transfer']),
  month: v.string(),
  total: money,
  /** How many documents it is made of; 0 where that is not known. */
  documentCount: v.number(),
  foreignNumber: v.nullable(v.string()),
  isVoided: v.boolean(),
  isPushed: v.boolean(),
  /** Why the service of the book did not take it at the last try; in Chinese, as texts are keyed. */
  pushError: v.nullable(v.string()),
  lines: v.array(voucherLine),
})
export type VoucherRow = v.InferOutput<typeof voucherRow>

/** The vouchers of a closed month with their lines; those of runs that were taken back stand at the end. */
export const voucherList = operation({
  name: 'gsvalue.vouchers',
  path: '/api/goods/gsvalue/vouchers',
  title: '记账凭证',
  access: ['gsvalue:list'],
  input: v.strictObject({ bookId: idInput, month: monthInput }),
  output: v.object({
    /** True where the book names a service that takes vouchers. */
    hasService: v.boolean(),
    list: v.array(voucherRow),
  }),
  reads: true,
  readsReplica: true,
})

/** Writes down under which number a voucher stands in the general ledger; empty takes it away. */
export const voucherNumber = operation({
  name: 'gsvalue.voucherNumber',
  path: '/api/goods/gsvalue/voucherNumber',
  title: '填写凭证号',
  access: ['gsvalue:reconcile'],
  input: v.strictObject({ id: idInput, foreignNumber: v.pipe(v.string('应为文字'), v.trim(), v.maxLength(40, '不能超过{max}个字')) }),
  output: v.object({ id: v.string() }),
})

/** Sends the vouchers of a month that its general ledger has not taken to the service of the book, again. */
export const voucherPush = operation({
  name: 'gsvalue.voucherPush',
  path: '/api/goods/gsvalue/voucherPush',
  title: '推送凭证',
  access: ['gsvalue:reconcile'],
  input: v.strictObject({ bookId: idInput, month: monthInput }),
  output: v.object({ count: v.number() }),
})

/** In which form vouchers leave: for the import of a ledger program, by its own template. */
export const voucherFormats = { u8: '用友U8', kingdee: '金蝶' } as const

/** The vouchers of a month as a workbook that a ledger program imports. */
export const voucherExport = operation({
  name: 'gsvalue.voucherExport',
  path: '/api/goods/gsvalue/voucherExport',
  title: '导出凭证',
  access: ['gsvalue:export'],
  input: v.strictObject({ bookId: idInput, month: monthInput, format: v.picklist(['u8', 'kingdee']) }),
  output: v.any(),
  reads: true,
})

const reconciledRow = v.object({
  account: v.string(),
  use: v.picklist(['asset', 'depreciation', 'impairment']),
  /** Debits less credits at the end of the month: of the assets, of all vouchers and the opening, and as the general ledger was typed in. */
  cards: money,
  vouchers: money,
  /** The assets less the vouchers; not zero where accounts were named anew since. */
  voucherDifference: money,
  ledger: v.nullable(money),
  difference: v.nullable(money),
  /** What the difference comes of, as far as the figures say it. */
  reason: v.nullable(v.picklist(['unsent', 'unnumbered', 'voided', 'disposal', 'rounding', 'otherAccount', 'byHand'])),
  /** The vouchers or the account that the reason is about. */
  about: v.nullable(v.string()),
})
export type ReconciledRow = v.InferOutput<typeof reconciledRow>

/** The accounts of the assets at the end of a closed month: by the assets, by the vouchers, and in the general ledger. */
export const reconciliation = operation({
  name: 'gsvalue.reconciliation',
  path: '/api/goods/gsvalue/reconciliation',
  title: '账账核对',
  access: ['gsvalue:list'],
  input: v.strictObject({ bookId: idInput, month: monthInput }),
  output: v.object({
    list: v.array(reconciledRow),
    /** How many vouchers are from before lines named what their account is for: an audit does not compare those with the entries. */
    vouchersWithoutUses: v.number(),
  }),
  reads: true,
  readsReplica: true,
})

/** Types in what the general ledger shows at the end of a month; an account that was typed before is replaced, an empty one forgotten. */
export const balancesSave = operation({
  name: 'gsvalue.saveBalances',
  path: '/api/goods/gsvalue/saveBalances',
  title: '填写总账余额',
  access: ['gsvalue:reconcile'],
  input: v.strictObject({
    bookId: idInput,
    month: monthInput,
    balances: v.pipe(
      v.array(
        v.strictObject({
          account: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请填写科目'), v.maxLength(40, '不能超过{max}个字')),
          balance: v.union([
            v.literal(''),
            v.pipe(
              v.string('应为金额'),
              v.check((value) => isDecimal(value), '应为金额'),
            ),
          ]),
        }),
      ),
      v.maxLength(200, '最多{max}项'),
    ),
  }),
  output: v.object({ count: v.number() }),
})
