import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, Operation, OutputOf, Page } from '../domain/operations/define.ts'
import { call } from './call.ts'

/** What a list shows: the rows so far, whether there are more, and how to get them. */
export type Pages<R> = {
  rows: readonly R[]
  /** How many there are in all; undefined until the first page is there. */
  totalCount: number | undefined
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
  options: { enabled?: boolean; pageSize?: number } = {},
): Pages<RowOf<O>> => {
  type Row = RowOf<O>
  const pageSize = options.pageSize ?? 20
  const client = useQueryClient()
  const queryKey = [operation.name, input, 'pages', pageSize]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: {} as { page?: number; after?: string },
    queryFn: ({ pageParam, signal }) =>
      call(operation, { ...(input as object), pageSize, ...pageParam } as InputOf<O>, { signal, quiet: true }) as Promise<Page<Row>>,
    getNextPageParam: (last) => {
      if (last.next) return { after: last.next }
      const ended = 'next' in last || last.list.length === 0 || (!last.more && last.currPage >= last.totalPage)
      return ended ? undefined : { page: last.currPage + 1 }
    },
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
  })
  return {
    rows: query.data?.pages.flatMap((page) => page.list) ?? [],
    totalCount: query.data?.pages[0]?.totalCount,
    status: query.data ? 'ready' : query.isError ? 'failed' : 'loading',
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    more: () => void query.fetchNextPage(),
    refresh: () => {
      client.setQueryData<InfiniteData<Page<Row>>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      return query.refetch()
    },
    question: JSON.stringify(queryKey),
    old: query.isPlaceholderData,
  }
}
