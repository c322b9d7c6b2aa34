import { entryOf } from '../../kernel/assert.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { wantedOf } from '../../domain/counting/rules.ts'
import { countTaskPack } from '../../domain/counting/operations.ts'
import type { OwnColumn } from '../../domain/counting/ownColumns.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import { appliesTo } from '../../domain/records/ownFields/ownField.ts'
import { handle, type SignedIn } from '../call.ts'
import { categoriesAboveEach } from '../db/ownCategories.ts'
import type { Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import { malformed } from '../httpError.ts'
import { countedBefore } from './numbers.ts'
import { isCounted } from './numbers.ts'
import { isStandingEvent } from './results.ts'
import { ownColumnsOf } from './settlement/ownColumns.ts'
import { refreshed } from './refold.ts'
import { inSight, type Sight, sightOf, valuesOfSight } from './sight.ts'

/** Lines in one piece of a pack. */
const pieceRows = 5000
/** What was written by a transaction that is still open at the first look is found by the second. */
const overlapMs = 10 * 60_000

type Row = {
  kind: 0 | 1
  id: Id
  account: string
  code: string
  epc: string | null
  serial: string | null
  model: Id | null
  model_code: string
  model_name: string
  place: Id | null
  holder: Id | null
  value: string | null
  own: boolean
  counted: boolean
  seq: string | null
  quantity: string | null
  own_values: Values | null
  category: Id | null
}

const flagExpected = 1
const flagPhoto = 2
const flagOwn = 4
const flagCounted = 8

/** SQL: an event `e` of line `l` in the round that counts and was not taken back. */
const isStanding = `e.org_id = $1 and e.task_id = $2 and e.item_id = l.item_id and e.round = $12 and e.kind in ('seen', 'quantity') and ${isStandingEvent}`

/**
 * SQL: line `l` with result `r` is counted without the events of the asking device, which knows those itself. What only the holder has said is
 * not counted for the person who is sent to look at it.
 */
const isCountedElsewhere = `(${isCounted} and (r.verdict <> 'selfOnly' or $15::boolean)
  and (exists (select from count_event e where ${isStanding} and e.device is distinct from $14::uuid)
    or not exists (select from count_event e where ${isStanding} and e.device = $14::uuid)))`

/** Whether the word of a holder counts as it does in the numbers of the task: for managers, and for holders. */
const takesWords = ({ manages, places, departments, items }: Sight): boolean =>
  manages || places.length + departments.length + items.length === 0

/** The moment from which changes are asked for; null where that was in another round. */
const sinceMsOf = (since: string | undefined, round: number): number | null => {
  const sinceParts = /^(\d+)\.(\d+)$/.exec(since ?? '')
  if (since !== undefined && !sinceParts) throw malformed('数据包版本有误')
  return sinceParts && Number(sinceParts[1]) === round ? Number(sinceParts[2]) : null
}

type Position = { readonly item: Id; readonly account: string }

/** The last line of the piece before. */
const positionOf = (after: string | undefined): Position => {
  if (after !== undefined && !/^\d+ \S*$/.test(after)) throw malformed('翻页位置有误')
  const [item = '0', account = ''] = after?.split(' ') ?? []
  if (item !== '0' && !isId(item)) throw malformed('翻页位置有误')
  return { item, account }
}

const linesText = `
  select case l.item_kind when 'asset' then 0 else 1 end as kind, l.item_id as id, l.account, coalesce(a.instance_code, c.goods_code, '') as code, a.epc,
    coalesce(a.serial_no, c.barcode) as serial, coalesce(m.id, c.id) as model, coalesce(m.goods_code, c.unit, '') as model_code,
    coalesce(a.instance_name, c.goods_name, '') as model_name, l.loc_id as place, l.holder_uid as holder, l.value, coalesce(${inSight(7)}, false) as own,
    coalesce(${isCountedElsewhere}, false) as counted, l.balance_seq as seq, case l.item_kind when 'consumable' then l.quantity end as quantity,
    case when $16::text[] <> '{}' then (select jsonb_object_agg(o.key, o.value) from jsonb_each(a.own_values) o where o.key = any ($16::text[])) end as own_values,
    coalesce(a.cat_id, m.cat_id) as category
  from count_line l
  left join asset a on l.item_kind = 'asset' and a.org_id = $1 and a.id = l.item_id
  left join model m on m.org_id = $1 and m.id = a.goods_id
  left join consumable c on l.item_kind = 'consumable' and c.org_id = $1 and c.id = l.item_id
  left join lateral (select verdict, strength, updated_at from count_result
    where org_id = $1 and task_id = $2 and item_id = l.item_id and account = l.account and round = $12 offset 0) r on true
  where l.org_id = $1 and l.task_id = $2 and ($3::boolean or ${inSight(7)}) and (l.item_id, l.account) > ($4::bigint, $5::text)
    and ($6::timestamptz is null or greatest(a.updated_at, c.updated_at, r.updated_at) >= $6)
    and ($12::int = 1 or r.verdict is not null and not ${countedBefore('l.item_id', '$13::bigint', '$12')})
  order by l.item_id, l.account limit ${pieceRows}`

type LineQuery = {
  readonly device: string | null
  readonly sinceMs: number | null
  readonly position: Position
  /** The own fields that are to be confirmed. */
  readonly ownKeys: readonly string[]
}

const readLines = (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  sight: Sight,
  { device, sinceMs, position, ownKeys }: LineQuery,
): Promise<Row[]> => {
  // A counter of a place may scan any piece; a counter of named pieces gets these alone.
  const isWhole = sight.manages || sight.places.length > 0 || sight.departments.length > 0
  return tx.query<Row>(linesText, [
    tx.orgId,
    sight.task.id,
    isWhole,
    position.item,
    position.account,
    sinceMs === null ? null : new Date(sinceMs).toISOString(),
    ...valuesOfSight(sight, session),
    sight.task.round,
    session.uid,
    device,
    takesWords(sight),
    ownKeys,
  ])
}

type PackContent = {
  readonly plan: CountPlan
  readonly blind: boolean
  /** The own fields to be confirmed that an asset of a category does not have. */
  readonly keysNotAppliedTo: (category: Id | null) => readonly string[]
}

const readKeysNotApplied = async (
  tx: Tx,
  ownColumns: readonly OwnColumn[],
  rows: readonly Row[],
): Promise<PackContent['keysNotAppliedTo']> => {
  const goesByCategory = ownColumns.some(([, { ownTraits }]) => (ownTraits?.categoryIds.length ?? 0) > 0)
  const categories = goesByCategory
    ? await categoriesAboveEach(tx, [...new Set(rows.flatMap(({ category }) => category ?? []))])
    : new Map<Id, readonly Id[]>()
  const keysNotApplied = (ids: readonly Id[]) => ownColumns.flatMap(([key, field]) => (appliesTo(field, ids) ? [] : [key]))
  const ofNone = keysNotApplied([])
  const keysByCategory = new Map([...categories].map(([id, ancestorIds]) => [id, keysNotApplied(ancestorIds)]))
  return (category) => (category === null ? ofNone : (keysByCategory.get(category) ?? ofNone))
}

/** What is said of lines, column by column, and the dictionaries that places, people and models are numbered by. */
const columnsOf = (rows: readonly Row[], { plan, blind, keysNotAppliedTo }: PackContent) => {
  const places = new Positions<Id>()
  const people = new Positions<Id>()
  const models = new Positions<string>()
  const photoOf = (value: string | null) => wantedOf(plan, value).photo === 'always'
  const columns = [
    rows.map(({ kind }) => kind),
    rows.map(({ id }) => id),
    rows.map(({ code }) => code),
    rows.map(({ epc }) => epc),
    rows.map(({ serial }) => serial),
    rows.map((row) => models.of(`${row.model} ${row.model_name}`)),
    rows.map(({ place }) => (blind || place === null ? null : places.of(place))),
    rows.map(({ holder }) => (blind || holder === null ? null : people.of(holder))),
    rows.map(
      ({ value, own, counted }) => flagExpected + (photoOf(value) ? flagPhoto : 0) + (own ? flagOwn : 0) + (counted ? flagCounted : 0),
    ),
    rows.map(({ seq }) => (seq === null ? null : Number(seq))),
    rows.map(({ quantity }) => (blind ? null : quantity)),
    rows.map(({ own_values: values }) => (values ? JSON.stringify(values) : null)),
    rows.map(({ kind, category }) => {
      const keys = kind === 0 ? keysNotAppliedTo(category) : []
      return keys.length > 0 ? keys.join(' ') : null
    }),
  ]
  return { places, people, models, columns }
}

const readPlaces = (tx: Tx, ids: readonly Id[], withAll: boolean) =>
  tx.query<{ id: Id; code: string; name: string; parent: Id | null }>(
    `select id, loc_code as code, loc_name as name, parent_id as parent from location
     where org_id = $1 and (id = any ($2::bigint[]) or $3::boolean and deleted_at is null) order by array_position($2::bigint[], id), loc_code`,
    [tx.orgId, ids, withAll],
  )

const readPeople = (tx: Tx, ids: readonly Id[]) =>
  tx.query<{ id: Id; name: string }>(
    'select id, user_name as name from person where org_id = $1 and id = any ($2::bigint[]) order by array_position($2::bigint[], id)',
    [tx.orgId, ids],
  )

/**
 * The lines of a task for a device, in the order of their items, by columns: what is alike stands together and packs well. The dictionaries
 * of a piece are those of its rows; the first one brings every place besides, so that the label of any place is known. A person in a
 * self-count gets their own pieces alone, and a further round leaves out what the same person counted before. Pieces that other devices have
 * counted are marked, without person and place. No prices; in a blind count no quantity, and neither place nor holder.
 */
export const packHandler = handle(countTaskPack, async ({ tx, session, app }, { taskId, device, since, after }) => {
  const sight = await sightOf(tx, session, taskId)
  const { task } = sight
  const sinceMs = sinceMsOf(since, task.round)
  const position = positionOf(after)
  // The person who counts again is not told what was counted before.
  const blind = task.plan.blind || task.round > 1
  await refreshed(app, tx, task)
  const ownColumns = await ownColumnsOf(tx, session, task.plan)
  const ownKeys = blind ? [] : ownColumns.map(([key]) => key)
  const rows = await readLines({ tx, session }, sight, { device: device ?? null, sinceMs, position, ownKeys })
  const keysNotAppliedTo = await readKeysNotApplied(tx, ownColumns, rows)
  const { places, people, models, columns } = columnsOf(rows, { plan: task.plan, blind, keysNotAppliedTo })
  const [locations, persons] = await Promise.all([readPlaces(tx, places.all, after === undefined), readPeople(tx, people.all)])
  const modelByKey = new Map(rows.map((row) => [`${row.model} ${row.model_name}`, row]))
  const last = rows.length === pieceRows ? rows.at(-1) : undefined
  return {
    version: `${task.round}.${Math.floor(tx.now()) - overlapMs}`,
    ...(last && { next: `${last.id} ${last.account}` }),
    round: task.round,
    state: task.state,
    plan: task.plan,
    places: locations.map(({ id, code, name, parent }): [string, string, string, string | null] => [id, code, name, parent]),
    people: persons.map(({ id, name }): [string, string] => [id, name]),
    models: models.all.map((key): [string, string, string] => {
      const row = entryOf(modelByKey, key)
      return [row.model ?? '', row.model_code, row.model_name]
    }),
    columns,
    gone: [],
  }
})

/** Numbers things in the order in which they are first met. */
class Positions<T> {
  readonly all: T[] = []
  readonly #known = new Map<T, number>()

  of(item: T): number {
    const placeNumber = this.#known.get(item)
    if (placeNumber !== undefined) return placeNumber
    this.#known.set(item, this.all.length)
    return this.all.push(item) - 1
  }
}
