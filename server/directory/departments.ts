import { firstOf } from '../../kernel/assert.ts'
import { newId, type Id } from '../../kernel/id.ts'
import type { ForeignDepartment } from '../../domain/directory/foreign.ts'
import type { Keeper } from '../../domain/directory/keeper.ts'
import { placeholderOfDepartment } from '../../domain/directory/foreignFields.ts'
import { department as departments } from '../../domain/records/department.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { seekAnew } from '../search/recordSearch.ts'
import { lockDirectory } from './links.ts'

/**
 * Makes a department what its keeper says of it now, and answers which it is: the linked one, one of the same name at the same place that is
 * no one's, or a new one. What was asked (`atMs`) before what stands is old and changes nothing.
 */
export const applyDepartment = async (tx: Tx, keeper: Keeper, department: ForeignDepartment, atMs: number = tx.now()): Promise<Id> => {
  await lockDirectory(tx)
  const id = await applyOneDepartment(tx, keeper, department, atMs)
  await settleDepartments(tx, keeper, [department.id])
  return id
}

/** A department is not there any more. It goes here as well, as soon as nothing is in it; what happened in it keeps its name. */
export const departmentGone = async (tx: Tx, keeper: Keeper, foreignId: string, atMs: number = tx.now()): Promise<void> => {
  await lockDirectory(tx)
  if (await goneOneDepartment(tx, keeper, foreignId, atMs)) await settleDepartments(tx, keeper, [foreignId])
}

export const goneOneDepartment = async (tx: Tx, keeper: Keeper, foreignId: string, atMs: number): Promise<boolean> => {
  const removedRows = await tx.query(
    `update foreign_department set gone_at = to_timestamp($4::float8 / 1000), said_at = to_timestamp($4::float8 / 1000)
     where org_id = $1 and keeper = $2 and foreign_id = $3 and gone_at is null and said_at <= to_timestamp($4::float8 / 1000) returning 1`,
    [tx.orgId, keeper, foreignId, atMs],
  )
  return removedRows.length > 0
}

/** What follows from departments that came, changed or went: what hangs below them, who is in them and heads them, and what is empty. */
export const settleDepartments = async (tx: Tx, keeper: Keeper, foreignIds: readonly string[]): Promise<void> => {
  await settleTree(tx, keeper)
  const within = await tx.query<{ uid: Id }>(
    `select uid from foreign_person where org_id = $1 and keeper = $2 and gone_at is null and departments && $3::text[] order by uid`,
    [tx.orgId, keeper, foreignIds],
  )
  await placePeople(
    tx,
    keeper,
    within.map(({ uid }) => uid),
  )
  await placeHeads(tx, keeper, { departments: foreignIds })
  await clearGone(tx, keeper)
}

/** Where it hangs and who is in it is settled afterwards. */
export const applyOneDepartment = async (tx: Tx, keeper: Keeper, foreignDepartment: ForeignDepartment, atMs: number): Promise<Id> => {
  const [link] = await tx.query<{ id: Id; saidAtMs: number }>(
    `select dept_id as id, (extract(epoch from said_at) * 1000)::float8 as "saidAtMs" from foreign_department
     where org_id = $1 and keeper = $2 and foreign_id = $3`,
    [tx.orgId, keeper, foreignDepartment.id],
  )
  if (link && link.saidAtMs > atMs) return link.id
  const name = [...(foreignDepartment.name ?? '').trim()].slice(0, 50).join('') || undefined
  const parentId = foreignDepartment.parentId === foreignDepartment.id ? undefined : foreignDepartment.parentId
  const id = link?.id ?? (name && (await sameThere(tx, keeper, name, parentId))) ?? newId()
  const order = foreignDepartment.order === undefined ? undefined : Math.min(9999, Math.max(0, Math.round(foreignDepartment.order)))
  const [before] = await tx.query<{ name: string; order: number; gone: boolean }>(
    `select dept_name as name, sort_order as "order", deleted_at is not null as gone from department where org_id = $1 and id = $2 for no key update`,
    [tx.orgId, id],
  )
  if (!before)
    await tx.query('insert into department (org_id, id, dept_code, dept_name, sort_order) values ($1, $2, $3, $4, $5)', [
      tx.orgId,
      id,
      await newCode(tx),
      name ?? placeholderOfDepartment(foreignDepartment.id),
      order ?? 0,
    ])
  else if ((name !== undefined && name !== before.name) || (order !== undefined && order !== before.order) || before.gone)
    await tx.query(
      `update department d set dept_name = $3, sort_order = $4, deleted_at = null, version = version + 1, updated_at = now(),
         dept_code = case when exists (select from department o where o.org_id = $1 and o.id <> $2 and o.deleted_at is null and o.dept_code = d.dept_code)
           then $5 else d.dept_code end
       where d.org_id = $1 and d.id = $2`,
      [tx.orgId, id, name ?? before.name, order ?? before.order, await newCode(tx)],
    )
  if (!before || (name !== undefined && name !== before.name)) await seekAnew(tx, departments, [id])
  const fields = [
    'parentId',
    ...(name === undefined ? [] : ['deptName']),
    ...(order === undefined ? [] : ['sortOrder']),
    ...(foreignDepartment.headIds === undefined ? [] : ['managerUid']),
  ]
  await tx.query('delete from foreign_department where org_id = $1 and keeper = $2 and dept_id = $3 and foreign_id <> $4', [
    tx.orgId,
    keeper,
    id,
    foreignDepartment.id,
  ])
  await tx.query(
    `insert into foreign_department (org_id, keeper, foreign_id, dept_id, parent_id, heads, fields, said_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000))
     on conflict (org_id, keeper, foreign_id) do update set parent_id = excluded.parent_id, heads = excluded.heads, fields = excluded.fields,
       said_at = excluded.said_at, gone_at = null`,
    [tx.orgId, keeper, foreignDepartment.id, id, parentId ?? null, foreignDepartment.headIds ?? null, fields, atMs],
  )
  return id
}

/** The one department of this name at this place, where no other of the same keeper is it. */
const sameThere = async (tx: Tx, keeper: Keeper, name: string, parentId: string | undefined): Promise<Id | undefined> => {
  const same = await tx.query<{ id: Id }>(
    `select d.id from department d
     where d.org_id = $1 and d.dept_name = $3 and d.deleted_at is null
       and d.parent_id is not distinct from (select p.dept_id from foreign_department p
         where p.org_id = $1 and p.keeper = $2 and p.foreign_id = $4 and p.gone_at is null)
       and not exists (select from foreign_department l where l.org_id = $1 and l.keeper = $2 and l.dept_id = d.id and l.gone_at is null)
     limit 2`,
    [tx.orgId, keeper, name, parentId ?? null],
  )
  return same.length === 1 ? firstOf(same).id : undefined
}

const newCode = async (tx: Tx): Promise<string> => {
  const { n } = await onlyRow(
    tx.query<{ n: number }>(
      `select coalesce(max(substring(dept_code from '^BM(\\d{1,8})$')::int), 0) + 1 as n from department where org_id = $1`,
      [tx.orgId],
    ),
  )
  return `BM${String(n).padStart(4, '0')}`
}

/**
 * Hangs every department where its keeper has it; directly below the organisation where the one above is not there (yet). Those that hang
 * elsewhere are all taken off first: so no move waits for another, and the order in which moves were heard of is all the same.
 */
const settleTree = async (tx: Tx, keeper: Keeper): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('tree:department', $1::bigint))`, [tx.orgId])
  const elsewhere = await tx.query<{ id: Id; parent: Id | null }>(
    `select d.id, p.dept_id as parent from foreign_department l
     left join foreign_department p on p.org_id = $1 and p.keeper = $2 and p.foreign_id = l.parent_id and p.gone_at is null
     join department d on d.org_id = $1 and d.id = l.dept_id and d.deleted_at is null
     where l.org_id = $1 and l.keeper = $2 and l.gone_at is null and d.parent_id is distinct from p.dept_id order by d.id`,
    [tx.orgId, keeper],
  )
  const orphans = await tx.query<{ id: Id }>(
    `select d.id from department d join foreign_department g on g.org_id = $1 and g.keeper = $2 and g.dept_id = d.parent_id and g.gone_at is not null
     where d.org_id = $1 and d.deleted_at is null
       and not exists (select from foreign_department l where l.org_id = $1 and l.keeper = $2 and l.dept_id = d.id) order by d.id`,
    [tx.orgId, keeper],
  )
  const loose = [...elsewhere, ...orphans].map(({ id }) => id)
  if (loose.length === 0) return
  await tx.query(
    `update department set parent_id = null, version = version + 1, updated_at = now() where org_id = $1 and id = any ($2::bigint[])`,
    [tx.orgId, loose],
  )
  for (const { id, parent } of elsewhere) {
    if (parent === null) continue
    await tx.query(
      `with recursive above (id, parent) as (
         select id, parent_id from department where org_id = $1 and id = $3
         union select t.id, t.parent_id from above join department t on t.org_id = $1 and t.id = above.parent
       ) update department set parent_id = $3 where org_id = $1 and id = $2 and not exists (select from above where above.id = $2)`,
      [tx.orgId, id, parent],
    )
  }
}

/** Puts people where their keeper has them: the first department that we know is theirs, the others besides. Others that were added here stay. */
export const placePeople = async (tx: Tx, keeper: Keeper, uids: readonly Id[]): Promise<void> => {
  if (uids.length === 0) return
  const rows = await tx.query<{ uid: Id; depts: Id[] }>(
    `select l.uid, array(select d.dept_id from unnest(l.departments) with ordinality as w (id, at)
       join foreign_department d on d.org_id = $1 and d.keeper = $2 and d.foreign_id = w.id and d.gone_at is null order by w.at) as depts
     from foreign_person l
     where l.org_id = $1 and l.keeper = $2 and l.uid = any ($3::bigint[]) and l.gone_at is null and 'deptId' = any (l.fields) order by l.uid`,
    [tx.orgId, keeper, uids],
  )
  const placedUids = rows.map(({ uid }) => uid)
  await tx.query(
    `update person p set dept_id = w.dept_id, version = version + 1, updated_at = now()
     from unnest($2::bigint[], $3::bigint[]) as w (uid, dept_id)
     where p.org_id = $1 and p.id = w.uid and p.dept_id is distinct from w.dept_id`,
    [tx.orgId, placedUids, rows.map(({ depts }) => depts[0] ?? null)],
  )
  const besides = rows.flatMap(({ uid, depts }) => depts.slice(1).map((dept) => ({ uid, dept })))
  const values = [tx.orgId, besides.map(({ uid }) => uid), besides.map(({ dept }) => dept)]
  await tx.query(
    `delete from person_department x using foreign_department f
     where x.org_id = $1 and x.uid = any ($4::bigint[]) and f.org_id = $1 and f.keeper = $5 and f.dept_id = x.dept_id
       and not exists (select from unnest($2::bigint[], $3::bigint[]) as w (uid, dept_id) where w.uid = x.uid and w.dept_id = x.dept_id)`,
    [...values, placedUids, keeper],
  )
  await tx.query(
    `insert into person_department (org_id, uid, dept_id) select o.org_id, w.uid, w.dept_id from organisation o cross join unnest($2::bigint[], $3::bigint[]) as w (uid, dept_id) where o.org_id = $1
     on conflict do nothing`,
    values,
  )
}

/** Who heads what their keeper says: of these departments, or where one of these people is named. The first who we know and who is there. */
export const placeHeads = async (
  tx: Tx,
  keeper: Keeper,
  scope: { readonly departments?: readonly string[]; readonly people?: readonly string[] },
): Promise<void> => {
  await tx.query(
    `update department d set manager_uid = w.head, version = version + 1, updated_at = now()
     from (select f.dept_id, (select l.uid from unnest(f.heads) with ordinality as h (id, at)
             join foreign_person l on l.org_id = $1 and l.keeper = $2 and l.foreign_id = h.id and l.gone_at is null order by h.at limit 1) as head
           from foreign_department f
           where f.org_id = $1 and f.keeper = $2 and f.gone_at is null and f.heads is not null
             and (f.foreign_id = any ($3::text[]) or f.heads && $4::text[])) w
     where d.org_id = $1 and d.id = w.dept_id and d.manager_uid is distinct from w.head`,
    [tx.orgId, keeper, scope.departments ?? [], scope.people ?? []],
  )
}

/** Departments that are gone there go here once nothing is in them; one inside another goes first. */
export const clearGone = async (tx: Tx, keeper: Keeper): Promise<void> => {
  for (;;) {
    const removedDepartments = await tx.query(
      `update department d set deleted_at = now(), version = version + 1
       from foreign_department f
       where f.org_id = $1 and f.keeper = $2 and f.gone_at is not null and d.org_id = $1 and d.id = f.dept_id and d.deleted_at is null
         and not exists (select from department c where c.org_id = $1 and c.parent_id = d.id and c.deleted_at is null)
         and not exists (select from person p where p.org_id = $1 and p.dept_id = d.id and p.state = 'active' and p.deleted_at is null)
         and not exists (select from person_department x join person p on p.org_id = $1 and p.id = x.uid and p.state = 'active' and p.deleted_at is null
           where x.org_id = $1 and x.dept_id = d.id)
         and not exists (select from asset a where a.org_id = $1 and a.dept_id = d.id and a.deleted_at is null)
         and not exists (select from wf_instance i where i.org_id = $1 and i.dept_id = d.id and i.status in ('running', 'returned', 'posting'))
         and not exists (select from foreign_department k where k.org_id = $1 and k.dept_id = d.id and k.gone_at is null)
       returning d.id`,
      [tx.orgId, keeper],
    )
    if (removedDepartments.length === 0) return
  }
}
