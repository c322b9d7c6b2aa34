import { assertDefined } from '../../kernel/assert.ts'
import { declaredField } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { columnOf } from '../db/recordTable.ts'
import type { ColumnStanding, Standings } from './columnStanding.ts'

/** Where the columns of a kind of record stand in its rows `alias`; `derived` are those that stand in no field. */
export const standingsOf = (kind: RecordKind, alias: string, derivedStandings: Standings = {}): Standings => ({
  ...Object.fromEntries(
    Object.entries(kind.fields).map(([key, { control }]): [string, ColumnStanding] => {
      const noun = refersTo(control)
      const tree = noun && noun !== 'document' ? recordOf(noun) : undefined
      return [key, { sql: `${alias}.${columnOf(key)}`, tree: tree?.parent && tree.table }]
    }),
  ),
  createdAt: { sql: `${alias}.created_at` },
  ...derivedStandings,
})

/** The kind of record that a reference field of a kind points at. */
export const recordReferredTo = ({ fields }: RecordKind, key: string): RecordKind =>
  recordOf(assertDefined(refersTo(declaredField(fields, key).control), `what ${key} refers to`))
