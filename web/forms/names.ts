import { useQuery } from '@tanstack/react-query'
import { recordOf } from '../../domain/records/all.ts'
import { calledOf } from '../../domain/records/define.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { cache, learnNames, type Look, lookKey, nameKey } from '../cache.ts'
import { call } from '../call.ts'
import { recordLook } from '../records/recordLook.ts'

/** What a line shows of the thing it is about. */
export type ItemLook = { readonly title: string; readonly text: string; readonly picture: string | undefined }

/** What a thing is called, where an answer has said so. */
export const nameOf = (id: Id): string | undefined => cache.getQueryData(nameKey(id))

/** Keeps rows that were chosen, scanned or opened. */
export const learnRows = (noun: Noun, rows: readonly RecordRow[]): void => {
  for (const row of rows) {
    learnNames({ ...row.names, [row.id]: calledOf(recordOf(noun), row) })
    cache.setQueryData<Look>(lookKey(row.id), () => ({ row }))
  }
}

/** What a thing is called; asked for where nothing has said so yet. Empty while the answer is on its way. */
export const useName = (noun: Noun, id: Id | undefined): string => {
  const { data } = useQuery({
    queryKey: nameKey(id ?? ''),
    queryFn: async () => calledOf(recordOf(noun), await rowOf(noun, id ?? '')),
    enabled: noun !== 'document' && Boolean(id),
    staleTime: Infinity,
  })
  return data ?? ''
}

/** How a thing looks; asked for where nothing has said so yet. Empty while the answer is on its way. */
export const useItemLook = (noun: Noun, id: Id): ItemLook => {
  const { data } = useQuery({
    queryKey: lookKey(id),
    queryFn: async (): Promise<Look> => ({ row: await rowOf(noun, id) }),
    enabled: id !== '',
    staleTime: Infinity,
  })
  if (!data) return { title: nameOf(id) ?? '', text: '', picture: undefined }
  return 'row' in data ? recordLook(recordOf(noun), data.row) : { ...data, text: '' }
}

/** Name and look of one thing ask for it once. */
const rowOf = (noun: Noun, id: Id): Promise<RecordRow> => {
  const operation = recordOperations(recordOf(noun)).info
  return cache.fetchQuery({
    queryKey: [operation.name, { id }],
    queryFn: ({ signal }) => call(operation, { id }, { signal, quiet: true }),
    staleTime: 60_000,
  })
}
