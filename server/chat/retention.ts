import { addDays, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { filesOf, type MessageKind } from '../../domain/chat/body.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { withdrawFile } from '../files/scope.ts'
import { enqueue, type PieceWorker, withdraw } from '../jobs/jobs.ts'
import { lockChat, tellOwn } from './groups.ts'
import { contentOf } from './messages.ts'

const kind = 'chat.retention'

/** After a setting was made there is so long to think better of it. */
const thinkingHours = 24
const messagesAtOnce = 500
const chatsAtOnce = 100
const pieceMs = 1000

/** Asks for the clearing of what is older than `days` whole days, from a day after now on; null: everything is kept. */
export const planRetention = (tx: Tx, days: number | null): Promise<void> =>
  days === null
    ? withdraw(tx, kind, '')
    : enqueue(tx, { kind, key: '', dueAt: new Date(tx.now() + thinkingHours * 3_600_000).toISOString() })

/** The first moment that is kept. */
const keptFrom = (nowMs: number, days: number): string => `${addDays(dayAt(nowMs), -days)}T00:00:00+08:00`

/** A conversation `c` that a person wants to take out for a dispute, or takes out now, waits with everything in it. */
const isHeld = `exists (
  select from dispute_export_chat x join dispute_export e on e.org_id = $1 and e.id = x.export_id
  where x.org_id = $1 and x.chat_id = c.id and e.state in ('asked', 'waiting', 'running'))`
/** Its first message is older than `$2`. */
const isDue = `c.last_seq > c.cleared_seq and (
  select m.created_at < $2 from chat_message m where m.org_id = $1 and m.chat_id = c.id and m.seq = c.cleared_seq + 1)`

/** What would go if no more than `days` were kept: messages, of how many conversations, and how many conversations wait for a dispute. */
export const foreseenClearing = (
  queryTx: QueryTx,
  nowMs: number,
  days: number,
): Promise<{ messages: number; chats: number; held: number }> =>
  onlyRow(
    queryTx.query<{ messages: number; chats: number; held: number }>(
      `select coalesce(sum(chat_seq_before($1, d.id, $2) - d.cleared_seq) filter (where not d.held), 0)::int as messages,
         (count(*) filter (where not d.held))::int as chats, (count(*) filter (where d.held))::int as held
       from (select c.id, c.cleared_seq, ${isHeld} as held from chat c where c.org_id = $1 and ${isDue}) d`,
      [queryTx.orgId, keptFrom(nowMs, days)],
    ),
  )

/** Clears what an organisation keeps no longer, in pieces, and asks for the next night. */
export const retentionWorker: PieceWorker = {
  kind,
  piece: async (database, { orgId }) => {
    const until = Date.now() + pieceMs
    const [storedRow] = await database.reading(orgId, (tx) =>
      tx.query<{ days: number | null }>(`select (settings ->> 'chatDays')::int as days from organisation where org_id = $1`, [orgId]),
    )
    const days = storedRow?.days ?? null
    if (days === null) return false
    const from = keptFrom(database.now(), days)
    const due = await database.reading(orgId, (tx) =>
      tx.query<{ id: Id }>(
        `select c.id from chat c where c.org_id = $1 and ${isDue} and not ${isHeld} order by c.id limit ${chatsAtOnce}`,
        [orgId, from],
      ),
    )
    for (const { id } of due)
      while (await clearPiece(database, orgId, id, from)) {
        if (Date.now() > until) return true
      }
    if (due.length === chatsAtOnce) return true
    await database.inTransaction(orgId, (tx) => everyNight(tx))
    return false
  },
}

/** Between three and five o'clock: not all organisations at once. */
const everyNight = (tx: Tx): Promise<void> => {
  const minutes = 180 + Number(BigInt(tx.orgId) % 120n)
  const clock = `0${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return enqueue(tx, { kind, key: '', dueAt: new Date(`${addDays(dayAt(tx.now()), 1)}T${clock}:00+08:00`).toISOString() })
}

/** Clears the oldest messages of a conversation that came before a moment; answers whether there are more. */
const clearPiece = (database: Database, orgId: Id, chatId: Id, from: string): Promise<boolean> =>
  database.inTransaction(orgId, async (tx) => {
    await lockChat(tx, chatId)
    const [span] = await tx.query<{ last: number; upto: number }>(
      `select chat_seq_before($1, c.id, $3) as last, least(chat_seq_before($1, c.id, $3), c.cleared_seq + ${messagesAtOnce}) as upto
       from chat c where c.org_id = $1 and c.id = $2 and not ${isHeld}`,
      [orgId, chatId, from],
    )
    if (!span) return false
    const removedMessages = await tx.query<{ id: Id; seq: number; counted: number; kind: MessageKind; body: unknown }>(
      'select id, seq, counted, kind, body from chat_message where org_id = $1 and chat_id = $2 and seq <= $3 order by seq',
      [orgId, chatId, span.upto],
    )
    if (removedMessages.length === 0) return false
    const { seq, counted } = assertDefined(removedMessages.at(-1), 'the last message')
    // The person who had not read as far has nothing of it left to read. What was taken back behind it counts as read, as for everyone.
    const movedMembers = await tx.query<{ uid: Id }>(
      `update chat_member set read_seq = $3, read_counted = $4 + (
         select count(*)::int from chat_message r where r.org_id = $1 and r.chat_id = $2 and r.seq > $3 and r.recalled_at is not null)
       where org_id = $1 and chat_id = $2 and read_seq < $3 and left_seq is null returning uid`,
      [orgId, chatId, seq, counted],
    )
    const paths = removedMessages.flatMap((row) => filesOf(contentOf(row.kind, row.body)))
    const ids = removedMessages.map(({ id }) => id)
    await withdrawFile(tx, paths, 'chat', ids)
    await tx.query(
      `update chat_message set reply_id = case when reply_id = any ($2::bigint[]) then null else reply_id end,
         target_id = case when target_id = any ($2::bigint[]) then null else target_id end
       where org_id = $1 and (reply_id = any ($2::bigint[]) or target_id = any ($2::bigint[]))`,
      [orgId, ids],
    )
    await tx.query('delete from chat_message where org_id = $1 and chat_id = $2 and seq <= $3', [orgId, chatId, seq])
    await tx.query(
      `update chat set cleared_seq = $3, cleared_counted = $4, preview = case when (preview ->> 'seq')::int > $3 then preview end
       where org_id = $1 and id = $2`,
      [orgId, chatId, seq, counted],
    )
    if (movedMembers.length > 0)
      await tellOwn(
        tx,
        chatId,
        movedMembers.map(({ uid }) => uid),
      )
    return seq < span.last
  })
