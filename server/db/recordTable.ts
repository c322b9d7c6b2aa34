import type { FieldType } from '../../kernel/field.ts'
import { kindOf, refersTo } from '../../kernel/fields/kinds.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { recordKinds, recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { RecordRow } from '../../domain/records/operations.ts'

/** The table behind a record kind. Every piece of SQL is made once from the declaration; nothing of a request ever enters it. */
export type RecordTable = {
  readonly kind: RecordKind
  readonly columns: readonly Column[]
  /** The columns that clients write. */
  readonly written: readonly Column[]
  /** `select ... from table r`, with the names of what it refers to, of organisation $1; without a condition. */
  readonly select: string
  /** What it selects of a row `r`. Names are looked up one by one: joined, a dozen tables would take longer to plan than to read. */
  readonly selectList: string
}

export type Column = {
  readonly key: string
  /** Quoted. */
  readonly name: string
  readonly label: string
  readonly control: FieldType
  readonly sqlType: string
}

export type Values = Readonly<Record<string, unknown>>

export const tableOf = (kind: RecordKind): RecordTable => assertDefined(tables.get(kind), `the table of ${kind.noun}`)

/** The column of a field, quoted: `locName` is "loc_name". */
export const columnOf = (key: string): string => quoteName(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** What a value is in its column. Pictures are their paths with commas between; what is empty is null. */
export const toColumn = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null
  if (!Array.isArray(value)) return value
  return value.length === 0 ? null : value.join(',')
}

/** A row of `select` as the contract answers it. */
export const rowOf = ({ kind, columns }: RecordTable, raw: Values): RecordRow => {
  const names: Record<string, string> = {}
  const row: Record<string, unknown> = { id: raw['id'], [kind.idName]: raw['id'], version: raw['version'] }
  for (const { key, control } of columns) {
    const value = raw[key]
    if (refersTo(control)) {
      row[key] = value
      const name = raw[`${key}Name`]
      if (typeof value === 'string' && typeof name === 'string') names[value] = name
    } else row[key] = kindOf(control).fromColumn?.(value) ?? value
  }
  row['createdAt'] = raw['createdAt']
  row['updatedAt'] = raw['updatedAt']
  row['names'] = names
  return row as RecordRow
}

/** The field values of an answered row, in the form in which they are read from a request. */
export const valuesOfRow = ({ written }: RecordTable, row: Values): Record<string, unknown> =>
  Object.fromEntries(written.map(({ key }) => [key, row[key]]))

const quoteName = (name: string): string => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`not a name of a table or column: ${name}`)
  return `"${name}"`
}

const make = (kind: RecordKind): RecordTable => {
  const columns = Object.entries(kind.fields).map(([key, { label, control }]) => ({
    key,
    name: columnOf(key),
    label,
    control,
    sqlType: kindOf(control).column,
  }))
  const references = columns.flatMap(({ key, name, control }) => {
    const noun = refersTo(control)
    return noun ? [{ key, name, to: recordOf(noun) }] : []
  })
  const selectList = [
    'r.id',
    'r.version',
    'r.created_at as "createdAt"',
    'r.updated_at as "updatedAt"',
    ...columns.map(({ key, name }) => `r.${name} as "${key}"`),
    ...references.map(
      ({ key, name, to }) =>
        `(select n.${columnOf(to.nameField)} from ${quoteName(to.table)} n where n.org_id = $1 and n.id = r.${name}) as "${key}Name"`,
    ),
  ].join(', ')
  return {
    kind,
    columns,
    written: columns.filter(({ key }) => !kind.readOnly?.includes(key)),
    select: `select ${selectList} from ${quoteName(kind.table)} r`,
    selectList,
  }
}

const tables: ReadonlyMap<RecordKind, RecordTable> = new Map(recordKinds.map((kind) => [kind, make(kind)]))
