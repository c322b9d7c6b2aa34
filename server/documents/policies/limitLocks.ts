import type { Tx } from '../../db/tx.ts'

/**
 * Takes the turns of some limits, in one order: of two requests that the same limit counts, the second reads what the first has written. The
 * statement that counts has to come after this one.
 */
export const lockLimits = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  const turns = [...new Set(keys)].toSorted()
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('limit/' || k, $1::bigint)) from unnest($2::text[]) as k`, [
    tx.orgId,
    turns,
  ])
}
