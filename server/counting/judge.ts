import { assertDefined, entryOf } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { parseScan } from '../../devices/scanPayload.ts'
import { codesOf } from '../../domain/access/codes.ts'
import type { CountEvent, Disposition } from '../../domain/counting/event.ts'
import { isAllowed, ownSource } from '../../domain/counting/rules.ts'
import { inNameOf } from '../access/sessions.ts'
import type { SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { namedFiles, ownFiles } from '../files/namedFiles.ts'
import { countedBefore } from './numbers.ts'
import { type ShareOf, sharesOf, sightBy, type Sight, type Task } from './sight.ts'

/** An event with what the server finds out of it. `sent` is how it came: without a picture that is not its sender's it says less. */
export type JudgedEvent = {
  readonly sent: CountEvent
  readonly event: CountEvent
  readonly atMs: number
  readonly uncertaintyMs: number
  readonly actor: Id
  readonly item: Id | null
  readonly place: Id | null
  disposition: Disposition
}

type JudgeInput = {
  readonly device: { readonly uid: Id }
  readonly events: readonly CountEvent[]
  readonly times: readonly { readonly atMs: number; readonly uncertaintyMs: number }[]
  readonly isProven: boolean
}

/** What each event is about, and whether it counts. */
export const judge = async (
  { tx, session }: SignedIn,
  task: Task,
  { device, events, times, isProven }: JudgeInput,
): Promise<JudgedEvent[]> => {
  const resolution = await resolve(tx, events)
  const files = await ownFiles(
    tx,
    session.uid,
    namedFiles(
      '图片',
      true,
      events.map(({ file }) => file),
    ),
  )
  const rights = new Map<Id, Rights>()
  const actorOf = ({ actor }: CountEvent): Id => (actor === device.uid ? device.uid : session.uid)
  for (const actor of new Set(events.map(actorOf))) rights.set(actor, await rightsOf(tx, session, task, actor))
  const items = [...new Set(events.flatMap((event) => resolution.itemOf(event) ?? []))]
  const background = await readBackground(tx, task, items, [...rights.keys()])
  // What a label alone names: of who counts his own it is asked whether he had it in hands.
  const counts = [...rights.values()].some(({ shares }) => shares.some(({ kind }) => kind === 'self'))
  const read = await resolve(tx, counts && !isProven ? events.map(withoutItem) : [])
  return events.map((sentEvent, index) => {
    const { file, ...rest } = sentEvent
    const shownEvent = file !== undefined && files.has(file) ? sentEvent : rest
    const actor = actorOf(sentEvent)
    const ownRights = entryOf(rights, actor)
    const item = resolution.itemOf(sentEvent) ?? null
    const way = item === null ? undefined : mayCount(ownRights, actor, item, { holders: background.holders, round: task.round })
    const event =
      way === 'own' && !isProven && shownEvent.kind === 'seen'
        ? { ...shownEvent, source: ownSource(read.itemOf(withoutItem(sentEvent)) === item, 'file' in shownEvent) }
        : shownEvent
    return {
      sent: sentEvent,
      event,
      ...assertDefined(times[index], 'the times of an event'),
      actor,
      item,
      place: resolution.placeOf(sentEvent),
      disposition: dispositionOf(task, background, { sent: sentEvent, event, actor, item, way, rights: ownRights }),
    }
  })
}

/** What is on record of the items of a batch: `inRound` undefined in the first round, which counts everything. */
type Background = {
  readonly inRound: ReadonlySet<Id> | undefined
  /** Items that a person counted in a round before, as `item person`. */
  readonly repeatedKeys: ReadonlySet<string>
  readonly holders: ReadonlyMap<Id, Id>
}

const readBackground = async (tx: Tx, task: Task, items: readonly Id[], actors: readonly Id[]): Promise<Background> => {
  const [recountedRows, heldRows, before] = await Promise.all([
    task.round > 1 && items.length > 0
      ? tx.query<{ item_id: Id }>(
          'select distinct item_id from count_result where org_id = $1 and task_id = $2 and round = $3 and item_id = any ($4::bigint[])',
          [tx.orgId, task.id, task.round, items],
        )
      : [],
    tx.query<{ item_id: Id; holder_uid: Id }>(
      'select item_id, holder_uid from count_line where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[]) and holder_uid is not null',
      [tx.orgId, task.id, items],
    ),
    task.round > 1 && items.length > 0
      ? tx.query<{ item: Id; uid: Id }>(
          `select k.item, p.uid from unnest($3::bigint[]) as k (item), unnest($4::bigint[]) as p (uid) where ${countedBefore('k.item', 'p.uid', '$5::int')}`,
          [tx.orgId, task.id, items, actors, task.round],
        )
      : [],
  ])
  return {
    inRound: task.round > 1 ? new Set(recountedRows.map(({ item_id }) => item_id)) : undefined,
    repeatedKeys: new Set(before.map(({ item, uid }) => `${item} ${uid}`)),
    holders: new Map(heldRows.map(({ item_id, holder_uid }) => [item_id, holder_uid])),
  }
}

type EventToJudge = Pick<JudgedEvent, 'sent' | 'event' | 'actor' | 'item'> & {
  readonly rights: Rights
  /** As what the actor may count the item. */
  readonly way: 'any' | 'own' | undefined
}

/** Whether an event counts, and why not. */
const dispositionOf = (
  task: Task,
  { inRound, repeatedKeys }: Background,
  { sent: sentEvent, event, actor, item, way, rights }: EventToJudge,
): Disposition => {
  if (task.state !== 'open' || sentEvent.round !== task.round) return 'late'
  if (sentEvent.actor !== undefined && sentEvent.actor !== actor) return 'foreign'
  if (item === null ? !takesPart(rights, task.round) : way === undefined) return 'foreign'
  if (item !== null && repeatedKeys.has(`${item} ${actor}`)) return 'again'
  if (item === null && (sentEvent.kind === 'unknown' || sentEvent.item !== undefined || sentEvent.code !== undefined)) return 'unknown'
  if (item !== null && inRound && !inRound.has(item)) return 'foreign'
  return isAllowed(task.plan, event) ? 'ok' : 'method'
}

const withoutItem = ({ item: _, place: __, ...event }: CountEvent): CountEvent => event

type Rights = { readonly sight: Sight; readonly shares: readonly ShareOf[] }

/** Of the person who does not send himself, what his roles and places are now. */
const rightsOf = async (tx: Tx, session: SignedIn['session'], task: Task, actor: Id): Promise<Rights> => {
  const [shares, counter] = await Promise.all([
    sharesOf(tx, actor, task.id),
    actor === session.uid ? session : sessionLike(tx, session, actor),
  ])
  return { sight: sightBy(counter, task, shares), shares }
}

/** The session of the person who counted. Who is out of service has the shares that he was given, and no more. */
const sessionLike = async (tx: Tx, session: SignedIn['session'], uid: Id): Promise<SignedIn['session']> =>
  (await inNameOf(tx, uid)) ?? { ...session, uid, codes: codesOf([]), locations: [], managedLocations: [] }

const sharesNow = ({ shares }: Rights, round: number): readonly ShareOf[] => shares.filter((share) => share.round === round)

/** Whether a person may say anything of a round at all. */
const takesPart = (rights: Rights, round: number): boolean => rights.sight.manages || sharesNow(rights, round).length > 0

/**
 * As what a person may count a piece: the person who has a place or a department may meet any there; otherwise it must be one that was named to him, or
 * one of his own.
 */
const mayCount = (
  rights: Rights,
  actor: Id,
  item: Id,
  { holders, round }: { readonly holders: ReadonlyMap<Id, Id>; readonly round: number },
): 'any' | 'own' | undefined => {
  const now = sharesNow(rights, round)
  if (rights.sight.manages || now.some(({ kind, items }) => kind === 'place' || kind === 'department' || items?.includes(item)))
    return 'any'
  return now.some(({ kind }) => kind === 'self') && holders.get(item) === actor ? 'own' : undefined
}

/** Which item and place each event means: by id where there is such a one, otherwise by what was read. */
const resolve = async (tx: Tx, events: readonly CountEvent[]) => {
  const read = new Map(events.flatMap(({ item, code }) => (item === undefined && code !== undefined ? [[code, keysOf(code)]] : [])))
  const keys = [...read.values()].flat()
  const ids = [...new Set([...events.flatMap(({ item }) => item ?? []), ...keys.flatMap(({ id }) => id ?? [])])]
  const words = [...new Set(keys.flatMap(({ word }) => word ?? []))]
  const places = [...new Set(events.flatMap(({ place }) => place ?? []))]
  const [items, foundRows, placeRows] = await Promise.all([
    tx.query<{ id: Id }>(
      `select id from asset where org_id = $1 and id = any ($2::bigint[]) union all select id from consumable where org_id = $1 and id = any ($2::bigint[])`,
      [tx.orgId, ids],
    ),
    words.length === 0
      ? []
      : tx.query<{ word: string; id: Id; rank: number }>(
          `select w.word, a.id, 1 as rank from unnest($2::text[]) as w (word) join asset a on a.org_id = $1 and a.instance_code = w.word
           union all select w.word, a.id, 2 from unnest($2::text[]) as w (word) join asset a on a.org_id = $1 and a.epc = upper(w.word)
           union all select w.word, c.id, 3 from unnest($2::text[]) as w (word) join consumable c on c.org_id = $1 and (c.barcode = w.word or c.goods_code = w.word) and c.deleted_at is null
           union all select w.word, min(a.id), 4 from unnest($2::text[]) as w (word) join asset a on a.org_id = $1 and a.serial_no = w.word and a.deleted_at is null
             group by w.word having count(*) = 1
           union all select w.word, a.id, 5 from unnest($2::text[]) as w (word)
             join label_code l on l.org_id = $1 and l.code = w.word and l.noun = 'asset' join asset a on a.org_id = $1 and a.id = l.item_id
           order by rank`,
          [tx.orgId, words],
        ),
    places.length === 0
      ? []
      : tx.query<{ id: Id }>('select id from location where org_id = $1 and id = any ($2::bigint[])', [tx.orgId, places]),
  ])
  const itemIds = new Set(items.map(({ id }) => id))
  const idByWord = new Map(foundRows.toReversed().map(({ word, id }) => [word, id]))
  const presentIds = new Set(placeRows.map(({ id }) => id))
  return {
    itemOf: ({ item, code }: CountEvent): Id | undefined => {
      if (item !== undefined) return itemIds.has(item) ? item : undefined
      for (const { id, word } of (code !== undefined && read.get(code)) || []) {
        if (id !== undefined && itemIds.has(id)) return id
        const hit = word === undefined ? undefined : idByWord.get(word)
        if (hit !== undefined) return hit
      }
      return undefined
    },
    placeOf: ({ place }: CountEvent): Id | null => (place !== undefined && presentIds.has(place) ? place : null),
  }
}

/** What a label may mean, the likeliest first: our own address by its id, anything else by the words in it. */
const keysOf = (code: string): { readonly id?: Id; readonly word?: string }[] => {
  const payload = parseScan(code)
  switch (payload.kind) {
    case 'asset':
    case 'consumable':
      return [{ id: payload.id }]
    case 'code':
      return [{ word: payload.code }]
    case 'thing':
      return payload.noun === 'consumable' || payload.noun === 'blank' ? [{ word: payload.code }] : []
    case 'gs1':
      return [payload.giai, payload.grai, payload.serial].flatMap((word) => (word === undefined ? [] : [{ word }]))
    default:
      return [{ word: payload.text.trim() }]
  }
}
