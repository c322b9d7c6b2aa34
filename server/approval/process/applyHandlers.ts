import { randomUUID } from 'node:crypto'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError, refuse } from '../../../kernel/refusal.ts'
import type { Action } from '../../../domain/approval/flow/command.ts'
import { type Definition, isHuman, type Range } from '../../../domain/approval/flow/definition.ts'
import { withDeducedHidden } from '../../../domain/approval/flow/deducedHidden.ts'
import { within } from '../../../domain/approval/flow/plan.ts'
import { refuseStatus } from '../../../domain/approval/flow/decide.ts'
import { previewStart } from '../../../domain/approval/flow/preview.ts'
import { overlay, unmarked, type Form } from '../../../domain/approval/form/form.ts'
import { factsIn } from '../../../domain/approval/form/formFacts.ts'
import { readForm } from '../../../domain/approval/form/formReading.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { PersonAnswer } from '../../../domain/approval/operations/flows.ts'
import type { FlowRow } from '../../../domain/approval/operations/installedFlows.ts'
import { startsAgain } from '../../../domain/approval/operations/process.ts'
import { formFactsOperations } from '../../../domain/approval/operations/formFacts.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { administrators } from '../../access/people.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import type { DocumentPort, DocumentView } from '../../documents/port.ts'
import { NotFound } from '../../httpError.ts'
import { loadFacts } from '../flow/directory.ts'
import { insideKey } from '../flow/key.ts'
import { flowInUse, flowRowOf } from '../flow/rows.ts'
import { startProcess, withFacts } from '../flow/run.ts'
import { isProxy, requireProxy, requireStarterOf } from '../flow/starters.ts'
import { loadDefinition, type LockedProcess } from '../flow/store.ts'
import { actorOf } from '../form/actor.ts'
import { designOf } from '../form/designs.ts'
import { loadFormFacts } from '../form/facts.ts'
import { beginAgain, withOwnFacts } from '../form/work.ts'
import { formAnswer, openProcess, progressRows } from './detail.ts'
import { peopleOf } from './lists.ts'

/** What a person applies with: the form, the way ahead, and the beginning itself. */
export const applyHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(processOperations.applyForm, (call, input) => readApplyForm(call, documents, input)),
  handle(formFactsOperations.formFacts, (call, input) => readFormFacts(call, input)),
  handle(processOperations.preview, (call, input) => previewApplication(call, documents, input)),
  handle(processOperations.start, (call, input) => startApplication(call, documents, input)),
]

const readApplyForm = async (
  call: SignedIn,
  documents: DocumentPort,
  input: ParsedInput<typeof processOperations.applyForm>,
): Promise<OutputOf<typeof processOperations.applyForm>> => {
  const { tx, session } = call
  const flowKey = insideKey(tx.orgId, input.flowKey)
  const [{ flow, definition }, departments] = await Promise.all([
    flowInUse(tx, flowKey),
    tx.query<{ deptId: Id; deptName: string }>(departmentsText, [tx.orgId, session.uid]),
  ])
  await requireStarterOf(tx, flowKey, session.uid, session.codes)
  const formerForm = input.processId ? await formerFor(call, input.processId, definition) : null
  const form = await formAnswer(tx, documents, definition, {
    documentId: null,
    form: formerForm?.form ?? {},
    formRev: 1,
    permissions: withDeducedHidden(definition, await designOf(tx, definition)).startFields,
    unnamed: 'write',
  })
  const choices = within(definition.body).flatMap((node) => {
    const rule = isHuman(node) ? node.assignees.find(({ k }) => k === 'chosenByInitiator') : undefined
    return rule?.k === 'chosenByInitiator' ? [{ nodeId: node.id, nodeName: node.name, many: rule.multi, range: rule.range }] : []
  })
  return {
    flow,
    form: { ...form, values: unmarked(form.values as Form) },
    former: formerForm && { deptId: formerForm.deptId, dropped: formerForm.dropped.map((label) => inWords(call.language, label)) },
    departments,
    isProxy: await isProxy(tx, definition.policy.proxies, session.uid),
    choices: await Promise.all(
      choices.map(async ({ range, ...choice }) => ({ ...choice, candidates: await candidatesOf(tx, flow, range) })),
    ),
  }
}

/** What the formulas of an application know besides what is filled in so far. */
const readFormFacts = async (
  call: SignedIn,
  { flowKey, processId, form }: ParsedInput<typeof formFactsOperations.formFacts>,
): Promise<OutputOf<typeof formFactsOperations.formFacts>> => {
  const { tx, session } = call
  if (processId !== undefined) {
    const { state, definition } = await openProcess(call, { processId })
    const design = await designOf(tx, definition)
    return { facts: design ? await loadFormFacts(tx, design, form, factsIn(state.form)) : {} }
  }
  if (flowKey === undefined) throw new NotFound()
  const { definition } = await flowInUse(tx, insideKey(tx.orgId, flowKey))
  await requireStarterOf(tx, insideKey(tx.orgId, flowKey), session.uid, session.codes)
  const design = await designOf(tx, definition)
  return { facts: design ? await loadFormFacts(tx, design, form, {}) : {} }
}

const previewApplication = async (
  call: SignedIn,
  documents: DocumentPort,
  input: ParsedInput<typeof processOperations.preview>,
): Promise<OutputOf<typeof processOperations.preview>> => {
  const { tx, session } = call
  const flowKey = insideKey(tx.orgId, input.flowKey)
  const [row] = await tx.query<{ active_version: number }>(
    'select active_version from wf_flow where org_id = $1 and flow_key = $2 and state = 2',
    [tx.orgId, flowKey],
  )
  if (!row) return { installed: false, progress: [], refusal: null }
  const [[me], document, returnedProcess, admins] = await Promise.all([
    tx.query<{ dept_id: Id | null }>('select dept_id from person where org_id = $1 and id = $2', [
      tx.orgId,
      input.onBehalfOf ?? session.uid,
    ]),
    input.documentId ? ownDocument(call, documents, input.documentId) : undefined,
    input.processId ? ownReturned(call, input.processId) : undefined,
    administrators(tx),
  ])
  const definition = returnedProcess?.definition ?? (await loadDefinition(tx, flowKey, row.active_version, admins))
  const start = await draftStart(tx, definition, input, { dept: me?.dept_id, document, returnedProcess })
  const head = { commandId: randomUUID(), actor: session.uid, at: new Date(call.at).toISOString(), via: 'mobile' as const }
  try {
    if (!returnedProcess) await requireApplicant(call, flowKey, definition, input.onBehalfOf)
    const { expected } = await withFacts(tx, { processId: '0', definition }, (directory, ids) =>
      previewStart(definition, { ...start, ...head, ids }, directory),
    )
    return { installed: true, progress: await progressRows(call, definition, { entries: [], expected }), refusal: null }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    const { reason, words, params } = error.refusal
    return { installed: true, progress: [], refusal: { reason, words: inWords(call.language, words, params) } }
  }
}

/** Refuses in words a person who may not start a flow, and one in whose name the caller may not. */
const requireApplicant = async (
  { tx, session }: SignedIn,
  flowKey: string,
  definition: Definition,
  onBehalfOf: Id | undefined,
): Promise<void> => {
  if (onBehalfOf === undefined) return requireStarterOf(tx, flowKey, session.uid, session.codes)
  await requireProxy(tx, { name: definition.name }, definition.policy.proxies, session.uid)
  await requireStarterOf(tx, flowKey, onBehalfOf, undefined)
}

type StartContext = {
  /** The main department of the applicant. */
  readonly dept: Id | null | undefined
  readonly document: DocumentView | undefined
  /** The application that is sent again. */
  readonly returnedProcess: LockedProcess | undefined
}

/** The start that a preview supposes, of a form that may not be complete yet. */
const draftStart = async (
  tx: Tx,
  definition: Definition,
  input: ParsedInput<typeof processOperations.preview>,
  { dept, document, returnedProcess }: StartContext,
): Promise<Extract<Action, { t: 'start' }>> => {
  const design = await designOf(tx, definition)
  const startForm = returnedProcess
    ? { ...returnedProcess.state.form, ...overlay(returnedProcess.state.form, input.form ?? {}) }
    : (input.form ?? document?.form ?? {})
  return {
    t: 'start',
    dept: returnedProcess?.state.dept ?? input.deptId ?? dept ?? '',
    form: design ? readForm(design, await withOwnFacts(tx, design, startForm), 'draft').values : unmarked(startForm),
    chosen: { ...returnedProcess?.state.chosen, ...input.chosen },
    title: '',
    ...(input.onBehalfOf === undefined ? {} : { onBehalfOf: input.onBehalfOf }),
    ...(definition.form.kind === 'document' ? { docRef: { type: definition.form.docType, id: input.documentId ?? '' } } : {}),
  }
}

const startApplication = async (
  call: SignedIn,
  documents: DocumentPort,
  input: ParsedInput<typeof processOperations.start>,
): Promise<OutputOf<typeof processOperations.start>> => {
  const { tx, session } = call
  const { deptId, chosen, onBehalfOf } = input
  if (input.documentId !== undefined) {
    const { processId, state } = await documents.submit(call, input.documentId, { deptId, chosen })
    return { processId, documentId: input.documentId, status: state }
  }
  const flowKey = insideKey(tx.orgId, input.flowKey)
  const flow = await flowRowOf(tx, flowKey)
  if (flow.documentKind !== null) refuse('approval.needsDocument', '请先填写单据')
  const outcome = await startProcess(
    { tx, documents, actor: actorOf(session) },
    { flowKey, form: input.form ?? {}, draftId: input.draftId, deptId, chosen, codes: session.codes, onBehalfOf },
    { commandId: call.commandId },
  )
  return { processId: outcome.processId, documentId: null, status: outcome.status }
}

const ownDocument = async ({ tx, session }: SignedIn, documents: DocumentPort, id: Id): Promise<DocumentView> => {
  const rows = await tx.query('select 1 from document where org_id = $1 and id = $2 and author_uid = $3', [tx.orgId, id, session.uid])
  if (rows.length === 0) throw new NotFound()
  return documents.load(tx, id)
}

/** An application that waits for its initiator, the caller. */
const ownReturned = async (call: SignedIn, processId: Id): Promise<LockedProcess> => {
  const lockedProcess = await openProcess(call, { processId })
  if (lockedProcess.state.initiator !== call.session.uid) throw new NotFound()
  // The person who is still shown the way when it was just sent again hears that in words.
  return lockedProcess.state.status === 'returned' ? lockedProcess : refuseStatus(lockedProcess.state.status)
}

/** What an application of the caller that ended for nothing holds for a new one of the same flow by form. */
const formerFor = async (call: SignedIn, processId: Id, definition: Definition) => {
  const { tx, session } = call
  const { state, definition: former } = await openProcess(call, { processId })
  if (state.initiator !== session.uid || former.key !== definition.key || !startsAgain(state.status)) throw new NotFound()
  const [design, formerDesign] = await Promise.all([designOf(tx, definition), designOf(tx, former)])
  if (!design || !formerDesign) return null
  const formerForm = await beginAgain(tx, {
    byUid: session.uid,
    definition,
    design,
    former: { definition: former, design: formerDesign, form: state.form },
  })
  return { ...formerForm, deptId: state.dept }
}

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

const departmentsText = `
  select d.id as "deptId", d.dept_name as "deptName"
  from person p join department d on d.org_id = $1 and d.deleted_at is null
    and (d.id = p.dept_id or exists (select from person_department m where m.org_id = $1 and m.uid = p.id and m.dept_id = d.id))
  where p.org_id = $1 and p.id = $2 order by d.id = p.dept_id desc, d.sort_order, d.id`
