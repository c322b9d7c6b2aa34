import { newId, type Id } from '../../kernel/id.ts'
import type { MessageCategory, MessageType } from '../../domain/operations/messages.ts'
import type { Tx } from '../db/tx.ts'
import { announce } from './outbox.ts'

/** What somebody is told; all of it is plain text. `link` is a path of the screen table with its query. */
export type Notice = {
  readonly uids: readonly Id[]
  readonly msgType: MessageType
  readonly category: MessageCategory
  readonly title: string
  readonly content?: string
  readonly link?: string
}

/** Writes one message for each person and announces them; the relay delivers after the commit. Nobody gets the same one twice. */
export const notify = async (tx: Tx, { uids, msgType, category, title, content = '', link }: Notice): Promise<void> => {
  const people = [...new Set(uids)]
  if (people.length === 0) return
  await Promise.all([
    tx.query(
      `insert into message (org_id, id, uid, msg_type, category, title, content, link)
       select $1, m.id, m.uid, $4, $5, $6, $7, $8 from unnest($2::bigint[], $3::bigint[]) as m (id, uid)`,
      [tx.orgId, people.map(() => newId()), people, msgType, category, title, content, link ?? null],
    ),
    announceMessages(tx, people, { type: msgType, title, content, ...(link !== undefined && { link }) }),
  ])
}

/** Says that the messages of these people have changed; what `arrived` a push notification may show. */
export const announceMessages = (tx: Tx, uids: readonly Id[], arrived: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  announce(tx, { topic: 'message', body: { uids, ...arrived } })
