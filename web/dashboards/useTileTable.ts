import { useMemo } from 'react'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { Table } from '../../domain/tables/define.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { useRecordKind } from '../records/useRecordKind.ts'

/** The table of a tile, with the columns that the organisation added; undefined until they are known. */
export const useTileTable = (name: string): Table | undefined => {
  const knownTable = tableNamed(name)
  const noun = knownTable?.kind?.noun
  const kind = useRecordKind(noun ?? 'asset', noun !== undefined)
  return useMemo(() => {
    if (!knownTable) return undefined
    if (noun === undefined) return knownTable.table
    return kind && tableOfRecord(kind)
  }, [knownTable, noun, kind])
}
