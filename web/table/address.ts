import { optionsOf } from '../../kernel/fields/kinds.ts'
import { type ColumnQuestion, askingsOf, type Table } from '../../domain/tables/define.ts'
import {
  chartKinds,
  type Figure,
  figuresAtMost,
  figuresOf,
  type GroupLayout,
  type GroupKey,
  groupKeysAtMost,
  hasPeriods,
  isGroupable,
  periods,
} from '../../domain/tables/grouping.ts'
import { type Condition, isEither, type SortOrder, type TableView, type Where } from '../../domain/tables/view.ts'

type Search = Readonly<Record<string, string>>

/** What an address says of a list: which saved view, and what is asked instead of what that view asks. */
export type AddressedView = Pick<TableView, 'where' | 'sort' | 'likeQuery'> & {
  readonly viewId?: string | undefined
  /** Null where the rows are shown although the view is summarised. */
  readonly groups?: GroupLayout | null | undefined
}

/** The names of what an address says of a list. */
const names = ['view', 'where', 'sort', 'q', 'groups'] as const

/* Only what an address shows as it is stands between the parts: a term "state.in.idle.lent", terms with * between, alternatives with _. */
const escapes: readonly (readonly [string, string])[] = [
  ['!', '!0'],
  ['.', '!1'],
  ['*', '!2'],
  ['_', '!3'],
]
const escapeText = (text: string): string => escapes.reduce((words, [plain, code]) => words.replaceAll(plain, code), text)
const plain = (text: string): string => text.replaceAll(/![0-3]/g, (code) => escapes[Number(code[1])]?.[0] ?? code)

const listQuestions: readonly ColumnQuestion[] = ['in', 'notIn', 'only', 'between']

const conditionText = ({ key, is, value }: Condition): string =>
  [key, is, ...(value === undefined ? [] : [value].flat())].map(escapeText).join('.')

const conditionOf = (table: Table, text: string): Condition | undefined => {
  const [key = '', is = '', ...values] = text.split('.').map(plain)
  const column = table.columns[key]
  const question = column && askingsOf(column).find((candidate) => candidate === is)
  if (!question) return undefined
  if (listQuestions.includes(question)) return { key, is: question, value: values }
  return values.length > 0 ? { key, is: question, value: values[0] } : { key, is: question }
}

const whereText = (where: Where): string =>
  where.map((term) => (isEither(term) ? term.any.map(conditionText).join('_') : conditionText(term))).join('*') || '*'

const whereOf = (table: Table, text: string): Where =>
  text.split('*').flatMap((term): Where => {
    const any = term.split('_').flatMap((alternative) => conditionOf(table, alternative) ?? [])
    return any.length > 1 ? [{ any }] : any
  })

/** "locId*postedAt.month_value.sum_pivot*bar": columns, figures, look; none of the parts may be missing. */
export const groupsText = (layout: GroupLayout | null): string => {
  if (!layout) return '*'
  const { by, figures, isPivot, chart } = layout
  const keys = by.map(({ key, period }) => [key, ...(period ? [period] : [])].map(escapeText).join('.'))
  const numbers = figures.map(({ key, of }) => [key, of].map(escapeText).join('.'))
  return [keys, numbers, [...(isPivot ? ['pivot'] : []), ...(chart ? [chart] : [])]].map((part) => part.join('*')).join('_')
}

const partsOf = (text: string | undefined): string[][] => (text ? text.split('*').map((part) => part.split('.').map(plain)) : [])

/** What the table does not know, or cannot be grouped by, is left out. */
const groupsOf = (table: Table, text: string): GroupLayout | null => {
  if (text === '*') return null
  const [keys, numbers, looks] = text.split('_')
  const groupKeys = partsOf(keys).flatMap(([key = '', period]): GroupKey[] => {
    const column = table.columns[key]
    if (!column || !isGroupable(column)) return []
    return [hasPeriods(column) ? { key, period: periods.find((otherPeriod) => otherPeriod === period) ?? 'month' } : { key }]
  })
  const figures = partsOf(numbers).flatMap(([key = '', of]): Figure[] => {
    const column = table.columns[key]
    const kind = column && figuresOf(column).find((figure) => figure === of)
    return kind ? [{ key, of: kind }] : []
  })
  const words = partsOf(looks).flat()
  const chart = chartKinds.find((kind) => words.includes(kind))
  return {
    by: groupKeys.slice(0, groupKeysAtMost),
    figures: figures.slice(0, figuresAtMost),
    ...(words.includes('pivot') && { isPivot: true }),
    ...(chart && { chart }),
  }
}

const sortText = (sort: readonly SortOrder[]): string => sort.map(({ key, descending }) => (descending ? `${key}-` : key)).join('*') || '*'

const sortOf = (table: Table, text: string): readonly SortOrder[] =>
  text.split('*').flatMap((part) => {
    const key = part.replace(/-$/, '')
    return table.columns[key]?.sorted ? [part.endsWith('-') ? { key, descending: true } : { key }] : []
  })

/** A column's name and a value in the address, as other screens lead here, ask for that value, where it is one; 1 of what may be yes for that. */
const askedByName = (table: Table, search: Search): Where =>
  Object.entries(search).flatMap(([key, value]): Where => {
    const column = table.columns[key]
    const askings = column ? askingsOf(column) : []
    const options = column && optionsOf(column.control)
    if (value && askings.includes('in') && (!options || options.some((option) => option.value === value)))
      return [{ key, is: 'in', value: [value] }]
    return value === '1' && askings.includes('yes') ? [{ key, is: 'yes' }] : []
  })

/** Reads it; what the table does not know is left out. */
export const addressedIn = (table: Table, search: Search): AddressedView => {
  const { view, where, sort, q, groups } = search
  const namedConditions = askedByName(table, search)
  return {
    ...(view && { viewId: view }),
    ...(where ? { where: whereOf(table, where) } : namedConditions.length > 0 && { where: namedConditions }),
    ...(sort && { sort: sortOf(table, sort) }),
    ...(q && { likeQuery: q }),
    ...(groups && { groups: groupsOf(table, groups) }),
  }
}

/** The search of an address that says so; what else stood there stays. */
export const searchOf = (table: Table, before: Search, { viewId, where, sort, likeQuery, groups }: AddressedView): Search => ({
  ...Object.fromEntries(Object.entries(before).filter(([key]) => !names.some((name) => name === key) && !table.columns[key]?.asked)),
  ...(viewId && { view: viewId }),
  ...(where && (where.length > 0 || viewId) && { where: whereText(where) }),
  ...(sort && (sort.length > 0 || viewId) && { sort: sortText(sort) }),
  ...(likeQuery && { q: likeQuery }),
  ...((groups || (groups === null && viewId)) && { groups: groupsText(groups) }),
})
