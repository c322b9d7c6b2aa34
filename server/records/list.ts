import * as v from 'valibot'
import { isEmpty } from '../../kernel/field.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { type ListRequest, type Page, pageAsked } from '../../domain/operations/define.ts'
import type { RecordRow } from '../../domain/operations/records.ts'
import type { SignedIn } from '../call.ts'
import { likePattern } from '../search/searchText.ts'
import { malformed } from '../unanswered.ts'
import { hooksOf } from './hooks.ts'
import { columnOf, rowOf, tableOf, type Values } from './recordTable.ts'
import { asSeenBy, openSearchOf, readsAll, requireOpenOnly } from './scope.ts'

/** Which rows are asked for: a page by number, or those after a cursor; sorted by a declared column, or newest first. */
export type Part = {
  readonly page: number
  readonly pageSize: number
  readonly offset: number
  readonly after: Id | undefined
  readonly order: Order | undefined
}
export type Order = { readonly key: string; readonly descending: boolean }

/** Pages by number reach this deep; whoever wants more narrows the list down or goes by cursor. */
const deepest = 50_000
/** Counting stops here; the page says then that there are more. */
export const countLimit = 10_000

export const partOf = (input: ListRequest): Part => {
  const { page, pageSize } = pageAsked(input)
  const offset = (page - 1) * pageSize
  if (offset > deepest) throw malformed('页码过大，请缩小查询范围')
  const key = input.sidx || undefined
  const after = input.after || undefined
  if (after !== undefined && (!isId(after) || key !== undefined)) throw malformed('翻页位置有误')
  const order = key === undefined ? undefined : { key, descending: input.order?.toLowerCase() === 'desc' }
  return { page, pageSize, offset: after === undefined ? offset : 0, after, order }
}

/**
 * The answer for a part; `counted` may have gone one beyond the limit of counting. `place` answers where a row lies, for whoever asks for
 * what comes behind it: its id, if it has one.
 */
export const pageFor = <R extends object>(
  part: Part,
  list: R[],
  counted: number,
  limit = countLimit,
  place: (at: number) => unknown = (at) => (list[at] as { id?: unknown }).id,
): Page<R> => {
  const totalCount = Math.min(counted, limit)
  const last = part.order === undefined && list.length === part.pageSize && list.length > 0 ? place(list.length - 1) : undefined
  return {
    totalCount,
    pageSize: part.pageSize,
    totalPage: Math.ceil(totalCount / part.pageSize),
    currPage: part.page,
    list,
    ...(counted > limit && { more: true }),
    ...(typeof last === 'string' && { next: last }),
  }
}

/** Adds up conditions and their values; `place` answers the placeholder of a value. */
export class Conditions {
  readonly texts: string[] = []
  readonly values: unknown[]

  constructor(...values: unknown[]) {
    this.values = values
  }

  place(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  add(text: string): void {
    this.texts.push(text)
  }
}

/** The filters of a request as the declared fields read them. An unreadable value is malformed, an empty one no filter. */
export const filtersOf = (kind: RecordKind, input: Values): Map<string, unknown> => {
  const filters = new Map<string, unknown>()
  for (const key of kind.filters) {
    const value = input[key]
    if (isEmpty(value)) continue
    const { schema, label } = kind.fields[key]!
    const read = v.safeParse(schema, value, { message: '{label}格式有误' })
    if (!read.success) throw malformed(read.issues[0].message, { label }, [{ path: key }])
    if (!isEmpty(read.output)) filters.set(key, read.output)
  }
  return filters
}

/** The ids at and below a node of a tree, as a subquery. `place` is the placeholder of the node, `org` that of the organisation. */
export const belowNode = (table: string, org: string, place: string): string =>
  `(with recursive below (id) as (
      select ${place}::bigint union select t.id from below join "${table}" t on t.org_id = ${org} and t.parent_id = below.id and t.deleted_at is null
    ) select id from below)`

/**
 * A limit that the database does not know when it plans makes every plan look dear, so it would plan the statement anew each time,
 * which takes longer than running it. The sizes that screens ask for are part of the text.
 */
export const limitOf = (c: Conditions, count: number, offset: number): string =>
  offset === 0 && usualSizes.has(count) ? `limit ${count}` : `limit ${c.place(count)} offset ${c.place(offset)}`

const usualSizes: ReadonlySet<number> = new Set([10, 20, 30, 50, 100, 500])

type Reading = Pick<SignedIn, 'tx' | 'session'>

/** A page of records of a kind whose table is of ordinary size, as the caller may see them. */
export const listRecords = async (reading: Reading, kind: RecordKind, input: ListRequest & Values): Promise<Page<RecordRow>> => {
  const { tx } = reading
  const part = partOf(input)
  const conditions = conditionsOf(reading, kind, input)
  const counted = tx.query<{ n: number }>(
    `select count(*)::int as n from (select from "${kind.table}" r where ${conditions.texts.join(' and ')} limit ${countLimit + 1}) c`,
    [...conditions.values],
  )
  const [[count], rows] = await Promise.all([counted, rowsOf(reading, kind, part, conditions)])
  return pageFor(part, rows, count!.n)
}

/** The rows of a page alone, for whoever goes through a whole list. */
export const recordRowsAfter = (reading: Reading, kind: RecordKind, input: ListRequest & Values): Promise<RecordRow[]> =>
  rowsOf(reading, kind, partOf(input), conditionsOf(reading, kind, input))

const conditionsOf = ({ tx, session }: Reading, kind: RecordKind, input: ListRequest & Values): Conditions => {
  const conditions = new Conditions(tx.orgId)
  conditions.add('r.org_id = $1 and r.deleted_at is null')
  const { words = {}, openTo } = hooksOf(kind)
  const whole = readsAll(session, kind)
  if (!whole) requireOpenOnly(kind, input)
  if (!whole && openTo) conditions.add(openTo)
  for (const [key, value] of filtersOf(kind, input)) {
    if (words[key]) continue
    const { control } = kind.fields[key]!
    const tree = key !== kind.parent && control.type === 'reference' ? recordOf(control.to) : undefined
    const place = conditions.place(value)
    conditions.add(tree?.parent ? `r.${columnOf(key)} in ${belowNode(tree.table, '$1', place)}` : `r.${columnOf(key)} = ${place}`)
  }
  for (const [key, condition] of Object.entries(words)) if (!isEmpty(input[key])) condition(conditions, input[key], session)
  const keyword = input.likeQuery?.trim()
  if (keyword) conditions.add(`${whole ? 'r.search' : openSearchOf(kind, 'r')} like ${conditions.place(likePattern(keyword))}`)
  return conditions
}

const rowsOf = async ({ tx, session }: Reading, kind: RecordKind, part: Part, conditions: Conditions): Promise<RecordRow[]> => {
  const table = tableOf(kind)
  if (part.after !== undefined) conditions.add(`r.id < ${conditions.place(part.after)}`)
  const order = part.order ? `r.${columnOf(part.order.key)} ${part.order.descending ? 'desc' : 'asc'}, r.id desc` : 'r.id desc'
  const page = `${table.select} where ${conditions.texts.join(' and ')} order by ${order} ${limitOf(conditions, part.pageSize, part.offset)}`
  return (await tx.query<Values>(page, conditions.values)).map((row) => asSeenBy(session, kind, rowOf(table, row)))
}
