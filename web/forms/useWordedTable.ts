import { useMemo } from 'react'
import { listOf, tableWithOwnWords } from '../../domain/dictionaries/ownChoices.ts'
import { ownFieldList } from '../../domain/records/ownFields/ownFieldOperations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { useAsk } from '../ask.ts'
import { useLanguage } from '../words.ts'

const freshMs = 60_000

/** A table whose choices are called as the organisation has them in its lists; as delivered until that is known. */
export const useWordedTable = (table: Table): Table => {
  const language = useLanguage()
  const hasLists = Object.values(table.columns).some((column) => listOf(column) !== undefined)
  const { data } = useAsk(ownFieldList, {}, { kept: true, staleMs: freshMs, enabled: hasLists })
  return useMemo(() => tableWithOwnWords(table, data?.words ?? {}, language), [table, data, language])
}
