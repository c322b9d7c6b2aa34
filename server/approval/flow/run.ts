import { randomUUID } from 'node:crypto'
import { dayAt, type Moment } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { assertDefined, entryOf } from '../../../kernel/assert.ts'
import { type Refusal, RefusalError, refuse } from '../../../kernel/refusal.ts'
import { type Action, type Command, type Head as CommandHead, systemActor, type Via } from '../../../domain/approval/flow/command.ts'
import { dueAt } from '../../../domain/calendar/deadline.ts'
import { decide, mayFillIn } from '../../../domain/approval/flow/decide.ts'
import { type Definition, isHuman } from '../../../domain/approval/flow/definition.ts'
import { type Directory, type Fact, factKey } from '../../../domain/approval/flow/directory.ts'
import type { Entry, Event } from '../../../domain/approval/flow/event.ts'
import { fold } from '../../../domain/approval/flow/evolve.ts'
import { summaryOf, unaskedPaths } from '../../../domain/approval/form/change.ts'
import { amountToldOf, readersOf, toldToAll } from '../../../domain/approval/flow/audience.ts'
import { withDeducedHidden } from '../../../domain/approval/flow/deducedHidden.ts'
import { withFreed } from '../../../domain/approval/flow/freed.ts'
import { overlay, unmarked, type Form } from '../../../domain/approval/form/form.ts'
import { bookedFieldsIn, measuresIn } from '../../../domain/approval/form/shape.ts'
import { fieldsOf } from '../../../domain/approval/form/formDesign.ts'
import { planOf } from '../../../domain/approval/flow/plan.ts'
import { purposeOf, titleFrom } from '../../../domain/approval/flow/title.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { type DocumentKind, titleFor } from '../../../domain/documents/define.ts'
import { hidesAmount, hidesThings } from '../../../domain/approval/form/hiddenFields.ts'
import { findTask, type State, type Status } from '../../../domain/approval/flow/state.ts'
import { standardCalendar, workCalendar } from '../../../domain/calendar/workCalendar.ts'
import { workCalendarOf } from '../../calendar/calendar.ts'
import type { FunctionCode } from '../../../domain/rules/functionCode.ts'
import type { Tx } from '../../db/tx.ts'
import { nextApplicationNumber, readApplicationNumbering } from './applicationNumbers.ts'
import { loadFacts } from './directory.ts'
import { designOf } from '../form/designs.ts'
import { beginForm, filePathsIn, formTexts, prepareOnForm } from '../form/work.ts'
import { closeFiles } from '../../files/scope.ts'
import { tell } from './notices.ts'
import { type DocumentPort, type DocumentView, Incomplete } from '../../documents/port.ts'
import { followRevocation } from './revoked.ts'
import { requireProxy, requireStarter } from './starters.ts'
import { askServices, serviceIncident } from './services/servicesAsk.ts'
import { findCommand, type Head, loadDefinition, lockProcess, type Target, write } from './store.ts'
import { administrators } from '../../access/people.ts'
import { followChildren, parentParts } from './subflowsAsk.ts'
import type { Actor } from '../form/actor.ts'
import { changesOf } from './worklist.ts'
import { onlyRow } from '../../db/rows.ts'

/** How a process stands after a command; `repeated` where this very command had been done before. */
export type CommandOutcome = { readonly processId: Id; readonly status: Status; readonly rev: number; readonly repeated: boolean }

/** On whose behalf a process is worked on, and in which transaction. */
export type ActorContext<A = Actor> = { readonly tx: Tx; readonly documents: DocumentPort; readonly actor: A }

export type CommandOrigin = { readonly commandId?: string | undefined; readonly via?: Via | undefined }

/**
 * Carries out one command on one process: locks it, decides, writes what follows, lets the document follow. A command that was done
 * before is answered and not done again. Throws the refusal where the answer is no; then nothing was written.
 */
export const command = async (
  { tx, documents, actor }: ActorContext<Actor | typeof systemActor>,
  target: Target,
  action: Action,
  { commandId = randomUUID(), via = actor === systemActor ? 'system' : 'mobile' }: CommandOrigin = {},
): Promise<CommandOutcome> => {
  const { head, state, definition, earlier } = await lockProcess(tx, target, commandId)
  if (earlier) {
    if (earlier.processId !== head.id || earlier.actor !== nameOf(actor)) refuse('command.changed', '这个操作已经提交过，但内容不同')
    return { processId: head.id, status: state.status, rev: state.rev, repeated: true }
  }
  const work = workOn(tx, documents, { head, state, definition })
  await perform(work, { actor, action, commandId, via })
  return finish(work)
}

export type StartInput = {
  /** Without suffix. */
  readonly flowKey: string
  /** A document that is stored and waits for approval; without one, `form` is a custom form. */
  readonly document?: DocumentView | undefined
  /** The id that the process gets, of a document that was stored with it just now and is in no other; without one it has one of its own. */
  readonly processId?: Id | undefined
  readonly form?: Form | undefined
  /** The draft that the form was kept in until now; it goes. */
  readonly draftId?: Id | undefined
  readonly deptId?: Id | undefined
  /** Whose application it is, where the actor applies in another's name. */
  readonly onBehalfOf?: Id | undefined
  readonly chosen?: Readonly<Record<string, readonly Id[]>> | undefined
  /** What the person who starts it may do, where that is a person with a session. */
  readonly codes?: ReadonlySet<FunctionCode> | undefined
}

/** Starts an installed flow. It may be over, and the document posted, on return. */
export const startProcess = async (
  { tx, documents, actor }: ActorContext,
  input: StartInput,
  { commandId, via = 'mobile' }: CommandOrigin = {},
): Promise<CommandOutcome> => {
  const { flowKey, document } = input
  const initiator = input.onBehalfOf ?? actor.uid
  // The same start sent twice at once: the second waits here and then finds what the first did. There is no row yet to lock.
  const turn = commandId && tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.orgId}/${commandId}`])
  const now = new Date(tx.now()).toISOString()
  const day = dayAt(Date.parse(now))
  const [, earlier, [flow], [person], [live], admins, numberSource] = await Promise.all([
    turn,
    commandId ? findCommand(tx, commandId) : undefined,
    tx.query<{ name: string; active_version: number }>(
      'select name, active_version from wf_flow where org_id = $1 and flow_key = $2 and state = 2',
      [tx.orgId, flowKey],
    ),
    tx.query<{ user_name: string; dept_id: Id | null; member: boolean }>(personText, [tx.orgId, initiator, input.deptId ?? null]),
    document && input.processId === undefined
      ? tx.query<{ id: Id }>(
          `select id from wf_instance where org_id = $1 and document_id = $2 and status in ('running', 'returned', 'posting')`,
          [tx.orgId, document.id],
        )
      : [],
    administrators(tx),
    readApplicationNumbering(tx, day),
  ])
  if (earlier) {
    const { state } = await lockProcess(tx, { processId: earlier.processId }, randomUUID())
    return { processId: earlier.processId, status: state.status, rev: state.rev, repeated: true }
  }
  if (!flow) return refuse('approval.notInstalled', '这个流程没有安装或已停用')
  if (!person && initiator !== actor.uid) return refuse('approval.unknownPerson', '流程中指定的人员不存在')
  if (!person) throw new Error(`person ${initiator} is not there`)
  if (live) refuse('approval.documentInFlow', '单据已在审批中')
  if (input.deptId && !person.member) refuse('approval.notYourDepartment', '只能为自己所属的部门申请')
  const definition = await loadDefinition(tx, flowKey, flow.active_version, admins)
  // What another flow starts, its designer decided on.
  if (via !== 'system') {
    const startable = { name: flow.name, documentKind: document?.kind ?? null, starters: definition.policy.starters }
    await requireStarter(tx, startable, initiator, initiator === actor.uid ? input.codes : undefined)
    if (initiator !== actor.uid) await requireProxy(tx, startable, definition.policy.proxies, actor.uid)
  }
  const design = await designOf(tx, definition)
  const startForm = document?.form ?? input.form ?? {}
  const form = design
    ? await beginForm(tx, { definition, design, raw: startForm, actor: via === 'system' ? systemActor : actor })
    : startForm
  const texts = toldToAll(withDeducedHidden(definition, design), design ? await formTexts(tx, design, form) : plainTexts(form))
  const head: Head = {
    id: input.processId ?? newId(),
    number: await nextApplicationNumber(tx, numberSource, { day, deptId: input.deptId ?? person.dept_id }),
    documentKind: document?.kind ?? null,
    documentId: document?.id ?? null,
    title: titleFrom(definition.policy.title, texts, { initiator: person.user_name, flow: document?.title ?? purposeOf(flow.name) }),
    summary: document?.summary ?? (design ? summaryOf(design, texts, definition.policy.summaryFields) : plainSummary(definition, texts)),
    createdAt: now,
    texts: { applicant: person.user_name, code: document?.code ?? '' },
  }
  const work = workOn(tx, documents, { head, state: undefined, definition })
  const action: Action = {
    t: 'start',
    dept: input.deptId ?? person.dept_id ?? '',
    ...(document ? { docRef: { type: document.kind, id: document.id } } : {}),
    form,
    chosen: chosenOf(input.chosen),
    title: head.title,
    ...(initiator === actor.uid ? {} : { onBehalfOf: initiator }),
  }
  await perform(work, { actor, action, commandId: commandId ?? randomUUID(), via })
  if (input.draftId !== undefined)
    await tx.query('delete from wf_application_draft where org_id = $1 and id = $2 and uid = $3', [tx.orgId, input.draftId, actor.uid])
  return finish(work)
}

/** Takes up a flow that was returned, with the document as it is now. */
export const resubmitProcess = async (
  { tx, documents, actor }: ActorContext,
  resubmission: {
    readonly processId: Id
    readonly document: DocumentView
    readonly chosen?: Readonly<Record<string, readonly Id[]>> | undefined
    /** The form that its author saw, where he says so. */
    readonly formRev?: number | undefined
    readonly comment?: string | undefined
  },
  { commandId = randomUUID(), via = 'mobile' }: CommandOrigin = {},
): Promise<CommandOutcome> => {
  const { head, state, definition, earlier } = await lockProcess(tx, { processId: resubmission.processId }, commandId)
  if (earlier) return { processId: head.id, status: state.status, rev: state.rev, repeated: true }
  const work = workOn(tx, documents, { head: { ...head, summary: resubmission.document.summary }, state, definition })
  work.documentIsNew = true
  const action: Action = {
    t: 'resubmit',
    formRev: resubmission.formRev ?? state.formRev,
    patch: { ...Object.fromEntries(Object.keys(state.form).map((key) => [key, null])), ...resubmission.document.form },
    chosen: chosenOf(resubmission.chosen),
    ...(resubmission.comment === undefined ? {} : { comment: resubmission.comment }),
  }
  await perform(work, { actor, action, commandId, via })
  return finish(work)
}

/** Asks the books again to take an approved document that they refused; `refusal` says why they refuse again. */
export const retryPosting = async (
  tx: Tx,
  documents: DocumentPort,
  processId: Id,
  actor: Actor,
): Promise<CommandOutcome & { readonly refusal: Refusal | null }> => {
  const { head, state, definition } = await lockProcess(tx, { processId }, randomUUID())
  if (state.status !== 'posting') refuse('approval.notPosting', '流程不在等待入账')
  const work = workOn(tx, documents, { head, state, definition })
  await postDocument(work, assertDefined(head.documentId, 'the document'), actor.uid, () => false)
  return { ...(await finish(work)), refusal: work.incident ?? null }
}

/** Answers a decision with facts until it needs no more. */
export const withFacts = async <A extends object>(
  tx: Tx,
  { processId, definition }: { readonly processId: Id; readonly definition: Definition },
  ask: (directory: Directory, ids: readonly Id[]) => A | { need: Fact[] },
): Promise<A> => {
  let directory: Directory = {}
  let ids = Array.from({ length: 16 }, () => newId())
  for (let round = 0; round < 50; round++) {
    const answer = ask(directory, ids)
    if (!('need' in answer)) return answer
    const { need } = answer as { need: Fact[] }
    const idsFact = need.find((fact) => fact.k === 'ids')
    if (idsFact) ids = [...ids, ...Array.from({ length: Math.max(0, idsFact.count - ids.length) }, () => newId())]
    directory = { ...directory, ...(await loadFacts(tx, need, { processId, flowKey: definition.key })) }
    if (need.some((fact) => fact.k === 'measures'))
      directory = { ...directory, [factKey({ k: 'measures' })]: measuresIn(definition, await designOf(tx, definition)) }
    if (need.some((fact) => fact.k === 'bookedFields'))
      directory = { ...directory, [factKey({ k: 'bookedFields' })]: bookedFieldsIn(definition) }
    if (need.some((fact) => fact.k === 'administrators'))
      directory = { ...directory, [factKey({ k: 'administrators' })]: await administrators(tx) }
  }
  throw new Error(`a decision on ${processId} asked for facts without end`)
}

/** True where the flow is installed and in use; `flowKey` is without suffix. */
export const flowInstalled = async (tx: Tx, flowKey: string): Promise<boolean> =>
  (await tx.query('select 1 from wf_flow where org_id = $1 and flow_key = $2 and state = 2', [tx.orgId, flowKey])).length > 0

/** One process while commands are carried out on it. Everything is written at the end, in one batch. */
type Work = {
  readonly tx: Tx
  readonly documents: DocumentPort
  head: Head
  readonly before: State | undefined
  state: State | undefined
  readonly definition: Definition
  /** Versions that a migration leads to. */
  readonly versions: Map<number, Definition>
  readonly entries: Entry[]
  incident: Refusal | undefined
  /** True where the document was written by its author just now and need not follow the form. */
  documentIsNew: boolean
}

const workOn = (
  tx: Tx,
  documents: DocumentPort,
  { head, state, definition }: { readonly head: Head; readonly state: State | undefined; readonly definition: Definition },
): Work => ({
  tx,
  documents,
  head,
  before: state,
  state,
  definition,
  versions: new Map([[definition.version, definition]]),
  entries: [],
  incident: undefined,
  documentIsNew: false,
})

const nameOf = (actor: Actor | typeof systemActor): string => (actor === systemActor ? systemActor : actor.uid)

type ActorCommand = {
  readonly actor: Actor | typeof systemActor
  readonly action: Action
  readonly commandId: string
  readonly via: Via
}

/** Decides one command and lets the document follow. */
const perform = async (work: Work, { actor, action, commandId, via }: ActorCommand): Promise<void> => {
  const events = await decideOn(work, { actor, action, commandId, via })
  const { documentId } = work.head
  if (documentId === null) return
  const uid = actor === systemActor ? assertDefined(work.before ?? work.state, 'the process').initiator : actor.uid
  for (const event of events) await followDocument(work, documentId, event, uid)
  if (events.some(({ t }) => t === 'PostingRequested'))
    await postDocument(work, documentId, uid, (onRefusal) => isToldAtOnce(work, action, onRefusal))
}

/**
 * True where a refusal of the books is answered to the caller at once and nothing is done: on submission, because no one else was asked yet;
 * and on approval at a step whose people fill in fields, where the document lacks something.
 */
const isToldAtOnce = ({ before, definition }: Work, action: Action, refusalError: RefusalError): boolean => {
  if (action.t === 'start' || action.t === 'resubmit') return true
  if (!(refusalError instanceof Incomplete)) return false
  const step = action.t === 'approve' && before ? findTask(before, action.taskId)?.step : undefined
  const node = step && planOf(definition).places.get(step.node)?.node
  const fields = node && isHuman(node) ? node.fields : {}
  return Object.values(fields).some((permission) => permission === 'write' || permission === 'required')
}

const decideOn = async (work: Work, { actor, action, commandId, via }: ActorCommand): Promise<Event[]> => {
  const { tx, head } = work
  const atIso = laterThan(work.tx, work.entries.at(-1)?.at)
  const giver = { commandId, actor: nameOf(actor), admin: actor !== systemActor && actor.admin, at: atIso, via }
  const preparation = await prepare(work, actor, action, giver)
  const decision = await withFacts(tx, { processId: head.id, definition: preparation.definition }, (directory, ids) => {
    const full: Command = { ...preparation.action, ...giver, ids }
    return decide(preparation.definition, work.state, full, directory)
  })
  if ('refusal' in decision)
    throw new RefusalError(
      await withLabel(work, decision.refusal),
      work.state && { processId: head.id, status: work.state.status, formRev: work.state.formRev },
    )
  if (action.t === 'migrate') work.versions.set(action.to.version, action.to)
  work.entries.push({ seq: (work.state?.rev ?? 0) + 1, at: atIso, actor: nameOf(actor), via, commandId, events: decision.events })
  work.state = fold(decision.events, work.state)
  return decision.events
}

/** A refusal about a field of the form calls it what people call it. */
const withLabel = async ({ tx, head, definition }: Work, refusal: Refusal): Promise<Refusal> => {
  const path = refusal.params['field']
  if (typeof path !== 'string') return refusal
  const design = await designOf(tx, definition)
  const kind = documentKind(head.documentKind ?? '')
  const onLine = path.startsWith('lines.') ? kind?.line[path.slice('lines.'.length)] : kind?.header[path]
  const label = design ? fieldsOf(design).find((field) => field.path === path)?.field.label : onLine?.label
  return label === undefined ? refusal : { ...refusal, params: { ...refusal.params, field: label } }
}

/** What is decided by which definition; a command takes along what follows from what it changes. */
const prepare = async (
  { tx, head, documents, state, versions, definition: first }: Work,
  actor: Actor | typeof systemActor,
  action: Action,
  giver: Giver,
): Promise<{ action: Action; definition: Definition }> => {
  const definition = entryOf(versions, state?.version ?? first.version)
  const design = await designOf(tx, definition)
  if (action.t === 'migrate') return { action, definition }
  if (!design) return withAmount(documents, definition, state, action)
  const form = action.t === 'start' ? action.form : assertDefined(state, 'the process').form
  if (!state) return { action, definition: withFreed(definition, unaskedPaths(design, form)) }
  return prepareOnForm(tx, design, {
    definition,
    state,
    actor,
    action,
    mayFillIn: await fillsIn(tx, { processId: head.id, definition, state, action, giver }),
  })
}

type Giver = Omit<CommandHead, 'ids'>

type FillInContext = {
  readonly processId: Id
  readonly definition: Definition
  readonly state: State
  readonly action: Action
  readonly giver: Giver
}

/** Whether the form is its giver's to fill in; where he stands in for a person that is a question to the organisation. */
const fillsIn = async (tx: Tx, { processId, definition, state, action, giver }: FillInContext): Promise<boolean> => {
  if (action.t !== 'approve' && action.t !== 'resubmit') return true
  const assigneeUid = action.t === 'approve' ? findTask(state, action.taskId)?.task.user : state.initiator
  if (assigneeUid === giver.actor) return true
  const { allowed } = await withFacts(tx, { processId, definition }, (directory, ids) =>
    mayFillIn(definition, state, { ...action, ...giver, ids }, directory),
  )
  return allowed
}

/** A change of a document takes the new amount along, so that what comes after the change is decided by it. */
const withAmount = (
  documents: DocumentPort,
  definition: Definition,
  state: State | undefined,
  action: Action,
): { action: Action; definition: Definition } => {
  if (!state || definition.form.kind !== 'document') return { action, definition }
  if ((action.t !== 'approve' && action.t !== 'updateForm' && action.t !== 'serviceDone') || !action.patch) return { action, definition }
  const form = unmarked({ ...state.form, ...overlay(state.form, action.patch) })
  const amount = documents.amountOf(definition.form.docType, form)
  if (amount === null || amount === state.form['amount']) return { action, definition }
  return { action: { ...action, patch: { ...action.patch, amount } }, definition: withFreed(definition, ['amount']) }
}

/** The title, the line below it and the amount in lists, as the form is now and as far as all may read it. */
const withForm = async ({ tx, head, before, state, definition, versions }: Work): Promise<Head> => {
  const { form, version, initiator } = assertDefined(state, 'the process')
  const storedDefinition = versions.get(version) ?? definition
  const design = await designOf(tx, storedDefinition)
  const current = withDeducedHidden(storedDefinition, design)
  const kind = documentKind(head.documentKind ?? '')
  const isStale = before !== undefined && (before.form !== form || before.version !== version)
  const texts = isStale ? toldToAll(current, design ? await formTexts(tx, design, form) : plainTexts(form)) : {}
  const title = isStale ? titleFrom(current.policy.title, texts, await namesIn(tx, current.key, initiator, kind)) : head.title
  if (!design) {
    if (!kind) return { ...head, title }
    const readers = readersOf(current)
    return {
      ...head,
      title,
      ...(readers.some((fields) => hidesThings(kind, fields)) && { summary: '' }),
      ...(readers.some((fields) => hidesAmount(kind, fields)) && { amount: null }),
    }
  }
  const summary = isStale ? summaryOf(design, texts, current.policy.summaryFields) : head.summary
  return { ...head, title, summary: summary.slice(0, 300), amount: amountToldOf(current, design, form) }
}

const laterThan = (tx: Tx, earlier: Moment | undefined): Moment => {
  const now = new Date(tx.now()).toISOString()
  return earlier !== undefined && earlier > now ? earlier : now
}

const followDocument = async (work: Work, documentId: Id, event: Event, uid: Id): Promise<void> => {
  const { tx, documents } = work
  if (event.t === 'FormPatched' && !work.documentIsNew) {
    await documents.patch(tx, documentId, event.patch, uid)
    const { summary } = await documents.load(tx, documentId)
    work.head = { ...work.head, summary }
  }
  if (event.t === 'Returned') await documents.closed(tx, documentId, 'returned', uid)
  if (event.t === 'Ended' && event.outcome !== 'approved') await documents.closed(tx, documentId, event.outcome, uid)
}

/**
 * Lets the books take an approved document. Where they refuse, what they had begun is rolled back, the approval stands, and an
 * incident keeps the reason until a person tries again or gives up; but what the person who acts `hears` at once is thrown.
 */
const postDocument = async (work: Work, documentId: Id, uid: Id, hears: (refusalError: RefusalError) => boolean): Promise<void> => {
  const { tx, documents, head } = work
  const receipt = await tx.attempt(() => documents.approved(tx, documentId, head.id, uid))
  if (!(receipt instanceof RefusalError)) {
    await decideOn(work, { actor: systemActor, action: { t: 'postingDone', receipt }, commandId: randomUUID(), via: 'system' })
    return
  }
  if (hears(receipt)) throw receipt
  work.incident = receipt.refusal
  await decideOn(work, {
    actor: systemActor,
    action: { t: 'postingFailed', error: receipt.refusal },
    commandId: randomUUID(),
    via: 'system',
  })
}

const finish = async (work: Work): Promise<CommandOutcome> => {
  const { tx, before, entries, versions, definition } = work
  const head = await withForm(work)
  const waits = entries.some(({ events }) => events.some(({ t }) => t === 'TimerSet'))
  const calendar = waits ? await workCalendarOf(tx) : workCalendar(standardCalendar)
  const { state, changes } = changesOf(
    before,
    entries,
    (version) => versions.get(version) ?? definition,
    (from, wait) => dueAt(from, wait, calendar),
  )
  const history = { head, entries, state, definition: versions.get(state.version) ?? definition }
  const incident = work.incident ? { kind: 'posting' as const, stepId: null, refusal: work.incident } : serviceIncident(history)
  await Promise.all([
    write(tx, { head, before, state, entries, changes, incident, parts: parentParts(tx, history) }),
    askServices(tx, history),
    followChildren(tx, history),
    closeNamedFiles(tx, history, before),
    followRevocation(
      tx,
      head.id,
      state.flowKey,
      entries.flatMap(({ events }) => events),
    ),
    tell(tx, { head, state, entries, changes, admins: await overseersOf(tx, definition, entries) }),
  ])
  return { processId: head.id, status: state.status, rev: state.rev, repeated: false }
}

type ProcessHistory = { readonly head: Head; readonly entries: readonly Entry[]; readonly state: State; readonly definition: Definition }

/** What a form, an opinion or a comment newly names is open to the readers of the process alone; a document's own files are its own affair. */
const closeNamedFiles = async (tx: Tx, { head, entries, state, definition }: ProcessHistory, before: State | undefined): Promise<void> => {
  const design = before?.formRev === state.formRev ? undefined : await designOf(tx, definition)
  const inForm = design ? filePathsIn(design, state.form) : []
  const attachedPaths = entries.flatMap(({ events }) => events.flatMap((event) => ('attachments' in event ? event.attachments : [])))
  await closeFiles(tx, [...inForm, ...attachedPaths], { noun: 'process', id: head.id })
}

/** Those of the flow's admins who are in service, otherwise the organisation's; asked only where something failed. */
const overseersOf = async (tx: Tx, { policy }: Definition, entries: readonly Entry[]): Promise<readonly Id[]> => {
  if (!entries.some(({ events }) => events.some(({ t }) => t === 'ServiceFailed' || t === 'PostingFailed'))) return []
  const people = await tx.query<{ id: Id }>(
    `select id from person where org_id = $1 and id = any ($2::bigint[]) and state = 'active' and deleted_at is null order by id`,
    [tx.orgId, policy.admins],
  )
  return people.length > 0 ? people.map(({ id }) => id) : administrators(tx)
}

/** What a title calls the flow and the person who asked. */
const namesIn = async (
  tx: Tx,
  flowKey: string,
  initiator: Id,
  kind: DocumentKind | undefined,
): Promise<{ flow: string; initiator: string }> => {
  const { flow, person } = await onlyRow(
    tx.query<{ flow: string; person: string }>(
      `select f.name as flow, p.user_name as person from wf_flow f join person p on p.org_id = $1 and p.id = $3 where f.org_id = $1 and f.flow_key = $2`,
      [tx.orgId, flowKey, initiator],
    ),
  )
  return { flow: kind ? titleFor(kind, false) : purposeOf(flow), initiator: person }
}

const personText = `
  select p.user_name, p.dept_id, coalesce(p.dept_id = v.dept_id, false) or exists (
    select from person_department d where d.org_id = $1 and d.uid = p.id and d.dept_id = v.dept_id) as member
  from person p cross join (select (select $3::bigint) as dept_id) v where p.org_id = $1 and p.id = $2`

const chosenOf = (choices: StartInput['chosen']): Record<string, Id[]> =>
  Object.fromEntries(Object.entries(choices ?? {}).map(([node, uids]) => [node, [...uids]]))

/** What a title or summary may show of a form: texts and numbers, never ids of lists and tables. */
const plainTexts = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))

const plainSummary = ({ policy }: Definition, texts: Readonly<Record<string, string>>): string =>
  policy.summaryFields
    .flatMap((path) => texts[path] ?? [])
    .join('，')
    .slice(0, 300)
