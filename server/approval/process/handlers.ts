import type { Id } from '../../../kernel/id.ts'
import { RefusalError, refuse } from '../../../kernel/refusal.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { NotFound } from '../../httpError.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { insideKey } from '../flow/key.ts'
import { flowInUse } from '../flow/rows.ts'
import { applyHandlers } from './applyHandlers.ts'
import { copyFilterOf, processFilterOf } from './processFilters.ts'
import { commands, give, requireOpinionFiles, currentStanding } from './commands.ts'
import { delegationHandlers } from './delegations.ts'
import { detailOf, openProcess, progressFor } from './detail.ts'
import { diagramOf, flowDiagram } from './diagram.ts'
import { processExportHandlers } from './exports.ts'
import { incidentHandlers } from './incidents.ts'
import { countsFor, listCopies, listProcesses, processOf } from './lists.ts'
import { revocationHandlers } from './revocation/revocation.ts'
import { taskHandlers } from './tasks.ts'

/** Everything that people do with applications, from the form to the end. */
export const processHandlers = (documents: DocumentPort): readonly Handler[] => {
  const commandHandler = commands(documents)
  return [
    ...applyHandlers(documents),
    ...taskHandlers(documents),
    ...incidentHandlers(documents),
    ...revocationHandlers(documents),
    ...delegationHandlers,
    ...processExportHandlers,

    handle(processOperations.processes, (call, input) => listProcesses(call.tx, processFilterOf(call, input))),
    handle(processOperations.process, (call, { id }) => detailOf(call, documents, { processId: id })),
    handle(processOperations.progress, readProgress),

    handle(processOperations.diagram, (call, input) => readDiagram(call, documents, input)),

    handle(processOperations.counts, ({ tx, session }) => countsFor(tx, session.uid)),

    handle(processOperations.copies, (call, input) => listCopies(call.tx, copyFilterOf(call, input))),

    commandHandler(processOperations.update, ({ formRev, patch, reason }) => ({ t: 'updateForm', formRev, patch, reason })),
    handle(processOperations.resubmit, (call, input) => resubmitApplication(call, documents, input)),
    commandHandler(processOperations.withdraw, ({ comment }) => ({ t: 'withdraw', comment })),
    commandHandler(processOperations.copy, ({ uids, comment }) => ({ t: 'copy', users: uids, comment })),
    handle(processOperations.comment, (call, input) => commentOnProcess(call, documents, input)),
    commandHandler(processOperations.deleteComment, ({ commentId }) => ({ t: 'deleteComment', comment: commentId })),
    commandHandler(processOperations.urge, ({ taskIds, comment }) => ({ t: 'urge', taskIds, comment })),
    handle(processOperations.markRead, (call, input) => markRead(call, documents, input)),
    commandHandler(processOperations.suspend, ({ reason }) => ({ t: 'suspend', reason })),
    commandHandler(processOperations.resume, ({ reason }) => ({ t: 'resume', reason })),
    commandHandler(processOperations.terminate, ({ reason }) => ({ t: 'terminate', reason })),
  ]
}

const readProgress = async (
  call: SignedIn,
  input: ParsedInput<typeof processOperations.progress>,
): Promise<OutputOf<typeof processOperations.progress>> => {
  const { tx } = call
  const processId = input.processId ?? (await processOfDocument(tx, input.documentId))
  if (processId === undefined) throw new NotFound()
  const lockedProcess = await openProcess(call, { processId })
  const [process, progress] = await Promise.all([processOf(tx, processId), progressFor(call, lockedProcess)])
  return { process, progress }
}

const readDiagram = async (
  call: SignedIn,
  documents: DocumentPort,
  { processId, flowKey }: ParsedInput<typeof processOperations.diagram>,
): Promise<OutputOf<typeof processOperations.diagram>> => {
  if (processId !== undefined) return diagramOf(call, documents, processId)
  if (flowKey === undefined) throw new NotFound()
  const { flow, definition } = await flowInUse(call.tx, insideKey(call.tx.orgId, flowKey))
  return flowDiagram(call, documents, flow.flowName, definition)
}

const resubmitApplication = async (
  call: SignedIn,
  documents: DocumentPort,
  { processId, formRev, patch, chosen, comment }: ParsedInput<typeof processOperations.resubmit>,
): Promise<OutputOf<typeof processOperations.resubmit>> => {
  const { head } = await openProcess(call, { processId })
  if (head.documentId === null) return give(call, documents, { processId }, { t: 'resubmit', formRev, patch, chosen, comment })
  if (patch && Object.keys(patch).length > 0) refuse('approval.changeDocument', '请在单据中修改后重新提交')
  await documents.submit(call, head.documentId, { chosen, again: { formRev, comment } })
  return currentStanding(call.tx, processId)
}

const commentOnProcess = async (
  call: SignedIn,
  documents: DocumentPort,
  { processId, body, mentions = [], attachments }: ParsedInput<typeof processOperations.comment>,
): Promise<OutputOf<typeof processOperations.comment>> => {
  await Promise.all([requirePeople(call.tx, mentions), requireOpinionFiles(call, { attachments })])
  return give(call, documents, { processId }, { t: 'comment', body, mentions, attachments })
}

const markRead = async (
  call: SignedIn,
  documents: DocumentPort,
  { processId, taskId }: ParsedInput<typeof processOperations.markRead>,
): Promise<OutputOf<typeof processOperations.markRead>> => {
  try {
    return await give(call, documents, { processId }, { t: 'markRead', taskId })
  } catch (error) {
    // Reading again what was read is no mistake; what changes from now on is new to him.
    if (!(error instanceof RefusalError) || !readBefore.has(error.refusal.reason)) throw error
    if (taskId !== undefined)
      await call.tx.query(
        'update wf_task set read_at = $4 where org_id = $1 and id = $2 and assignee_uid = $3 and status = 1 and read_at is not null',
        [call.tx.orgId, taskId, call.session.uid, new Date(call.at).toISOString()],
      )
    return currentStanding(call.tx, processId)
  }
}

const processOfDocument = async (tx: Tx, documentId: Id | undefined): Promise<Id | undefined> => {
  if (documentId === undefined) return undefined
  const [row] = await tx.query<{ id: Id }>(
    'select id from wf_instance where org_id = $1 and document_id = $2 order by created_at desc, id desc limit 1',
    [tx.orgId, documentId],
  )
  return row?.id
}

const requirePeople = async (tx: Tx, uids: readonly Id[]): Promise<void> => {
  if (uids.length === 0) return
  const rows = await tx.query('select 1 from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [tx.orgId, uids])
  if (rows.length < new Set(uids).size) refuse('approval.unknownPerson', '所选人员不存在')
}

const readBefore = new Set(['approval.alreadyRead', 'approval.nothingUnread', 'approval.taskGone', 'approval.notYours'])
