import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { App } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type PieceWorker } from '../jobs/jobs.ts'
import { tellCounting } from './live.ts'
import { foldItems, foldStale, isFolding, pieceSize } from './results.ts'
import { type Task, taskColumns } from './sight.ts'

const refoldJob = 'count.refold'

/**
 * Folds the lines of which nothing was seen when the counting of a task ends: what was seen means the same before and after. The first piece at
 * once, which is all of a small count; what is left by a job, a piece in a transaction. Cut off anywhere it goes on behind the last piece; begun
 * again it begins again. A task that is being folded whole is folded whole from the beginning.
 */
export const refoldUnseen = async (tx: Tx, task: Pick<Task, 'id'>): Promise<void> => {
  await tx.query(
    `update count_task t set refold = true, refold_unseen = refold_unseen or not refold, refold_after = 0, refold_done = case
       when refold and not refold_unseen then 0
       else (select count(*) from count_result r where r.org_id = $1 and r.task_id = $2 and not r.unexpected and r.round = t.round and r.verdict <> 'pending')
     end
     where org_id = $1 and id = $2`,
    [tx.orgId, task.id],
  )
  await goOn(tx, task.id)
}

const goOn = async (tx: Tx, taskId: Id): Promise<boolean> => {
  const hasMore = await refoldStep(tx, taskId)
  if (hasMore) await enqueue(tx, { kind: refoldJob, key: taskId })
  return hasMore
}

/** One piece, in one transaction. Answers whether there is more to do. */
export const refoldStep = async (tx: Tx, taskId: Id): Promise<boolean> => {
  const [task] = await tx.query<Task>(`select ${taskColumns} from count_task t where t.org_id = $1 and t.id = $2 for update`, [
    tx.orgId,
    taskId,
  ])
  if (!task?.refold || !isFolding(task)) return false
  const items = await tx.query<{ item_id: Id }>(task.refold_unseen ? nextUnseenItems : nextItems, [
    tx.orgId,
    taskId,
    task.refold_after ?? '0',
    pieceSize,
  ])
  await foldItems(
    tx,
    task,
    items.map(({ item_id }) => item_id),
  )
  const last = items.at(-1)
  const hasMore = items.length === pieceSize
  await tx.query(
    `update count_task set refold = $3, refold_unseen = refold_unseen and $3, refold_after = case when $3 then $4::bigint end, refold_done = case when $3 then refold_done + $5::int else 0 end
     where org_id = $1 and id = $2`,
    [tx.orgId, taskId, hasMore, last?.item_id ?? null, items.length],
  )
  if (!hasMore) await foldStale(tx, task)
  return hasMore
}

const nextItems = `(select distinct item_id from count_line where org_id = $1 and task_id = $2 and item_id > $3 order by item_id limit $4)
  union (select distinct item_id from count_result where org_id = $1 and task_id = $2 and item_id > $3 order by item_id limit $4)
  order by item_id limit $4`

/**
 * A line of which nothing was seen has no result yet, or one that waits, in whichever round. Results are looked up line by line, because a young
 * count has no statistics.
 */
const nextUnseenItems = `(select distinct l.item_id from count_line l where l.org_id = $1 and l.task_id = $2 and l.item_id > $3 and not exists (
     select from count_result r where r.org_id = $1 and r.task_id = $2 and r.item_id = l.item_id and r.account = l.account offset 0
   ) order by l.item_id limit $4)
  union (select distinct item_id from count_result where org_id = $1 and task_id = $2 and item_id > $3 and verdict = 'pending' order by item_id limit $4)
  order by item_id limit $4`

/** Brings the results of a task to what events and books say now. Answers whether they are: not while everything is being folded again. */
export const refreshTask = async (tx: Tx, task: Task): Promise<boolean> => {
  if (!isFolding(task)) return true
  await foldStale(tx, task)
  if (!task.refold) return true
  return task.refold_after === null ? !(await goOn(tx, task.id)) : false
}

/** The same for who only reads: where nothing has moved it costs one look. */
export const refreshed = async (app: Pick<App, 'database'>, tx: Tx, task: Task): Promise<boolean> => {
  if (!isFolding(task)) return true
  const stale = await tx.query('select from count_stale where org_id = $1 and task_id = $2 limit 1', [tx.orgId, task.id])
  const begins = task.refold && task.refold_after === null
  if (stale.length > 0 || begins) return app.database.inTransaction(tx.orgId, (tx) => refreshTask(tx, task))
  return !task.refold
}

/** No one decides on results, settles or signs them before they are there. */
export const requireWorkedOut = (isWorkedOut: boolean): void => {
  if (!isWorkedOut) refuse('count.workingOut', '盘点结果正在整理，请稍候')
}

/** Goes on where a piece ended, and tells who looks. */
export const refoldWorker: PieceWorker = {
  kind: refoldJob,
  piece: (database, { orgId, key }, log) =>
    database.inTransaction(orgId, async (tx) => {
      const hasMore = await refoldStep(tx, key)
      await tellCounting({ database, log }, tx, key)
      return hasMore
    }),
}
