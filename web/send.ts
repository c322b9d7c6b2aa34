import { useMutation } from '@tanstack/react-query'
import type { InputOf, Operation, OutputOf } from '../domain/operations/define.ts'
import { call, type CallOptions } from './call.ts'
import type { Busy } from './look/held.ts'
import { toast } from './look/toast.ts'
import { t } from './words.ts'
import { useRefused } from './writing.ts'

/**
 * Writes by an operation; `done` is toasted. `sending` until what it changed was asked for again; words where the
 * server would not take it. `send` throws CallError after its words were toasted.
 */
export const useSend = <O extends Operation>(
  operation: O,
  options: { done?: string } & Pick<CallOptions, 'quiet'> = {},
): { send: (input: InputOf<O>, callOptions?: CallOptions) => Promise<OutputOf<O>>; sending: Busy } => {
  const refused = useRefused(operation)
  const mutation = useMutation({
    mutationFn: ({ input, callOptions }: { input: InputOf<O>; callOptions: CallOptions | undefined }) =>
      call(operation, input, { quiet: options.quiet, fresh: true, ...callOptions }),
    onSuccess: () => {
      if (options.done) toast(t(options.done), 'success')
    },
  })
  return { send: (input, callOptions) => mutation.mutateAsync({ input, callOptions }), sending: refused ?? mutation.isPending }
}
