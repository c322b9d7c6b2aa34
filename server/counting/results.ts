import { firstOf } from '../../kernel/assert.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import type { Cause } from '../../domain/counting/cause.ts'
import type { StoredEvent } from '../../domain/counting/event.ts'
import { standingEvents } from '../../domain/counting/fold.ts'
import { verdictOfPiece } from '../../domain/counting/piece.ts'
import { wantedOf } from '../../domain/counting/rules.ts'
import { outcomeOfStock } from '../../domain/counting/sitting.ts'
import type { Verdict } from '../../domain/counting/verdict.ts'
import type { Account } from '../../domain/ledger/ledger.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { booksOfPieces, movesOfStock, placesAbove } from './books.ts'
import type { Task } from './sight.ts'

/** The key of a line or of what was found besides, within its task. */
type Key = { readonly itemKind: 'asset' | 'consumable'; readonly itemId: Id; readonly account: string }

type Line = {
  item_kind: 'asset' | 'consumable'
  item_id: Id
  account: Account
  loc_id: Id | null
  holder_uid: Id | null
  quantity: Decimal
  balance_seq: string | null
  value: string | null
}

/** What a line comes to, as it is written. */
export type Outcome = Key & {
  readonly round: number
  readonly unexpected: boolean
  readonly locId: Id | null
  readonly verdict: Verdict
  readonly strength: number
  readonly seen: readonly Id[]
  readonly seenUid: Id | null
  readonly counted: Decimal | null
  readonly expected: Decimal | null
  readonly difference: Decimal | null
  readonly explained: readonly Cause[]
}

type SettledRow = { item_kind: 'asset' | 'consumable'; item_id: Id; account: string; round: number; document_id: Id | null }

const textOfKey = ({ item_id, account }: SettledRow): string => `${item_id} ${account}`

/** SQL: an event `e` of task `$2` that counts and was not taken back. */
export const isStandingEvent = `e.disposition = 'ok' and not exists (select from count_event v where v.org_id = $1 and v.task_id = $2 and v.device = e.device
  and v.kind = 'void' and v.disposition = 'ok' and (v.body ->> 'voids')::int = e.seq)`

/** While a task is in one of these states its results follow from events and books; afterwards they stand. */
export const isFolding = ({ state }: Pick<Task, 'state'>): boolean => state === 'open' || state === 'review'

/**
 * Folds the events of items anew and writes what follows, of each line in its latest round. The person who folds the same line at the same moment
 * waits, and sees what the other has added. Lines that a document was made of stand.
 */
export const foldItems = async (tx: Tx, task: Task, itemIds: readonly Id[]): Promise<void> => {
  const items = [...new Set(itemIds)]
  if (items.length === 0 || !isFolding(task)) return
  let settledRows = await lockRows(tx, task, items, [])
  // What others wrote while we waited for their locks is seen by what is asked from here on.
  let resultRows = await foundOf(tx, task, items)
  const settledKeys = new Set(settledRows.map(textOfKey))
  const strangers = keysOf(resultRows)
    .filter(({ unexpected, itemId, account }) => unexpected && !settledKeys.has(`${itemId} ${account}`))
    .toSorted(byKey)
  if (strangers.length > 0) {
    settledRows = await lockRows(tx, task, items, strangers)
    resultRows = await foundOf(tx, task, items)
  }
  await writeOutcomes(tx, task, outcomesOf(task, resultRows, settledRows), settledRows)
}

/**
 * Keeps the lines of items, and the rows of what was found besides, from others until the transaction ends; what has no line needs a row to be
 * kept by. Answers the rows that there are. They are locked item by item, as `eventsOfItems` looks them up.
 */
const lockRows = async (
  tx: Tx,
  task: Task,
  items: readonly Id[],
  strangers: readonly (Key & { locId: Id | null })[],
): Promise<SettledRow[]> => {
  const [, , kept] = await Promise.all([
    tx.query(
      'select from count_line where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[]) order by item_id, account for no key update',
      [tx.orgId, task.id, items],
    ),
    strangers.length > 0 &&
      tx.query(
        `insert into count_result (org_id, task_id, round, item_kind, item_id, account, unexpected, loc_id, verdict)
         select t.org_id, t.id, 1, k."itemKind", k."itemId", k.account, true, k."locId", 'pending'
         from count_task t, jsonb_to_recordset($3::jsonb) as k ("itemKind" text, "itemId" bigint, account text, "locId" bigint)
         where t.org_id = $1 and t.id = $2 order by k."itemId", k.account on conflict do nothing`,
        [tx.orgId, task.id, JSON.stringify(strangers)],
      ),
    tx.query<SettledRow>(
      `select r.* from (select distinct i from unnest($3::bigint[]) as n (i) order by i) as n
       cross join lateral (select item_kind, item_id, account, round, document_id from count_result
         where org_id = $1 and task_id = $2 and item_id = n.i order by account, round for update) as r`,
      [tx.orgId, task.id, items],
    ),
  ])
  return kept
}

/** What the lines of items come to by events and books as they are; nothing is written. `kept` are the rows that there are of them. */
export const rebuilt = async (tx: QueryTx, task: Task, items: readonly Id[]): Promise<Outcome[]> => {
  const [found, kept] = await Promise.all([
    foundOf(tx, task, items),
    tx.query<SettledRow>(
      'select item_kind, item_id, account, round, document_id from count_result where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[])',
      [tx.orgId, task.id, items],
    ),
  ])
  return outcomesOf(task, found, kept)
}

/** Everything that the outcomes of items follow from. `voids` take back events of any item. */
type ResultRows = {
  readonly items: readonly Id[]
  readonly lines: ReadonlyMap<Id, readonly Line[]>
  readonly events: ReadonlyMap<Id | undefined, readonly StoredEvent[]>
  readonly voids: readonly StoredEvent[]
  readonly pieces: Awaited<ReturnType<typeof booksOfPieces>>
  readonly moves: Awaited<ReturnType<typeof movesOfStock>>
  readonly above: (place: Id) => readonly Id[]
}

/** A document that is committed while a count opens may bear an earlier moment than the opening, which does not expect what it brings. */
const openingMs = 60_000

const foundOf = async (tx: QueryTx, task: Task, items: readonly Id[]): Promise<ResultRows> => {
  const openedMs = Date.parse(task.opened_at)
  const sinceMs = openedMs - Math.max(task.plan.slackMinutes * 60_000, openingMs)
  const [lines, events, pieces] = await Promise.all([
    tx.query<Line>(
      `select item_kind, item_id, account, loc_id, holder_uid, quantity, balance_seq, value from count_line
       where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[])`,
      [tx.orgId, task.id, items],
    ),
    eventsOfItems(tx, task.id, items),
    booksOfPieces(tx, items, sinceMs),
  ])
  const supplies = items.filter((id) => !pieces.has(id))
  const places = [
    ...events.flatMap(({ place }) => place ?? []),
    ...lines.flatMap(({ loc_id }) => loc_id ?? []),
    ...[...pieces.values()].flatMap(({ spans }) => spans.flatMap(({ place }) => place ?? [])),
  ]
  const [moves, above] = await Promise.all([movesOfSupplies(tx, { supplies, lines, events, sinceMs }), placesAbove(tx, places)])
  const isVoid = ({ kind }: StoredEvent) => kind === 'void'
  return {
    items,
    lines: Map.groupBy(lines, ({ item_id }) => item_id),
    events: Map.groupBy(
      events.filter((event) => !isVoid(event)),
      ({ item }) => item,
    ),
    voids: events.filter(isVoid),
    pieces,
    moves,
    above,
  }
}

type SupplyRows = {
  readonly supplies: readonly Id[]
  readonly lines: readonly Line[]
  readonly events: readonly StoredEvent[]
  readonly sinceMs: number
}

/**
 * The moves since a moment of what a line expects, whose number says which of them it holds already; all moves of what was counted where no line
 * expects it, because without them nothing says what was there.
 */
const movesOfSupplies = async (tx: QueryTx, { supplies, lines, events, sinceMs }: SupplyRows): Promise<ResultRows['moves']> => {
  const accounts = new Set(lines.map(({ item_id, account }) => `${item_id} ${account}`))
  const unexpectedItems = new Set(events.filter(({ item, place }) => !accounts.has(`${item} store:${place}`)).map(({ item }) => item))
  const [since, all] = await Promise.all([
    movesOfStock(
      tx,
      supplies.filter((id) => !unexpectedItems.has(id)),
      sinceMs,
    ),
    movesOfStock(
      tx,
      supplies.filter((id) => unexpectedItems.has(id)),
      0,
    ),
  ])
  return new Map([...since, ...all])
}

type EventRow = {
  device: string
  body: Omit<StoredEvent, 'device' | 'disposition' | 'atMs' | 'uncertaintyMs' | 'receivedAt' | 'uploader'>
  item_id: Id | null
  loc_id: Id | null
  happened_at: string
  uncertainty_ms: number
  received_at: string
  actor_uid: Id
  uploader_uid: Id
  disposition: StoredEvent['disposition']
}

export const eventColumns =
  'e.device, e.body, e.item_id, e.loc_id, e.happened_at, e.uncertainty_ms, e.received_at, e.actor_uid, e.uploader_uid, e.disposition'

/** An event as it is folded: about what the server knows it to be about, in the place that is there. */
export const storedEvent = (row: EventRow): StoredEvent => ({
  ...row.body,
  item: row.item_id ?? undefined,
  place: row.loc_id ?? undefined,
  actor: row.actor_uid,
  device: row.device,
  disposition: row.disposition,
  atMs: Date.parse(row.happened_at),
  uncertaintyMs: row.uncertainty_ms,
  receivedAt: row.received_at,
  uploader: row.uploader_uid,
})

/**
 * The events about items, with what takes some of them back, and those of codes that a person has linked to them since. Each item is looked
 * up for itself: while a count is so new that its tables have no statistics, a list of items would be sought among all events of the task.
 */
const eventsOfItems = async (tx: QueryTx, taskId: Id, items: readonly Id[]): Promise<StoredEvent[]> => {
  const [own, linked, voids] = await Promise.all([
    tx.query<EventRow>(
      `select ${eventColumns} from unnest($3::bigint[]) as n (i)
       cross join lateral (select * from count_event where org_id = $1 and task_id = $2 and item_id = n.i offset 0) as e`,
      [tx.orgId, taskId, items],
    ),
    tx.query<EventRow & { asset_id: Id }>(
      `select ${eventColumns}, u.asset_id from count_unknown u join count_event e on e.org_id = $1 and e.task_id = $2
       where u.org_id = $1 and u.task_id = $2 and u.becomes = 'linked' and u.asset_id = any ($3::bigint[])
         and e.disposition = 'unknown' and e.body ->> 'code' = u.code and e.loc_id is not distinct from u.loc_id`,
      [tx.orgId, taskId, items],
    ),
    tx.query<EventRow>(`select ${eventColumns} from count_event e where e.org_id = $1 and e.task_id = $2 and e.kind = 'void'`, [
      tx.orgId,
      taskId,
    ]),
  ])
  const linkedEvents = linked.map((row): StoredEvent => ({ ...storedEvent(row), kind: 'seen', item: row.asset_id, disposition: 'ok' }))
  return [...own.map(storedEvent), ...linkedEvents, ...voids.map(storedEvent)]
}

/** Lines of the items, and what was observed of them besides. */
const keysOf = ({ items, lines, events, pieces, above }: ResultRows): (Key & { unexpected: boolean; locId: Id | null })[] => {
  const keys = new Map<string, Key & { unexpected: boolean; locId: Id | null }>()
  for (const line of [...lines.values()].flat())
    keys.set(`${line.item_id} ${line.account}`, {
      itemKind: line.item_kind,
      itemId: line.item_id,
      account: line.account,
      unexpected: false,
      locId: line.loc_id,
    })
  for (const item of items) {
    const ownEvents = events.get(item) ?? []
    if (pieces.has(item)) {
      if (ownEvents.length > 0 && !lines.has(item))
        keys.set(`${item} `, { itemKind: 'asset', itemId: item, account: '', unexpected: true, locId: ownEvents.at(-1)?.place ?? null })
    } else
      for (const event of ownEvents) {
        const account = storeOf(event, lines, above)
        const key = `${item} ${account}`
        if (!keys.has(key)) keys.set(key, { itemKind: 'consumable', itemId: item, account, unexpected: true, locId: event.place ?? null })
      }
  }
  return [...keys.values()]
}

/** The store whose stock an entry counts: of the place it was made in, or the one above that the task expects it in. */
const storeOf = ({ item, place }: StoredEvent, lines: ResultRows['lines'], above: ResultRows['above']): string => {
  const ownLines = (item !== undefined && lines.get(item)) || []
  if (place === undefined) return ownLines.length === 1 ? firstOf(ownLines).account : ''
  const expected = above(place).find((ancestor) => ownLines.some(({ account }) => account === `store:${ancestor}`))
  return `store:${expected ?? place}`
}

const outcomesOf = (task: Task, resultRows: ResultRows, settledRows: readonly SettledRow[]): Outcome[] => {
  const { lines, events, voids, pieces, moves, above } = resultRows
  const slackMs = task.plan.slackMinutes * 60_000
  const roundsByKey = Map.groupBy(settledRows, textOfKey)
  return keysOf(resultRows).flatMap((key): Outcome[] => {
    const rounds = roundsByKey.get(`${key.itemId} ${key.account}`) ?? []
    if (rounds.some(({ document_id }) => document_id !== null)) return []
    const round = Math.max(1, ...rounds.map((round) => round.round))
    const isEnded = task.state !== 'open' || round < task.round
    const line = lines.get(key.itemId)?.find(({ account }) => account === key.account)
    const ownEvents = standingEvents([...(events.get(key.itemId) ?? []), ...voids], round)
    const roundKey = { ...key, round }
    const books = pieces.get(key.itemId)
    if (books) {
      const expected = line ? { account: line.account, place: line.loc_id, holder: line.holder_uid } : null
      const rule = { slackMs, ended: isEnded, wanted: wantedOf(task.plan, line?.value ?? null), above }
      const outcome = verdictOfPiece({ expected, ...books }, ownEvents, rule)
      if (!outcome) return []
      const { verdict, strength, seen, seenWith, causes } = outcome
      return [
        { ...roundKey, verdict, strength, seen, seenUid: seenWith, counted: null, expected: null, difference: null, explained: causes },
      ]
    }
    const eventsHere = ownEvents.filter((event) => storeOf(event, lines, above) === key.account)
    if (key.unexpected && eventsHere.length === 0) return []
    const stock = {
      expected: line ? { quantity: line.quantity, seq: BigInt(line.balance_seq ?? 0) } : null,
      moves: moves.get(`${key.account} ${key.itemId}`) ?? [],
    }
    const { causes, ...outcome } = outcomeOfStock(stock, eventsHere, { slackMs, ended: isEnded })
    return [{ ...roundKey, ...outcome, seenUid: null, explained: causes }]
  })
}

/** What was found besides and is taken back again leaves no row, nor does a line of which nothing was said. A decision stands as long as what it decided on. */
const writeOutcomes = async (tx: Tx, task: Task, outcomes: readonly Outcome[], settledRows: readonly SettledRow[]): Promise<void> => {
  const settledKeys = new Set(settledRows.map(textOfKey))
  const outcomesToTell = outcomes.filter(
    ({ verdict, explained, itemId, account }) => verdict !== 'pending' || explained.length > 0 || settledKeys.has(`${itemId} ${account}`),
  )
  const standingKeys = new Set(outcomes.map(({ itemId, account }) => `${itemId} ${account}`))
  const removedRows = settledRows.filter((row) => row.document_id === null && !standingKeys.has(textOfKey(row)))
  await Promise.all([
    outcomesToTell.length > 0 && tx.query(upsertOutcomes, [tx.orgId, task.id, JSON.stringify(outcomesToTell.toSorted(byKey))]),
    removedRows.length > 0 &&
      tx.query(
        `delete from count_result r using jsonb_to_recordset($3::jsonb) as g (item_id bigint, account text)
         where r.org_id = $1 and r.task_id = $2 and r.item_id = g.item_id and r.account = g.account and r.unexpected`,
        [tx.orgId, task.id, JSON.stringify(removedRows)],
      ),
  ])
}

const upsertOutcomes = `insert into count_result as r (org_id, task_id, round, item_kind, item_id, account, unexpected, loc_id, verdict, strength, seen, seen_uid, counted, expected, difference, explained)
  select t.org_id, t.id, c.round, c."itemKind", c."itemId", c.account, c.unexpected, c."locId", c.verdict, c.strength, c.seen, c."seenUid", c.counted, c.expected, c.difference, c.explained
  from count_task t, jsonb_to_recordset($3::jsonb) as c ("itemKind" text, "itemId" bigint, account text, round int, unexpected boolean, "locId" bigint, verdict text, strength int, seen jsonb,
    "seenUid" bigint, counted numeric, expected numeric, difference numeric, explained jsonb)
  where t.org_id = $1 and t.id = $2
  on conflict (org_id, task_id, item_id, account, round) do update set verdict = excluded.verdict, strength = excluded.strength, seen = excluded.seen, seen_uid = excluded.seen_uid,
    counted = excluded.counted, expected = excluded.expected, difference = excluded.difference, explained = excluded.explained, updated_at = excluded.updated_at,
    decision = case when r.verdict = excluded.verdict and r.difference is not distinct from excluded.difference and r.seen -> 0 is not distinct from excluded.seen -> 0
      then r.decision end
  where (r.verdict, r.strength, r.seen, r.seen_uid, r.counted, r.expected, r.difference, r.explained)
    is distinct from (excluded.verdict, excluded.strength, excluded.seen, excluded.seen_uid, excluded.counted, excluded.expected, excluded.difference, excluded.explained)`

const byKey = (a: Key, b: Key): number => {
  if (a.itemId !== b.itemId) return compareIds(a.itemId, b.itemId)
  if (a.account === b.account) return 0
  return a.account < b.account ? -1 : 1
}

/** How many items are folded in one go. */
export const pieceSize = 1000

/**
 * Folds again what the books have moved since it was folded. Postings mark such lines in their own transaction, so the person who looks afterwards
 * finds every one of them.
 */
export const foldStale = async (tx: Tx, task: Task): Promise<void> => {
  const stale = await tx.query<{ item_id: Id }>('delete from count_stale where org_id = $1 and task_id = $2 returning item_id', [
    tx.orgId,
    task.id,
  ])
  const items = [...new Set(stale.map(({ item_id }) => item_id))].toSorted()
  for (let start = 0; start < items.length; start += pieceSize) await foldItems(tx, task, items.slice(start, start + pieceSize))
}
