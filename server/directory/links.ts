import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { keeperTitles, type Keeper } from '../../domain/directory/keeper.ts'
import { departmentPlaceholders, personPlaceholders } from '../../domain/directory/foreignFields.ts'
import type { HiddenName } from '../../hosts/workplace.ts'
import type { Tx } from '../db/tx.ts'

/**
 * The person who writes links or what follows from them waits here for the one before, to the end of the transaction: so two who hear of the same
 * person at once never make two of him.
 */
export const lockDirectory = (tx: Tx): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('directory', $1::bigint))`, [tx.orgId])

/** Who of ours it is; undefined for no one, and for a person who has left there. */
export const personOf = async (tx: Tx, keeper: Keeper, foreignId: string): Promise<Id | undefined> => {
  const [link] = await tx.query<{ uid: Id }>(
    'select uid from foreign_person where org_id = $1 and keeper = $2 and foreign_id = $3 and gone_at is null',
    [tx.orgId, keeper, foreignId],
  )
  return link?.uid
}

export const departmentOf = async (tx: Tx, keeper: Keeper, foreignId: string): Promise<Id | undefined> => {
  const [link] = await tx.query<{ id: Id }>(
    'select dept_id as id from foreign_department where org_id = $1 and keeper = $2 and foreign_id = $3 and gone_at is null',
    [tx.orgId, keeper, foreignId],
  )
  return link?.id
}

/** How their keeper calls these people, by uid; those who it does not know are not there. */
export const foreignOf = async (tx: Tx, keeper: Keeper, uids: readonly Id[]): Promise<ReadonlyMap<Id, string>> => {
  const rows = await tx.query<{ uid: Id; foreignId: string }>(
    `select uid, foreign_id as "foreignId" from foreign_person
     where org_id = $1 and keeper = $2 and uid = any ($3::bigint[]) and gone_at is null`,
    [tx.orgId, keeper, uids],
  )
  return new Map(rows.map(({ uid, foreignId }) => [uid, foreignId]))
}

/** Those of them whose name their keeper shows by its own means only, with its id of them. */
export const namelessPeople = async (tx: Tx, keeper: Keeper, uids: readonly Id[]): Promise<ReadonlyMap<Id, string>> => {
  const rows = await tx.query<{ uid: Id; foreignId: string }>(
    `select l.uid, l.foreign_id as "foreignId" from foreign_person l join person p on p.org_id = $1 and p.id = l.uid and p.name_unknown
     where l.org_id = $1 and l.keeper = $2 and l.uid = any ($3::bigint[]) and l.gone_at is null`,
    [tx.orgId, keeper, uids],
  )
  return new Map(rows.map(({ uid, foreignId }) => [uid, foreignId]))
}

/** The same by what they are called here in the place of a name; no one where several are called so. */
export const unnamedByName = (tx: Tx, keeper: Keeper, names: readonly string[]): Promise<{ name: string; foreignId: string }[]> =>
  tx.query(
    `select p.user_name as name, min(l.foreign_id) as "foreignId" from person p
     join foreign_person l on l.org_id = $1 and l.keeper = $2 and l.uid = p.id and l.gone_at is null
     where p.org_id = $1 and p.name_unknown and p.user_name = any ($3::text[]) group by p.user_name having count(*) = 1`,
    [tx.orgId, keeper, names],
  )

/** Departments by what stands here for a name that their keeper shows by its own means only; none where several are called so. */
export const unnamedDepartments = (tx: Tx, keeper: Keeper, names: readonly string[]): Promise<{ name: string; foreignId: string }[]> =>
  tx.query(
    `select d.dept_name as name, min(l.foreign_id) as "foreignId" from department d
     join foreign_department l on l.org_id = $1 and l.keeper = $2 and l.dept_id = d.id and l.gone_at is null
     where d.org_id = $1 and d.dept_name = any ($3::text[]) and not 'deptName' = any (l.fields) and right(l.foreign_id, 4) = right(d.dept_name, -2)
     group by d.dept_name having count(*) = 1`,
    [tx.orgId, keeper, names],
  )

/** What stands in a text for names that its keeper shows by its own means only. */
export const hiddenNamesIn = async (tx: Tx, keeper: Keeper, text: string): Promise<readonly HiddenName[]> => {
  const [people, departments] = [personPlaceholders(text), departmentPlaceholders(text)]
  const rows = [
    ...(people.length > 0 ? await unnamedByName(tx, keeper, people) : []).map((row) => ({ of: 'person' as const, ...row })),
    ...(departments.length > 0 ? await unnamedDepartments(tx, keeper, departments) : []).map((row) => ({
      of: 'department' as const,
      ...row,
    })),
  ]
  return rows.map(({ of, name, foreignId }) => ({ of, placeholder: name, id: foreignId }))
}

/**
 * Says that a person of ours is who signs in there. Of their service and their fields it says nothing. Refuses where either of them is
 * known as another person already.
 */
export const linkPerson = async (tx: Tx, keeper: Keeper, foreignId: string, uid: Id): Promise<void> => {
  await lockDirectory(tx)
  const [otherRow] = await tx.query<{ uid: Id; foreignId: string }>(
    `select uid, foreign_id as "foreignId" from foreign_person
     where org_id = $1 and keeper = $2 and gone_at is null and (foreign_id = $3 or uid = $4) order by uid = $4 limit 1`,
    [tx.orgId, keeper, foreignId, uid],
  )
  if (otherRow?.uid === uid && otherRow.foreignId === foreignId) return
  if (otherRow) refuse('directory.linked', '这个{keeper}账号已与另一个人对应', { keeper: keeperTitles[keeper] })
  await writeLink(tx, keeper, { foreignId, uid }, { fields: [], departments: [], active: null, atMs: tx.now() })
}

type Link = {
  readonly fields: readonly string[]
  readonly departments: readonly string[]
  readonly active: boolean | null
  readonly atMs: number
}

/** The link as it stands from now on; what led from a person who has left to the same person is over. */
export const writeLink = async (
  tx: Tx,
  keeper: Keeper,
  { foreignId, uid }: { readonly foreignId: string; readonly uid: Id },
  { fields, departments, active, atMs }: Link,
): Promise<void> => {
  await tx.query('delete from foreign_person where org_id = $1 and keeper = $2 and uid = $3 and foreign_id <> $4', [
    tx.orgId,
    keeper,
    uid,
    foreignId,
  ])
  await tx.query(
    `insert into foreign_person (org_id, keeper, foreign_id, uid, fields, departments, active, said_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000))
     on conflict (org_id, keeper, foreign_id) do update set uid = excluded.uid, fields = excluded.fields, departments = excluded.departments,
       active = excluded.active, said_at = excluded.said_at, gone_at = null`,
    [tx.orgId, keeper, foreignId, uid, fields, departments, active, atMs],
  )
}

/** A keeper is another one from now on: what the former one called people says nothing of them any more. They themselves stay. */
export const forgetPeople = (tx: Tx, keeper: Keeper): Promise<unknown> =>
  tx.query('delete from foreign_person where org_id = $1 and keeper = $2', [tx.orgId, keeper])
