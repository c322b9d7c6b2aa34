import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { announce } from '../messaging/outbox.ts'

/** How often screens that show a count are told of it, at most, and how long what is told later waits for its transaction to end. */
const everyMs = 1000
const patienceMs = 200

type LastHint = { atMs: number; timer: NodeJS.Timeout | undefined }
const lastHints = new WeakMap<App['database'], Map<Id, LastHint>>()

/**
 * Tells everyone who counts in a task or watches it that its numbers are others now: with the transaction, or where they heard of it a
 * moment ago a little later, so that the last change is always told. Only a hint: what it says is asked for over HTTP.
 */
export const tellCounting = async ({ database, log }: Pick<App, 'database' | 'log'>, tx: Tx, taskId: Id): Promise<void> => {
  const tasks = lastHints.get(database) ?? new Map<Id, LastHint>()
  lastHints.set(database, tasks)
  const last = tasks.get(taskId)
  const nowMs = performance.now()
  if (!last || nowMs - last.atMs >= everyMs) {
    tasks.set(taskId, { atMs: nowMs, timer: last?.timer })
    return tell(tx, taskId)
  }
  const { orgId } = tx
  last.timer ??= setTimeout(
    () => {
      tasks.set(taskId, { atMs: performance.now(), timer: undefined })
      database
        .inTransaction(orgId, (laterTx) => tell(laterTx, taskId))
        .catch((error) => log.warn({ error }, 'Whoever counts could not be told'))
    },
    Math.max(patienceMs, last.atMs + everyMs - nowMs),
  ).unref()
}

const tell = async (tx: Tx, taskId: Id): Promise<void> => {
  const uids = await tx.query<{ uid: Id }>(hearers, [tx.orgId, taskId])
  await announce(tx, { topic: 'counting', key: taskId, body: { uids: uids.map(({ uid }) => uid) } })
}

/** The person who opened it, has a share or a device in it, and the managers. */
const hearers = `select t.opened_by as uid from count_task t where t.org_id = $1 and t.id = $2
  union select s.uid from count_share s where s.org_id = $1 and s.task_id = $2 and s.uid is not null
  union select d.uid from count_device d where d.org_id = $1 and d.task_id = $2
  union select g.uid from person_role g join role r on r.org_id = $1 and r.id = g.role_id and r.role_type = 1 where g.org_id = $1 and g.active`
