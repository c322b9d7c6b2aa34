import type { Id } from '../../kernel/id.ts'
import { chatLimits } from '../../domain/chat/limits.ts'
import type { ChatMember, ChatMessage } from '../../domain/chat/operations.ts'
import { onlyRow } from '../db/rows.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { announce } from '../messaging/outbox.ts'
import { NotFound } from '../httpError.ts'
import { rangeOf, type Reader, totalUnread } from './heads.ts'
import { messageIn, messagesBetween } from './messages.ts'

export type Part = {
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly around?: number | undefined
  readonly limit?: number | undefined
}

/** Messages of a conversation as a person may see them, oldest first. */
export const readPart = async (
  queryTx: QueryTx,
  uid: Id,
  chatId: Id,
  { before, after, around, limit = chatLimits.pageMessages }: Part,
): Promise<{ list: ChatMessage[]; hasBefore: boolean; hasAfter: boolean; lastSeq: number }> => {
  const { from, to } = await rangeOf(queryTx, uid, chatId)
  // Numbers have no hole, so that a part of so many messages is a part of so many numbers.
  let wantedHigh = to
  if (after !== undefined) wantedHigh = after + limit
  else if (before !== undefined) wantedHigh = before - 1
  else if (around !== undefined) wantedHigh = around + Math.ceil(limit / 2) - 1
  const wantedLow = after !== undefined ? after + 1 : wantedHigh - limit + 1
  const low = Math.max(wantedLow, from + 1)
  const high = Math.min(wantedHigh, to)
  const rows = low > high ? [] : await messagesBetween(queryTx, chatId, low, high)
  return { list: rows.map((row) => messageIn(row, from)), hasBefore: low > from + 1, hasAfter: high < to, lastSeq: to }
}

/** Marks everything up to a number as read, and tells the reader's other screens, and the other one of a pair. It never goes back. */
export const markRead = async (
  tx: Tx,
  reader: Reader,
  chatId: Id,
  seq: number,
): Promise<{ readSeq: number; unread: number; totalUnread: number }> => {
  const { uid } = reader
  // Looked at again once it is held: what is taken back meanwhile has counted as read for him.
  const membership = tx.query('select from chat_member where org_id = $1 and uid = $2 and chat_id = $3 for no key update', [
    tx.orgId,
    uid,
    chatId,
  ])
  const movedRows = await tx.query<{ seq: number; partner: Id | null }>(
    `update chat_member me set read_seq = m.seq, read_counted = m.counted + (
       select count(*)::int from chat_message r where r.org_id = $1 and r.chat_id = $3 and r.seq > m.seq and r.recalled_at is not null)
     from chat_message m
     where me.org_id = $1 and me.uid = $2 and me.chat_id = $3 and me.left_seq is null and m.org_id = $1 and m.chat_id = $3
       and m.seq = (select least(c.last_seq, $4) from chat c where c.org_id = $1 and c.id = $3) and m.seq > me.read_seq
     returning me.read_seq as seq, me.partner_uid as partner`,
    [tx.orgId, uid, chatId, seq],
  )
  await membership
  const [now] = movedRows
  if (now)
    await announce(tx, {
      topic: 'chatread',
      key: chatId,
      body: { uids: [uid, ...(now.partner === null ? [] : [now.partner])], uid, readSeq: now.seq },
    })
  const [[own], total] = await Promise.all([
    tx.query<{ readSeq: number; unread: number }>(
      `select me.read_seq as "readSeq", case when me.left_seq is null then c.counted - me.read_counted else 0 end as unread
       from chat_member me join chat c on c.org_id = $1 and c.id = me.chat_id where me.org_id = $1 and me.uid = $2 and me.chat_id = $3`,
      [tx.orgId, uid, chatId],
    ),
    totalUnread(tx, reader),
  ])
  if (!own) throw new NotFound()
  return { ...own, totalUnread: total }
}

/** Who has read a message that a person sent, and who has not; of those who were there when it came and still are. */
export const readersOf = async (
  queryTx: QueryTx,
  uid: Id,
  chatId: Id,
  id: Id,
): Promise<{ read: ChatMember[]; unread: ChatMember[]; readCount: number; unreadCount: number }> => {
  const { isMember } = await rangeOf(queryTx, uid, chatId)
  const [message] = await queryTx.query<{ seq: number }>(
    'select seq from chat_message where org_id = $1 and chat_id = $2 and id = $3 and sender_uid = $4',
    [queryTx.orgId, chatId, id, uid],
  )
  if (!message || !isMember) throw new NotFound()
  const those = async (hasRead: boolean) => {
    const values = [queryTx.orgId, chatId, message.seq, uid, hasRead]
    const [rows, matchCount] = await Promise.all([
      queryTx.query<ChatMember>(
        `select m.uid, p.user_name as "userName", p.avatar, m.nickname, m.role, p.state = 'active' and p.deleted_at is null as "inService"
         from chat_member m join person p on p.org_id = $1 and p.id = m.uid
         where m.org_id = $1 and m.chat_id = $2 and ${concernedMembers} order by m.uid limit 500`,
        values,
      ),
      onlyRow(
        queryTx.query<{ n: number }>(
          `select count(*)::int as n from chat_member m where m.org_id = $1 and m.chat_id = $2 and ${concernedMembers}`,
          values,
        ),
      ),
    ])
    return { list: rows, count: matchCount.n }
  }
  const [read, unread] = await Promise.all([those(true), those(false)])
  return { read: read.list, unread: unread.list, readCount: read.count, unreadCount: unread.count }
}

const concernedMembers = `m.uid <> $4 and m.left_seq is null and m.joined_seq < $3 and (m.read_seq >= $3) = $5`
