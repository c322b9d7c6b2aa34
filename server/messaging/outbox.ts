import type { Tx } from '../db/tx.ts'

/** Something that others want to hear of. `body.uids` are the people whose screens it concerns; the body says what changed, never how many. */
export type Announcement = { readonly topic: string; readonly key?: string; readonly body: Readonly<Record<string, unknown>> }

/** Writes the announcement in the transaction of the change; the relay delivers it after the commit. */
export const announce = async (tx: Tx, announcement: Announcement): Promise<void> => {
  announcingTransactions.add(tx)
  await tx.atCommit(write, announcement)
}

const write = (tx: Tx, announcements: readonly Announcement[]): Promise<unknown> =>
  tx.query(
    `insert into outbox (org_id, topic, key, body)
     select o.org_id, a.topic, a.key, a.body::jsonb from organisation o, unnest($2::text[], $3::text[], $4::text[]) as a (topic, key, body) where o.org_id = $1`,
    [
      tx.orgId,
      announcements.map(({ topic }) => topic),
      announcements.map(({ key = '' }) => key),
      announcements.map(({ body }) => JSON.stringify(body)),
    ],
  )

/** Whether something was announced in this transaction. */
export const hasAnnounced = (tx: Tx): boolean => announcingTransactions.has(tx)

const announcingTransactions = new WeakSet<Tx>()
