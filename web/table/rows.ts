import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Operation, Page } from '../../domain/operations/define.ts'
import { call } from '../call.ts'
import type { Pages } from '../pages.ts'
import { firstPageSize, nextPageSize } from './paging.ts'
import type { Asked } from './row.ts'

type Part = { readonly page?: number; readonly after?: string; readonly pageSize: number }

/** Reads a table page by page, once it is known what to ask: larger pages further down. A list that goes by numbers keeps the size of its pages. */
export const useRows = <R>(operation: Operation, asked: Asked, enabled: boolean): Pages<R> => {
  const client = useQueryClient()
  const queryKey = [operation.name, asked, 'table']
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: { pageSize: firstPageSize } as Part,
    queryFn: ({ pageParam, signal }) => call(operation, { ...asked, ...pageParam }, { signal, quiet: true }) as Promise<Page<R>>,
    getNextPageParam: (last, all): Part | undefined => {
      if (last.next) return { after: last.next, pageSize: nextPageSize(all.length) }
      const ended = 'next' in last || last.list.length === 0 || (!last.more && last.currPage >= last.totalPage)
      return ended ? undefined : { page: last.currPage + 1, pageSize: last.pageSize }
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap(({ list }) => list) ?? [], [pages])
  return {
    rows,
    totalCount: pages?.[0]?.totalCount,
    status: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
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
