import type { Id } from '../../kernel/id.ts'
import type { Session } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import { mayStillRead } from './heads.ts'

/** The messages among these that a person may read the files of: those that he may read, and that no one took back. */
export const readableMessages = async (queryTx: QueryTx, { uid }: Pick<Session, 'uid'>, ids: readonly Id[]): Promise<ReadonlySet<Id>> => {
  const rows = await queryTx.query<{ id: Id }>(
    `select m.id from chat_message m
     join chat_member me on me.org_id = $1 and me.uid = $2 and me.chat_id = m.chat_id
     join chat c on c.org_id = $1 and c.id = m.chat_id
     where m.org_id = $1 and m.id = any ($3::bigint[]) and m.recalled_at is null
       and m.seq > me.from_seq and m.seq <= coalesce(me.left_seq, m.seq) and ${mayStillRead}`,
    [queryTx.orgId, uid, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
