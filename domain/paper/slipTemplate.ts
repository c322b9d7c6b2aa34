import * as v from 'valibot'
import { ownFieldsAtMost } from '../records/ownFields/ownField.ts'
import { ownPathIn } from '../records/ownFields/ownPath.ts'
import type { Fields } from '../../kernel/field.ts'

/** What stands above the fields of a slip, in the order in which it is delivered. */
export const slipFacts = {
  code: '单号',
  application: '申请编号',
  sources: '来源单据',
  author: '经办人',
  department: '部门',
  submittedAt: '提交时间',
  postedAt: '完成时间',
} as const
export type SlipFact = keyof typeof slipFacts

const words = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
/** Fields in their order; one that is not among them stands behind them and is shown, unless it is a column of cards. */
const arrangement = v.pipe(
  v.array(v.strictObject({ key: v.pipe(v.string(), v.maxLength(60)), isShown: v.boolean('应为是或否') }), '应为列表'),
  v.maxLength(100 + ownFieldsAtMost, '最多{max}项'),
)

/** How an organisation prints the documents of a kind. */
export const slipTemplate = v.strictObject({
  /** Printed instead of the name of the document; empty for that. */
  title: words(40),
  size: v.picklist(['A4', 'A5'], '纸张有误'),
  facts: arrangement,
  fields: arrangement,
  columns: arrangement,
  hasCode: v.boolean('应为是或否'),
  hasTotal: v.boolean('应为是或否'),
  hasApproval: v.boolean('应为是或否'),
  /** Own words above the places to sign. */
  note: words(1000),
  /** Who signs, from left to right; empty as the kind says. */
  signatories: v.pipe(v.array(v.pipe(words(20), v.minLength(1, '请填写签字人')), '应为列表'), v.maxLength(6, '最多{max}项')),
})
export type SlipTemplate = v.InferOutput<typeof slipTemplate>
export type Arrangement = SlipTemplate['fields']

/** Slips as they are delivered. */
export const deliveredTemplate: SlipTemplate = {
  title: '',
  size: 'A4',
  facts: [],
  fields: [],
  columns: [],
  hasCode: true,
  hasTotal: true,
  hasApproval: true,
  note: '',
  signatories: [],
}

/** All keys in the order of an arrangement, each with whether it is shown; columns of cards are where they are asked for. */
export const arrangedKeys = (arrangement: Arrangement, keys: readonly string[]): Arrangement => {
  const knownItems = arrangement.filter(
    ({ key }, index) => keys.includes(key) && arrangement.findIndex((item) => item.key === key) === index,
  )
  const newItems = keys.filter((key) => !knownItems.some((item) => item.key === key)).map((key) => ({ key, isShown: !ownPathIn(key) }))
  return [...knownItems, ...newItems]
}

/** The fields that an arrangement shows, in its order. */
export const shownFields = (arrangement: Arrangement, fields: Fields): Fields =>
  Object.fromEntries(
    arrangedKeys(arrangement, Object.keys(fields)).flatMap(({ key, isShown }) => {
      const field = fields[key]
      return isShown && field ? [[key, field]] : []
    }),
  )
