import assert from 'node:assert/strict'
import * as v from 'valibot'
import { codesOf } from '../../../domain/access/codes.ts'
import { roleWords } from '../../../domain/access/roles.ts'
import type { Operation, OutputOf } from '../../../domain/operations/define.ts'
import type { Id } from '../../../kernel/id.ts'
import { fill, RefusalError } from '../../../kernel/refusal.ts'
import type { Handler } from '../../call.ts'
import type { Database } from '../../db/pool.ts'
import { callOf } from '../../testing/company.ts'
import type { Office } from './office.ts'

/** Calls of people of an office with every function code, answered by some handlers; input and answer are held against the declaration. */
export const officeCalls =
  (database: Database, handlers: readonly Handler[]) =>
  async <O extends Operation>(office: Office, uid: Id, operation: O, input: unknown): Promise<OutputOf<O>> => {
    const handler = handlers.find((one) => one.operation === operation)
    assert.ok(handler?.signedIn, `${operation.name} is answered`)
    const run = operation.reads ? database.reading : database.inTransaction
    const answer = await run(office.orgId, (tx) =>
      handler.run(callOf(tx, uid, codesOf(roleWords)), v.parse(operation.input, input) as never),
    )
    return v.parse(operation.output, answer) as OutputOf<O>
  }

/** Holds of an error that it is a refusal in these words, for `assert.rejects`. */
export const refusedIn =
  (words: string | RegExp) =>
  (error: unknown): true => {
    assert.ok(error instanceof RefusalError, String(error))
    const refusalWords = fill(error.refusal.words, error.refusal.params)
    if (typeof words === 'string') assert.equal(refusalWords, words)
    else assert.match(refusalWords, words)
    return true
  }
