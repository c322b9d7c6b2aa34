import type { Id } from '../../../kernel/id.ts'
import { type Refusal, RefusalError, refusal } from '../../../kernel/refusal.ts'
import { systemActor } from '../../../domain/approval/flow/command.ts'
import { isEnded, type Outcome } from '../../../domain/approval/flow/state.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, type Job, type WholeWorker } from '../../jobs/jobs.ts'
import { notify } from '../../messaging/notify.ts'
import { NotFound } from '../../httpError.ts'
import { commandIdOf } from './commandId.ts'
import { insideKey } from './key.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { command, startProcess } from './run.ts'
import { readProcess } from './store.ts'
import { administrators } from '../../access/people.ts'
import { answerParent, type ChildEnd, childIncident, childJobs, type ChildStart, type ChildStop } from './subflowsAsk.ts'

/** What starts the flows that others ask for, tells those how they ended, and ends those that no one waits for any more. */
export const childWorkers = (documents: DocumentPort): readonly WholeWorker[] => [
  { kind: childJobs.start, run: (tx, { body }: Job<ChildStart>) => startChild(tx, documents, body) },
  { kind: childJobs.ended, run: (tx, { key, body }: Job<ChildEnd>) => tellParent(tx, documents, key, body) },
  { kind: childJobs.stop, run: (tx, { body }: Job<ChildStop>) => stopChild(tx, documents, body) },
]

/** Locks the child's place, then the child alone. A child that cannot start is an incident of a parent that waits, and news for one that does not. */
const startChild = async (tx: Tx, documents: DocumentPort, childStart: ChildStart): Promise<void> => {
  const { parentId, seq, step, initiator, form, waits, item } = childStart
  const [place] = await tx.query<{ child_id: Id | null; cancelled_at: string | null }>(
    'select child_id, cancelled_at from wf_child where org_id = $1 and parent_id = $2 and seq = $3 for update',
    [tx.orgId, parentId, seq],
  )
  if (!place || place.child_id !== null || place.cancelled_at !== null) return
  const flowKey = insideKey(tx.orgId, childStart.flowKey)
  try {
    const deptId = await readyFor(tx, flowKey, childStart)
    const commandId = commandIdOf(tx.orgId, parentId, String(seq), 'child')
    const child = await startProcess(
      { tx, documents, actor: { uid: initiator, admin: false } },
      { flowKey, form, deptId },
      { commandId, via: 'system' },
    )
    await tx.query('update wf_child set child_id = $4 where org_id = $1 and parent_id = $2 and seq = $3', [
      tx.orgId,
      parentId,
      seq,
      child.processId,
    ])
    if (['approved', 'rejected', 'withdrawn', 'terminated'].includes(child.status)) await answerParent(tx, child.processId)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    await notStarted(tx, parentId, waits ? { step, item } : undefined, error.refusal)
  }
}

/** The department the child is for: the parent's where the initiator belongs there. Refuses what could not start. */
const readyFor = async (tx: Tx, flowKey: string, { initiator, dept }: ChildStart): Promise<Id | undefined> => {
  const [[flow], [person]] = await Promise.all([
    tx.query<{ document_kind: string | null }>('select document_kind from wf_flow where org_id = $1 and flow_key = $2', [
      tx.orgId,
      flowKey,
    ]),
    tx.query<{ member: boolean | null }>(
      `select p.dept_id::text = $3 or exists (select from person_department d where d.org_id = $1 and d.uid = p.id and d.dept_id::text = $3) as member
       from person p where p.org_id = $1 and p.id::text = $2 and p.state = 'active' and p.deleted_at is null`,
      [tx.orgId, initiator, dept],
    ),
  ])
  if (flow && flow.document_kind !== null) throw new RefusalError(refusal('approval.needsDocument', '请先填写单据'))
  if (!person) throw new RefusalError(refusal('approval.inactive', '所选人员已停用'))
  return person.member ? dept : undefined
}

const notStarted = async (
  tx: Tx,
  parentId: Id,
  place: { readonly step: string; readonly item?: number | undefined } | undefined,
  reason: Refusal,
): Promise<void> => {
  const { head, state } = await readProcess(tx, { processId: parentId })
  if (place && !state.steps.some(({ id }) => id === place.step)) return
  if (place) await childIncident(tx, parentId, place, reason)
  await notify(tx, {
    uids: [...new Set([...(await administrators(tx)), state.initiator])],
    msgType: messageTypes.notify,
    category: 'approval',
    title: '子流程未能发起：{title}',
    params: { title: head.title },
    link: `/pages/flow/progress?processId=${parentId}`,
  })
}

/** Locks the parent alone. An answer that the parent's document does not take is an incident. */
const tellParent = async (tx: Tx, documents: DocumentPort, childId: Id, { parentId, step, item }: ChildEnd): Promise<void> => {
  const { state } = await readProcess(tx, { processId: childId })
  if (!isEnded(state)) return
  const outcome = await tx.attempt(() =>
    command(
      { tx, documents, actor: systemActor },
      { processId: parentId },
      { t: 'childEnded', step, outcome: state.status as Outcome, form: state.form, ...(typeof item === 'number' && { item }) },
      { commandId: commandIdOf(tx.orgId, childId, 'ended') },
    ),
  )
  if (!(outcome instanceof RefusalError) || nobodyWaits.has(outcome.refusal.reason)) return
  if (outcome.refusal.reason !== 'approval.suspended') return childIncident(tx, parentId, { step, item }, outcome.refusal)
  const dueAt = new Date(tx.now() + suspendedSeconds * 1000).toISOString()
  await enqueue(tx, { kind: childJobs.ended, key: childId, body: { parentId, step, item }, dueAt })
}

const suspendedSeconds = 600
const nobodyWaits = new Set(['approval.stepGone', 'approval.ended', 'approval.returned', 'approval.posting'])

/** Locks the child alone, and ends it in the name of the person who ended the need for it. */
const stopChild = async (tx: Tx, documents: DocumentPort, { parentId, step, seq, by }: ChildStop): Promise<void> => {
  const rows = await tx.query<{ child_id: Id }>(
    `select child_id from wf_child
     where org_id = $1 and parent_id = $2 and step_id = $3 and child_id is not null and ($4::int is null or seq = $4)`,
    [tx.orgId, parentId, step, seq ?? null],
  )
  const [child] = rows
  if (!child) return
  try {
    const action = { t: 'terminate' as const, reason: '上级流程不再需要' }
    const commandId = commandIdOf(tx.orgId, child.child_id, 'stop')
    await command({ tx, documents, actor: { uid: by, admin: true } }, { processId: child.child_id }, action, { commandId, via: 'system' })
  } catch (error) {
    if (!(error instanceof NotFound) && !(error instanceof RefusalError && error.refusal.reason === 'approval.ended')) throw error
  }
}
