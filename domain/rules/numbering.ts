import * as v from 'valibot'
import type { Day } from '../../kernel/day.ts'

/** So many parts a number is made of at most. */
export const numberPartsAtMost = 8

/** What a number may say of what it is given to, by the codes of records or of kinds. */
export type CodeSource = 'category' | 'place' | 'department' | 'kind'

/** How the day of numbering may be written. */
export const dateForms = {
  yyyy: '年份',
  yy: '年份',
  yyyyMM: '年月',
  yyMM: '年月',
  yyyyMMdd: '年月日',
  yyMMdd: '年月日',
} as const
export type DateForm = keyof typeof dateForms

const numberPartOf = <const S extends readonly [CodeSource, ...CodeSource[]]>(sources: S) =>
  v.variant(
    'kind',
    [
      v.strictObject({
        kind: v.literal('words'),
        text: v.pipe(v.string('应为文字'), v.regex(/^[\w./-]{1,12}$/, '固定文字为1到12个字母、数字或 - _ . /')),
      }),
      v.strictObject({
        kind: v.literal('date'),
        form: v.picklist(['yyyy', 'yy', 'yyyyMM', 'yyMM', 'yyyyMMdd', 'yyMMdd'], '设置有误'),
      }),
      v.strictObject({ kind: v.literal('code'), of: v.picklist(sources, '设置有误') }),
      v.strictObject({
        kind: v.literal('sequence'),
        digits: v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(2, '不能小于{min}'), v.maxValue(10, '不能大于{max}')),
        /** Counts from 1 again wherever the other parts say something else; otherwise on and on. */
        restarts: v.boolean('应为是或否'),
      }),
    ],
    '设置有误',
  )
export type NumberPart<S extends CodeSource = CodeSource> = v.InferOutput<ReturnType<typeof numberPartOf<readonly [S, ...S[]]>>>

/** The parts of which numbers are made, in order. */
export type NumberRule = readonly NumberPart[]

/** The schema of a rule whose parts may name codes of these sources. */
export const numberingRule = <const S extends readonly [CodeSource, ...CodeSource[]]>(sources: S) =>
  v.pipe(
    v.array(numberPartOf(sources), '设置有误'),
    v.maxLength(numberPartsAtMost, '不能超过{max}个部分'),
    v.check((parts) => parts.filter(({ kind }) => kind === 'sequence').length === 1, '编号规则须有且只有一个流水号'),
  )

/** What one number says besides its sequence; what it does not have says nothing. */
export type NumberContext = { readonly day: Day; readonly codes: Readonly<Partial<Record<CodeSource, string>>> }

/** The number under a place in its sequence. */
export const numberOf = (parts: NumberRule, context: NumberContext, sequence: number): string =>
  parts.map((part) => (part.kind === 'sequence' ? String(sequence).padStart(part.digits, '0') : textOf(part, context))).join('')

/** The name under which the sequence of such numbers is counted. */
export const sequenceName = (parts: NumberRule, context: NumberContext): string =>
  parts.some((part) => part.kind === 'sequence' && part.restarts)
    ? parts.map((part) => (part.kind === 'sequence' ? '#' : textOf(part, context))).join('')
    : '#'

const textOf = (part: Exclude<NumberPart, { kind: 'sequence' }>, { day, codes }: NumberContext): string => {
  if (part.kind === 'words') return part.text
  if (part.kind === 'code') return codes[part.of] ?? ''
  const [year = '', month = '', date = ''] = day.split('-')
  const shortYear = year.slice(2)
  return {
    yyyy: year,
    yy: shortYear,
    yyyyMM: year + month,
    yyMM: shortYear + month,
    yyyyMMdd: year + month + date,
    yyMMdd: shortYear + month + date,
  }[part.form]
}

/** What an organisation may number by a rule of its own; null where the delivered numbers are kept. */
export const documentNumbering = numberingRule(['kind', 'department'])
export const applicationNumbering = numberingRule(['department'])
export const personNumbering = numberingRule(['department'])

/** A short number that a person can read out: what the kind is called, year and month, a sequence that begins anew with them. */
export const proposedDocumentNumbering: v.InferOutput<typeof documentNumbering> = [
  { kind: 'code', of: 'kind' },
  { kind: 'date', form: 'yyMM' },
  { kind: 'words', text: '-' },
  { kind: 'sequence', digits: 4, restarts: true },
]
export const proposedApplicationNumbering: v.InferOutput<typeof applicationNumbering> = [
  { kind: 'words', text: 'SQ' },
  { kind: 'date', form: 'yyMM' },
  { kind: 'words', text: '-' },
  { kind: 'sequence', digits: 4, restarts: true },
]
export const proposedPersonNumbering: v.InferOutput<typeof personNumbering> = [{ kind: 'sequence', digits: 5, restarts: false }]
