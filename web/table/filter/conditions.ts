import { type ColumnQuestion, askingsOf, type Table, type TableColumn } from '../../../domain/tables/define.ts'
import { type Condition, type Either, isEither, type Where } from '../../../domain/tables/view.ts'
import { kindOf, optionsOf, refersTo } from '../../../kernel/fields/kinds.ts'
import { firstOf } from '../../../kernel/assert.ts'
import { columnOf } from '../layout.ts'

/** How a way of asking is called where it is chosen. */
export const askingWords: Readonly<Record<ColumnQuestion, string>> = {
  in: '是',
  notIn: '不是',
  only: '仅',
  contains: '包含',
  eq: '等于',
  between: '介于',
  last: '最近',
  next: '未来',
  yes: '是',
  no: '否',
  empty: '为空',
  filled: '不为空',
  mixed: '有多个值',
}

export const isListed = (is: ColumnQuestion): boolean => is === 'in' || is === 'notIn' || is === 'only'

/** Whether what is asked is said completely. */
export const isComplete = ({ is, value }: Condition): boolean => {
  if (isListed(is) || is === 'between') return [value ?? []].flat().some((item) => item !== '')
  if (is === 'contains' || is === 'eq') return typeof value === 'string' && value.trim() !== ''
  if (is === 'last' || is === 'next') return /^[1-9]\d{0,4}$/.test(String(value ?? ''))
  return true
}

/** A condition of a column with nothing said yet. */
export const begunOf = (table: Table, key: string): Condition =>
  askCondition({ key, is: firstOf(askingsOf(columnOf(table, key))) }, undefined)

/** Asked in another way, with as much of the value as makes sense there. */
export const askCondition = ({ key, is: before, value }: Condition, is: ColumnQuestion | undefined): Condition => {
  const next = is ?? before
  if (isListed(next)) return { key, is: next, value: isListed(before) ? (value ?? []) : [] }
  if (next === 'between') return { key, is: next, value: before === 'between' ? (value ?? ['', '']) : ['', ''] }
  if (next === 'last' || next === 'next') return { key, is: next, value: before === 'last' || before === 'next' ? (value ?? '30') : '30' }
  if (next === 'contains' || next === 'eq') return { key, is: next, value: typeof value === 'string' ? value : '' }
  return { key, is: next }
}

/** The tabs that a column has besides that for all of it: its choices, or what holds where it may be yes. */
export const tabsOf = (column: TableColumn): readonly { value: string; label: string }[] | undefined =>
  askingsOf(column).includes('yes') ? [{ value: 'yes', label: column.label }] : optionsOf(column.control)

/** The one choice that the whole question asks of a column, as tabs say it. */
export const tabOf = (where: Where, key: string): string | undefined => {
  const tabTerms = where.filter((term): term is Condition => !isEither(term) && term.key === key)
  const [only] = tabTerms
  if (!only) return ''
  if (tabTerms.length > 1) return undefined
  if (only.is === 'yes') return 'yes'
  return only.is === 'in' && only.value?.length === 1 ? only.value[0] : undefined
}

/** The question with another tab chosen; none for every value. */
export const withTab = (table: Table, where: Where, key: string, value: string): Where => [
  ...where.filter((term) => isEither(term) || term.key !== key),
  ...(value === ''
    ? []
    : [askingsOf(columnOf(table, key)).includes('yes') ? { key, is: 'yes' as const } : { key, is: 'in' as const, value: [value] }]),
]

type TermChange = { readonly index: number; readonly term: Condition | Either | undefined; readonly isAsked: boolean }

/** The question after one of its terms changed: that which it has replaced or taken out, another put in at its place. */
export const withTerm = (where: Where, { index, term, isAsked }: TermChange): Where =>
  where.toSpliced(index, isAsked ? 1 : 0, ...(term ? [term] : []))

/** How a column's values are entered. */
export const entryOf = ({ control }: TableColumn): 'reference' | 'options' | 'day' | 'number' | 'text' => {
  if (refersTo(control)) return 'reference'
  if (optionsOf(control)) return 'options'
  if (kindOf(control).isMoment) return 'day'
  return kindOf(control).number ? 'number' : 'text'
}
