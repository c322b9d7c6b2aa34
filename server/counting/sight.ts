import type { Id } from '../../kernel/id.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import type { CountTaskState } from '../../domain/counting/task.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

export type Task = {
  readonly id: Id
  readonly plan_id: Id
  readonly code: string
  readonly name: string
  readonly state: CountTaskState
  readonly round: number
  readonly plan: CountPlan
  readonly loc_ids: Id[]
  readonly expected: number
  readonly opened_by: Id
  readonly opened_at: string
  readonly due_on: string | null
  readonly closed_at: string | null
  readonly result_hash: string | null
  /** Everything of it is being folded again: so many items are, up to this one; null where that has not begun. */
  readonly refold: boolean
  /** Folding again takes the lines of which nothing was seen; else every line. */
  readonly refold_unseen: boolean
  readonly refold_after: Id | null
  readonly refold_done: number
  readonly version: number
}

export const taskColumns = `t.id, t.plan_id, t.code, t.name, t.state, t.round, t.plan, t.loc_ids, t.expected, t.opened_by, t.opened_at, t.due_on, t.closed_at, t.result_hash,
  t.refold, t.refold_unseen, t.refold_after, t.refold_done, t.version`

/**
 * What of a task a person sees. `all`, or the lines of these places and departments, his own pieces, and certain items. `counts`: he has
 * a share or may share out the work himself. `manages`: he is one of those who plan and review, `managesAll`: everything
 * of it. `reads`: he looks at what they look at.
 */
export type Sight = {
  readonly task: Task
  readonly all: boolean
  readonly places: readonly Id[]
  readonly departments: readonly Id[]
  readonly self: boolean
  readonly items: readonly Id[]
  readonly counts: boolean
  readonly manages: boolean
  readonly managesAll: boolean
  readonly reads: boolean
}

/** SQL: a line `l` that a sight takes in; its values are those of `valuesOfSight`, which begin at this placeholder. */
export const inSight = (first: number): string =>
  `($${first}::boolean or l.loc_id = any ($${first + 1}::bigint[]) or l.dept_id = any ($${first + 2}::bigint[]) or l.holder_uid = $${first + 3}::bigint or l.item_id = any ($${first + 4}::bigint[]))`

export const valuesOfSight = ({ all, places, departments, self, items }: Sight, { uid }: Pick<Session, 'uid'>): unknown[] => [
  all,
  places,
  departments,
  self ? uid : null,
  items,
]

export const plansCounts = (session: Pick<Session, 'codes'>): boolean =>
  session.codes.has('gsinventorytask:plan') || session.codes.has('gsinventorytask:review')

/** Whether a person looks at counts in which he has no share. */
export const readsCounts = (session: Pick<Session, 'codes'>): boolean => plansCounts(session) || session.codes.has('gsinventorytask:read')

/** What a person may see of a task. Where that is nothing there is no such task. */
export const sightOf = async (tx: Tx, session: Session, taskId: Id): Promise<Sight> => {
  const [[task], shares] = await Promise.all([
    tx.query<Task>(`select ${taskColumns} from count_task t where t.org_id = $1 and t.id = $2`, [tx.orgId, taskId]),
    sharesOf(tx, session.uid, taskId),
  ])
  if (!task) throw new NotFound()
  const sight = sightBy(session, task, shares)
  if (!sight.reads && !sight.counts) throw new NotFound()
  return sight
}

/** A share as it concerns one person: of a place or department, everything of it and below it. */
export type ShareOf = {
  readonly kind: 'place' | 'department' | 'self' | 'lines'
  readonly round: number
  readonly refs: Id[]
  readonly items: Id[] | null
}

/**
 * The shares that a person has in a task. One without a person is everyone's whose pieces it is about, or who takes part in the task by another.
 */
export const sharesOf = (tx: Tx, uid: Id, taskId: Id): Promise<ShareOf[]> => sharesIn(tx, uid, [taskId])

/** The same of several tasks. */
export const sharesIn = (tx: Tx, uid: Id, taskIds: readonly Id[]): Promise<(ShareOf & { task_id: Id })[]> =>
  tx.query<ShareOf & { task_id: Id }>(
    `select s.task_id, s.kind, s.round, s.items,
       case s.kind
         when 'place' then array(with recursive below (id) as (
           select s.ref_id union select p.id from below join location p on p.org_id = $1 and p.parent_id = below.id and p.deleted_at is null
         ) select id from below)
         when 'department' then array(with recursive below (id) as (
           select s.ref_id union select d.id from below join department d on d.org_id = $1 and d.parent_id = below.id and d.deleted_at is null
         ) select id from below)
         else '{}' end as refs
     from count_share s
     where s.org_id = $1 and s.task_id = any ($2::bigint[]) and (s.uid = $3
       or s.uid is null and s.kind = 'self' and exists (select from count_line l where l.org_id = $1 and l.task_id = s.task_id and l.holder_uid = $3)
       or s.uid is null and s.kind <> 'self' and exists (select from count_share o where o.org_id = $1 and o.task_id = s.task_id and o.uid = $3))`,
    [tx.orgId, taskIds, uid],
  )

export const sightBy = (session: Session, task: Task, shares: readonly ShareOf[]): Sight => {
  const keeps = plansCounts(session)
  const ownLocations = session.locations === 'all' ? [] : session.locations
  const isOpener = keeps && task.opened_by === session.uid
  const isIn = (locations: Session['locations']) => locations === 'all' || task.loc_ids.some((id) => locations.includes(id))
  const managesAll = isOpener || (keeps && session.managedLocations === 'all')
  const manages = managesAll || (keeps && isIn(session.managedLocations))
  const all = managesAll || (readsCounts(session) && session.locations === 'all')
  const reads = manages || all || (readsCounts(session) && isIn(session.locations))
  const refsOf = (kind: ShareOf['kind']) => shares.filter((share) => share.kind === kind)
  return {
    task,
    all,
    places: [...(reads ? ownLocations : []), ...refsOf('place').flatMap(({ refs }) => refs)],
    departments: refsOf('department').flatMap(({ refs }) => refs),
    self: refsOf('self').length > 0,
    items: refsOf('lines').flatMap(({ items }) => items ?? []),
    counts: manages || shares.length > 0,
    manages,
    managesAll,
    reads,
  }
}
