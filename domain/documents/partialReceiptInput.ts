import * as v from 'valibot'
import { type Decimal, isDecimal } from '../../kernel/decimal.ts'
import { counterInput, idInput } from '../operations/define.ts'

const decimal = v.custom<Decimal>((value) => typeof value === 'string' && value.length <= 20 && isDecimal(value), '应为数字')

/** What a receiver has of what was handed to him, line by line; what becomes of the rest, and why he has less. A line that is left out came whole. */
export const partialReceipt = v.strictObject({
  lines: v.pipe(
    v.array(
      v.strictObject({
        lineNo: counterInput(1),
        /** Of supplies. */
        quantity: v.optional(decimal),
        /** The pieces that he has. */
        assets: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(200, '最多{max}项'))),
      }),
    ),
    v.minLength(1, '请选择没有全部领到的明细'),
    v.maxLength(1000, '最多{max}项'),
  ),
  /** `wait`: it is still to be issued; `drop`: it is not, and stays where it is. What a keeper said of a rest before stands. */
  rest: v.picklist(['wait', 'drop'], '请选择没领到的部分怎么办'),
  reason: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请填写没有全部领到的原因'), v.maxLength(140, '不能超过{max}个字')),
})
export type PartialReceipt = v.InferOutput<typeof partialReceipt>
