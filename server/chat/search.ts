import type { Id } from '../../kernel/id.ts'
import { chatKinds, type ChatHead, type ChatKind, type ChatMessage } from '../../domain/chat/operations.ts'
import type { QueryTx } from '../db/tx.ts'
import { likePattern } from '../search/searchText.ts'
import { malformed } from '../httpError.ts'
import { headsNamed, mayStillRead, rangeOf, type Reader } from './heads.ts'
import { messageColumns, messageIn, messageJoins, type StoredMessage } from './messages.ts'

export type ChatQuery = {
  readonly likeQuery?: string | undefined
  readonly chatId?: Id | undefined
  readonly kind?: string | undefined
  readonly after?: string | undefined
}

export type ChatSearchResult = {
  readonly chats: ChatHead[]
  readonly messages: (ChatMessage & { chatName: string; chatKind: ChatKind })[]
  readonly next: string | null
}

/**
 * Messages that hold a keyword, of those that a person may read, newest first; in one conversation or in all of his. Each is gone through
 * from its end by its numbers, so that what is found is found soon.
 */
export const searchMessages = async (
  queryTx: QueryTx,
  reader: Reader,
  { likeQuery, chatId, kind, after }: ChatQuery,
): Promise<ChatSearchResult> => {
  const { uid, subjectsOnly } = reader
  if (!likeQuery && !kind) throw malformed('请输入关键字')
  const pattern = likeQuery ? likePattern(likeQuery) : null
  const behind = after === undefined ? null : placeOf(after)
  if (chatId !== undefined) await rangeOf(queryTx, uid, chatId)
  const [rows, chats] = await Promise.all([
    queryTx.query<StoredMessage & { from_seq: number; chat_name: string; chat_kind: string }>(
      `select ${messageColumns}, f.from_seq, f.chat_name, f.chat_kind
       from (
         select x.id, me.from_seq, coalesce(o.user_name, c.name) as chat_name, c.kind as chat_kind
         from chat_member me join chat c on c.org_id = $1 and c.id = me.chat_id left join person o on o.org_id = $1 and o.id = me.partner_uid
         cross join lateral (
           select m.id, m.created_at from chat_message m
           where m.org_id = $1 and m.chat_id = me.chat_id and m.seq > me.from_seq and m.seq <= coalesce(me.left_seq, c.last_seq)
             and m.recalled_at is null and ($3::text is null or m.search like $3) and ($4::text is null or m.kind = $4)
             and ($6::timestamptz is null or (m.created_at, m.id) < ($6, $7::bigint))
           order by m.seq desc limit ${perAnswer + 1}
         ) x
         where me.org_id = $1 and me.uid = $2 and ($5::bigint is null or me.chat_id = $5) and ${mayStillRead}
           and ($8::boolean is false or $5::bigint is not null or c.kind = 'subject')
         order by x.created_at desc, x.id desc limit ${perAnswer + 1}
       ) f join chat_message m on m.org_id = $1 and m.id = f.id ${messageJoins}
       order by m.created_at desc, m.id desc`,
      [queryTx.orgId, uid, pattern, kind ?? null, chatId ?? null, behind?.at ?? null, behind?.id ?? null, subjectsOnly],
    ),
    chatId === undefined && pattern !== null && behind === null ? headsNamed(queryTx, reader, pattern, 20) : [],
  ])
  const pageRows = rows.slice(0, perAnswer)
  const last = pageRows.at(-1)
  return {
    chats,
    messages: pageRows.map((row) => ({ ...messageIn(row, row.from_seq), chatName: row.chat_name, chatKind: kindIn(row.chat_kind) })),
    next: rows.length > perAnswer && last ? `${last.created_at}_${last.id}` : null,
  }
}

const perAnswer = 30

const kindIn = (text: string): ChatKind => chatKinds.find((kind) => kind === text) ?? 'group'

/** Where a list in the order of moments goes on: a moment and the id of what stands there. */
export const placeOf = (cursor: string): { readonly at: string; readonly id: Id } => {
  const [, at = '', id = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([1-9]\d{0,18})$/.exec(cursor) ?? []
  if (!Number.isFinite(Date.parse(at))) throw malformed('翻页位置有误')
  return { at, id }
}
