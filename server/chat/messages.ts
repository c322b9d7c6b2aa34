import type { Id } from '../../kernel/id.ts'
import { briefOf, type Content, type MessageKind } from '../../domain/chat/body.ts'
import type { ChatMessage } from '../../domain/chat/operations.ts'
import type { Reaction } from '../../domain/chat/reactions.ts'
import type { QueryTx } from '../db/tx.ts'
import { reactionsColumn } from './reactionColumn.ts'

/** What a message row says, with the people in it and what it answers. */
export type StoredMessage = {
  id: Id
  chat_id: Id
  seq: number
  sender_uid: Id | null
  sender_name: string | null
  sender_avatar: string | null
  kind: MessageKind
  body: unknown
  created_at: string
  recalled_at: string | null
  recalled_by: Id | null
  recaller_name: string | null
  reply_id: Id | null
  reply_seq: number | null
  reply_kind: MessageKind | null
  reply_body: unknown
  replied_uid: Id | null
  replied_name: string | null
  reactions: readonly Reaction[] | null
  reaction_version: number
}

/** What `messageIn` reads of a message `m`, with the tables it is read from; `$1` is the organisation. */
export const messageColumns = `m.id, m.chat_id, m.seq, m.sender_uid, coalesce(s.nickname, p.user_name) as sender_name, p.avatar as sender_avatar,
  m.kind, m.body, m.created_at, m.recalled_at, m.recalled_by, b.user_name as recaller_name,
  m.reply_id, r.seq as reply_seq, r.kind as reply_kind, r.body as reply_body, r.sender_uid as replied_uid, coalesce(t.nickname, q.user_name) as replied_name,
  m.reaction_version, ${reactionsColumn}`
/** `limit 1` has the planner look each nickname up by its whole key, however little it knows of who asks. */
export const messageJoins = `left join person p on p.org_id = $1 and p.id = m.sender_uid
  left join lateral (
    select x.nickname from chat_member x where x.org_id = $1 and x.uid = m.sender_uid and x.chat_id = m.chat_id limit 1
  ) s on true
  left join person b on b.org_id = $1 and b.id = m.recalled_by
  left join chat_message r on r.org_id = $1 and r.id = m.reply_id
  left join person q on q.org_id = $1 and q.id = r.sender_uid
  left join lateral (
    select y.nickname from chat_member y where y.org_id = $1 and y.uid = r.sender_uid and y.chat_id = m.chat_id limit 1
  ) t on true`

/** A message as a person sees it who sees numbers greater than `fromSeq`. */
export const messageIn = (row: StoredMessage, fromSeq: number): ChatMessage => ({
  id: row.id,
  chatId: row.chat_id,
  seq: row.seq,
  senderUid: row.sender_uid,
  senderName: row.sender_name ?? '',
  senderAvatar: row.sender_avatar,
  content: contentOf(row.kind, row.body),
  reply:
    row.reply_id === null || row.reply_seq === null
      ? null
      : {
          id: row.reply_id,
          seq: row.reply_seq,
          senderUid: row.replied_uid,
          senderName: row.replied_name ?? '',
          brief:
            row.reply_seq > fromSeq && row.reply_kind !== null && row.reply_body !== null
              ? briefOf(contentOf(row.reply_kind, row.reply_body))
              : null,
        },
  reactions: [...(row.reactions ?? [])],
  reactionVersion: row.reaction_version,
  createdAt: row.created_at,
  recalledAt: row.recalled_at,
  recalledBy: row.recalled_by === null ? null : { uid: row.recalled_by, name: row.recaller_name ?? '' },
})

/** The content as it was checked when it was stored. */
export const contentOf = (kind: MessageKind, body: unknown): Content => ({ kind, body }) as Content

/** The message with an id; undefined where there is none. Who may see it is for who asks to know. */
export const readMessage = async (queryTx: QueryTx, id: Id): Promise<StoredMessage | undefined> => {
  const [row] = await queryTx.query<StoredMessage>(
    `select ${messageColumns} from chat_message m ${messageJoins} where m.org_id = $1 and m.id = $2`,
    [queryTx.orgId, id],
  )
  return row
}

/** Messages of a conversation numbered from `low` to `high`, in their order. */
export const messagesBetween = (queryTx: QueryTx, chatId: Id, low: number, high: number): Promise<StoredMessage[]> =>
  queryTx.query<StoredMessage>(
    `select ${messageColumns} from chat_message m ${messageJoins}
     where m.org_id = $1 and m.chat_id = $2 and m.seq between $3 and $4 order by m.seq`,
    [queryTx.orgId, chatId, low, high],
  )
