import * as v from 'valibot'
import { changedByDecision, idInput, operation } from '../../operations/define.ts'
import { words } from './flows.ts'

export const revocationOperations = {
  /** Asks to revoke an approved application of the caller's own, by an application of its own; answers the id of that. */
  revoke: operation({
    name: 'workflow.revoke',
    path: '/api/workflow/revoke',
    title: '申请作废',
    changes: changedByDecision,
    access: 'signed-in',
    input: v.strictObject({ processId: idInput, reason: v.pipe(words(500), v.minLength(1, '请填写原因')) }),
    output: v.object({ processId: v.string() }),
  }),
} as const
