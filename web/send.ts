import { useState } from 'react'
import type { InputOf, Operation, OutputOf } from '../domain/operations/define.ts'
import { call, type CallOptions } from './call.ts'
import type { Busy } from './look/holdButton.ts'
import { toast } from './look/overlays/toast.ts'
import { t } from './words.ts'
import { useRefused } from './writing.ts'

export type SendOptions = { readonly done?: string } & Pick<CallOptions, 'quiet' | 'background'>

/**
 * Writes by an operation; `done` is toasted. `sending` until what it changed was asked for again; words where the
 * server would not take it. `send` throws CallError after its words were toasted.
 */
export const useSend = <O extends Operation>(
  operation: O,
  options: SendOptions = {},
): { send: (input: InputOf<O>, callOptions?: CallOptions) => Promise<OutputOf<O>>; sending: Busy } => {
  const refusalWords = useRefused(operation)
  const [pending, setPending] = useState(0)
  const send = async (input: InputOf<O>, callOptions?: CallOptions): Promise<OutputOf<O>> => {
    setPending((count) => count + 1)
    try {
      return await sendNow(operation, input, { ...options, ...callOptions })
    } finally {
      setPending((count) => count - 1)
    }
  }
  return { send, sending: refusalWords ?? pending > 0 }
}

/** The write behind a button: it begins at once, whatever the network is, and its promise settles within a bounded silence. */
export const sendNow = async <O extends Operation>(
  operation: O,
  input: InputOf<O>,
  { done, ...options }: SendOptions & CallOptions,
): Promise<OutputOf<O>> => {
  const answer = await call(operation, input, { fresh: true, ...options })
  if (done) toast(t(done), 'success')
  return answer
}
