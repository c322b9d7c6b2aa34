import { Conditions, belowNode, limitOf } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import { countLimit, pageFor } from '../page.ts'
import * as v from 'valibot'
import { dayAt } from '../../kernel/day.ts'
import { declaredField, isEmpty } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { recordOf } from '../../domain/records/all.ts'
import { filterFieldsOf, type RecordKind } from '../../domain/records/define.ts'
import type { Page } from '../../domain/operations/define.ts'
import type { Fit } from '../../domain/find/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { SignedIn } from '../call.ts'
import { malformed } from '../httpError.ts'
import { hooksOf } from './hooks.ts'
import type { PlanMode } from '../db/tx.ts'
import { columnOf, rowOf, tableOf, type Values } from '../db/recordTable.ts'
import { requireShown } from '../access/hidden.ts'
import { asSeenBy, readsAll, requireOpenOnly } from '../access/scope.ts'
import { fitOf, holdsWords, openSearchOf } from '../search/recordSearch.ts'
import { chosenText } from '../tables/chosenRows.ts'
import { behindOf, cursorOf, orderOf, plannedFor, type Request, type SortedPart, sortedPartOf, sortValues } from '../tables/order.ts'
import { joinsOf } from '../tables/columnStanding.ts'
import { standingsOf } from '../tables/records.ts'
import { conditionsOf } from '../tables/where.ts'

/** The filters of a request as the declared fields read them. An unreadable value is malformed, an empty one no filter. */
export const filtersOf = (kind: RecordKind, input: Values): Map<string, unknown> => {
  const filters = new Map<string, unknown>()
  for (const [key, { schema, label }] of Object.entries(filterFieldsOf(kind))) {
    const value = input[key]
    if (isEmpty(value)) continue
    const read = v.safeParse(schema, value, { message: '{label}格式有误' })
    if (!read.success) throw malformed(read.issues[0].message, { label }, [{ path: key }])
    if (!isEmpty(read.output)) filters.set(key, read.output)
  }
  return filters
}

type Reader = Pick<SignedIn, 'tx' | 'session'>

/** A page of records of a kind whose table is of ordinary size, as the caller may see them. */
export const listRecords = async (reader: Reader, kind: RecordKind, input: Request & Values): Promise<Page<RecordRow>> => {
  const { tx } = reader
  const part = partOfRecords(kind, input)
  const conditions = recordsAsked(reader, kind, input)
  const totalRow = onlyRow(
    tx.query<{ n: number }>(
      `select count(*)::int as n from (select from "${kind.table}" r where ${conditions.texts.join(' and ')} limit ${countLimit + 1}) c`,
      [...conditions.values],
      plannedFor(input),
    ),
  )
  const [count, rows] = await Promise.all([totalRow, rowsOf(reader, kind, part, { conditions, planMode: plannedFor(input) })])
  const places = rows.map(({ place }) => place)
  return pageFor(
    part,
    rows.map(({ row }) => row),
    count.n,
    { limit: countLimit, place: (options) => places[options] },
  )
}

/** The rows of a page alone. */
export const recordRowsAfter = async (reader: Reader, kind: RecordKind, input: Request & Values): Promise<RecordRow[]> =>
  (await placedRecords(reader, kind, input)).map(({ row }) => row)

/** The same, each with the cursor that continues behind it, for the person who goes through a whole list. */
export const placedRecords = (reader: Reader, kind: RecordKind, input: Request & Values): Promise<PlacedRow[]> =>
  rowsOf(reader, kind, partOfRecords(kind, input), { conditions: recordsAsked(reader, kind, input), planMode: plannedFor(input) })

/** A row and the cursor of its place in the list. */
export type PlacedRow = { readonly row: RecordRow; readonly place: string }

const partOfRecords = (kind: RecordKind, input: Request): SortedPart =>
  sortedPartOf(tableOfRecord(kind), standingsOf(kind, 'r'), input, { finalOrder: hooksOf(kind).usualOrder })

/** What fits a keyword best, the best first. */
export const recordsFitting = async (reader: Reader, kind: RecordKind, keyword: string, count: number): Promise<FittingRow[]> => {
  const { tx, session } = reader
  const table = tableOf(kind)
  const conditions = recordsAsked(reader, kind, { likeQuery: keyword })
  const fit = fitOf(conditions, readsAll(session, kind) ? 'r.search' : openSearchOf(kind, 'r'), keyword)
  const ids = `select r.id, ${fit} as fit from "${kind.table}" r where ${conditions.texts.join(' and ')} order by fit, r.id desc limit ${count}`
  const rows = await tx.query<Values & { fit: Fit }>(
    `select p.fit, ${table.selectList} from (${ids}) p join "${kind.table}" r on r.org_id = $1 and r.id = p.id order by p.fit, r.id desc`,
    conditions.values,
  )
  return rows.map((raw) => ({ row: asSeenBy(session, kind, rowOf(table, raw)), fit: raw.fit }))
}

export type FittingRow = { readonly row: RecordRow; readonly fit: Fit }

/** The conditions on rows `r` of those that a person asks for and may see. */
export const recordsAsked = ({ tx, session }: Reader, kind: RecordKind, input: Request & Values): Conditions => {
  const conditions = new Conditions(tx.orgId)
  conditions.add('r.org_id = $1 and r.deleted_at is null')
  const { words = {}, openTo } = hooksOf(kind)
  const isWhole = readsAll(session, kind)
  if (!isWhole) requireOpenOnly(kind, input)
  requireShown(session, kind, input)
  if (!isWhole && openTo) conditions.add(openTo)
  for (const [key, value] of filtersOf(kind, input)) {
    if (words[key]) continue
    const { control } = declaredField(kind.fields, key)
    const noun = key === kind.parent ? undefined : refersTo(control)
    const tree = noun && recordOf(noun)
    const place = conditions.place(value)
    conditions.add(tree?.parent ? `r.${columnOf(key)} in ${belowNode(tree.table, '$1', place)}` : `r.${columnOf(key)} = ${place}`)
  }
  for (const [key, condition] of Object.entries(words)) if (!isEmpty(input[key])) condition(conditions, input[key], session)
  const where = conditionsOf(conditions, tableOfRecord(kind), standingsOf(kind, 'r'), { where: input.where ?? [], today: dayAt(tx.now()) })
  for (const condition of where) conditions.add(condition)
  if (input.chosen) conditions.add(chosenText(conditions, input.chosen, 'r.id'))
  const keyword = input.likeQuery?.trim()
  if (keyword) conditions.add(holdsWords(conditions, isWhole ? 'r.search' : openSearchOf(kind, 'r'), keyword))
  return conditions
}

const rowsOf = async (
  { tx, session }: Reader,
  kind: RecordKind,
  { sorting, behind, ...part }: SortedPart,
  { conditions, planMode }: { readonly conditions: Conditions; readonly planMode: PlanMode },
): Promise<PlacedRow[]> => {
  const table = tableOf(kind)
  if (part.after !== undefined) conditions.add(`r.id < ${conditions.place(part.after)}`)
  if (behind) conditions.add(`(${behindOf(conditions, sorting, behind, 'r.id')})`)
  const page = `select ${table.selectList}, ${sortValues(sorting)} from "${kind.table}" r${joinsOf(sorting)} where ${conditions.texts.join(' and ')}
    order by ${orderOf(sorting, 'r.id')} ${limitOf(conditions, part.pageSize, part.offset)}`
  const rows = await tx.query<Values & { sortedBy: (string | null)[] }>(page, conditions.values, planMode)
  return rows.map((raw) => {
    const row = rowOf(table, raw)
    return { row: asSeenBy(session, kind, row), place: cursorOf(tableOfRecord(kind), sorting, { values: raw.sortedBy, id: row.id }) }
  })
}
