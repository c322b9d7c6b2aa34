import type { Tx } from '../db/tx.ts'

/** Something that others want to hear of. `body.uids` are the people whose screens it concerns; the body says what changed, never how many. */
export type Announcement = { readonly topic: string; readonly key?: string; readonly body: Readonly<Record<string, unknown>> }

/** Writes the announcement in the transaction of the change; the relay delivers it after the commit. */
export const announce = async (tx: Tx, { topic, key = '', body }: Announcement): Promise<void> => {
  announcing.add(tx)
  await tx.query('insert into outbox (org_id, topic, key, body) values ($1, $2, $3, $4)', [tx.orgId, topic, key, body])
}

/** Whether something was announced in this transaction. */
export const hasAnnounced = (tx: Tx): boolean => announcing.has(tx)

const announcing = new WeakSet<Tx>()
