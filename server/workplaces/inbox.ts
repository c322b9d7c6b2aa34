import { randomUUID } from 'node:crypto'
import type { HostEventContent, HostEvent, WorkplaceName } from '../../hosts/workplace.ts'
import { retrySeconds } from '../../domain/workplaces/installation.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { codeOf } from '../../kernel/caughtError.ts'
import { isLocked } from '../db/busy.ts'

/** Something that a chat has told and that is still to be worked off. `version`: another one once more of it was told. */
export type Event = {
  readonly key: string
  readonly atMs: number
  readonly version: number
  readonly tries: number
  readonly body: HostEventContent
}

/** An organisation of a chat whose events one worker has, until its lease is over. */
export type Turn = { readonly chat: WorkplaceName; readonly corpId: string; readonly lease: string }

const isoIn = (database: Database, seconds = 0): string => new Date(database.now() + seconds * 1000).toISOString()

/** Writes down what was told; what is older than what stands is forgotten. */
export const writeDown = async (database: Database, name: WorkplaceName, events: readonly HostEvent[]): Promise<void> => {
  const newest = new Map<string, HostEvent>()
  for (const event of events) {
    const newestEvent = newest.get(`${event.corpId}/${event.key}`)
    if (!newestEvent || newestEvent.atMs <= event.atMs) newest.set(`${event.corpId}/${event.key}`, event)
  }
  if (newest.size === 0) return
  // Always in one order, so that two deliveries at once never wait for each other in a circle.
  const rows = [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  await database.gate(
    `insert into workplace_corp (chat, corp_id) select distinct $1, c.corp_id from unnest($2::text[]) as c (corp_id) order by 2
     on conflict do nothing`,
    [name, rows.map(({ corpId }) => corpId)],
  )
  const write = () =>
    database.gate(
      `insert into workplace_event as e (chat, corp_id, key, kind, at_ms, body, due_at)
     select $1, t.corp_id, t.key, t.body ->> 't', t.at_ms, t.body, $6
     from unnest($2::text[], $3::text[], $4::bigint[], $5::jsonb[]) as t (corp_id, key, at_ms, body)
     on conflict (chat, corp_id, key) do update
     set kind = excluded.kind, at_ms = excluded.at_ms, body = excluded.body, version = e.version + 1, tries = 0, due_at = excluded.due_at,
         done_at = null, failure = null
     where e.at_ms <= excluded.at_ms`,
      [
        name,
        rows.map(({ corpId }) => corpId),
        rows.map(({ key }) => key),
        rows.map(({ atMs }) => Math.trunc(atMs)),
        rows.map(({ key: _, atMs: __, corpId: ___, ...body }) => JSON.stringify(body)),
        isoIn(database),
      ],
    )
  for (let tries = 0; ; tries++)
    try {
      return void (await write())
    } catch (error) {
      // Deliveries at once hold the same rows: an event is never given up because one waited, in a circle or for too long.
      if (tries === 5 || !(isLocked(error) || codeOf(error) === '40P01')) throw error
    }
}

/** Takes an organisation that has something due, for `leaseSeconds`; undefined where there is none, or others have them. */
export const takeTurn = async (database: Database, names: readonly WorkplaceName[]): Promise<Turn | undefined> => {
  const lease = randomUUID()
  const [takenRow] = await database.gate<Omit<Turn, 'lease'>>(
    `update workplace_corp c set lease = $1, lease_until = $2
     from (
       select d.chat, d.corp_id from workplace_corp d
       where d.chat = any ($4) and (d.lease_until is null or d.lease_until <= $3)
         and exists (select from workplace_event e where e.chat = d.chat and e.corp_id = d.corp_id and e.done_at is null and e.due_at <= $3)
       limit 1 for update skip locked
     ) due
     where c.chat = due.chat and c.corp_id = due.corp_id
     returning c.chat, c.corp_id as "corpId"`,
    [lease, isoIn(database, leaseSeconds), isoIn(database), names],
  )
  return takenRow && { ...takenRow, lease }
}

/** Answers whether it is still ours. */
export const keepTurn = async (database: Database, { chat, corpId, lease }: Turn): Promise<boolean> => {
  const heldRows = await database.gate(
    'update workplace_corp set lease_until = $4 where chat = $1 and corp_id = $2 and lease = $3 returning 1',
    [chat, corpId, lease, isoIn(database, leaseSeconds)],
  )
  return heldRows.length > 0
}

export const giveBack = async (database: Database, { chat, corpId, lease }: Turn): Promise<void> => {
  await database.gate('update workplace_corp set lease = null, lease_until = null where chat = $1 and corp_id = $2 and lease = $3', [
    chat,
    corpId,
    lease,
  ])
}

/** How long the events of an organisation wait whose process was killed. */
export const leaseSeconds = 30

/** What is due, in the order in which it was told. */
export const dueEvents = (database: Database, { chat, corpId }: Turn): Promise<Event[]> =>
  database.gate<Event>(
    `select key, at_ms::float8 as "atMs", version, tries, body from workplace_event
     where chat = $1 and corp_id = $2 and done_at is null and due_at <= $3 order by at_ms, key limit $4`,
    [chat, corpId, isoIn(database), eventsAtOnce],
  )
const eventsAtOnce = 200

/** The person who does not have the turn any more leaves nothing behind: another one works on. */
export class TurnLost extends Error {}

/** Makes sure, to the end of the transaction, that no one else has taken the turn over. */
export const requireTurn = async (tx: Tx, { chat, corpId, lease }: Turn): Promise<void> => {
  const mine = await tx.query('select from workplace_corp where chat = $1 and corp_id = $2 and lease = $3 for update', [
    chat,
    corpId,
    lease,
  ])
  if (mine.length === 0) throw new TurnLost(`Somebody else works on what ${chat} told of ${corpId}.`)
}

/** It is worked off, unless more of it was told meanwhile: with the transaction, or at once. `failure`: why nothing came of it. */
export const settle = (to: Tx | Database, { chat, corpId }: Turn, { key, version }: Event, failure?: string): Promise<unknown> => {
  const values = [chat, corpId, key, version, failure ?? null]
  return 'gate' in to ? to.gate(settleText, values) : to.query(settleText, values)
}
const settleText =
  'update workplace_event set done_at = now(), failure = left($5, 300) where chat = $1 and corp_id = $2 and key = $3 and version = $4'

/** Everything about people and departments that was told until now is worked off: by one look at all of them, or because no one wants it. */
export const settlePeople = (to: Tx | Database, { chat, corpId }: Turn): Promise<unknown> =>
  'gate' in to ? to.gate(settlePeopleText, [chat, corpId]) : to.query(settlePeopleText, [chat, corpId])
// Rows are locked in the order in which they are written down, so that neither waits for the other in a circle; likewise below.
const settlePeopleText = `update workplace_event e set done_at = now()
  from (
    select key from workplace_event where chat = $1 and corp_id = $2 and done_at is null and kind in ('person', 'department')
    order by key collate "C" for update
  ) d
  where e.chat = $1 and e.corp_id = $2 and e.key = d.key`

/** It is tried again later and later, or when the chat says: then nothing of the organisation is tried before. */
export const postpone = async (
  database: Database,
  { chat, corpId }: Turn,
  { key, version, tries }: Event,
  { reason, afterSeconds }: { readonly reason: string; readonly afterSeconds?: number | undefined },
): Promise<void> => {
  await database.gate(
    `update workplace_event set tries = tries + 1, due_at = $5, failure = left($6, 300)
     where chat = $1 and corp_id = $2 and key = $3 and version = $4`,
    [chat, corpId, key, version, isoIn(database, afterSeconds ?? retrySeconds(tries)), reason],
  )
  if (afterSeconds === undefined) return
  await database.gate('update workplace_corp set quiet_until = $3 where chat = $1 and corp_id = $2', [
    chat,
    corpId,
    isoIn(database, afterSeconds),
  ])
  await database.gate(
    `update workplace_event e set due_at = $3
     from (
       select key from workplace_event where chat = $1 and corp_id = $2 and done_at is null and due_at < $3
       order by key collate "C" for update
     ) d
     where e.chat = $1 and e.corp_id = $2 and e.key = d.key`,
    [chat, corpId, isoIn(database, afterSeconds)],
  )
}

/** People and departments wait until the look at all of them that is under way has ended. */
export const putOffPeople = async (database: Database, { chat, corpId }: Turn): Promise<void> => {
  await database.gate(
    `update workplace_event e set due_at = $3
     from (
       select key from workplace_event where chat = $1 and corp_id = $2 and done_at is null and due_at < $3 and kind in ('person', 'department')
       order by key collate "C" for update
     ) d
     where e.chat = $1 and e.corp_id = $2 and e.key = d.key`,
    [chat, corpId, isoIn(database, syncPatienceSeconds)],
  )
}
const syncPatienceSeconds = 10

/** How many events of an organisation wait, and how many of them came to nothing so far. */
export const waitingEvents = async (
  tx: Pick<Tx, 'query'>,
  name: WorkplaceName,
  corpId: string,
): Promise<{ waiting: number; failing: number }> => {
  const [row] = await tx.query<{ waiting: number; failing: number }>(
    `select count(*)::int as waiting, (count(*) filter (where tries > 0))::int as failing from workplace_event
     where chat = $1 and corp_id = $2 and done_at is null`,
    [name, corpId],
  )
  return row ?? { waiting: 0, failing: 0 }
}

/** What came to nothing is tried again at once, or as soon as the chat wants to be asked again. */
export const tryAgainNow = async (database: Database, name: WorkplaceName, corpId: string): Promise<void> => {
  await database.gate(
    `update workplace_event e set due_at = d.due_at
     from (
       select v.key, greatest($3, c.quiet_until) as due_at from workplace_event v join workplace_corp c using (chat, corp_id)
       where v.chat = $1 and v.corp_id = $2 and v.done_at is null and v.due_at > greatest($3, c.quiet_until)
       order by v.key collate "C" for update of v
     ) d
     where e.chat = $1 and e.corp_id = $2 and e.key = d.key`,
    [name, corpId, isoIn(database)],
  )
}

/** Forgets what was worked off so long ago that nothing older comes any more. */
export const sweepEvents = async (database: Database): Promise<void> => {
  await database.gate('delete from workplace_event where done_at < $1', [isoIn(database, -keptSeconds)])
}
const keptSeconds = 7 * 86_400
