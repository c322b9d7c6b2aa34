import * as v from 'valibot'
import { idInput, operation } from '../operations/define.ts'
import { slipsAtMost, slipsOutput } from '../paper/slipOperations.ts'
import { monthInput } from './operations.ts'

/** Vouchers of a closed month: those that are named, otherwise all that count. */
const printedVouchers = v.strictObject({
  bookId: idInput,
  month: monthInput,
  ids: v.optional(v.pipe(v.array(idInput, '应为列表'), v.maxLength(slipsAtMost, '最多{max}项'))),
  size: v.optional(v.picklist(['A4', 'A5'], '纸张有误'), 'A5'),
})

/** Vouchers as sheets of paper, to look at and to print. */
export const voucherPrint = operation({
  name: 'gsvalue.voucherPrint',
  path: '/api/goods/gsvalue/voucherPrint',
  title: '凭证的打印件',
  access: ['gsvalue:list'],
  input: printedVouchers,
  output: slipsOutput,
  reads: true,
  readsReplica: true,
})

/** The same as one file. */
export const voucherPdf = operation({
  name: 'gsvalue.voucherPdf',
  path: '/api/goods/gsvalue/voucherPdf',
  title: '凭证打印件的PDF',
  access: ['gsvalue:list'],
  input: printedVouchers,
  output: v.any(),
  reads: true,
})
