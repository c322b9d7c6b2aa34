import type { Id } from '../../../kernel/id.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, withdraw } from '../../jobs/jobs.ts'

/** The kind of the jobs that hand over what waits for a person when he goes away, and hand it back when he is there again. */
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
  const awayEntry: Away = { id, principal, agent, back: false }
  const back: Away = { ...awayEntry, back: true }
  if (moves) await enqueue(tx, { kind: awayJob, key: keyOf(awayEntry), body: awayEntry, dueAt: from })
  else await withdraw(tx, awayJob, keyOf(awayEntry))
  if (to !== null) await enqueue(tx, { kind: awayJob, key: keyOf(back), body: back, dueAt: to })
  else await withdraw(tx, awayJob, keyOf(back))
}

/** An agent who is none any more hands back at once. */
export const endDelegation = async (tx: Tx, endedAway: { readonly id: Id; readonly principal: Id; readonly agent: Id }): Promise<void> => {
  await withdraw(tx, awayJob, keyOf({ ...endedAway, back: false }))
  await enqueue(tx, { kind: awayJob, key: keyOf({ ...endedAway, back: true }), body: { ...endedAway, back: true } })
}
