import type { Id } from '../../../kernel/id.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, withdraw } from '../../jobs/jobs.ts'

/** The kind of the jobs that hand over what waits for somebody when he goes away, and hand it back when he is there again. */
export const awayJob = 'workflow.away'

export type Away = { readonly id: Id; readonly principal: Id; readonly agent: Id; readonly back: boolean; readonly after?: Id }

export const keyOf = ({ id, agent, back }: Away): string => `${id}/${agent}/${back ? 'back' : 'gone'}`

/** Asks for what follows from a delegation that was set: the handing over where it is wanted, and the handing back at its end. */
export const followDelegation = async (
  tx: Tx,
  delegation: {
    readonly id: Id
    readonly principal: Id
    readonly agent: Id
    readonly from: string
    readonly to: string | null
    readonly moves: boolean
  },
): Promise<void> => {
  const { id, principal, agent, from, to, moves } = delegation
  const gone: Away = { id, principal, agent, back: false }
  const back: Away = { ...gone, back: true }
  if (moves) await enqueue(tx, { kind: awayJob, key: keyOf(gone), body: gone, dueAt: from })
  else await withdraw(tx, awayJob, keyOf(gone))
  if (to !== null) await enqueue(tx, { kind: awayJob, key: keyOf(back), body: back, dueAt: to })
  else await withdraw(tx, awayJob, keyOf(back))
}

/** An agent who is none any more hands back at once. */
export const endDelegation = async (tx: Tx, ended: { readonly id: Id; readonly principal: Id; readonly agent: Id }): Promise<void> => {
  await withdraw(tx, awayJob, keyOf({ ...ended, back: false }))
  await enqueue(tx, { kind: awayJob, key: keyOf({ ...ended, back: true }), body: { ...ended, back: true } })
}
