import { keepPreviousData, type QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { InputOf, Operation, OutputOf } from '../domain/operations/define.ts'
import { call } from './call.ts'
import { keepAnswer, keptAnswer } from './start/keptAnswers.ts'
import { session } from './session/session.ts'

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
  })

/** Asks again whatever was read by operations whose name starts with one of the prefixes. */
export const refreshByName = (client: QueryClient, prefixes: readonly string[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [name], meta }) =>
      !meta?.['once'] && typeof name === 'string' && prefixes.some((prefix) => name.startsWith(prefix)),
  })
