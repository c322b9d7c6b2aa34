import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InputOf, Operation, OutputOf, Page } from '../domain/operations/define.ts'
import { call } from './call.ts'

/** What a list shows: the rows so far, whether there are more, and how to get them. */
export type Pages<R> = {
  rows: readonly R[]
  /** How many there are in all; undefined until the first page is there. */
  totalCount: number | undefined
  /** True where there are more than `totalCount`, which was as far as they were counted. */
  hasUncounted?: boolean
  status: 'loading' | 'ready' | 'failed'
  error: unknown
  hasMore: boolean
  loadingMore: boolean
  /** The next page failed; `more` tries again. */
  moreFailed: boolean
  more: () => void
  refresh: () => Promise<unknown>
  /** Tells one question from another, so that a list of new answers begins at its top. */
  question?: string
  /** The rows still answer the question before. */
  old?: boolean
}

/** A row of an operation that answers pages. */
export type RowOf<O extends Operation> = OutputOf<O> extends { list: readonly (infer R)[] } ? R : never

/** Reads a list page by page: by cursor where the server answers `next`, by number otherwise. */
export const usePages = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  { enabled = true, pageSize = 20 }: { enabled?: boolean; pageSize?: number } = {},
): Pages<RowOf<O>> =>
  usePagesOf<RowOf<O>>({ operation, input: input as object, mark: ['pages', pageSize], sizeBehind: () => pageSize, enabled })

type PagesAsked = {
  readonly operation: Operation
  readonly input: object
  /** Tells apart who reads the same list in pages of other sizes. */
  readonly mark: readonly unknown[]
  /** The size of a page by how many were read; a list that goes by numbers keeps the size of its first. */
  readonly sizeBehind: (pagesRead: number) => number
  readonly enabled: boolean
}
type PageParam = { readonly page?: number; readonly after?: string; readonly pageSize: number }

/** The same where pages behind the first have other sizes. */
export const usePagesOf = <R>({ operation, input, mark, sizeBehind, enabled }: PagesAsked): Pages<R> => {
  const client = useQueryClient()
  const queryKey = [operation.name, input, ...mark]
  const initialPageParam: PageParam = { pageSize: sizeBehind(0) }
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam,
    queryFn: ({ pageParam, signal }) => call(operation, { ...input, ...pageParam }, { signal, quiet: true }) as Promise<Page<R>>,
    getNextPageParam: (last, all): PageParam | undefined => {
      if (last.next) return { after: last.next, pageSize: sizeBehind(all.length) }
      const ended = 'next' in last || last.list.length === 0 || (!last.more && last.currPage >= last.totalPage)
      return ended ? undefined : { page: last.currPage + 1, pageSize: sizeBehind(0) }
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  const withoutData = query.isError ? 'failed' : 'loading'
  const rows = useMemo(() => pages?.flatMap(({ list }) => list) ?? [], [pages])
  return {
    rows,
    totalCount: pages?.[0]?.totalCount,
    hasUncounted: pages?.[0]?.more === true,
    status: query.data ? 'ready' : withoutData,
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    more: () => void query.fetchNextPage(),
    refresh: () => {
      client.setQueryData<InfiniteData<Page<R>>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      return query.refetch()
    },
    question: JSON.stringify(queryKey),
    old: query.isPlaceholderData,
  }
}
