import type { Tx } from '../db/tx.ts'

/** The same handle to the database at another moment. */
export const txAt = (tx: Tx, atMs: number): Tx => ({
  orgId: tx.orgId,
  memory: tx.memory,
  now: () => atMs,
  query: (text, values, planMode) => tx.query(text, values, planMode),
  attempt: (run) => tx.attempt(run),
  atCommit: (write, item) => tx.atCommit(write, item),
})
