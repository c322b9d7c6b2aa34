import { randomUUID } from 'node:crypto'
import { type Id, isId } from '../../../kernel/id.ts'
import { Refused, refuse } from '../../../kernel/refusal.ts'
import type { Action } from '../../../domain/approval/flow/command.ts'
import { type Definition, isHuman, type Range } from '../../../domain/approval/flow/definition.ts'
import type { Directory } from '../../../domain/approval/flow/directory.ts'
import { overlay, unmarked, type Form } from '../../../domain/approval/form/form.ts'
import { readForm } from '../../../domain/approval/form/formDesign.ts'
import { within } from '../../../domain/approval/flow/plan.ts'
import { previewStart } from '../../../domain/approval/flow/preview.ts'
import { flowCategories } from '../../../domain/approval/flow/templates/all.ts'
import { inWords } from '../../../domain/english/all.ts'
import { pageAsked } from '../../../domain/operations/define.ts'
import type { FlowRow, PersonAnswer } from '../../../domain/operations/flows.ts'
import {
  type Commanded,
  type IncidentRow,
  processStatuses,
  startsAgain,
  workflowOperations as calls,
} from '../../../domain/operations/workflow.ts'
import { Forbidden, NotFound } from '../../unanswered.ts'
import { handle, handleOneByOne, type Handler, type SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { namedFiles, requireFiles } from '../../files/named.ts'
import { pageAnswer } from '../../page.ts'
import { approveMany, handOverAll, moveTasks, takeBackMany } from '../flow/batches.ts'
import { detailOf, formAnswer, openProcess, progressFor, progressRows } from './detail.ts'
import { diagramOf, flowDiagram } from './diagram.ts'
import { loadFacts } from '../flow/directory.ts'
import { designOf } from '../form/designs.ts'
import { beginAgain } from '../form/work.ts'
import { flowRowOf, flowsFor } from '../flow/rows.ts'
import { insideKey, outsideKey } from '../flow/key.ts'
import { countsFor, listCopies, listProcesses, listTasks, peopleOf, processesOf, processOf } from './lists.ts'
import type { DocumentPort, DocumentView } from '../../documents/port.ts'
import { command, type Done, retryPosting, startProcess, withFacts } from '../flow/run.ts'
import { actorOf, seesAllFlows } from '../form/actor.ts'
import { requireStarterOf } from '../flow/starters.ts'
import { delegationsOf, deleteDelegation, saveDelegation } from '../flow/standIns.ts'
import { loadDefinition, type Locked, readProcess } from '../flow/store.ts'
import { administrators } from '../../access/people.ts'
import { startChildAgain } from '../flow/subflowsAsk.ts'

export const workflowHandlers = (documents: DocumentPort): readonly Handler[] => {
  /** One command of the caller on one process. */
  const give = async (call: SignedIn, target: { processId: Id } | { taskId: Id }, action: Action): Promise<Commanded> =>
    commanded(await command(call.tx, documents, target, actorOf(call.session), action, { commandId: call.commandId }))

  return [
    handle(calls.categories, async ({ tx, session }, input) => {
      const flows = await flowsFor(tx, session, { state: 2 })
      const list = flowCategories.map(({ moduleCode, name }) => ({
        id: moduleCode,
        catCode: moduleCode,
        catName: name,
        flowCount: flows.filter((flow) => flow.moduleCode === moduleCode).length,
      }))
      return pageAnswer(list, list.length, pageAsked(input))
    }),

    handle(calls.applyForm, async (call, input) => {
      const { tx, session } = call
      const flow = await flowRowOf(tx, insideKey(tx.orgId, input.flowKey))
      if (flow.state !== 2) refuse('approval.notInstalled', '这个流程没有安装或已停用')
      await requireStarterOf(tx, insideKey(tx.orgId, input.flowKey), session.uid, session.codes)
      const [definition, departments] = await Promise.all([
        activeDefinition(tx, flow),
        tx.query<{ deptId: Id; deptName: string }>(departmentsText, [tx.orgId, session.uid]),
      ])
      const again = input.processId ? await formerFor(call, input.processId, definition) : null
      const form = await formAnswer(tx, documents, definition, {
        documentId: null,
        form: again?.form ?? {},
        formRev: 1,
        permissions: definition.startFields,
        unnamed: 'write',
      })
      const choices = within(definition.body).flatMap((node) => {
        const rule = isHuman(node) ? node.assignees.find(({ k }) => k === 'chosenByInitiator') : undefined
        return rule?.k === 'chosenByInitiator' ? [{ nodeId: node.id, nodeName: node.name, many: rule.multi, range: rule.range }] : []
      })
      return {
        flow,
        form: { ...form, values: unmarked(form.values as Form) },
        former: again && { deptId: again.deptId, dropped: again.dropped.map((label) => inWords(call.language, label)) },
        departments,
        choices: await Promise.all(
          choices.map(async ({ range, ...choice }) => ({ ...choice, candidates: await candidatesOf(tx, flow, range) })),
        ),
      }
    }),

    handle(calls.preview, async (call, input) => {
      const { tx, session } = call
      const flowKey = insideKey(tx.orgId, input.flowKey)
      const [row] = await tx.query<{ active_version: number }>(
        'select active_version from wf_flow where org_id = $1 and flow_key = $2 and state = 2',
        [tx.orgId, flowKey],
      )
      if (!row) return { installed: false, progress: [], refusal: null }
      const [[me], document, returned, admins] = await Promise.all([
        tx.query<{ dept_id: Id | null }>('select dept_id from person where org_id = $1 and id = $2', [tx.orgId, session.uid]),
        input.documentId ? ownDocument(call, documents, input.documentId) : undefined,
        input.processId ? ownReturned(call, input.processId) : undefined,
        administrators(tx),
      ])
      const definition = returned?.definition ?? (await loadDefinition(tx, flowKey, row.active_version, admins))
      const design = await designOf(tx, definition)
      const sent = input.form as Form | undefined
      const given = returned ? { ...returned.state.form, ...overlay(returned.state.form, sent ?? {}) } : (sent ?? document?.form ?? {})
      const start: Extract<Action, { t: 'start' }> = {
        t: 'start',
        dept: returned?.state.dept ?? input.deptId ?? me?.dept_id ?? '',
        form: design ? readForm(design, given, 'draft').values : unmarked(given),
        chosen: { ...returned?.state.chosen, ...input.chosen },
        title: '',
        ...(definition.form.kind === 'document' ? { docRef: { type: definition.form.docType, id: input.documentId ?? '' } } : {}),
      }
      const head = { commandId: randomUUID(), actor: session.uid, at: new Date(call.at).toISOString(), via: 'mobile' as const }
      try {
        if (!returned) await requireStarterOf(tx, flowKey, session.uid, session.codes)
        const { expected } = await withFacts(tx, { processId: '0', definition }, (directory: Directory, ids) =>
          previewStart(definition, { ...start, ...head, ids }, directory),
        )
        return { installed: true, progress: await progressRows(call, definition, [], expected), refusal: null }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const { reason, words, params } = error.refusal
        return { installed: true, progress: [], refusal: { reason, words: inWords(call.language, words, params) } }
      }
    }),

    handle(calls.start, async (call, input) => {
      const { tx, session } = call
      const { deptId, chosen } = input
      if (input.documentId !== undefined) {
        const { processId, state } = await documents.submit(call, input.documentId, { deptId, chosen })
        return { processId, documentId: input.documentId, status: state }
      }
      const flowKey = insideKey(tx.orgId, input.flowKey)
      const flow = await flowRowOf(tx, flowKey)
      if (flow.documentKind !== null) refuse('approval.needsDocument', '请先填写单据')
      const done = await startProcess(
        tx,
        documents,
        actorOf(session),
        { flowKey, form: (input.form ?? {}) as Form, draftId: input.draftId, deptId, chosen, codes: session.codes },
        { commandId: call.commandId },
      )
      return { processId: done.processId, documentId: null, status: done.status }
    }),

    handle(calls.processes, ({ tx, session }, input) => {
      if (input.scope === 'all' && !seesAllFlows(session)) throw new Forbidden()
      const initiatorUid = input.scope === 'all' ? input.initiatorUid : session.uid
      return listProcesses(tx, { ...input, initiatorUid, flowKey: input.flowKey && insideKey(tx.orgId, input.flowKey) })
    }),

    handle(calls.tasks, ({ tx, session }, input) =>
      listTasks(tx, {
        ...input,
        uid: session.uid,
        done: Number(input.status ?? 1) === 2,
        flowKey: input.flowKey && insideKey(tx.orgId, input.flowKey),
      }),
    ),

    handle(calls.task, (call, { id }) => detailOf(call, documents, { taskId: id })),
    handle(calls.process, (call, { id }) => detailOf(call, documents, { processId: id })),

    handle(calls.progress, async (call, input) => {
      const { tx } = call
      const processId = input.processId ?? (await processOfDocument(tx, input.documentId))
      if (processId === undefined) throw new NotFound()
      const locked = await openProcess(call, { processId })
      const [process, progress] = await Promise.all([processOf(tx, processId), progressFor(call, locked)])
      return { process: process!, progress }
    }),

    handle(calls.diagram, async (call, { processId, flowKey }) => {
      if (processId !== undefined) return diagramOf(call, documents, processId)
      if (flowKey === undefined) throw new NotFound()
      const flow = await flowRowOf(call.tx, insideKey(call.tx.orgId, flowKey))
      if (flow.state !== 2) refuse('approval.notInstalled', '这个流程没有安装或已停用')
      return flowDiagram(call, documents, flow.flowName, await activeDefinition(call.tx, flow))
    }),

    handle(calls.counts, ({ tx, session }) => countsFor(tx, session.uid)),

    handle(calls.copies, ({ tx, session }, input) =>
      listCopies(tx, { ...input, uid: session.uid, flowKey: input.flowKey && insideKey(tx.orgId, input.flowKey) }),
    ),

    handle(calls.claim, (call, { taskId }) => give(call, { taskId }, { t: 'claim', taskId })),
    handle(calls.unclaim, (call, { taskId }) => give(call, { taskId }, { t: 'unclaim', taskId })),
    handle(calls.approve, async (call, input) => {
      await requireOpinionFiles(call, input)
      return give(call, { taskId: input.taskId }, { t: 'approve', ...present(input) } as Action)
    }),
    handle(calls.reject, async (call, input) => {
      await requireOpinionFiles(call, input)
      return give(call, { taskId: input.taskId }, { t: 'reject', ...present(input) })
    }),

    handleOneByOne(calls.batchApprove, (call, { items, comment }) => approveMany(call, documents, items, comment)),
    handleOneByOne(calls.batchUndo, (call, { items }) =>
      takeBackMany(
        call,
        documents,
        items.map(({ taskId }) => taskId),
      ),
    ),

    handle(calls.update, (call, { processId, formRev, patch, reason }) =>
      give(call, { processId }, { t: 'updateForm', formRev, patch: patch as Form, ...(reason ? { reason } : {}) }),
    ),
    handle(calls.transfer, (call, { taskId, toUid, comment }) =>
      give(call, { taskId }, present({ t: 'transfer' as const, taskId, to: toUid, comment })),
    ),
    handle(calls.delegate, (call, { taskId, toUid, comment }) =>
      give(call, { taskId }, present({ t: 'delegate' as const, taskId, to: toUid, comment })),
    ),
    handle(calls.returnDelegation, (call, { taskId, comment }) =>
      give(call, { taskId }, present({ t: 'returnDelegation' as const, taskId, comment })),
    ),
    handle(calls.rollBack, (call, { taskId, nodeId, comment, resubmit }) =>
      give(call, { taskId }, present({ t: 'rollBack' as const, taskId, to: nodeId, comment, resubmit })),
    ),
    handle(calls.resubmit, async (call, { processId, formRev, patch, chosen, comment }) => {
      const { head } = await openProcess(call, { processId })
      if (head.documentId === null)
        return give(call, { processId }, present({ t: 'resubmit' as const, formRev, patch: patch as Form, chosen, comment }))
      if (patch && Object.keys(patch).length > 0) refuse('approval.changeDocument', '请在单据中修改后重新提交')
      await documents.submit(call, head.documentId, { chosen, again: { formRev, comment } })
      return standing(call.tx, processId)
    }),
    handle(calls.withdraw, (call, { processId, comment }) => give(call, { processId }, present({ t: 'withdraw' as const, comment }))),
    handle(calls.takeBack, (call, { taskId, comment }) => give(call, { taskId }, present({ t: 'takeBack' as const, taskId, comment }))),
    handle(calls.addSign, (call, { taskId, uids, where, comment }) =>
      give(call, { taskId }, present({ t: 'addSign' as const, taskId, users: uids, where, comment })),
    ),
    handle(calls.removeSign, (call, { processId, taskIds, comment }) =>
      give(call, { processId }, present({ t: 'removeSign' as const, taskIds, comment })),
    ),
    handle(calls.copy, (call, { processId, uids, comment }) =>
      give(call, { processId }, present({ t: 'copy' as const, users: uids, comment })),
    ),
    handle(calls.comment, async (call, { processId, body, mentions = [], attachments }) => {
      await Promise.all([requirePeople(call.tx, mentions), requireOpinionFiles(call, { attachments })])
      return give(call, { processId }, present({ t: 'comment' as const, body, mentions, attachments }))
    }),
    handle(calls.deleteComment, (call, { processId, commentId }) => give(call, { processId }, { t: 'deleteComment', comment: commentId })),
    handle(calls.urge, (call, { processId, taskIds, comment }) =>
      give(call, { processId }, present({ t: 'urge' as const, taskIds, comment })),
    ),
    handle(calls.markRead, async (call, { processId, taskId }) => {
      try {
        return await give(call, { processId }, present({ t: 'markRead' as const, taskId }))
      } catch (error) {
        // Reading again what was read is no mistake; what changes from now on is new to him.
        if (!(error instanceof Refused) || !readBefore.has(error.refusal.reason)) throw error
        if (taskId !== undefined)
          await call.tx.query(
            'update wf_task set read_at = $4 where org_id = $1 and id = $2 and assignee_uid = $3 and status = 1 and read_at is not null',
            [call.tx.orgId, taskId, call.session.uid, new Date(call.at).toISOString()],
          )
        return standing(call.tx, processId)
      }
    }),

    handleOneByOne(calls.reassign, async (call, { taskIds, fromUid, toUid, reason }) => {
      if (taskIds === undefined && fromUid === undefined) return refuse('approval.nothingToReassign', '没有可以改派的任务')
      return moveTasks(call, documents, { taskIds, fromUid, toUid, reason })
    }),
    handle(calls.suspend, (call, { processId, reason }) => give(call, { processId }, { t: 'suspend', reason })),
    handle(calls.resume, (call, { processId, reason }) => give(call, { processId }, present({ t: 'resume' as const, reason }))),
    handle(calls.terminate, (call, { processId, reason }) => give(call, { processId }, { t: 'terminate', reason })),

    handle(calls.incidents, async ({ tx }, input) => {
      const { page, pageSize } = pageAsked(input)
      const [rows, [count]] = await Promise.all([
        tx.query<Omit<IncidentRow, 'process'>>(incidentsText, [
          tx.orgId,
          Math.min(pageSize, 200),
          input.after ? 0 : (page - 1) * pageSize,
          cursorOf(input.after),
        ]),
        tx.query<{ n: number }>('select count(*)::int as n from wf_incident where org_id = $1 and resolved_at is null', [tx.orgId]),
      ])
      const processes = await processesOf(
        tx,
        rows.map(({ processId }) => processId),
      )
      const list = rows.map((row): IncidentRow => ({ ...row, process: processes.get(row.processId) ?? null }))
      return pageAnswer(list, count!.n, { page, pageSize }, rows.length === pageSize ? rows.at(-1)!.id : undefined)
    }),
    handle(calls.incidentRetry, async (call, { id }) => {
      const { processId, kind, step } = await incidentOf(call.tx, id)
      if (kind === 'posting') return commanded(await retryPosting(call.tx, documents, processId, actorOf(call.session)))
      if (kind === 'service') return give(call, { processId }, { t: 'retryService', step })
      await startChildAgain(call.tx, id, processId, step, call.session.uid)
      return standing(call.tx, processId)
    }),
    handle(calls.incidentCancel, async (call, { id, reason }) =>
      give(call, { processId: (await incidentOf(call.tx, id)).processId }, { t: 'terminate', reason }),
    ),

    handle(calls.delegations, async ({ tx, session }) => {
      const rows = await delegationsOf(tx, session.uid)
      const people = await peopleOf(
        tx,
        rows.map(({ agent }) => agent),
      )
      return {
        list: rows.map(({ agent, flowKeys, ...row }) => ({
          ...row,
          agent: people(agent),
          flowKeys: flowKeys.map((key) => outsideKey(tx.orgId, key)),
        })),
      }
    }),
    handle(calls.saveDelegation, async ({ tx, session }, { id, agentUid, flowKeys = [], from, to = null, moves = false }) => ({
      id: await saveDelegation(tx, session.uid, {
        id,
        agent: agentUid,
        flowKeys: flowKeys.map((key) => insideKey(tx.orgId, key)),
        from,
        to,
        moves,
      }),
    })),
    handle(calls.deleteDelegation, async ({ tx, session }, { id }) => {
      await deleteDelegation(tx, session.uid, id)
      return { deleted: true }
    }),
    handleOneByOne(calls.handOver, (call, { uid, successorUid, reason }) => handOverAll(call, documents, uid, successorUid, reason)),
  ]
}

const commanded = ({ processId, status, rev, repeated }: Done): Commanded => ({
  processId,
  status,
  statusName: processStatuses[status],
  rev,
  repeated,
})

const standing = async (tx: Tx, processId: Id): Promise<Commanded> => {
  const { state } = await readProcess(tx, { processId })
  return commanded({ processId, status: state.status, rev: state.rev, repeated: false })
}

/** Nobody signs with what somebody else wrote, and nobody hands round what somebody else uploaded. */
const requireOpinionFiles = (
  { tx, session }: SignedIn,
  { signature, attachments = [] }: { signature?: string | undefined; attachments?: readonly string[] | undefined },
): Promise<void> => requireFiles(tx, session.uid, [...namedFiles('签名', true, [signature]), ...namedFiles('附件', false, attachments)])

/** Without the keys that were not given. */
const present = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

const ownDocument = async ({ tx, session }: SignedIn, documents: DocumentPort, id: Id): Promise<DocumentView> => {
  const rows = await tx.query('select 1 from document where org_id = $1 and id = $2 and author_uid = $3', [tx.orgId, id, session.uid])
  if (rows.length === 0) throw new NotFound()
  return documents.load(tx, id)
}

/** An application that waits for its initiator, the caller. */
const ownReturned = async (call: SignedIn, processId: Id): Promise<Locked> => {
  const locked = await openProcess(call, { processId })
  if (locked.state.initiator !== call.session.uid || locked.state.status !== 'returned') throw new NotFound()
  return locked
}

/** What an application of the caller that ended for nothing holds for a new one of the same flow by form. */
const formerFor = async (call: SignedIn, processId: Id, definition: Definition) => {
  const { tx, session } = call
  const { state, definition: former } = await openProcess(call, { processId })
  if (state.initiator !== session.uid || former.key !== definition.key || !startsAgain(state.status)) throw new NotFound()
  const [design, formerDesign] = await Promise.all([designOf(tx, definition), designOf(tx, former)])
  if (!design || !formerDesign) return null
  const again = await beginAgain(tx, session.uid, definition, design, { definition: former, design: formerDesign, form: state.form })
  return { ...again, deptId: state.dept }
}

const activeDefinition = async (tx: Tx, { flowKey, version }: FlowRow) =>
  loadDefinition(tx, insideKey(tx.orgId, flowKey), version!, await administrators(tx))

const candidatesOf = async (tx: Tx, flow: FlowRow, range: Range): Promise<'any' | PersonAnswer[]> => {
  if (range === 'any') return 'any'
  const uids =
    'users' in range
      ? range.users
      : ((await loadFacts(tx, [{ k: 'role', role: range.role, dept: null }], { processId: '0', flowKey: flow.flowKey }))[
          `role|${range.role}|`
        ] as Id[])
  const people = await peopleOf(tx, uids)
  return uids.map(people)
}

const processOfDocument = async (tx: Tx, documentId: Id | undefined): Promise<Id | undefined> => {
  if (documentId === undefined) return undefined
  const [row] = await tx.query<{ id: Id }>(
    'select id from wf_instance where org_id = $1 and document_id = $2 order by created_at desc, id desc limit 1',
    [tx.orgId, documentId],
  )
  return row?.id
}

const incidentOf = async (tx: Tx, id: Id): Promise<{ processId: Id; kind: IncidentRow['kind']; step: string }> => {
  const [row] = await tx.query<{ processId: Id; kind: IncidentRow['kind']; step: string }>(
    `select instance_id as "processId", kind, coalesce(step_id, '') as step from wf_incident where org_id = $1 and id = $2`,
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  return row
}

const requirePeople = async (tx: Tx, uids: readonly Id[]): Promise<void> => {
  if (uids.length === 0) return
  const rows = await tx.query('select 1 from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null', [tx.orgId, uids])
  if (rows.length < new Set(uids).size) refuse('approval.unknownPerson', '所选人员不存在')
}

const cursorOf = (after: string | undefined): Id | null => (isId(after) ? after : null)

const readBefore = new Set(['approval.alreadyRead', 'approval.nothingUnread', 'approval.taskGone', 'approval.notYours'])

const departmentsText = `
  select d.id as "deptId", d.dept_name as "deptName"
  from person p join department d on d.org_id = p.org_id and d.deleted_at is null
    and (d.id = p.dept_id or exists (select from person_department m where m.org_id = p.org_id and m.uid = p.id and m.dept_id = d.id))
  where p.org_id = $1 and p.id = $2 order by d.id = p.dept_id desc, d.sort_order, d.id`

const incidentsText = `
  select id, instance_id as "processId", kind, reason, words, params, created_at as "createdAt"
  from wf_incident where org_id = $1 and resolved_at is null and ($4::bigint is null or id < $4) order by id desc limit $2 offset $3`
