import type { Id } from '../../kernel/id.ts'
import type { Params } from '../../kernel/refusal.ts'
import { titleIn } from '../../domain/approval/flow/title.ts'
import { inWords } from '../../domain/english/all.ts'
import {
  messageCategoryList,
  messagePin,
  messageInfo,
  messageList,
  messagePull,
  messageUnread,
  messageUpdate,
  type MessageRow,
} from '../../domain/messaging/operations.ts'
import { type Reminder, reminderOfNotice } from '../../domain/reminders/reminders.ts'
import { messageCategories, type MessageCategory } from '../../domain/rules/messageCategories.ts'
import { NotFound } from '../httpError.ts'
import { handle, type Handler } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { pageFor, partOf, pageOfShort } from '../page.ts'
import { likePattern } from '../search/searchText.ts'
import { announceMessages } from './notify.ts'

/** How many messages a person has not read; counting stops at 1000. */
export const unreadCount = async (tx: Tx, uid: Id): Promise<number> => {
  const row = await onlyRow(
    tx.query<{ n: number }>(
      'select count(*)::int as n from (select from message where org_id = $1 and uid = $2 and read_at is null limit 1000) m',
      [tx.orgId, uid],
    ),
  )
  return row.n
}

export const messagingHandlers: readonly Handler[] = [
  handle(messageList, async ({ tx, session, language }, input) => {
    const part = partOf(input)
    const filter = `m.org_id = $1 and m.uid = $2
      and ($3::int is null or (m.read_at is not null) = ($3 = 1))
      and ($4::text is null or m.category = $4) and ($5::int is null or m.msg_type = $5)
      and ($6::text is null or lower(m.title || ' ' || m.content) like $6)`
    const values = [
      tx.orgId,
      session.uid,
      input.readState ?? null,
      input.category ?? null,
      input.msgType ?? null,
      input.likeQuery ? likePattern(input.likeQuery) : null,
    ]
    const [rows, matchCount] = await Promise.all([
      tx.query<StoredMessage>(
        `select ${messageColumns} from message m where ${filter} and m.seq < $7 order by m.seq desc limit $8 offset $9`,
        [...values, part.after ?? newestPossible, part.pageSize, part.offset],
      ),
      onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from message m where ${filter}`, values)),
    ])
    return pageFor(part, rows.map(messageIn(language)), matchCount.n, {
      limit: Number.MAX_SAFE_INTEGER,
      place: (options) => rows[options]?.seq,
    })
  }),

  handle(messageInfo, async ({ tx, session, language }, { id }) => {
    const [row] = await tx.query<StoredMessage>(
      `select ${messageColumns} from message m where m.org_id = $1 and m.uid = $2 and m.id = $3`,
      [tx.orgId, session.uid, id],
    )
    if (!row) throw new NotFound()
    return messageIn(language)(row)
  }),

  handle(messageUpdate, async ({ tx, session }, input) => {
    const messageId = input.id ?? input.msgId
    const ids = input.all ? null : [...(input.ids ?? []), ...(messageId ? [messageId] : [])]
    const updatedRows = await tx.query(
      `update message set read_at = case when $5 = 1 then now() end
       where org_id = $1 and uid = $2 and ($3::bigint[] is null or id = any ($3)) and ($4::text is null or category = $4) and (read_at is null) = ($5 = 1)
       returning 1`,
      [tx.orgId, session.uid, ids, input.category ?? null, input.readState ?? 1],
    )
    if (updatedRows.length > 0) await announceMessages(tx, [session.uid])
    return { updated: updatedRows.length, unreadCount: await unreadCount(tx, session.uid) }
  }),

  handle(messagePull, async ({ tx, session, language }, { since }) => {
    // What is settled is looked up before the rows are: what came between the two is asked for again.
    const [[found], rows, unread] = await Promise.all([
      tx.query<{ seq: string }>(
        `select seq from message where org_id = $1 and uid = $2 and created_at < clock_timestamp() - interval '${lateCommitSeconds} seconds'
         order by seq desc limit 1`,
        [tx.orgId, session.uid],
      ),
      since === undefined
        ? tx.query<StoredMessage>(
            `select * from (select ${messageColumns} from message m where m.org_id = $1 and m.uid = $2 order by m.seq desc limit ${newestAtMost}) newest
             order by seq`,
            [tx.orgId, session.uid],
          )
        : tx.query<StoredMessage>(
            `select ${messageColumns} from message m where m.org_id = $1 and m.uid = $2
               and m.seq > coalesce((select s.seq from message s where s.org_id = $1 and s.id = $3), $3) order by m.seq limit 100`,
            [tx.orgId, session.uid, since],
          ),
      unreadCount(tx, session.uid),
    ])
    const newestSeq = found?.seq ?? '1'
    const last = rows.at(-1)?.seq ?? since ?? newestSeq
    return { list: rows.map(messageIn(language)), lastId: BigInt(last) < BigInt(newestSeq) ? last : newestSeq, unreadCount: unread }
  }),

  handle(messageUnread, async ({ tx, session }) => ({ unreadCount: await unreadCount(tx, session.uid) })),

  handle(messageCategoryList, async ({ tx, session }, input) => {
    const [rows, pins] = await Promise.all([
      tx.query<{ category: string; n: number }>(
        'select category, count(*)::int as n from message where org_id = $1 and uid = $2 and read_at is null group by category',
        [tx.orgId, session.uid],
      ),
      tx.query<{ category: string; pinned_at: string }>('select category, pinned_at from message_pin where org_id = $1 and uid = $2', [
        tx.orgId,
        session.uid,
      ]),
    ])
    const pinnedAtByCategory = new Map(pins.map(({ category, pinned_at }) => [category, pinned_at]))
    const unread = new Map(rows.map(({ category, n }) => [category, n]))
    const list = Object.entries(messageCategories).map(([code, name]) => ({
      id: code,
      catCode: code,
      catName: name,
      unreadCount: unread.get(code) ?? 0,
      pinnedAt: pinnedAtByCategory.get(code) ?? null,
    }))
    return pageOfShort(input, list)
  }),

  handle(messagePin, async ({ tx, session }, { category, pinned }) => {
    if (!pinned) {
      await tx.query('delete from message_pin where org_id = $1 and uid = $2 and category = $3', [tx.orgId, session.uid, category])
      return { pinnedAt: null }
    }
    const row = await onlyRow(
      tx.query<{ pinned_at: string }>(
        `insert into message_pin (org_id, uid, category, pinned_at) values ($1, $2, $3, $4)
         on conflict (org_id, uid, category) do update set pinned_at = message_pin.pinned_at returning pinned_at`,
        [tx.orgId, session.uid, category, new Date(tx.now()).toISOString()],
      ),
    )
    return { pinnedAt: row.pinned_at }
  }),
]

/** How many a client without a place to go on from is told of. */
const newestAtMost = 10

/** A message is visible this long after it was numbered, at the latest: transactions are short. */
const lateCommitSeconds = 10

const newestPossible = '9223372036854775807'

/** What `messageIn` reads of a message `m`. */
export const messageColumns =
  'm.id, m.seq, m.msg_type, m.category, m.title, m.content, m.link, m.created_at, m.read_at, m.words, m.params, m.notice, m.about'

export type StoredMessage = {
  id: Id
  seq: string
  msg_type: number
  category: string
  title: string
  content: string
  link: string | null
  created_at: string
  read_at: string | null
  words: string | null
  params: Params
  notice: string | null
  about: Id | null
}

/** What an application and a way of messages are called is said in the reader's language as well. */
const paramsIn = (language: 'zh' | 'en', { title, way, ...params }: Params): Params => ({
  ...params,
  ...(way !== undefined && { way: inWords(language, String(way)) }),
  ...(title !== undefined && { title: titleIn(String(title), (words, values) => inWords(language, words, values)) }),
})

const beginsOf = ({ notice, about }: StoredMessage): MessageRow['begins'] => {
  const reminder: Reminder | undefined = reminderOfNotice(notice)
  return reminder?.begins && about !== null ? { kinds: [...reminder.begins], about } : null
}

/** A message as its reader is told it: a title that is a sentence of ours in his language. */
export const messageIn =
  (language: 'zh' | 'en') =>
  (row: StoredMessage): MessageRow => ({
    id: row.id,
    msgId: row.id,
    msgType: row.msg_type,
    category: row.category,
    categoryName: messageCategories[row.category as MessageCategory] ?? row.category,
    title: row.words === null ? row.title : inWords(language, row.words, paramsIn(language, row.params)),
    content: row.content,
    link: row.link,
    begins: beginsOf(row),
    readState: row.read_at === null ? 0 : 1,
    createdAt: row.created_at,
    readAt: row.read_at,
  })
