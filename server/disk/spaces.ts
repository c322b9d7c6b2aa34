import { compareIds, type Id } from '../../kernel/id.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { refuse } from '../../kernel/refusal.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import type { DiskRight, DiskSpace, SpaceKind, SubjectNoun } from '../../domain/disk/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import { consumable } from '../../domain/records/consumable.ts'
import { supplier } from '../../domain/records/supplier.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import type { App, Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import type { Settings } from '../settings.ts'
import { requireRoom } from '../files/files.ts'
import { isInScope } from '../access/scope.ts'
import { receives } from '../documents/receipts/receipts.ts'
import { inScope, keeps } from '../documents/scope.ts'
import { documentKindOf, readDocument } from '../documents/store.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** Whose space it is. It need not be there yet: with nothing in it there is no row. */
export type Space = { readonly id: Id; readonly kind: SpaceKind; readonly noun: SubjectNoun | null }

/** The space of an id: one that is there, or that of a person, a department, the organisation or a record with this id. */
export const findSpace = async (tx: Tx, id: Id): Promise<Space | undefined> => {
  const [row] = await tx.query<{ kind: SpaceKind; noun: SubjectNoun | null }>(
    `select s.kind, s.noun from disk_space s where s.org_id = $1 and s.id = $2
     union all select 'organisation', null where $1::bigint = $2::bigint
     union all select 'person', null from person p where p.org_id = $1 and p.id = $2 and p.deleted_at is null
     union all select 'department', null from department d where d.org_id = $1 and d.id = $2 and d.deleted_at is null
     union all select 'subject', 'asset' from asset a where a.org_id = $1 and a.id = $2
     union all select 'subject', 'consumable' from consumable c where c.org_id = $1 and c.id = $2 and c.deleted_at is null
     union all select 'subject', 'supplier' from supplier u where u.org_id = $1 and u.id = $2 and u.deleted_at is null
     union all select 'subject', 'document' from document o where o.org_id = $1 and o.id = $2
     limit 1`,
    [tx.orgId, id],
  )
  return row && { id, ...row }
}

/** The departments of a person, and all above them. */
export const departmentsOf = async (tx: Tx, session: Session): Promise<readonly Id[]> => {
  if (session.departmentIds.length === 0) return []
  const rows = await tx.query<{ id: Id }>(
    `with recursive above (id, parent_id) as (
       select d.id, d.parent_id from department d where d.org_id = $1 and d.id = any ($2::bigint[]) and d.deleted_at is null
       union select d.id, d.parent_id from above b join department d on d.org_id = $1 and d.id = b.parent_id and d.deleted_at is null
     ) select id from above`,
    [tx.orgId, session.departmentIds],
  )
  return rows.map(({ id }) => id)
}

/**
 * What a person may do in a space by whose it is: his own; his department's, and to read those above; the organisation's to read, and to
 * write for the person who manages the disk; a record's as he may read or write the record. No one reads another person's, administrators neither,
 * but the person who was named to take over from a person who has left.
 */
export const spaceRight = async (tx: Tx, session: Session, { id, kind, noun }: Space): Promise<DiskRight | undefined> => {
  if (kind === 'person') return id === session.uid || (await inheritedSpaces(tx, session.uid)).includes(id) ? 'write' : undefined
  if (kind === 'organisation') return session.codes.has('netdisk:manage') ? 'write' : 'read'
  if (kind === 'department') {
    if (session.departmentIds.includes(id)) return 'write'
    return (await departmentsOf(tx, session)).includes(id) ? 'read' : undefined
  }
  return noun ? subjectRight(tx, session, noun, id) : undefined
}

/** The people out of service who named a person to take over from them. */
export const inheritedSpaces = async (tx: Tx, uid: Id): Promise<Id[]> =>
  (
    await tx.query<{ id: Id }>(
      `select p.id from wf_handover h join person p on p.org_id = $1 and p.id = h.uid
       where h.org_id = $1 and h.successor_uid = $2 and (p.state <> 'active' or p.deleted_at is not null) order by p.id`,
      [tx.orgId, uid],
    )
  ).map(({ id }) => id)

const subjectRight = async (tx: Tx, session: Session, noun: SubjectNoun, id: Id): Promise<DiskRight | undefined> => {
  const may = (code: FunctionCode, reads: boolean): DiskRight | undefined => {
    if (session.codes.has(code)) return 'write'
    return reads ? 'read' : undefined
  }
  if (noun === 'document') {
    const document = await readDocument(tx, id)
    if (!document) return undefined
    const kind = documentKindOf(document)
    const isReceiver = document.state !== 'draft' && (await receives(tx, session, kind, document))
    if (!isReceiver && !inScope(session, kind, document)) return undefined
    return keeps(session, kind) || document.authorUid === session.uid ? 'write' : 'read'
  }
  if (noun === 'supplier') return may(`${recordCodeOf(supplier)}:save`, session.codes.has(`${recordCodeOf(supplier)}:list`))
  if (noun === 'consumable') return may(`${recordCodeOf(consumable)}:save`, true)
  const [piece] = await tx.query<{ place: Id | null; holder: Id | null; department: Id | null; category: Id | null }>(
    'select loc_id as place, holder_uid as holder, dept_id as department, cat_id as category from asset where org_id = $1 and id = $2',
    [tx.orgId, id],
  )
  if (!piece) return undefined
  const { managedLocations: managedPlaces } = session
  if (managedPlaces === 'all' || (piece.place !== null && managedPlaces.includes(piece.place)))
    return may(`${recordCodeOf(asset)}:save`, true)
  return isInScope(session, piece) ? 'read' : undefined
}

/** What a space may take where nothing was set for it, in bytes; null: only what the organisation may take. */
export const usualQuotaBytes = ({ diskQuota }: Settings, kind: SpaceKind): number | null =>
  kind === 'person' && diskQuota > 0 ? diskQuota * 1024 ** 3 : null

/** Locks spaces, always in one order, and makes those that are not there yet with their top folders. */
export const lockSpaces = async (tx: Tx, settings: Settings, spaces: readonly Space[]): Promise<void> => {
  const distinctSpaces = [...new Map(spaces.map((space) => [space.id, space])).values()].toSorted((a, b) => compareIds(a.id, b.id))
  for (const { id, kind, noun } of distinctSpaces) {
    const [there] = await tx.query('select 1 from disk_space where org_id = $1 and id = $2 for no key update', [tx.orgId, id])
    if (there) continue
    await tx.query(
      `insert into disk_space (org_id, id, kind, noun, quota_bytes) values ($1, $2, $3, $4, $5) on conflict (org_id, id) do nothing`,
      [tx.orgId, id, kind, noun, usualQuotaBytes(settings, kind)],
    )
    await tx.query('select 1 from disk_space where org_id = $1 and id = $2 for no key update', [tx.orgId, id])
    await tx.query(
      `insert into disk_node (org_id, id, space_id, kind, name, name_key) values ($1, $2, $2, 'folder', '', '') on conflict (org_id, id) do nothing`,
      [tx.orgId, id],
    )
  }
}

/**
 * Refuses where a space that is locked has no room for so many bytes more, or the organisation has none; with `reserve` they are its from
 * now on.
 */
export const takeRoom = async (
  tx: Tx,
  app: App,
  space: Space,
  { bytes, reserve }: { readonly bytes: number; readonly reserve: boolean },
): Promise<void> => {
  const [row] = await tx.query<{ used: string; reserved: string; quota: string | null; own: boolean }>(
    `select used_bytes as used, reserved_bytes as reserved, quota_bytes as quota, quota_own as own from disk_space where org_id = $1 and id = $2`,
    [tx.orgId, space.id],
  )
  if (!row) throw new Error(`The space ${space.id} is not there.`)
  const quota = row.own ? quotaOf(row.quota) : usualQuotaBytes(app.settings, space.kind)
  const usedBytes = Number(row.used) + Number(row.reserved)
  if (bytes > 0 && quota !== null && usedBytes + bytes > quota)
    refuse('disk.full', '空间不足：共{quota}，已用{taken}，还需要{bytes}', {
      quota: inUnits(quota),
      taken: inUnits(usedBytes),
      bytes: inUnits(bytes),
    })
  if (reserve && bytes > 0)
    await tx.query('update disk_space set quota_bytes = $3, reserved_bytes = reserved_bytes + $4 where org_id = $1 and id = $2', [
      tx.orgId,
      space.id,
      quota,
      bytes,
    ])
  else if (bytes > 0) await tx.query('update disk_space set quota_bytes = $3 where org_id = $1 and id = $2', [tx.orgId, space.id, quota])
  // What was reserved counts already; what is only asked for does not yet.
  await requireRoom({ app }, tx, reserve ? 0 : bytes)
}

type Figures = {
  id: Id
  kind: SpaceKind
  noun: SubjectNoun | null
  name: string | null
  quota: string | null
  own: boolean
  used: string
  reserved: string
  older: string
  bin: string
}

/** How spaces stand, for the person who asks; those without a row are empty. */
export const spacesShown = async (
  tx: Tx,
  settings: Settings,
  uid: Id,
  spaces: readonly (Space & { readonly right: DiskRight })[],
): Promise<DiskSpace[]> => {
  const rows = await tx.query<Figures>(
    `select x.id, x.kind, x.noun, s.quota_bytes as quota, coalesce(s.quota_own, false) as own,
       coalesce(s.used_bytes, 0) as used, coalesce(s.reserved_bytes, 0) as reserved,
       case x.kind when 'person' then (select p.user_name from person p where p.org_id = $1 and p.id = x.id)
         when 'department' then (select d.dept_name from department d where d.org_id = $1 and d.id = x.id)
         when 'organisation' then (select o.name from organisation o where o.org_id = $1)
         when 'subject' then case x.noun
           when 'asset' then (select a.instance_name || ' ' || a.instance_code from asset a where a.org_id = $1 and a.id = x.id)
           when 'consumable' then (select c.goods_name from consumable c where c.org_id = $1 and c.id = x.id)
           when 'supplier' then (select u.supplier_name from supplier u where u.org_id = $1 and u.id = x.id)
           else (select o.code from document o where o.org_id = $1 and o.id = x.id) end
         else null end as name,
       coalesce((select sum(v.size_bytes) from disk_version v join disk_node n on n.org_id = $1 and n.id = v.node_id
                 where v.org_id = $1 and v.space_id = x.id and v.no <> n.version_no), 0) as older,
       coalesce((with recursive below (id) as (
           select n.id from disk_node n where n.org_id = $1 and n.space_id = x.id and n.trashed_at is not null
           union select n.id from below b join disk_node n on n.org_id = $1 and n.parent_id = b.id
         ) select sum(n.size_bytes) from below b join disk_node n on n.org_id = $1 and n.id = b.id), 0) as bin
     from unnest($2::bigint[], $3::text[], $4::text[]) with ordinality as x (id, kind, noun, place)
     left join disk_space s on s.org_id = $1 and s.id = x.id
     order by x.place`,
    [tx.orgId, spaces.map(({ id }) => id), spaces.map(({ kind }) => kind), spaces.map(({ noun }) => noun)],
  )
  return rows.map(({ quota, own, used, reserved, older, bin, ...row }, index) => ({
    ...row,
    name: row.id === uid ? null : row.name,
    right: assertDefined(spaces[index], 'the space').right,
    quotaBytes: own ? quotaOf(quota) : usualQuotaBytes(settings, row.kind),
    usedBytes: Number(used),
    versionBytes: Math.min(Number(older), Number(used)),
    trashBytes: Math.min(Number(bin), Number(used)),
    reservedBytes: Number(reserved),
  }))
}

/** The stored quota in bytes; null where there is no limit. */
const quotaOf = (stored: string | null): number | null => (stored === null ? null : Number(stored))
