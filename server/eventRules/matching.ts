import { assertDefined } from '../../kernel/assert.ts'
import type { Day } from '../../kernel/day.ts'
import { isEmpty } from '../../kernel/field.ts'
import { kindOf, referenceOf, refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { cellOfValue } from '../../domain/records/columns.ts'
import { may } from '../../domain/access/permission.ts'
import { nameKey, type Table, type TableColumn } from '../../domain/tables/define.ts'
import { type KnownTable, tableNamed } from '../../domain/tables/operations.ts'
import type { Where } from '../../domain/tables/view.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { SignedIn } from '../call.ts'
import { organisationKind } from '../db/organisationKind.ts'
import type { RecallingTx, Tx } from '../db/tx.ts'
import { lookUp, referencesOf } from '../documents/references.ts'
import { Forbidden, NotFound } from '../httpError.ts'
import { understand } from '../input.ts'
import { chosenText } from '../tables/chosenRows.ts'
import { joinsOf, type Standings } from '../tables/columnStanding.ts'
import { hasComposedIds, hiddenIn, type Summable, summables } from '../views/sums.ts'

/** In whose name rows are looked at. */
export type RuleReader = Pick<SignedIn, 'tx' | 'session'>

/** A table as the organisation has it, with its own fields. */
export const ruleTable = async (tx: RecallingTx, subject: string): Promise<KnownTable> => {
  const knownTable = tableNamed(subject)
  if (!knownTable) throw new NotFound()
  if (!knownTable.kind) return knownTable
  const kind = await organisationKind(tx, knownTable.kind)
  return { ...knownTable, kind, table: tableOfRecord(kind) }
}

/** The same for a person who may look at it. */
export const readableTable = async ({ tx, session }: RuleReader, subject: string): Promise<KnownTable> => {
  const knownTable = await ruleTable(tx, subject)
  if (!may(session.codes, knownTable.access)) throw new Forbidden()
  return knownTable
}

/** Which rows are asked: those of a condition among some ids, or whose day lies between two days. */
export type RowQuestion = {
  readonly where: Where
  readonly among?: readonly string[]
  readonly day?: { readonly key: string; readonly from: Day; readonly until: Day }
  readonly atMost: number
}

export type MatchedRow = { readonly id: string; readonly values: Readonly<Record<string, string | null>> }

/** What stands in columns that a rule reads, without those that are hidden from its maker. */
const readKeys = (table: Table, standings: Standings, hidden: readonly string[]): string[] =>
  Object.keys(table.columns).filter((key) => {
    const columnStanding = standings[key]
    return columnStanding !== undefined && !columnStanding.within && !columnStanding.holds && !hidden.includes(key)
  })

/** The rows that meet a question, as a person sees them who looks at their list. */
export const rowsMatching = async (reader: RuleReader, subject: string, question: RowQuestion): Promise<MatchedRow[]> => {
  const { table } = await readableTable(reader, subject)
  const summable: Summable = assertDefined(summables.get(subject), `how rows of ${subject} are asked for`)
  const { day, among, atMost } = question
  const where = day ? [...question.where, { key: day.key, is: 'between' as const, value: [day.from, day.until] }] : question.where
  const input = understand(summable.list, { where })
  if (!input.success) throw new NotFound()
  const rows = await summable.rows(reader, input.output as Parameters<Summable['rows']>[1])
  const { begins = '', from, conditions, id, standings } = rows
  if (among) conditions.add(chosenText(conditions, { ids: among }, id, hasComposedIds(table) ? 'text' : 'bigint'))
  const keys = readKeys(table, standings, hiddenIn(reader.session, table))
  const columns = keys.map((key) => ({ key, place: assertDefined(standings[key], key) }))
  const foundRows = await reader.tx.query<Record<string, string | null> & { rowId: string }>(
    `${begins} select ${[`(${id})::text as "rowId"`, ...columns.map(({ key, place }) => `(${place.sql})::text as "${key}"`)].join(', ')}
     from ${from}${joinsOf(columns.map(({ place }) => place))} where ${conditions.texts.join(' and ')} limit ${conditions.place(atMost)}`,
    conditions.values,
    'anew',
  )
  return foundRows.map(({ rowId, ...values }) => ({ id: rowId, values }))
}

/** The ids that stand in a column of references, whether it holds one or several. */
export const idsOf = ({ control }: TableColumn, value: string | null | undefined): Id[] =>
  refersTo(control) && value ? [...value.matchAll(/\d+/g)].map(([id]) => id) : []

const plainValue = (column: TableColumn, value: string): unknown => {
  if (refersTo(column.control)) {
    const ids = idsOf(column, value)
    return referenceOf(column.control)?.many ? ids : ids[0]
  }
  if (kindOf(column.control).column === 'boolean') return value === 'true' || value === 't'
  return column.moment ? value.slice(0, 10) : value
}

/** What people read of each column of a row. */
export const wordsOfRow = async (tx: Tx, table: Table, { values }: MatchedRow): Promise<ReadonlyMap<string, string>> => {
  const plain = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const column = table.columns[key]
      return column && !isEmpty(value) ? [[key, plainValue(column, String(value))]] : []
    }),
  )
  const names = await lookUp(tx, referencesOf([{ fields: table.columns, values: plain }]))
  const nameOf = new Map(names.map(({ noun, id, name }) => [`${noun}:${id}`, name]))
  return new Map(
    Object.entries(table.columns).map(([key, column]) => [
      key,
      cellOfValue(column, plain[key], (noun, id) => nameOf.get(`${noun}:${id}`) ?? id),
    ]),
  )
}

/** What a row is called, by the column that names it. */
export const nameOfRow = (table: Table, words: ReadonlyMap<string, string>): string => words.get(nameKey(table) ?? '') ?? ''
