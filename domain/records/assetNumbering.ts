import * as v from 'valibot'
import type { Day } from '../../kernel/day.ts'

/** So many characters an asset's code has at most. */
export const assetCodeLength = 40
/** What an asset's code is written with. */
export const assetCodePattern = /^[\w./-]+$/

/** So many parts a code is made of at most. */
export const numberPartsAtMost = 8

/** What records an asset's code may name by their own codes. */
export const recordCodes = { category: '资产分类编码', place: '所在区域编码', department: '使用部门编码' } as const
export type CodeSource = keyof typeof recordCodes

/** How the day of numbering may be written. */
export const dateForms = {
  yyyy: '年（2026）',
  yy: '年（26）',
  yyyyMM: '年月（202611）',
  yyMM: '年月（2611）',
  yyyyMMdd: '年月日（20261129）',
} as const
export type DateForm = keyof typeof dateForms

const numberPart = v.variant(
  'kind',
  [
    v.strictObject({
      kind: v.literal('words'),
      text: v.pipe(v.string('应为文字'), v.regex(/^[\w./-]{1,12}$/, '固定文字为1到12个字母、数字或 - _ . /')),
    }),
    v.strictObject({ kind: v.literal('date'), form: v.picklist(['yyyy', 'yy', 'yyyyMM', 'yyMM', 'yyyyMMdd'], '设置有误') }),
    v.strictObject({ kind: v.literal('code'), of: v.picklist(['category', 'place', 'department'], '设置有误') }),
    v.strictObject({
      kind: v.literal('sequence'),
      digits: v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(2, '不能小于{min}'), v.maxValue(10, '不能大于{max}')),
      /** Counts from 1 again wherever the other parts say something else; otherwise on and on. */
      restarts: v.boolean('应为是或否'),
    }),
  ],
  '设置有误',
)
export type NumberPart = v.InferOutput<typeof numberPart>

/** The parts of which the codes of new assets are made, in order. */
export const assetNumbering = v.pipe(
  v.array(numberPart, '设置有误'),
  v.maxLength(numberPartsAtMost, '不能超过{max}个部分'),
  v.check((parts) => parts.filter(({ kind }) => kind === 'sequence').length === 1, '编号规则须有且只有一个流水号'),
)
export type AssetNumbering = readonly NumberPart[]

/** "ZC", the year, six digits that begin anew with the year: how assets are numbered until the organisation decides. */
export const defaultNumbering: AssetNumbering = [
  { kind: 'words', text: 'ZC' },
  { kind: 'date', form: 'yyyy' },
  { kind: 'sequence', digits: 6, restarts: true },
]

/** What the code of one asset says besides its sequence number; a record that it does not have says nothing. */
export type NumberContext = { readonly day: Day; readonly codes: Readonly<Partial<Record<CodeSource, string>>> }

/** The code of an asset under a sequence number. */
export const numberOf = (parts: AssetNumbering, context: NumberContext, sequence: number): string =>
  parts.map((part) => (part.kind === 'sequence' ? String(sequence).padStart(part.digits, '0') : textOf(part, context))).join('')

/** The name under which the sequence of such codes is counted. */
export const sequenceName = (parts: AssetNumbering, context: NumberContext): string =>
  parts.some((part) => part.kind === 'sequence' && part.restarts)
    ? parts.map((part) => (part.kind === 'sequence' ? '#' : textOf(part, context))).join('')
    : '#'

const textOf = (part: Exclude<NumberPart, { kind: 'sequence' }>, { day, codes }: NumberContext): string => {
  if (part.kind === 'words') return part.text
  if (part.kind === 'code') return codes[part.of] ?? ''
  const [year = '', month = '', date = ''] = day.split('-')
  return { yyyy: year, yy: year.slice(2), yyyyMM: year + month, yyMM: year.slice(2) + month, yyyyMMdd: year + month + date }[part.form]
}
