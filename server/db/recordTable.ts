import type { FieldType } from '../../kernel/field.ts'
import { kindOf, refersTo } from '../../kernel/fields/kinds.ts'
import { isEmpty } from '../../kernel/field.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { isOwnKey } from '../../domain/records/ownFields/ownField.ts'

/** The table behind a record kind. Every piece of SQL is made once from the declaration; nothing of a request ever enters it. */
export type RecordTable = {
  readonly kind: RecordKind
  /** How each field is read from a row. */
  readonly readers: readonly ColumnReader[]
  readonly columns: readonly Column[]
  /** What clients write. */
  readonly written: readonly Column[]
  /** The columns among it, without the own values of an organisation. */
  readonly writtenColumns: readonly Column[]
  /** `select ... from table r`, with the names of what it refers to, of organisation $1; without a condition. */
  readonly select: string
  /** What it selects of a row `r`. Names are looked up one by one: joined, a dozen tables would take longer to plan than to read. */
  readonly selectList: string
  /** The columns of a row `r` without the names; `pageSelect` looks the names of a page up. */
  readonly columnList: string
  /** The columns of a row `r` under the names that `columnList` reads them by. */
  readonly storedList: string
  readonly pageNames: string
}

/** How a field is read from a row; `to` is the table that it refers to. */
type ColumnReader = {
  readonly key: string
  readonly nameKey: string
  readonly to: string | undefined
  readonly read: ((value: unknown) => unknown) | undefined
  readonly isOwn: boolean
}

/** The names of what the rows of a page refer to: by table, then by id. */
type PageNames = Readonly<Record<string, Readonly<Record<string, string>> | null>>

export type Column = {
  readonly key: string
  /** Quoted. */
  readonly name: string
  readonly label: string
  readonly control: FieldType
  readonly sqlType: string
  /** It stands among the own values of the record, and `name` is no column. */
  readonly isOwn: boolean
}

export type Values = Readonly<Record<string, unknown>>

export const tableOf = (kind: RecordKind): RecordTable => {
  const madeTable = tables.get(kind)
  if (madeTable) return madeTable
  const table = make(kind)
  tables.set(kind, table)
  return table
}

/** The column of a field, quoted: `locName` is "loc_name". */
export const columnOf = (key: string): string => quoteName(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** SQL for what stands in a field of a row `alias`: its column, or an own value of its type. */
export const fieldSql = (alias: string, key: string, sqlType = 'text'): string => {
  if (!isOwnKey(key)) return `${alias}.${columnOf(key)}`
  if (sqlType === 'jsonb') return `(${alias}.own_values -> '${key}')`
  return sqlType === 'text' ? `(${alias}.own_values ->> '${key}')` : `(${alias}.own_values ->> '${key}')::${sqlType}`
}

/** The own values among those of a record, as they are stored; null where something stood in `before` and nothing does in `values`. */
export const ownValuesOf = (table: RecordTable, values: Values, before: Values = {}): Record<string, unknown> =>
  Object.fromEntries(
    table.written.flatMap(({ key, isOwn }) => {
      if (!isOwn || (isEmpty(values[key]) && isEmpty(before[key]))) return []
      return [[key, isEmpty(values[key]) ? null : values[key]]]
    }),
  )

/** SQL: own values with others laid over them; null where none is left. */
export const mergedOwn = (before: string, changes: string): string =>
  `nullif(jsonb_strip_nulls(coalesce(${before}, '{}'::jsonb) || coalesce(${changes}, '{}'::jsonb)), '{}'::jsonb)`

/** What a value is in its column. Pictures are their paths with commas between; what is empty is null. */
export const toColumn = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null
  if (!Array.isArray(value)) return value
  return value.length === 0 ? null : value.join(',')
}

/** A row of `select` as the contract answers it; its names are those of the page that it stands on, or its own. */
export const rowOf = ({ kind, readers }: RecordTable, raw: Values, pageNames?: PageNames): RecordRow => {
  const names: Record<string, string> = {}
  const row: Record<string, unknown> = { id: raw['id'], [kind.idName]: raw['id'], version: raw['version'] }
  const ownValues = raw['ownValues'] as Values | null | undefined
  for (const { key, nameKey, to, read, isOwn } of readers) {
    const value = isOwn ? ownValues?.[key] : raw[key]
    if (isOwn && value === undefined) continue
    row[key] = read ? (read(value) ?? value) : value
    if (to === undefined || typeof value !== 'string') continue
    const ownNames = pageNames ?? (isOwn ? ((raw['ownNames'] as PageNames | undefined) ?? {}) : undefined)
    const name = ownNames ? ownNames[to]?.[value] : raw[nameKey]
    if (typeof name === 'string') names[value] = name
  }
  row['createdAt'] = raw['createdAt']
  row['updatedAt'] = raw['updatedAt']
  row['names'] = names
  return row as RecordRow
}

/** A row of `pageSelect`; the first has the names of all. */
type PageRow = Values & { readonly pageNames?: PageNames | null }

/** The rows of `pageSelect` as the contract answers them. */
export const rowsOfPage = <R extends PageRow>(table: RecordTable, raws: readonly R[]): { readonly row: RecordRow; readonly raw: R }[] => {
  const pageNames = raws.find((raw) => raw.pageNames)?.pageNames ?? {}
  return raws.map((raw) => ({ row: rowOf(table, raw, pageNames), raw }))
}

type PageParts = {
  /** What stands before the page in the `with` of the statement, with its `with`. */
  readonly before?: string | undefined
  /** A table `r` with the rows of the page, of organisation $1. */
  readonly rows: string
  /** What else is selected of a row `r`, each with a comma before it. */
  readonly besides?: string | undefined
  /** Columns of the tables in `rows` that `besides` and `order` read in `r`, each with a comma before it. */
  readonly carriedColumns?: string | undefined
  readonly order: string
}

/** The statement of a page: its rows, and in the first of them the names of all that the page refers to, each looked up once. */
export const pageSelect = (table: RecordTable, { before, rows, besides = '', carriedColumns = '', order }: PageParts): string =>
  `${before ? `${before},` : 'with'} page as materialized (select ${table.storedList}${carriedColumns} from ${rows})
   select ${table.columnList}${besides}, case when r.id = (select p.id from page p limit 1) then ${table.pageNames} end as "pageNames"
   from page r order by ${order}`

/** The field values of an answered row, in the form in which they are read from a request. */
export const valuesOfRow = ({ written }: RecordTable, row: Values): Record<string, unknown> =>
  Object.fromEntries(written.map(({ key }) => [key, row[key]]))

/** A name of a table or a column, quoted. */
export const quoteName = (name: string): string => {
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
    isOwn: isOwnKey(key),
  }))
  const references = columns.flatMap(({ key, sqlType, control }) => {
    const noun = refersTo(control)
    return noun ? [{ key, idSql: (alias: string) => fieldSql(alias, key, sqlType), to: recordOf(noun) }] : []
  })
  const tableColumns = columns.filter(({ isOwn }) => !isOwn)
  const storedColumns = ['id', 'version', 'created_at', 'updated_at', 'own_values', ...tableColumns.map(({ name }) => name)]
  const columnList = [
    'r.id',
    'r.version',
    'r.created_at as "createdAt"',
    'r.updated_at as "updatedAt"',
    'r.own_values as "ownValues"',
    ...tableColumns.map(({ key, name }) => `r.${name} as "${key}"`),
  ].join(', ')
  const nameLookups = references.flatMap(({ key, idSql, to }) =>
    isOwnKey(key)
      ? []
      : [`(select n.${columnOf(to.nameField)} from ${quoteName(to.table)} n where n.org_id = $1 and n.id = ${idSql('r')}) as "${key}Name"`],
  )
  const selectList = [columnList, ...nameLookups, ...ownNamesOf(references)].join(', ')
  return {
    kind,
    columns,
    readers: columns.map(({ key, control, isOwn }) => ({
      key,
      isOwn,
      nameKey: `${key}Name`,
      to: references.find((reference) => reference.key === key)?.to.table,
      read: isOwn || refersTo(control) ? undefined : kindOf(control).fromColumn,
    })),
    written: columns.filter(({ key }) => !kind.readOnly?.includes(key)),
    writtenColumns: tableColumns.filter(({ key }) => !kind.readOnly?.includes(key)),
    select: `select ${selectList} from ${quoteName(kind.table)} r`,
    selectList,
    columnList,
    storedList: storedColumns.map((name) => `r.${name}`).join(', '),
    pageNames: pageNamesOf(references),
  }
}

/** SQL for the names of all that own fields of a row `r` refer to, by table: an organisation may have more of them than a statement has columns. */
const ownNamesOf = (
  references: readonly { readonly key: string; readonly idSql: (alias: string) => string; readonly to: RecordKind }[],
): string[] => {
  const byTable = Map.groupBy(
    references.filter(({ key }) => isOwnKey(key)),
    ({ to }) => to,
  )
  const names = [...byTable].map(
    ([to, columns]) => `'${to.table}', (select json_object_agg(n.id, n.${columnOf(to.nameField)}) from ${quoteName(to.table)} n
      where n.org_id = $1 and n.id = any (array[${columns.map(({ idSql }) => idSql('r')).join(', ')}]))`,
  )
  return names.length > 0 ? [`json_build_object(${names.join(', ')}) as "ownNames"`] : []
}

/**
 * SQL for the names of all that the rows of `page` refer to, each looked up once. `offset 0` lets the database think of nothing but to take them
 * one by one, however many an organisation has.
 */
const pageNamesOf = (references: readonly { readonly idSql: (alias: string) => string; readonly to: RecordKind }[]): string => {
  const byTable = Map.groupBy(references, ({ to }) => to)
  const names = [...byTable].map(([to, columns]) => {
    const ids = columns.map(({ idSql }) => idSql('p'))
    const idSql = columns.length === 1 ? ids[0] : `unnest(array[${ids.join(', ')}])`
    return `'${to.table}', (select json_object_agg(i.id, n.name) from (select distinct ${idSql} as id from page p) i
      cross join lateral (select n.${columnOf(to.nameField)} as name from ${quoteName(to.table)} n where n.org_id = $1 and n.id = i.id offset 0) n)`
  })
  return `json_build_object(${names.join(', ')})`
}

/** By kinds; those with the own fields of an organisation go with it. */
const tables = new WeakMap<RecordKind, RecordTable>()
