import { together } from '../domain/operations/together.ts'
import { RefusalError } from '../kernel/refusal.ts'
import { Download, handle, type Handler, requireAllowed, type SignedIn } from './call.ts'
import { readInput } from './input.ts'
import { HttpError } from './httpError.ts'

/** Answers several questions of a person signed in over one connection, each as if it had been asked by itself. */
export const togetherHandler = (handlers: readonly Handler[]): Handler => {
  const readers = new Map(
    handlers.flatMap((handler) => (handler.signedIn && handler.operation.reads ? [[handler.operation.name, handler]] : [])),
  )
  const answerOne = async (call: SignedIn, name: string, input: unknown): Promise<{ answer: unknown } | null> => {
    const handler = readers.get(name)
    if (!handler) return null
    try {
      requireAllowed(handler.operation, call.session, call.at)
      const read = readInput(handler.operation, { params: {}, query: {}, body: input }, call.language)
      const answer = await handler.run(call, read.input)
      return answer instanceof Download ? null : { answer }
    } catch (error) {
      if (error instanceof RefusalError || error instanceof HttpError) return null
      throw error
    }
  }
  return handle(together, async (call, { asked }) => {
    // The request itself was counted as the first of them.
    for (const _ of asked.slice(1)) call.countCall?.()
    // Whatever goes wrong with one, the connection is given back only when none works with it any more.
    const all = await Promise.allSettled(asked.map(({ name, input }) => answerOne(call, name, input)))
    return all.map((call) => {
      if (call.status === 'rejected') throw call.reason
      return call.value
    })
  })
}
