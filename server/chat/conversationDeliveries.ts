import type { Id } from '../../kernel/id.ts'
import { briefOf, mentionedIn, type MessageKind } from '../../domain/chat/body.ts'
import { briefWords } from '../../domain/chat/words.ts'
import { inWords } from '../../domain/english/all.ts'
import type { Source, Unread } from '../deliveries/deliverer.ts'
import { contentOf } from './messages.ts'

type Row = {
  id: Id
  chat_id: Id
  kind: MessageKind
  body: unknown
  sender_uid: Id
  sender_name: string
  chat_kind: string
  chat_name: string
  uid: Id
  mute: boolean
}

/**
 * What was said in conversations and is not read by those who are in them. Of one that its reader has muted only what names him; of what was
 * taken back nothing. The messages are found first and the members of each by its conversation, however few the planner thinks that all members
 * are; the list of ids stands in a select of its own, so that it keeps one plan for all calls.
 */
export const conversations: Source = {
  name: 'chat',
  unread: async (tx, ids, uid) => {
    const rows = await tx.query<Row>(
      `select m.id, m.chat_id, m.kind, m.body, m.sender_uid, coalesce(
                (select s.nickname from chat_member s where s.org_id = $1 and s.uid = m.sender_uid and s.chat_id = m.chat_id), p.user_name) as sender_name,
              c.kind as chat_kind, c.name as chat_name, r.uid, r.mute
       from (
         select x.id, x.chat_id, x.seq, x.kind, x.body, x.sender_uid from chat_message x
         where x.org_id = $1 and x.id = any ((select $2::bigint[])::bigint[]) and x.body is not null and x.kind not in ('note', 'recall')
         offset 0
       ) m
       join chat c on c.org_id = $1 and c.id = m.chat_id
       join person p on p.org_id = $1 and p.id = m.sender_uid
       cross join lateral (
         select y.uid, y.mute from chat_member y
         where y.org_id = $1 and y.chat_id = m.chat_id and y.uid <> m.sender_uid and ($3::bigint is null or y.uid = $3)
           and y.left_seq is null and y.from_seq < m.seq and y.read_seq < m.seq
         offset 0
       ) r
       where (select q.state = 'active' and q.deleted_at is null from person q where q.org_id = $1 and q.id = r.uid)`,
      [tx.orgId, ids, uid ?? null],
    )
    return rows.flatMap((row) => {
      const content = contentOf(row.kind, row.body)
      const { uids, all } = mentionedIn(content)
      const isNamed = uids.includes(row.uid)
      if (row.mute && !isNamed) return []
      const isPair = row.chat_kind === 'pair'
      return [
        {
          id: row.id,
          uid: row.uid,
          category: 'chat',
          isForMe: isPair || isNamed || all,
          isUrgent: isPair || isNamed || all,
          about: `chat/${row.chat_id}`,
          shown: (language) => {
            const brief = briefWords(briefOf(content), (words, params) => inWords(language, words, params))
            return {
              title: isPair ? row.sender_name : row.chat_name,
              content: isPair ? brief : inWords(language, '{who}：{said}', { who: row.sender_name, said: brief }),
              link: isPair ? `/pages/message/chat?uid=${row.sender_uid}` : `/pages/message/groupchat?chatId=${row.chat_id}`,
            }
          },
        } satisfies Unread,
      ]
    })
  },
}
