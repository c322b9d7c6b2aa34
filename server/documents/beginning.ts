import { add, isDecimal, isPositive } from '../../kernel/decimal.ts'
import { type Begins, declaredField } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { dayAt } from '../../kernel/day.ts'
import { firstOf } from '../../kernel/assert.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import type { documentBeginning } from '../../domain/documents/catalogueOperations.ts'
import type { SignedIn } from '../call.ts'
import { lookUp, referencesOf } from './references.ts'
import { keeps } from './scope.ts'
import { managedBy } from '../access/places.ts'

/** What is known of a document before anything is written. */
type FieldStart = {
  readonly kind: DocumentKind
  /** The field that is to begin. */
  readonly key: string
  readonly subject: Id | undefined
  readonly items: ReadonlyMap<Id, string>
}

/** The values that the header of a new document begins with, by what its fields declare; what is not known stays away. */
export const beginningOf = async (
  call: SignedIn,
  input: InputOf<typeof documentBeginning>,
): Promise<OutputOf<typeof documentBeginning>> => {
  const kind = kindNamed(input.kind)
  const subject = input.subject === undefined ? selfOf(call, kind) : String(input.subject)
  const items = new Map<Id, string>()
  for (const { id, quantity = '1' } of input.items ?? [])
    if (isDecimal(quantity) && isPositive(quantity)) items.set(String(id), add(items.get(String(id)) ?? '0', quantity))
  const startFields = Object.entries(kind.header).flatMap(([key, { begins }]) => (begins ? [{ key, begins }] : []))
  const starts = await Promise.all(startFields.map(({ key, begins }) => ways[begins](call, { kind, key, subject, items })))
  const values = Object.fromEntries(startFields.flatMap(({ key }, start) => (starts[start] === undefined ? [] : [[key, starts[start]]])))
  const referred = await lookUp(call.tx, referencesOf([{ fields: kind.header, values }]))
  const names = Object.fromEntries(referred.map(({ id, name }) => [id, name]))
  const isThere = (key: string) => !refersTo(declaredField(kind.header, key).control) || names[String(values[key])] !== undefined
  return { header: Object.fromEntries(Object.entries(values).filter(([key]) => isThere(key))), names }
}

/** The person who asks for themselves; a keeper fills it in for others. */
const selfOf = ({ session }: SignedIn, kind: DocumentKind): Id | undefined =>
  kind.subject && kind.header[kind.subject]?.begins === 'self' && !keeps(session, kind) ? session.uid : undefined

type Way = (call: SignedIn, start: FieldStart) => unknown

const ways: Readonly<Record<Begins, Way>> = {
  self: (call, { kind }) => selfOf(call, kind),
  today: ({ at }) => dayAt(at),
  subject: (call, start) => (start.subject === undefined ? undefined : ofSubject(call, start, start.subject)),
  stocked: (call, start) => (start.items.size === 0 ? undefined : stockedAt(call, start)),
  home: (call, start) => (start.items.size === 0 ? undefined : homeOf(call, start)),
  own: (call, start) => ownPlace(call, start),
}

/** The department of a person, or where they are at home: the place that they use, else where most of what they have is. */
const ofSubject = async ({ tx, session }: SignedIn, { kind, key }: FieldStart, subject: Id): Promise<Id | undefined> => {
  if (refersTo(declaredField(kind.header, key).control) === 'department') {
    const [row] = await tx.query<{ id: Id | null }>(
      'select dept_id as id from person where org_id = $1 and id = $2 and deleted_at is null',
      [tx.orgId, subject],
    )
    return row?.id ?? undefined
  }
  // Where a person sits is for themselves and for keepers to know.
  if (subject !== session.uid && !keeps(session, kind)) return undefined
  const [row] = await tx.query<{ id: Id }>(`select id from (${placesOfPerson}) p where id is not null order by rank, n desc, id limit 1`, [
    tx.orgId,
    subject,
  ])
  return row?.id
}

/** Places `id` where the person `$2` is, the likeliest with the lowest `rank` and the largest `n`. No one sits in a store. */
const placesOfPerson = `select u.loc_id as id, 0 as rank, 1 as n from location_user u where u.org_id = $1 and u.uid = $2 and u.kind = 'user'
  union all select a.loc_id, 1, count(*) from asset a where a.org_id = $1 and a.holder_uid = $2 and a.state = 'inUse' and a.deleted_at is null
    and not exists (select from balance b where b.org_id = $1 and b.account = 'store:' || a.loc_id and b.on_hand > 0) group by 1`

/**
 * The store that has most of what is asked for; of those that have as much the one taken from last, then the nearest, then the fullest. For
 * keepers one of theirs.
 */
const stockedAt = async (call: SignedIn, start: FieldStart): Promise<Id | undefined> => {
  const { tx, session } = call
  const ownLocations = keeps(session, start.kind) && session.managedLocations !== 'all' ? session.managedLocations : null
  const [row] = await tx.query<{ id: Id }>(
    `with recursive wanted (item, quantity) as (select * from unnest($3::bigint[], $4::numeric[])),
     stock as (
       select l.id, count(*) filter (where b.on_hand - b.reserved >= w.quantity) as whole, sum(least(1, (b.on_hand - b.reserved) / w.quantity)) as part
       from wanted w
       join balance b on b.org_id = $1 and b.item_id = w.item and b.account like 'store:_%' and b.on_hand > b.reserved
       join location l on l.org_id = $1 and l.id = substr(b.account, 7)::bigint and l.deleted_at is null
       where $5::bigint[] is null or l.id = any ($5::bigint[]) group by l.id),
     home (id) as (
       (select id from (${placesOfPerson}) p where id is not null order by rank, n desc, id limit 1)
       union select l.parent_id from home h join location l on l.org_id = $1 and l.id = h.id where l.parent_id is not null),
     above (of, id) as (
       select id, id from stock union select a.of, l.parent_id from above a join location l on l.org_id = $1 and l.id = a.id where l.parent_id is not null)
     select s.id from stock s
     order by s.whole desc, s.part desc, (s.id = $6::bigint) desc nulls last, (select count(*) from above a join home h on h.id = a.id where a.of = s.id) desc,
              (select count(*) from balance b where b.org_id = $1 and b.account = 'store:' || s.id) desc, s.id limit 1`,
    [
      tx.orgId,
      start.subject ?? session.uid,
      [...start.items.keys()],
      [...start.items.values()],
      ownLocations,
      (await lastOf(call, start)) ?? null,
    ],
  )
  return row?.id
}

/** The store that most of the things belong to, of supplies that they were taken from last; only of what the caller holds, or keeps. */
const homeOf = async ({ tx, session }: SignedIn, { kind, subject, items }: FieldStart): Promise<Id | undefined> => {
  const keeper = keeps(session, kind)
  const everywhere = keeper && session.managedLocations === 'all'
  const places = keeper && session.managedLocations !== 'all' ? session.managedLocations : []
  const holder = keeper ? (subject ?? session.uid) : session.uid
  const [row] = await tx.query<{ id: Id }>(
    `select l.id from (
       select a.home_id as id from asset a
       where a.org_id = $1 and a.id = any ($2::bigint[]) and a.deleted_at is null
         and (a.holder_uid = $3 or $4::boolean or coalesce(a.loc_id, a.home_id) = any ($5::bigint[]))
       union all
       select substr(m.from_account, 7)::bigint from unnest($2::bigint[]) as w (item)
       cross join lateral (
         select from_account from move m
         where m.org_id = $1 and m.item_id = w.item and m.from_account like 'store:_%' and m.to_account = $6 order by m.seq desc limit 1) m
     ) h join location l on l.org_id = $1 and l.id = h.id and l.deleted_at is null
     group by 1 order by count(*) desc, 1 limit 1`,
    [tx.orgId, [...items.keys()], session.uid, everywhere, places, `consumed:${holder}`],
  )
  return row?.id
}

/** Where a keeper did this last, as long as they still keep it; else the only place that they manage. */
const ownPlace = async (call: SignedIn, start: FieldStart): Promise<Id | undefined> => {
  const { tx, session } = call
  const { locations } = session
  const last = await lastOf(call, start)
  if (last !== undefined && (locations === 'all' || locations.includes(last))) return last
  const managedPlaces = await tx.query<{ id: Id }>(
    `select l.id from location l where l.org_id = $1 and l.deleted_at is null and ${managedBy('$2')} limit 2`,
    [tx.orgId, session.uid],
  )
  return managedPlaces.length === 1 ? firstOf(managedPlaces).id : undefined
}

/** What stood in the field when the caller last submitted such a document. */
const lastOf = async ({ tx, session }: SignedIn, { kind, key }: FieldStart): Promise<Id | undefined> => {
  const [row] = await tx.query<{ value: Id | null }>(
    `select header ->> $4 as value from document where org_id = $1 and author_uid = $2 and kind = $3 and state <> 'draft' order by id desc limit 1`,
    [tx.orgId, session.uid, kind.kind, key],
  )
  return row?.value ?? undefined
}
