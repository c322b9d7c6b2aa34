import { useMemo } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import { hiddenColumns } from '../../domain/tables/viewOperations.ts'
import { useAsk } from '../ask.ts'

/** A role that changes is seen in tables after this; values are hidden at once. */
const freshMs = 300_000

/** A table without the columns that none of the reader's roles shows. */
export const useShownTable = (table: Table): Table => {
  const { data } = useAsk(hiddenColumns, {}, { kept: true, staleMs: freshMs })
  const keys = data?.[table.name]
  return useMemo(() => {
    if (!keys || keys.length === 0) return table
    return { ...table, columns: Object.fromEntries(Object.entries(table.columns).filter(([key]) => !keys.includes(key))) }
  }, [table, keys])
}
