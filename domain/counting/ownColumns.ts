import { holdsFiles } from '../../kernel/fields/kinds.ts'
import type { RecordField, RecordKind } from '../records/define.ts'
import { ownFieldsOf } from '../records/ownFields/ownField.ts'
import { tableOfRecord } from '../records/table.ts'
import type { Table } from '../tables/define.ts'
import type { CountPlan } from './plan.ts'

/** An own field of assets with its key. */
export type OwnColumn = readonly [key: string, field: RecordField]

/** The own fields of assets that a plan may choose to have confirmed. */
export const countableFieldsOf = (assetKind: Pick<RecordKind, 'fields'>): readonly OwnColumn[] =>
  ownFieldsOf(assetKind).flatMap(([key, field, { isRetired }]) => (isRetired || holdsFiles(field.control) ? [] : [[key, field] as const]))

/** The own fields that a plan has confirmed: those that it chose, else those that are shown in every count. */
export const countedFieldsOf = (
  assetKind: Pick<RecordKind, 'fields'>,
  { confirms, ownFields: chosenKeys = [] }: Pick<CountPlan, 'confirms' | 'ownFields'>,
): readonly OwnColumn[] =>
  confirms.includes('ownFields')
    ? countableFieldsOf(assetKind).filter(([key, { ownTraits }]) =>
        chosenKeys.length > 0 ? chosenKeys.includes(key) : ownTraits?.isCounted === true,
      )
    : []

/** What the lines of a count can be narrowed by in own fields. */
export const ownColumnTable = (assetKind: RecordKind, ownColumns: readonly OwnColumn[]): Table => {
  const { columns } = tableOfRecord(assetKind)
  return {
    name: 'gsinventorytask',
    title: '盘点明细',
    columns: Object.fromEntries(ownColumns.flatMap(([key]) => (columns[key] ? [[key, columns[key]]] : []))),
    usualOrder: '',
  }
}
