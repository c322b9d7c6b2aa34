import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { InputOf, Operation, OutputOf } from '../../domain/operations/define.ts'
import { call, CallError, type CallOptions } from '../call.ts'

/** What lets the operator in: kept by this window alone, and not longer than it is open. */
export type Pass = { readonly token: string; readonly byName: string; readonly until: string }

const key = 'zaice_operator'
const listeners = new Set<() => void>()
const read = (): Pass | undefined => {
  const text = sessionStorage.getItem(key)
  const pass: Pass | undefined = text === null ? undefined : JSON.parse(text)
  return pass && Date.parse(pass.until) > Date.now() ? pass : undefined
}
let current = read()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const usePass = (): Pass | undefined => useSyncExternalStore(subscribe, () => current)

/** Lets the operator in, or out where there is none. */
export const keepPass = (pass: Pass | undefined): void => {
  if (pass) sessionStorage.setItem(key, JSON.stringify(pass))
  else sessionStorage.removeItem(key)
  current = pass
  for (const listener of listeners) listener()
}

/** Asks as the operator. Where his session is over, the page is back at its door. */
export const callAsOperator = async <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: Pick<CallOptions, 'signal' | 'fresh'> = {},
): Promise<OutputOf<O>> => {
  try {
    return await call(operation, input, { ...options, token: current?.token ?? '', quiet: true })
  } catch (error) {
    if (error instanceof CallError && error.status === 401) keepPass(undefined)
    throw error
  }
}

/** Asks as the operator; again and again where `everyMs` says how often. */
export const useOperatorAsk = <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  everyMs: (last: OutputOf<O> | undefined) => number | false = () => false,
): UseQueryResult<OutputOf<O>> =>
  useQuery({
    queryKey: [operation.name, input, current?.token],
    queryFn: ({ signal }) => callAsOperator(operation, input, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => everyMs(state.data),
  })
