import type { Id } from '../../kernel/id.ts'
import type { Session } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import { Forbidden, NotFound } from '../httpError.ts'

/** Whose attendance a person may see besides his own: everyone's, or that of the departments he heads with all below them. */
export type Sight = { readonly all: boolean; readonly departments: readonly { readonly id: Id; readonly name: string }[] }

export const sightOf = async (tx: QueryTx, { uid, codes }: Session): Promise<Sight> => {
  if (codes.has('attstat:list')) return { all: true, departments: await tx.query<{ id: Id; name: string }>(allText, [tx.orgId]) }
  return { all: false, departments: await tx.query<{ id: Id; name: string }>(headedText, [tx.orgId, uid]) }
}

const allText = 'select id, dept_name as name from department where org_id = $1 and deleted_at is null order by sort_order, id'
const headedText = `
  with recursive headed (id) as (
    select id from department where org_id = $1 and manager_uid = $2 and deleted_at is null
    union
    select d.id from department d join headed h on d.parent_id = h.id where d.org_id = $1 and d.deleted_at is null)
  select d.id, d.dept_name as name from department d join headed h on h.id = d.id where d.org_id = $1 order by d.sort_order, d.id`

/**
 * The departments that a list is of: those that were asked for, as far as they are in sight; null is everyone. Refuses the person who sees no one
 * besides himself.
 */
export const departmentsInSight = async (tx: QueryTx, session: Session, groupId: Id | undefined): Promise<readonly Id[] | null> => {
  const { all, departments } = await sightOf(tx, session)
  if (!all && departments.length === 0) throw new Forbidden()
  if (groupId === undefined) return all ? null : departments.map(({ id }) => id)
  if (!departments.some(({ id }) => id === groupId)) throw new NotFound()
  const below = await tx.query<{ id: Id }>(belowText, [tx.orgId, groupId])
  return below.map(({ id }) => id)
}

const belowText = `
  with recursive below (id) as (
    select id from department where org_id = $1 and id = $2 and deleted_at is null
    union
    select d.id from department d join below b on d.parent_id = b.id where d.org_id = $1 and d.deleted_at is null)
  select id from below`

/** Refuses to say anything of a person who is not in sight. Answers what he is called. */
export const requireInSight = async (tx: QueryTx, session: Session, uid: Id): Promise<string> => {
  const [person] = await tx.query<{ user_name: string; dept_id: Id | null }>(
    'select user_name, dept_id from person where org_id = $1 and id = $2',
    [tx.orgId, uid],
  )
  if (!person) throw new NotFound()
  if (uid === session.uid) return person.user_name
  const { all, departments } = await sightOf(tx, session)
  if (!all && !departments.some(({ id }) => id === person.dept_id)) throw new NotFound()
  return person.user_name
}

/** The punches among these that are the session's person's own or of a person in sight. */
export const punchesSeenBy = async (tx: QueryTx, session: Session, ids: readonly Id[]): Promise<ReadonlySet<Id>> => {
  const { all, departments } = await sightOf(tx, session)
  const rows = await tx.query<{ id: Id }>(
    `select t.id from att_punch t join person p on p.org_id = $1 and p.id = t.uid
     where t.org_id = $1 and t.id = any ($2::bigint[]) and (t.uid = $3 or $4 or p.dept_id = any ($5::bigint[]))`,
    [tx.orgId, ids, session.uid, all, departments.map(({ id }) => id)],
  )
  return new Set(rows.map(({ id }) => id))
}
