import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import type { Action } from '../../../domain/approval/flow/command.ts'
import { isLive } from '../../../domain/approval/flow/state.ts'
import { leaverJob, administrators } from '../../access/people.ts'
import { enqueue, type Job, type Worker } from '../../jobs/jobs.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { type ActorContext, command } from './run.ts'
import type { Actor } from '../form/actor.ts'
import { readProcess } from './store.ts'

/**
 * The person who goes out of service leaves no flow waiting: what waits for them goes to their successor, else to who administers the flow.
 * Where no one may take it the flow is suspended, which the monitor shows. It looks a second time, when no command is under way any more
 * that still took them for a person in service.
 */
export const leaverWorker = (documents: DocumentPort): Worker => ({
  kind: leaverJob,
  run: async (tx, { key: uid, body }: Job<{ by: Id; look?: number; after?: Id }>) => {
    const { by, look = 1, after = '0' } = body
    const [person] = await tx.query<{ successor: Id | null }>(
      `select h.successor_uid as successor from person p left join wf_handover h on h.org_id = $1 and h.uid = p.id
       where p.org_id = $1 and p.id = $2 and (p.state <> 'active' or p.deleted_at is not null)`,
      [tx.orgId, uid],
    )
    if (!person) return
    const waitingRows = await tx.query<{ instance_id: Id }>(
      `select id as instance_id from wf_instance i where org_id = $1 and status = 'running' and (
         id in (select instance_id from wf_task where org_id = $1 and assignee_uid = $2 and status = 1
                union all select instance_id from wf_task where org_id = $1 and assignee_uid = $2 and status = 0)
         or jsonb_path_exists(state, '$.steps[*].tasks[*] ? (@.owner == $uid)', jsonb_build_object('uid', $2::text)))
         and id > $3 order by id limit $4`,
      [tx.orgId, uid, after, processesAtOnce],
    )
    const actor: Actor = { uid: by, admin: true }
    for (const { instance_id: processId } of waitingRows)
      await handOverIn({ tx, documents, actor }, { processId, uid, successor: person.successor })
    const last = waitingRows.at(-1)?.instance_id
    if (waitingRows.length === processesAtOnce) await enqueue(tx, { kind: leaverJob, key: uid, body: { by, look, after: last } })
    else if (look < looks) {
      const dueAt = new Date(tx.now() + commandSecondsAtMost * 1000).toISOString()
      await enqueue(tx, { kind: leaverJob, key: uid, body: { by, look: look + 1 }, dueAt })
    }
  },
  limits: { statementSeconds: 30 },
})

const processesAtOnce = 100
const looks = 2
const commandSecondsAtMost = 120

const handOverIn = async (
  { tx, documents, actor }: ActorContext,
  { processId, uid, successor }: { readonly processId: Id; readonly uid: Id; readonly successor: Id | null },
): Promise<void> => {
  const [{ definition, state }, admins] = await Promise.all([readProcess(tx, { processId }), administrators(tx)])
  const heirs = [...new Set([...(successor ? [successor] : []), ...definition.policy.admins, ...admins])]
  const give = async (tasks: Extract<Action, { t: 'reassign' }>['tasks']): Promise<boolean> => {
    for (const to of heirs)
      if (await tryCommand({ tx, documents, actor }, processId, { t: 'reassign', tasks, to, reason: '原审批人已停用' })) return true
    return false
  }
  const live = state.steps.flatMap((step) => step.tasks.filter(isLive).map((task) => ({ step, task })))
  let stuck = false
  for (const { step, task } of live.filter((task) => task.task.user === uid)) {
    if (await give({ ids: [task.id] })) continue
    const hasOthers = step.tasks.some((task) => isLive(task) && task.user !== uid)
    stuck ||= !(hasOthers && step.vote.mode === 'or')
  }
  // What they had delegated comes back to the heir.
  if (live.some(({ task }) => task.owner === uid && task.user !== uid)) await give({ user: uid })
  if (stuck && !state.suspended)
    await tryCommand({ tx, documents, actor }, processId, { t: 'suspend', reason: '原审批人已停用，没有可接替的人' })
}

/** Carries a command out; false where it is refused, and then nothing of it is left. */
const tryCommand = async ({ tx, documents, actor }: ActorContext, processId: Id, action: Action): Promise<boolean> => {
  const outcome = await tx.attempt(() => command({ tx, documents, actor }, { processId }, action, { via: 'system' }))
  return !(outcome instanceof RefusalError)
}
