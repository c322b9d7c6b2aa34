import { type Id } from '../../../../kernel/id.ts'
import { fill, refuse } from '../../../../kernel/refusal.ts'
import { revocationFlow, revocationForm, revocationKey, revocationName } from '../../../../domain/approval/flow/revocation.ts'
import { titleIn } from '../../../../domain/approval/flow/title.ts'
import { revocationOperations } from '../../../../domain/approval/operations/revocation.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../../../call.ts'
import { onlyRow } from '../../../db/rows.ts'
import type { Tx } from '../../../db/tx.ts'
import type { DocumentPort } from '../../../documents/port.ts'
import { NotFound } from '../../../httpError.ts'
import { markRevoked } from '../../flow/revoked.ts'
import { startProcess } from '../../flow/run.ts'
import { actorOf } from '../../form/actor.ts'
import { openProcess } from '../detail.ts'
import { isApplicant, isRevocable } from './revocationStanding.ts'

/** Revoking what was approved, by another application that the same people approve. */
export const revocationHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(revocationOperations.revoke, (call, input) => revokeApplication(call, documents, input)),
]

const revokeApplication = async (
  call: SignedIn,
  documents: DocumentPort,
  { processId, reason }: ParsedInput<typeof revocationOperations.revoke>,
): Promise<{ processId: Id }> => {
  const { tx, session } = call
  const { head, state } = await openProcess(call, { processId })
  if (!isApplicant(state, session.uid)) throw new NotFound()
  if (!isRevocable(state)) refuse('approval.notRevocable', '只有用自定义表单申请并已通过的才能作废')
  const { isRevoked, isRunning } = await lockRevocation(tx, processId)
  if (isRevoked) refuse('approval.revoked', '这份申请已经作废')
  if (isRunning) refuse('approval.revoking', '作废申请正在审批中')
  await installRevocation(tx, session.uid)
  const subject = titleIn(head.title, (words, params = {}) => fill(words, params), true)
  const form = { subject, application: [processId], reason, approvers: await approversOf(tx, processId) }
  // What is filled in for the applicant is not his to fill in, so the start is the system's.
  const outcome = await startProcess(
    { tx, documents, actor: actorOf(session) },
    { flowKey: revocationKey, form },
    { commandId: call.commandId, via: 'system' },
  )
  await tx.query('update wf_instance set revokes_id = $3 where org_id = $1 and id = $2', [tx.orgId, outcome.processId, processId])
  if (outcome.status === 'approved') await markRevoked(tx, outcome.processId)
  return { processId: outcome.processId }
}

/** How an application stands to its revocation; two that ask at once wait for each other. */
const lockRevocation = async (tx: Tx, processId: Id): Promise<{ isRevoked: boolean; isRunning: boolean }> => {
  const { isRevoked } = await onlyRow(
    tx.query<{ isRevoked: boolean }>(
      'select revoked_at is not null as "isRevoked" from wf_instance where org_id = $1 and id = $2 for update',
      [tx.orgId, processId],
    ),
  )
  const openRows = await tx.query(`select 1 from wf_instance where org_id = $1 and revokes_id = $2 and status in ('running', 'returned')`, [
    tx.orgId,
    processId,
  ])
  return { isRevoked, isRunning: openRows.length > 0 }
}

/** The people who approved an application, in the order of their last approval; nobody whom a rule of the flow passed. */
const approversOf = async (tx: Tx, processId: Id): Promise<Id[]> => {
  const rows = await tx.query<{ uid: Id }>(
    `select assignee_uid as uid from wf_task where org_id = $1 and instance_id = $2 and kind = 'approve' and status = 2 and not automatic
     group by assignee_uid order by max(decided_at), assignee_uid`,
    [tx.orgId, processId],
  )
  return rows.map(({ uid }) => uid)
}

/** Gives an organisation the flow and the form of revocations; what is there stays as the organisation made it, switched off too. */
const installRevocation = async (tx: Tx, byUid: Id): Promise<void> => {
  const [newForm] = await tx.query(
    'insert into wf_form (org_id, form_key, name, body, updated_by) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1',
    [tx.orgId, revocationKey, revocationName, revocationForm, byUid],
  )
  if (!newForm) return
  await tx.query(
    `insert into wf_form_version (org_id, form_key, version, name, body, note, published_by) values ($1, $2, 1, $3, $4, '', $5)`,
    [tx.orgId, revocationKey, revocationName, revocationForm, byUid],
  )
  await tx.query(
    `insert into wf_flow (org_id, flow_key, name, module_code, icon, color, form_key, state, sort_order)
     select o.org_id, $2, $3, 'oa', 'file-x-2', '#8d6e63', $2, 1, coalesce((select max(sort_order) from wf_flow where org_id = $1), 0) + 1 from organisation o where o.org_id = $1`,
    [tx.orgId, revocationKey, revocationName],
  )
  await tx.query(`insert into wf_definition (org_id, flow_key, version, body, published_by, note) values ($1, $2, 1, $3, $4, '')`, [
    tx.orgId,
    revocationKey,
    revocationFlow(),
    byUid,
  ])
  await tx.query('update wf_flow set state = 2, active_version = 1 where org_id = $1 and flow_key = $2', [tx.orgId, revocationKey])
}
