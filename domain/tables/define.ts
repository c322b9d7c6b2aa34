import type { Field } from '../../kernel/field.ts'
import { isNumber, kindOf, optionsOf, refersTo } from '../../kernel/fields/kinds.ts'

/** What is declared of a column besides what it holds. What is not said here, no one may. */
export type ColumnTraits = {
  /** Lists may be sorted by it. */
  readonly sorted?: true
  /** Conditions may ask for it. */
  readonly asked?: true
  /** Asked of rows, and stands in none of them; several of its choices may hold, so conditions ask `in` and `notIn` alone. */
  readonly besides?: true
  /** Shown where the reader has not chosen. */
  readonly shown?: true
  /** The column that names the row: it stands first, is always there, and opens the row. */
  readonly names?: true
  /** How wide it begins, where what it holds is longer or shorter than others of its control. */
  readonly widthPx?: number
  /** A number that says something when rows are added up. */
  readonly summed?: true
  /** A number of which only rows about the same thing are added up, so that it stands in the sums of groups alone. */
  readonly summedInGroups?: true
  /** Known of rows outside the reader's scope as well; where some rows are, conditions, sums and sorting go by these alone. */
  readonly open?: true
  /** Words that are sorted as they are read: by pinyin, numbers in them by their value. */
  readonly read?: true
  /** A moment by the server's clock, as an ISO text; people see and ask for days of it. */
  readonly moment?: true
  /** The key of one of the organisation's flows, which are offered where it is asked for. */
  readonly flow?: true
  /** Yes or no, which stands above the list to be asked for by one press. */
  readonly atHand?: true
  /** A row may stand for several things that differ in it; it then says none of their values. */
  readonly mayBeMixed?: true
}

export type TableColumn = Field & ColumnTraits

/** A list as people look at it. Everything that a screen offers of it, and everything that its call understands, follows from this. */
export type Table = {
  /** The beginning of its operations' names; what is kept of it (views, widths) is kept under this. */
  readonly name: string
  readonly title: string
  readonly columns: Readonly<Record<string, TableColumn>>
  /** What it is sorted by unless a person says otherwise, in words; it can then be continued by the id of the last row. */
  readonly usualOrder: string
  /** True of a table that is read for what its rows come to: sums stand below it while none is chosen, of all rows as of those that conditions leave. */
  readonly isTotalled?: true
}

/**
 * What a condition asks of a value. Of references and choices `in` and `notIn`; of a tree `in` means at it or below, `only` at it alone. `mixed` is
 * true of a row whose things differ; it is filled.
 */
export const askings = [
  'in',
  'notIn',
  'only',
  'contains',
  'eq',
  'between',
  'last',
  'next',
  'yes',
  'no',
  'empty',
  'filled',
  'mixed',
] as const
export type ColumnQuestion = (typeof askings)[number]

/** What may be asked of a column, the most usual first; nothing of files and places on the ground. */
export const askingsOf = (column: TableColumn): readonly ColumnQuestion[] =>
  column.asked && column.mayBeMixed ? [...valueAskingsOf(column), 'mixed'] : valueAskingsOf(column)

/** What may be asked of one value. */
const valueAskingsOf = ({ control, asked, besides, flow }: TableColumn): readonly ColumnQuestion[] => {
  if (!asked) return []
  if ((besides && !refersTo(control)) || flow) return ['in', 'notIn']
  const { isMoment, isNeverOpen, comparisons } = kindOf(control)
  if (refersTo(control)) return ['in', 'notIn', 'only', 'empty', 'filled']
  if (optionsOf(control)) return ['in', 'notIn', 'empty', 'filled']
  if (isMoment) return ['between', 'last', 'next', 'empty', 'filled']
  if (isNumber(control)) return ['between', 'eq', 'empty', 'filled']
  if (isNeverOpen) return ['yes', 'no']
  return comparisons(control).includes('contains') ? ['contains', 'eq', 'empty', 'filled'] : ['filled', 'empty']
}

const keysWith =
  (trait: keyof ColumnTraits) =>
  ({ columns }: Table): string[] =>
    Object.keys(columns).filter((key) => columns[key]?.[trait])

export const sortedKeys = keysWith('sorted')
export const askedKeys = keysWith('asked')
export const summedKeys = keysWith('summed')
export const shownKeys = keysWith('shown')
export const atHandKeys = keysWith('atHand')
export const nameKey = (table: Table): string | undefined => keysWith('names')(table)[0]
