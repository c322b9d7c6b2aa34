import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { InputOf, Operation, OutputOf, Page } from '../domain/operations/define.ts'
import { call, type CallOptions } from './call.ts'
import { keepAnswer, keptAnswer } from './kept.ts'
import { toast } from './look/toast.ts'
import { session } from './session.ts'
import { t } from './words.ts'

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

/**
 * Reads an operation and keeps the answer in the cache under `[name, input]`. `enabled: false` waits; `once` is for what is edited here
 * and may be gone when it was sent: read whenever the screen opens, and not again while it is open; `kept` is for what a first screen shows:
 * the next start shows the last answer at once and asks again.
 * The screen shows failures itself (Problem), so no toast.
 */
export const useAsk = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: { enabled?: boolean; staleMs?: number; keep?: boolean; once?: boolean; kept?: boolean } = {},
): UseQueryResult<OutputOf<O>> =>
  useQuery({
    queryKey: [operation.name, input],
    queryFn: async ({ signal }) => {
      const { token } = session()
      const answer = await call(operation, input, { signal, quiet: true })
      if (options.kept && session().token === token) keepAnswer([operation.name, input], answer)
      return answer
    },
    enabled: options.enabled ?? true,
    ...(options.kept ? { initialData: () => keptAnswer([operation.name, input]), initialDataUpdatedAt: 0 } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    ...(options.once ? { staleTime: Infinity, refetchOnMount: 'always', meta: { once: true } } : {}),
  }) as UseQueryResult<OutputOf<O>>

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
      const ended = last.list.length === 0 || (!last.more && last.currPage >= last.totalPage)
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

/** Writes by an operation; `done` is toasted. `sending` until what it changed was asked for again. `send` throws CallError after its words were toasted. */
export const useSend = <O extends Operation>(
  operation: O,
  options: { done?: string } & Pick<CallOptions, 'quiet'> = {},
): { send: (input: InputOf<O>, callOptions?: CallOptions) => Promise<OutputOf<O>>; sending: boolean } => {
  const mutation = useMutation({
    mutationFn: ({ input, callOptions }: { input: InputOf<O>; callOptions: CallOptions | undefined }) =>
      call(operation, input, { quiet: options.quiet, fresh: true, ...callOptions }),
    onSuccess: () => {
      if (options.done) toast(t(options.done), 'success')
    },
  })
  return { send: (input, callOptions) => mutation.mutateAsync({ input, callOptions }), sending: mutation.isPending }
}

/** Asks again whatever was read by operations whose name starts with one of the prefixes. */
export const refreshByName = (client: QueryClient, prefixes: readonly string[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [name], meta }) =>
      !meta?.['once'] && typeof name === 'string' && prefixes.some((prefix) => name.startsWith(prefix)),
  })
