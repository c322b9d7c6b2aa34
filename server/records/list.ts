import { Conditions, belowNode, limitOf } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import { countLimit, pageFor, type Part, partOf } from '../page.ts'
import * as v from 'valibot'
import { declared, isEmpty } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { recordOf } from '../../domain/records/all.ts'
import { filterFieldsOf, type RecordKind } from '../../domain/records/define.ts'
import type { ListRequest, Page } from '../../domain/operations/define.ts'
import type { RecordRow } from '../../domain/operations/records.ts'
import type { SignedIn } from '../call.ts'
import { likePattern } from '../search/searchText.ts'
import { malformed } from '../unanswered.ts'
import { hooksOf } from './hooks.ts'
import { columnOf, rowOf, tableOf, type Values } from '../db/recordTable.ts'
import { asSeenBy, readsAll, requireOpenOnly } from '../access/scope.ts'
import { openSearchOf } from '../search/recordSearch.ts'

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

type Reading = Pick<SignedIn, 'tx' | 'session'>

/** A page of records of a kind whose table is of ordinary size, as the caller may see them. */
export const listRecords = async (reading: Reading, kind: RecordKind, input: ListRequest & Values): Promise<Page<RecordRow>> => {
  const { tx } = reading
  const part = partOf(input)
  const conditions = conditionsOf(reading, kind, input)
  const counted = onlyRow(
    tx.query<{ n: number }>(
      `select count(*)::int as n from (select from "${kind.table}" r where ${conditions.texts.join(' and ')} limit ${countLimit + 1}) c`,
      [...conditions.values],
    ),
  )
  const [count, rows] = await Promise.all([counted, rowsOf(reading, kind, part, conditions)])
  return pageFor(part, rows, count.n)
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
    const { control } = declared(kind.fields, key)
    const noun = key === kind.parent ? undefined : refersTo(control)
    const tree = noun && recordOf(noun)
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
