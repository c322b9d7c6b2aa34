import * as v from 'valibot'
import { type ColumnQuestion, askings } from './define.ts'
import { type GroupLayout, groupingInput } from './grouping.ts'

/**
 * One condition. `value` is a list of ids or choices for `in`, `notIn` and `only`, two ends of which one may be empty for `between`, a number of days
 * for `last` and `next`, words for `contains` and `eq`; nothing for the others.
 */
export type Condition = { readonly key: string; readonly is: ColumnQuestion; readonly value?: string | readonly string[] | undefined }
/** Holds where one of them does. */
export type Either = { readonly any: readonly Condition[] }
/** Holds where all of it does. */
export type Where = readonly (Condition | Either)[]
export type SortOrder = { readonly key: string; readonly descending?: boolean | undefined }

/** The columns that conditions ask of, one for each condition. */
export const keysIn = (where: Where): string[] => where.flatMap((term) => (isEither(term) ? term.any.map(({ key }) => key) : term.key))

export const isEither = (term: Condition | Either): term is Either => 'any' in term

export const densities = ['compact', 'usual', 'roomy'] as const
export type Density = (typeof densities)[number]
/** The height of a row. */
export const rowHeightPx: Readonly<Record<Density, number>> = { compact: 32, usual: 40, roomy: 56 }

/** How many rows the pages of a table ask for, one after the other: the person who goes far down waits seldom. */
export const pageSizes = [60, 120, 240, 480] as const

/** How a person looks at a list: what a saved view keeps, an address says and an export takes over. */
export type TableView = {
  readonly where?: Where | undefined
  readonly likeQuery?: string | undefined
  readonly sort?: readonly SortOrder[] | undefined
  /** The columns shown, in order; the one that names the row comes first whatever stands here. */
  readonly columns?: readonly { readonly key: string; readonly widthPx?: number | undefined }[] | undefined
  readonly density?: Density | undefined
  /** Shown in place of the rows. */
  readonly groups?: GroupLayout | undefined
}

const key = v.pipe(v.string('应为文字'), v.maxLength(60))
const word = v.pipe(v.string('应为文字'), v.maxLength(100, '不能超过{max}个字'))
/** What a text is or holds, as long as a text may be. */
const words = v.pipe(v.string('应为文字'), v.maxLength(2000, '不能超过{max}个字'))

const condition = v.strictObject({
  key,
  is: v.picklist(askings, '筛选方式有误'),
  value: v.optional(v.union([words, v.pipe(v.array(word), v.maxLength(200, '最多{max}项'))], '筛选内容有误')),
})

/** At most 20 terms of at most 10 alternatives each. */
export const whereInput = v.pipe(
  v.array(
    v.union(
      [v.strictObject({ any: v.pipe(v.array(condition), v.minLength(1), v.maxLength(10, '最多{max}项')) }), condition],
      '筛选内容有误',
    ),
    '应为列表',
  ),
  v.maxLength(20, '最多{max}项'),
)

export const sortInput = v.pipe(
  v.array(v.strictObject({ key, descending: v.optional(v.boolean()) }), '应为列表'),
  v.maxLength(3, '最多{max}项'),
)

/** What a list understands besides the words that every list does, where a table is declared of it. */
export const tableInput = { where: v.optional(whereInput), sort: v.optional(sortInput) }

export const viewInput = v.strictObject({
  ...tableInput,
  likeQuery: v.optional(word),
  columns: v.optional(
    v.pipe(
      v.array(v.strictObject({ key, widthPx: v.optional(v.pipe(v.number(), v.integer(), v.minValue(48), v.maxValue(1200))) })),
      v.maxLength(60, '最多{max}项'),
    ),
  ),
  density: v.optional(v.picklist(densities)),
  groups: v.optional(groupingInput),
})
