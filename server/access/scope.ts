import { declaredField, isEmpty } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { filterFieldsOf, placeFieldsOf, placeOf, type RecordKind } from '../../domain/records/define.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { requireOpen } from '../tables/open.ts'
import { hiddenKeys } from './hidden.ts'
import type { Values } from '../db/recordTable.ts'

/** True where the whole record is this caller's to see: it is in their places or their own, or of a kind without places that they keep. */
export const seesWhole = (session: Session, kind: RecordKind, row: Values): boolean => {
  if (!kind.open) return true
  if (kind.place === undefined) return readsAll(session, kind)
  const holder = kind.holder === undefined ? undefined : row[kind.holder]
  return isInScope(session, { place: placeOf(kind, row), holder, department: row['deptId'], category: row['catId'] })
}

/** What the data scope is asked about one thing by. */
type ScopedThing = { readonly place: unknown; readonly holder: unknown; readonly department: unknown; readonly category: unknown }

/**
 * The data scope, of one thing: it stands in a place that the caller's roles let him see, he holds it, or it belongs to a department or a category of
 * theirs. Lists ask the same in SQL, by `assetScopeOf` and what is written with it.
 */
export const isInScope = (session: Session, { place, holder, department, category }: ScopedThing): boolean => {
  const isAmong = (ids: readonly Id[], id: unknown) => typeof id === 'string' && ids.includes(id)
  return (
    session.locations === 'all' ||
    holder === session.uid ||
    isAmong(session.locations, place) ||
    isAmong(session.departments, department) ||
    isAmong(session.categories, category)
  )
}

/** The data scope of the register as lists read it. */
export type AssetScope = {
  readonly locations: readonly Id[]
  readonly uid: Id
  readonly departments: readonly Id[]
  readonly categories: readonly Id[]
}

/** Undefined where the caller sees every asset. */
export const assetScopeOf = ({ locations, uid, departments, categories }: Session): AssetScope | undefined =>
  locations === 'all' ? undefined : { locations, uid, departments, categories }

/** The record as this caller may see it: outside their scope its open fields alone, and then it says `restricted`. */
export const asSeenBy = (session: Session, kind: RecordKind, row: RecordRow): RecordRow => {
  if (seesWhole(session, kind, row)) return withoutValues(row, hiddenKeys(session, kind))
  const standingByKey = Object.fromEntries(Object.keys(kind.fields).map((key) => [key, kind.open?.includes(key) ? row[key] : null]))
  const standings = new Set(Object.values(standingByKey))
  const names = Object.fromEntries(Object.entries(row.names).filter(([id]) => standings.has(id)))
  const { id, version, createdAt, updatedAt } = row
  return { id, [kind.idName]: id, version, createdAt, updatedAt, ...standingByKey, names, restricted: true }
}

/** A record with nothing in some of its fields, nor the names of what they refer to; it says which. */
const withoutValues = (row: RecordRow, keys: readonly string[]): RecordRow => {
  if (keys.length === 0) return row
  const shownRow = { ...row, ...Object.fromEntries(keys.map((key) => [key, null])), hidden: [...keys] }
  const standings = new Set(Object.values(shownRow))
  return { ...shownRow, names: Object.fromEntries(Object.entries(row.names).filter(([id]) => standings.has(id))) }
}

/** True for the person who may read every record of the kind as a whole. */
export const readsAll = (session: Session, kind: RecordKind): boolean =>
  !kind.open || (kind.place === undefined ? readsCards(session, kind) : session.locations === 'all')

/** The people who write cards of a kind that stands in no place read them whole as well. */
const readsCards = ({ codes }: Session, kind: RecordKind): boolean =>
  (['read', 'save', 'update'] as const).some((verb) => codes.has(`${recordCodeOf(kind)}:${verb}`))

/** Refuses a list that is filtered or sorted by fields which this reader may not see of all its rows: the order and the count would tell. */
export const requireOpenOnly = (kind: RecordKind, input: Values): void =>
  requireOpen(
    tableOfRecord(kind),
    input,
    Object.keys(filterFieldsOf(kind)).filter((key) => !isEmpty(input[key])),
  )

/** True where the caller may write the record: it stands in a place that they manage, or the kind knows no places. */
export const isWritable = async (tx: Tx, session: Session, kind: RecordKind, row: Values): Promise<boolean> => {
  const place = placeOf(kind, row)
  return place === undefined || (await foreignPlace(tx, session, [place])) === undefined
}

/** Refuses to write a record that stands in another person's place. */
export const requireWritable = async (tx: Tx, session: Session, kind: RecordKind, rows: readonly Values[]): Promise<void> => {
  const places = rows.flatMap((row) => placeOf(kind, row) ?? [])
  await requireOwnPlaces(tx, session, places)
}

/**
 * Refuses values that put a record into a place that is not the caller's, or take it out of one, and fields for which the caller lacks the
 * code. `before` is what was stored, empty for a new record.
 */
export const requireMayWrite = async (
  tx: Tx,
  session: Session,
  kind: RecordKind,
  { before, after }: { readonly before: Values; readonly after: Values },
): Promise<void> => {
  const isChanged = (key: string) => (isEmpty(before[key]) ? !isEmpty(after[key]) : before[key] !== after[key])
  const forbiddenKey = unwritable(session, kind).find(isChanged)
  if (forbiddenKey !== undefined) refuse('field.notYours', fieldNotYours, { label: declaredField(kind.fields, forbiddenKey).label })
  const isNew = before['id'] === undefined
  const movedPlaces = placeFieldsOf(kind).filter((key) => isChanged(key) || (isNew && kind.place === 'itself'))
  await requireOwnPlaces(
    tx,
    session,
    movedPlaces.flatMap((key) => [...(isNew ? [] : [before[key] ?? null]), after[key] ?? null]),
  )
}

/** The fields of a kind that this caller may not write. */
export const unwritable = (session: Pick<Session, 'codes' | 'hiddenFields'>, kind: Pick<RecordKind, 'noun' | 'fields'>): string[] => [
  ...Object.entries(kind.fields).flatMap(([key, { writtenWith }]) => (writtenWith && !session.codes.has(writtenWith) ? [key] : [])),
  ...hiddenKeys(session, kind),
]

export const fieldNotYours = '{label}由系统管理员指定，您不能修改'
export const noPlaceOfYours = '不在您管理的区域，请选择您管理的区域或联系管理员'

/** Refuses in words where one of the places is not among those that the caller manages; a place that is none (null) is no one's. */
export const requireOwnPlaces = async (tx: Tx, session: Session, places: readonly unknown[]): Promise<void> => {
  const foreign = await foreignPlace(tx, session, places)
  if (foreign === undefined) return
  if (foreign === null) refuse('not-your-location', noPlaceOfYours)
  const [row] = await tx.query<{ loc_name: string }>('select loc_name from location where org_id = $1 and id = $2', [
    tx.orgId,
    String(foreign),
  ])
  refuse('not-your-location', '您不是{place}的管理员', { place: row?.loc_name ?? String(foreign) })
}

/** The first place that the caller does not manage. */
const foreignPlace = async (tx: Tx, session: Session, places: readonly unknown[]): Promise<unknown> => {
  const foreign = await foreignPlaces(tx, session, places)
  return foreign.has(null) ? null : places.find((place) => foreign.has(place))
}

/** The places that the caller does not manage; a session may be a second old, so what it does not know is looked for above. */
export const foreignPlaces = async (
  tx: Tx,
  { managedLocations: locations }: Session,
  places: readonly unknown[],
): Promise<ReadonlySet<unknown>> => {
  if (locations === 'all') return new Set()
  const unknown = new Set(places.filter((place) => typeof place !== 'string' || !locations.includes(place)))
  if (unknown.size === 0 || (unknown.size === 1 && unknown.has(null))) return unknown
  const below = await tx.query<{ id: Id }>(
    `with recursive above (of, id) as (
       select id, parent_id from location where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null
       union select a.of, l.parent_id from above a join location l on l.org_id = $1 and l.id = a.id and l.deleted_at is null
     ) select distinct of as id from above where id = any ($3::bigint[])`,
    [tx.orgId, [...unknown].filter((place) => place !== null), locations],
  )
  for (const { id } of below) unknown.delete(id)
  return unknown
}

/** The person who keeps the organisation sees what everyone works on: bulk works, prints, imports. */
export const keepsAll = ({ codes }: Pick<Session, 'codes'>): boolean => codes.has('sysoperation:update')

/** A person who is no administrator and manages no place has querying switched off: they see what an employee sees. */
export const mayQuery = ({ admin, locations }: Session): boolean => admin || locations === 'all' || locations.length > 0

export const requireQuerying = (session: Session): void => {
  if (!mayQuery(session)) refuse('location.none', '当前管理员未指定管理区域，请先指定')
}

/** True where the place is among those that the caller manages. */
export const managesPlace = async (tx: Tx, session: Session, place: Id): Promise<boolean> =>
  (await foreignPlace(tx, session, [place])) === undefined

/** True for the person who is named as the manager of a place. Of an administrator, who sees every place, the session does not know it. */
export const managesPlaces = async (tx: Tx, { uid, managedLocations: locations }: Session): Promise<boolean> => {
  if (locations !== 'all') return locations.length > 0
  const [row] = await tx.query(
    `select from location l where l.org_id = $1 and l.deleted_at is null and l.manager_uid = $2
     union all select from location_user u join location l on l.org_id = $1 and l.id = u.loc_id and l.deleted_at is null
     where u.org_id = $1 and u.uid = $2 and u.kind = 'manager' limit 1`,
    [tx.orgId, uid],
  )
  return row !== undefined
}
