import { assertDefined } from '../../kernel/assert.ts'
import { declaredField, type FieldType } from '../../kernel/field.ts'
import { kindOf, refersTo } from '../../kernel/fields/kinds.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { foundTextLength, ownFieldsOf, valueColumnOf } from '../../domain/records/ownFields/ownField.ts'
import { columnOf, fieldSql } from '../db/recordTable.ts'
import type { ColumnStanding, Standings } from './columnStanding.ts'

/** Where the columns of a kind of record stand in its rows `alias`; `derived` are those that stand in no field. */
export const standingsOf = (kind: RecordKind, alias: string, derivedStandings: Standings = {}): Standings => ({
  ...Object.fromEntries(
    Object.entries(kind.fields).map(([key, { control, ownTraits }]): [string, ColumnStanding] => {
      const noun = refersTo(control)
      const tree = noun && noun !== 'document' ? recordOf(noun) : undefined
      const place = ownTraits ? ownStanding(kind, alias, key) : { sql: `${alias}.${columnOf(key)}` }
      return [key, { ...place, tree: tree?.parent && tree.table }]
    }),
  ),
  createdAt: { sql: `${alias}.created_at` },
  ...derivedStandings,
})

/** Where an own value of a row `alias` stands: in the row of `own_value` about it. */
const ownStanding = (kind: RecordKind, alias: string, key: string): ColumnStanding => {
  const { control } = declaredField(kind.fields, key)
  const valueColumn = valueColumnOf(control)
  if (valueColumn === undefined) return { sql: fieldSql(alias, key, 'jsonb'), several: true }
  const value = `own_${key}`
  const sortedColumn = valueColumn === 'number' ? 'number_order' : `${valueColumn}_value`
  const isOfField = `${value}.org_id = $1 and ${value}.noun = '${kind.noun}' and ${value}.key = '${key}'`
  const isOfRow = `${isOfField} and ${value}.record_id = ${alias}.id`
  return {
    sql: kindOf(control).column === 'boolean' ? `(${value}.text_value = 'true')` : `${value}.${valueColumn}_value`,
    join: `left join own_value ${value} on ${isOfRow}`,
    within: (condition) => `exists (select from own_value ${value} where ${isOfRow} and ${condition})`,
    probe: `cross join lateral (select ${sortedColumn}, record_id from own_value ${value} where ${isOfRow} offset 0) ${value}`,
    probeCondition: (condition) => `exists (select from own_value ${value} where ${isOfRow} and ${condition} offset 0)`,
    lead: {
      from: `own_value ${value} cross join lateral (select ${value}.org_id, ${value}.record_id as id, null::timestamptz as deleted_at) ${alias}`,
      condition: isOfField,
    },
    joinedId: `${value}.record_id`,
    emptySql: `(${alias}.own_values ? '${key}') is not true`,
    ...(isLong(control) && { wholeText: fieldSql(alias, key) }),
    ...(valueColumn === 'number' && {
      sortKey: { sql: `${value}.number_order`, type: 'double precision' },
      sumSql: fieldSql(alias, key, 'numeric'),
    }),
  }
}

/** True for a text whose end `own_value` does not have. */
const isLong = (control: FieldType): boolean => control.type === 'text' && control.max > foundTextLength

/** SQL for what a row that was read already is sorted by in an own field: as `own_value` has it. */
const storedOwnSql = (alias: string, key: string, control: FieldType): string => {
  if (isLong(control)) return `left(${fieldSql(alias, key)}, ${foundTextLength})`
  const sql = fieldSql(alias, key, kindOf(control).column)
  return valueColumnOf(control) === 'number' ? `${sql}::double precision` : sql
}

/** Where the columns of a kind stand in rows `alias` that were read already: own values among the others. */
export const storedStandingsOf = (kind: RecordKind, alias: string): Standings => ({
  ...standingsOf(kind, alias),
  ...Object.fromEntries(ownFieldsOf(kind).map(([key, { control }]) => [key, { sql: storedOwnSql(alias, key, control) }])),
})

/** The kind of record that a reference field of a kind points at. */
export const recordReferredTo = ({ fields }: RecordKind, key: string): RecordKind =>
  recordOf(assertDefined(refersTo(declaredField(fields, key).control), `what ${key} refers to`))
