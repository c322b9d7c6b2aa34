import * as v from 'valibot'
import { assertDefined } from '../../kernel/assert.ts'
import type { InputOf, Operation, OutputOf } from '../../domain/operations/define.ts'
import type { Handler, SignedIn } from '../call.ts'

type Ask = <O extends Operation>(call: SignedIn, operation: O, input: InputOf<O>) => Promise<OutputOf<O>>

/** Asks the product as a signed-in person would: what `handlers` answer to a call. */
export const askerOf =
  (handlers: readonly Handler[]): Ask =>
  <O extends Operation>(call: SignedIn, operation: O, input: InputOf<O>) => {
    const handler = assertDefined(
      handlers.find((handler) => handler.operation === operation),
      operation.name,
    )
    if (!handler.signedIn) throw new Error(`${operation.name} is for nobody signed in`)
    return handler.run(call, v.parse(operation.input, input)) as Promise<OutputOf<O>>
  }
