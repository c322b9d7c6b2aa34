import { randomUUID } from 'node:crypto'
import type { Id } from '../../../kernel/id.ts'
import { entryOf } from '../../../kernel/assert.ts'
import { type Refusal, RefusalError, refusal } from '../../../kernel/refusal.ts'
import { batchRefusal } from '../../../domain/approval/flow/offer.ts'
import { bookedFieldsIn } from '../../../domain/approval/form/shape.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import type { OneByOne } from '../../call.ts'
import { isBusy, isLocked, isUncertain } from '../../db/busy.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { busy, locked, NotFound } from '../../httpError.ts'
import { commandIdOf } from './commandId.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { command } from './run.ts'
import { actorOf } from '../form/actor.ts'
import { handOver } from './standIns.ts'
import { findCommand, readProcess } from './store.ts'
import { hiddenFromOutsiders } from './visibility.ts'

type Calls = typeof taskOperations

/**
 * Approves tasks as they are. Each task has a transaction and a command id of its own, made of the id of the whole, in the order of the
 * processes; sent again it goes on where it was cut off.
 */
export const approveMany = async (
  call: OneByOne,
  documents: DocumentPort,
  items: readonly { taskId: Id; formRev: number }[],
  comment: string | undefined,
): Promise<OutputOf<Calls['batchApprove']>> => {
  const formRevs = new Map(items.map(({ taskId, formRev }) => [taskId, formRev]))
  const { list, done } = await eachTask(call, [...formRevs.keys()], 'approve', async (tx, taskId, commandId) => {
    await requireBatch(tx, taskId, commandId)
    const action = { t: 'approve' as const, taskId, formRev: entryOf(formRevs, taskId), ...(comment === undefined ? {} : { comment }) }
    await command({ tx, documents, actor: actorOf(call.session) }, { taskId }, action, { commandId })
  })
  return {
    approved: done,
    refused: list.length - done,
    items: list.map(({ done: approvedCount, ...item }) => ({ ...item, approved: approvedCount })),
  }
}

/** Takes approvals of the caller's back, where the flow allows it and no one has decided after them. */
export const takeBackMany = async (
  call: OneByOne,
  documents: DocumentPort,
  taskIds: readonly Id[],
): Promise<OutputOf<Calls['batchUndo']>> => {
  const { list, done } = await eachTask(call, [...new Set(taskIds)], 'takeBack', (tx, taskId, commandId) =>
    command({ tx, documents, actor: actorOf(call.session) }, { taskId }, { t: 'takeBack', taskId }, { commandId }),
  )
  return {
    undone: done,
    refused: list.length - done,
    items: list.map(({ done: undone, ...item }) => ({ ...item, undone })),
  }
}

type Move = { readonly taskIds?: readonly Id[] | undefined; readonly fromUid?: Id | undefined; readonly toUid: Id; readonly reason: string }
type ReassignResult = OutputOf<Calls['reassign']>

/**
 * Hands open tasks to another person, process by process; one that cannot move stays and says why. Sent again with the same id it goes on
 * where it was cut off, and counts what it had moved.
 */
export const moveTasks = async (
  call: OneByOne,
  documents: DocumentPort,
  { taskIds, fromUid, toUid, reason }: Move,
): Promise<ReassignResult> => {
  const batchId = call.commandId ?? randomUUID()
  const nameFor = (processId: Id) => commandIdOf(batchId, 'reassign', processId)
  const [byProcess, before] = await call.inTransaction((tx) =>
    Promise.all([
      openTasksOf(tx, taskIds, fromUid),
      fromUid === undefined || call.commandId === undefined ? 0 : movedBefore(tx, nameFor, toUid),
    ]),
  )
  const refusedItems: ReassignResult['refused'] = []
  let movedCount = before
  for (const [processId, ids] of byProcess) {
    const refusal = await attempt(call, async (tx) => {
      const tasks = fromUid === undefined ? { ids } : { user: fromUid }
      const action = { t: 'reassign' as const, tasks, to: toUid, reason }
      await command({ tx, documents, actor: actorOf(call.session) }, { processId }, action, { commandId: nameFor(processId) })
    })
    if (refusal) refusedItems.push({ processId, words: inWords(call.language, refusal.words, refusal.params) })
    else movedCount += ids.length
  }
  return { moved: movedCount, refused: refusedItems }
}

/** Whatever comes to a person who left goes to his successor from now on, and then what he holds already. */
export const handOverAll = async (
  call: OneByOne,
  documents: DocumentPort,
  { uid, successor, reason }: { readonly uid: Id; readonly successor: Id; readonly reason: string },
): Promise<ReassignResult> => {
  await call.inTransaction((tx) => handOver(tx, uid, successor))
  return moveTasks(call, documents, { fromUid: uid, toUid: successor, reason })
}

type Item = { taskId: Id; done: boolean; reason: string | null; words: string | null }

/** One command for each task, the tasks of one process after those of another, always in one order. */
const eachTask = async (
  call: OneByOne,
  taskIds: readonly Id[],
  verb: string,
  run: (tx: Tx, taskId: Id, commandId: string) => Promise<unknown>,
): Promise<{ list: Item[]; done: number }> => {
  const rows = await call.inTransaction((tx) =>
    tx.query<{ id: Id }>('select id from wf_task where org_id = $1 and id = any ($2::bigint[]) order by instance_id, id', [
      tx.orgId,
      taskIds,
    ]),
  )
  const batchId = call.commandId ?? randomUUID()
  const refusals = new Map<Id, Refusal | undefined>()
  for (const { id } of rows)
    refusals.set(
      id,
      await attempt(call, (tx) => hiddenFromOutsiders(tx, call.session, { taskId: id }, () => run(tx, id, commandIdOf(batchId, verb, id)))),
    )
  const list = taskIds.map((taskId) => {
    const reason = refusals.has(taskId) ? refusals.get(taskId) : taskGone()
    return {
      taskId,
      done: !reason,
      reason: reason?.reason ?? null,
      words: reason ? inWords(call.language, reason.words, reason.params) : null,
    }
  })
  return { list, done: list.filter((item) => item.done).length }
}

/**
 * Why it could not be done; one that waits too long for others, or that no one knows, is a no like any other. Where it may be done or not,
 * nothing is answered: the whole is sent again under its id, and then finds out.
 */
export const attempt = async (call: OneByOne, run: (tx: Tx) => Promise<unknown>): Promise<Refusal | undefined> => {
  try {
    await call.inTransaction(run)
    return undefined
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    if (error instanceof NotFound) return taskGone()
    if (isBusy(error) && !isUncertain(error)) return (isLocked(error) ? locked() : busy()).refusal
    throw error
  }
}

const taskGone = (): Refusal => refusal('approval.taskGone', '这项任务已被处理或已取消')

const requireBatch = async (tx: Tx, taskId: Id, commandId: string): Promise<void> => {
  const { state, definition } = await readProcess(tx, { taskId })
  const batchRefused = batchRefusal({ definition, state, bookedFields: bookedFieldsIn(definition) }, taskId)
  // What is gone may be gone by the same command, sent twice at once: so it is looked for last.
  if (batchRefused && !(await findCommand(tx, commandId))) throw new RefusalError(batchRefused)
}

/** Which open tasks are meant, by process, in one order. */
const openTasksOf = async (tx: Tx, taskIds: readonly Id[] | undefined, fromUid: Id | undefined): Promise<Map<Id, Id[]>> => {
  const rows = await (taskIds
    ? tx.query<OpenTask>(namedText, [tx.orgId, taskIds, fromUid ?? null])
    : tx.query<OpenTask>(heldText, [tx.orgId, fromUid ?? null]))
  const byProcess = new Map<Id, Id[]>()
  for (const { id, instance_id } of rows) byProcess.set(instance_id, [...(byProcess.get(instance_id) ?? []), id])
  return byProcess
}

/** What the same command had handed on when it was cut off, as far as it still waits where it was put. */
const movedBefore = async (tx: Tx, nameFor: (processId: Id) => string, toUid: Id): Promise<number> => {
  const heldTasks = await tx.query<OpenTask>(heldText, [tx.orgId, toUid])
  const names = [...new Set(heldTasks.map(({ instance_id }) => instance_id))].map(nameFor)
  const totalRow = await onlyRow(
    tx.query<{ n: number }>(
      `select count(*)::int as n from wf_event e, jsonb_array_elements(e.events) event
     where e.org_id = $1 and e.command_id = any ($2::uuid[]) and event ->> 't' = 'TaskMoved' and event -> 'asOwner' is distinct from 'true'`,
      [tx.orgId, names],
    ),
  )
  return totalRow.n
}

type OpenTask = { id: Id; instance_id: Id }

const namedText = `
  select id, instance_id from wf_task
  where org_id = $1 and status in (0, 1) and id = any ($2::bigint[]) and ($3::bigint is null or assignee_uid = $3) order by instance_id, id`

/** Each arm has an index of its own. */
const heldText = `
  select id, instance_id from (
    select id, instance_id from wf_task where org_id = $1 and assignee_uid = $2 and status = 1
    union all select id, instance_id from wf_task where org_id = $1 and assignee_uid = $2 and status = 0) held
  order by instance_id, id limit 2000`
