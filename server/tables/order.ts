import { isDay } from '../../kernel/day.ts'
import { isDecimal } from '../../kernel/decimal.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { assertDefined, firstOf } from '../../kernel/assert.ts'
import type { ListRequest } from '../../domain/operations/define.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { SortOrder, Where } from '../../domain/tables/view.ts'
import type { Conditions } from '../db/conditions.ts'
import type { PlanMode } from '../db/tx.ts'
import { type Limits, type Part, partOf } from '../page.ts'
import { malformed } from '../httpError.ts'
import type { ChosenRows } from './chosenRows.ts'
import { sqlTypeOf, type ColumnStanding, type Standings } from './columnStanding.ts'

export type SortedBy = ColumnStanding & {
  readonly key: string
  readonly descending: boolean
  readonly type: string
  readonly read?: true | undefined
}

/** Where a page begins in a sorted list: behind the row with these values and this id. */
export type Behind = { readonly values: readonly (string | null)[]; readonly id: Id }

/** Which rows are asked for, and their order: newest first where nothing is asked, and what is the same goes by id, the way of the first column. */
export type SortedPart = Part & { readonly sorting: readonly SortedBy[]; readonly behind: Behind | undefined }

/** What a list is asked where a table is declared of it. */
export type Request = ListRequest & {
  readonly where?: Where | undefined
  readonly sort?: readonly SortOrder[] | undefined
  readonly chosen?: ChosenRows | undefined
}

/** What a request asks to be sorted by; `sidx` is the same in the words of the contract. */
export const sortAsked = ({ sort = [], sidx, order }: Partial<Request>): readonly SortOrder[] =>
  sort.length > 0 || !sidx ? sort : [{ key: sidx, descending: order?.toLowerCase() === 'desc' }]

/** `ending`: the order of what is the same, and of all where nothing is asked, in a list whose usual order is not by id. */
export const sortedPartOf = (
  table: Table,
  standings: Standings,
  { sort, sidx, order, ...input }: Omit<Request, 'where'>,
  { limits = {}, finalOrder = [] }: { readonly limits?: Limits | undefined; readonly finalOrder?: readonly SortedBy[] | undefined } = {},
): SortedPart => {
  const requestedOrder = sortAsked({ ...(sort && { sort }), ...(sidx && { sidx }), ...(order && { order }) }).map(
    ({ key, descending = false }): SortedBy => {
      const column = Object.hasOwn(table.columns, key) ? table.columns[key] : undefined
      if (!column?.sorted) throw malformed('不能按{label}排序', { label: column?.label ?? key }, [{ path: 'sort' }])
      const standing = assertDefined(standings[key], `where ${key} stands`)
      return { ...standing, key, descending, type: sqlTypeOf(column), read: column.read, ...standing.sortKey }
    },
  )
  if (new Set(requestedOrder.map(({ key }) => key)).size < requestedOrder.length)
    throw malformed('同一列只能排序一次', {}, [{ path: 'sort' }])
  const sortOrder = [...requestedOrder, ...finalOrder.filter(({ key }) => !requestedOrder.some((sort) => sort.key === key))]
  if (sortOrder.length === 0) return { ...partOf(input, limits), sorting: sortOrder, behind: undefined }
  const behind = input.after ? placeIn(input.after, table, sortOrder) : undefined
  const part = partOf({ ...input, after: undefined }, limits)
  return { ...part, offset: behind ? 0 : part.offset, sorting: sortOrder, behind }
}

const isUp = ([first]: readonly SortedBy[]): boolean => first !== undefined && !first.descending

/** The order in SQL; `id` is the id of a row there. */
export const orderOf = (sortOrder: readonly SortedBy[], id: string): string =>
  [...columnsOf(sortOrder), `${id} ${isUp(sortOrder) ? 'asc' : 'desc'}`].join(', ')

/** What is compared, in SQL, as the indexes have it. */
const comparedOf = ({ sql, read }: SortedBy): string => (read ? `(${sql} collate by_pinyin)` : sql)

/** The order without the ids that end it. */
export const columnsOf = (sortOrder: readonly SortedBy[]): string[] =>
  sortOrder.map((sort) => `${comparedOf(sort)} ${sort.descending ? 'desc' : 'asc'}${sort.filled ? '' : ' nulls last'}`)

/** True of the rows that come behind a place. */
export const behindOf = (c: Conditions, sortOrder: readonly SortedBy[], { values, id: last }: Behind, id: string): string => {
  const [only] = sortOrder
  if (only?.filled && sortOrder.length === 1)
    return `(${comparedOf(only)}, ${id}) ${only.descending ? '<' : '>'} (${c.place(values[0])}::${only.type}, ${c.place(last)}::bigint)`
  const from = (index: number): string => {
    const [by, value] = [sortOrder[index], values[index]]
    if (!by) return `${id} ${isUp(sortOrder) ? '>' : '<'} ${c.place(last)}`
    if (typeof value !== 'string') return `(${by.sql} is null and ${from(index + 1)})`
    const place = `${c.place(value)}::${by.type}`
    return `(${comparedOf(by)} ${by.descending ? '<' : '>'} ${place} or ${by.sql} is null or ${by.sql} = ${place} and ${from(index + 1)})`
  }
  return from(0)
}

/** `isMissing`: of the rows that have nothing in the first column. */
export type Walk = { readonly where: string; readonly order: string; readonly isMissing?: true }

/**
 * The same order walked in up to two parts, each in the order of an index that begins with its first column: rows that have something
 * there, then those that have not. Each is a condition and its order; a part that no row of the page can be in is left out.
 */
export const walksOf = (
  c: Conditions,
  { sorting, behind }: Pick<SortedPart, 'sorting' | 'behind'>,
  id: string,
): readonly [Walk, ...Walk[]] => {
  const first = firstOf(sorting)
  const rest = sorting.slice(1)
  const [way, than] = first.descending ? ['desc', '<'] : ['asc', '>']
  const tailBy = (ownId: string): string => [...columnsOf(rest), `${ownId} ${way}`].join(', ')
  const walkedId = first.joinedId ?? id
  const comparedSql = comparedOf(first)
  const value = behind?.values[0]
  const isPast = (): string => {
    if (!behind || typeof value !== 'string') return ''
    const place = `${c.place(value)}::${first.type}`
    return rest.length === 0
      ? ` and (${comparedSql}, ${walkedId}) ${than} (${place}, ${c.place(behind.id)}::bigint)`
      : ` and ${comparedSql} ${than}= ${place} and (${behindOf(c, sorting, behind, id)})`
  }
  const emptySql = first.emptySql ?? `${first.sql} is null`
  if (behind && typeof value !== 'string')
    return [{ where: `${emptySql} and ${behindOf(c, sorting, behind, id)}`, order: tailBy(id), isMissing: true }]
  return [
    { where: `${first.sql} is not null${isPast()}`, order: `${comparedSql} ${way}, ${tailBy(walkedId)}` },
    { where: emptySql, order: tailBy(id), isMissing: true },
  ]
}

/** SQL for the values that a row is sorted by, as `Behind` has them; it stands as `sortedBy` in the answer. */
export const sortValues = (sortOrder: readonly SortedBy[]): string =>
  `array[${sortOrder.map(({ sql }) => `${sql}::text`).join(', ')}]::text[] as "sortedBy"`

const signature = (table: Table, sortOrder: readonly SortedBy[]): string =>
  [table.name, ...sortOrder.map(({ key, descending }) => (descending ? `-${key}` : key))].join(' ')

/** The place of a row in words that only we read; of a list in its usual order it is the row's id. */
export const cursorOf = (table: Table, sortOrder: readonly SortedBy[], { values, id }: Behind): string =>
  sortOrder.length === 0 ? id : Buffer.from(JSON.stringify([signature(table, sortOrder), id, ...values])).toString('base64url')

/** The same by the index of a row on the page; nothing beyond the page. */
export const cursorAt =
  (table: Table, sortOrder: readonly SortedBy[], rows: readonly { readonly sortedBy: Behind['values']; readonly id: Id }[]) =>
  (index: number): string | undefined => {
    const row = rows[index]
    return row && cursorOf(table, sortOrder, { values: row.sortedBy, id: row.id })
  }

/** A cursor of this list in this order; whatever else is shown is malformed. */
const placeIn = (cursor: string, table: Table, sortOrder: readonly SortedBy[]): Behind => {
  const [signed, id, ...values] = partsIn(cursor)
  if (signed !== signature(table, sortOrder) || !isId(id) || !areSortedBy(sortOrder, values)) throw malformed('翻页位置有误')
  return { id, values }
}

const areSortedBy = (sortOrder: readonly SortedBy[], values: readonly unknown[]): values is (string | null)[] =>
  values.length === sortOrder.length && sortOrder.every(({ type }, index) => values[index] === null || isOf(type, values[index]))

const partsIn = (cursor: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

/** True for a value that the database wrote as one of that type. */
const isOf = (type: string, value: unknown): boolean => {
  if (typeof value !== 'string') return false
  switch (type) {
    case 'text':
      return !value.includes('\0') && value.isWellFormed()
    case 'date':
      return isDay(value)
    case 'timestamptz':
      return isDay(value.slice(0, 10)) && /^.{10} ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?\+00$/.test(value)
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'numeric':
      return isDecimal(value) && value.length <= 40
    case 'double precision':
      return /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/.test(value)
    case 'bigint':
      return isId(value)
    default:
      return /^-?\d{1,9}$/.test(value)
  }
}

/** Lists that are narrowed or sorted as a person pleased are of too many texts for each to have a name. */
export const plannedFor = ({ where = [], sort = [] }: Pick<Request, 'where' | 'sort'>): PlanMode =>
  where.length > 0 || sort.length > 1 ? 'anew' : 'once'
