import type { Tx } from '../db/tx.ts'

/** Something that others want to hear of. `body.uids` are the people whose screens it concerns; the body says what changed, never how many. */
export type Announcement = { readonly topic: string; readonly key?: string; readonly body: Readonly<Record<string, unknown>> }

/** Writes the announcement in the transaction of the change; the relay delivers it after the commit. */
export const announce = async (tx: Tx, announcement: Announcement): Promise<void> => {
  announcingTransactions.add(tx)
  await tx.atCommit(write, announcement)
}

/** All of a transaction in one row: several are told as one, with the topic '' and themselves in the body. */
const write = (tx: Tx, announcements: readonly Announcement[]): Promise<unknown> => {
  const only = announcements.length === 1 ? announcements[0] : undefined
  const { topic, key = '', body } = only ?? { topic: togetherTopic, body: { all: announcements } satisfies AnnouncementBundle }
  return tx.query('insert into outbox (org_id, topic, key, body) select o.org_id, $2, $3, $4 from organisation o where o.org_id = $1', [
    tx.orgId,
    topic,
    key,
    body,
  ])
}

/** The topic of a row that holds several announcements, and its body. */
export const togetherTopic = ''
export type AnnouncementBundle = { readonly all: readonly Announcement[] }

/** Whether something was announced in this transaction. */
export const hasAnnounced = (tx: Tx): boolean => announcingTransactions.has(tx)

const announcingTransactions = new WeakSet<Tx>()
