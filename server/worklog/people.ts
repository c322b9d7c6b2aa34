import type { Id } from '../../kernel/id.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'

/** SQL for departments and everything below them; `among` is SQL for a list of ids. */
export const departmentsBelow = (among: string): string =>
  `select d.id from department d where d.org_id = $1 and d.id = any (${among}) and d.deleted_at is null
   union
   select d.id from department d join below b on d.parent_id = b.id where d.org_id = $1 and d.deleted_at is null`

/** Who gets what a person writes because he heads his department: the next one upwards who is another person. */
export const headOver = async (tx: Tx, uid: Id): Promise<Id | undefined> => {
  const [row] = await tx.query<{ uid: Id }>(
    `with recursive up as (
       select d.id, d.parent_id, d.manager_uid, 1 as step from person p
       join department d on d.org_id = $1 and d.id = p.dept_id and d.deleted_at is null where p.org_id = $1 and p.id = $2
       union all
       select d.id, d.parent_id, d.manager_uid, u.step + 1 from up u
       join department d on d.org_id = $1 and d.id = u.parent_id and d.deleted_at is null where u.step < 30
     )
     select p.id as uid from up u join person p on p.org_id = $1 and p.id = u.manager_uid and p.state = 'active' and p.deleted_at is null
     where p.id <> $2 order by u.step limit 1`,
    [tx.orgId, uid],
  )
  return row?.uid
}

/** Those among them who are still with us. */
export const activeAmong = async (tx: Tx, uids: readonly Id[]): Promise<Id[]> => {
  if (uids.length === 0) return []
  const rows = await tx.query<{ id: Id }>(
    `select id from person where org_id = $1 and id = any ($2::bigint[]) and state = 'active' and deleted_at is null order by id`,
    [tx.orgId, [...new Set(uids)]],
  )
  return rows.map(({ id }) => id)
}

/** Whose standings a person may see: of everyone, or of the departments that he heads; none where he heads nothing. */
export const overseenUids = async (
  tx: Tx,
  { uid, codes }: Pick<Session, 'uid' | 'codes'>,
  receivers: readonly Id[],
): Promise<'all' | readonly Id[]> => {
  if (codes.has('mylogtemplate:save') || receivers.includes(uid)) return 'all'
  const rows = await tx.query<{ id: Id }>(
    'select id from department where org_id = $1 and manager_uid = $2 and deleted_at is null order by id',
    [tx.orgId, uid],
  )
  return rows.map(({ id }) => id)
}
