import type { Moment } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { firstOf } from '../../../kernel/assert.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { type Approve, isHuman, type Definition, type NodeId } from '../../../domain/approval/flow/definition.ts'
import { systemActor } from '../../../domain/approval/flow/command.ts'
import type { Entry, Event } from '../../../domain/approval/flow/event.ts'
import { marked, visibleForm, type FieldPermissions, type Form } from '../../../domain/approval/form/form.ts'
import { tablesOf } from '../../../domain/approval/form/formDesign.ts'
import { withDeducedHidden } from '../../../domain/approval/flow/deducedHidden.ts'
import { planOf } from '../../../domain/approval/flow/plan.ts'
import { previewRest } from '../../../domain/approval/flow/preview.ts'
import {
  entryWords,
  progressOf,
  type ProgressPerson,
  type ProgressRow as ProgressLine,
  whyWords,
} from '../../../domain/approval/process/progress.ts'
import { lastApproval, type Offers, offersFor, removableSigns, rollBackTargets } from '../../../domain/approval/flow/offer.ts'
import { findTask, isEnded, openTasks, type State } from '../../../domain/approval/flow/state.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { PersonAnswer } from '../../../domain/approval/operations/flows.ts'
import type { Effects } from '../../../domain/approval/operations/approving.ts'
import { processStatuses } from '../../../domain/approval/flow/statuses.ts'
import type {
  FormAnswer,
  IncidentRow,
  ProcessDetail,
  ProcessPossibilities,
  ProgressRow,
} from '../../../domain/approval/operations/process.ts'
import { NotFound } from '../../httpError.ts'
import type { SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { changesFor, effectsFor, historyFor } from './detailBackground.ts'
import { designOf } from '../form/designs.ts'
import { formNames } from '../form/work.ts'
import { linksFor } from './links.ts'
import { peopleOf, processOf, tasksOf } from './lists.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { readRelations } from '../../documents/related.ts'
import { withFacts } from '../flow/run.ts'
import { seesAllFlows } from '../../access/roles/processRights.ts'
import { actorOf } from '../form/actor.ts'
import { type LockedProcess, readEntries, readProcess, type Target } from '../flow/store.ts'
import { childrenOf } from '../flow/subflowsAsk.ts'
import { mayOpen } from '../flow/visibility.ts'
import { revocationStanding } from './revocation/revocationStanding.ts'

/** Everything a phone needs to show a process and act on it, in one answer; NotFound for the person who has no part in it. */
export const detailOf = async (call: SignedIn, documents: DocumentPort, target: Target): Promise<ProcessDetail> => {
  const { tx, session } = call
  const lockedProcess = await openProcess(call, target)
  const { head, state, definition } = lockedProcess
  const ownTaskId = 'taskId' in target ? target.taskId : openTasks(state).find(({ task }) => task.user === session.uid)?.task.id
  const background = { processId: head.id, definition }
  const { uid, admin } = actorOf(session)
  const asker = { commandId: '', actor: uid, admin, at: new Date(call.at).toISOString(), via: 'mobile' as const }
  const { documentId, documentKind } = head
  const [entries, { offers }, process, tasks, comments, incidents, [dept], relations] = await Promise.all([
    readEntries(tx, head.id),
    withFacts(tx, background, (directory, ids) => offersFor({ definition, state }, { ...asker, ids }, ownTaskId, directory)),
    processOf(tx, head.id),
    ownTaskId === undefined ? [] : tasksOf(tx, [ownTaskId]),
    commentsOf(call, head.id, admin || definition.policy.admins.includes(uid)),
    incidentsOf(call, head.id),
    tx.query<{ name: string }>('select dept_name as name from department where org_id = $1 and id = $2', [tx.orgId, state.dept || null]),
    documentId === null || documentKind === null ? null : readRelations(tx, session, { id: documentId, kind: documentKind }),
  ])
  const heldTask = ownTaskId === undefined ? undefined : findTask(state, ownTaskId)
  const node = heldTask && planOf(definition).places.get(heldTask.step.node)?.node
  const mayKnow = (heldTask?.task.status === 'open' && heldTask.task.user === session.uid) || seesAllFlows(session)
  const design = await designOf(tx, definition)
  const readable = permissionsFor(session.uid, withDeducedHidden(definition, design), state, entries)
  const [[form, changes], progress, effects, history, revocation] = await Promise.all([
    formFor(call, documents, lockedProcess, readable).then(
      async (answer) => [answer, await changesFor(call, documents, { entries, form: answer, seenAt: tasks[0]?.readAt ?? null })] as const,
    ),
    progressFor(call, lockedProcess, entries),
    mayKnow ? effectsFor(call, documents, lockedProcess, readable.permissions) : nothingHappens,
    mayKnow && !isEnded(state) ? historyFor(call, documents, lockedProcess) : null,
    revocationStanding(call, head.id, state),
  ])
  return {
    process,
    relatedDocuments: relations?.relatedDocuments ?? null,
    deptName: dept?.name ?? '',
    revocation,
    proxy: state.proxy === undefined ? null : (await peopleOf(tx, [state.proxy]))(state.proxy),
    task: tasks[0] ?? null,
    require: node && isHuman(node) ? node.require : { comment: 'never', signature: false, attachment: false },
    form,
    progress,
    comments,
    unreadCopy: state.unread.includes(session.uid),
    actions: actionsOf(offers, call.language),
    ownApproval: lastApproval(state, session.uid) ?? null,
    rollBackTo: (ownTaskId !== undefined && offers.rollBack === true ? rollBackTargets(definition, state, ownTaskId) : []).map((nodeId) =>
      nodeInWords(definition, nodeId, call.language),
    ),
    choosesResubmit: node !== undefined && isHuman(node) && node.resubmit === 'approverChooses',
    rejection: node?.t === 'approve' ? inWords(call.language, rejectionWords(node)) : '',
    incidents,
    effects,
    changes,
    history,
  }
}

const actionsOf = (offers: Offers, language: 'zh' | 'en'): ProcessPossibilities =>
  Object.fromEntries(
    Object.entries(offers).map(([action, offer]) => [
      action,
      offer === true
        ? { allowed: true, reason: null, words: null }
        : { allowed: false, reason: offer.reason, words: inWords(language, offer.words, offer.params) },
    ]),
  ) as ProcessPossibilities

const nodeInWords = (definition: Definition, nodeId: NodeId | 'START', language: 'zh' | 'en') => ({
  nodeId,
  nodeName: nodeId === 'START' ? inWords(language, '发起人') : (planOf(definition).places.get(nodeId)?.node.name ?? nodeId),
})

const nothingHappens: Effects = { lines: [], lost: [] }

const rejectionWords = ({ onReject }: Approve): string => {
  if (onReject === 'end') return '驳回后申请结束'
  if (onReject === 'initiator') return '驳回后退给发起人修改'
  return '驳回后退回到前面的环节'
}

/** A process for the person who has a part in it or may look at all. */
export const openProcess = async ({ tx, session }: SignedIn, target: Target): Promise<LockedProcess> => {
  const lockedProcess = await readProcess(tx, target)
  if (!seesAllFlows(session) && !(await mayOpen(tx, lockedProcess.head.id, session.uid))) throw new NotFound()
  return lockedProcess
}

/** What happened and what is to be expected, in words of the reader's language. */
export const progressFor = async (
  call: SignedIn,
  { head, state, definition }: LockedProcess,
  entries?: readonly Entry[],
): Promise<ProgressRow[]> => {
  const { tx } = call
  const { uid, admin } = actorOf(call.session)
  const reader = { commandId: '', actor: uid, admin, at: new Date(call.at).toISOString(), via: 'mobile' as const, ids: [] }
  const removable = new Set(removableSigns(definition, state, reader))
  const [log, preview, due] = await Promise.all([
    entries ?? readEntries(tx, head.id),
    withFacts(tx, { processId: head.id, definition }, (directory) => previewRest(definition, state, directory)),
    tx.query<{ id: Id; due_at: Moment }>(
      'select id, due_at from wf_task where org_id = $1 and instance_id = $2 and status = 1 and due_at is not null',
      [tx.orgId, head.id],
    ),
  ])
  const told = await progressRows(call, definition, {
    entries: log,
    expected: preview.expected,
    dueAt: new Map(due.map((row) => [row.id, row.due_at])),
  })
  const rows = told.map((row) => ({
    ...row,
    people: row.people.map((person) => ({ ...person, removable: person.taskId !== null && removable.has(person.taskId) })),
  }))
  return rows.some(({ kind }) => kind === 'subFlow') ? withChildren(call, head.id, rows) : rows
}

/** Names the flows that steps have started, where the reader may open them. */
const withChildren = async ({ tx, session, language }: SignedIn, processId: Id, rows: ProgressRow[]): Promise<ProgressRow[]> => {
  const children = await childrenOf(tx, processId)
  const ids = [...children.values()].flatMap((places) => places.flatMap(({ childId }) => childId ?? []))
  const links = new Map((await linksFor(tx, session, ids)).map((link) => [link.id, link]))
  return rows.map((row) => {
    const places = children.get(row.key)
    if (!places) return row
    const linkOf = (id: Id | null) => (id === null ? undefined : links.get(id))
    const childLink = linkOf(firstOf(places).childId)
    if (firstOf(places).item === null) return childLink?.open ? { ...row, childProcessId: childLink.id } : row
    const endedPlaces = places.filter(({ status }) => status !== null && endings.has(status))
    const refusedPlaces = endedPlaces.filter(({ status }) => status !== 'approved')
    const counts = { n: endedPlaces.length, of: places.length, refused: refusedPlaces.length }
    const standingWords = inWords(language, counts.refused > 0 ? '已结束{n}/{of}，{refused}项未通过' : '已结束{n}/{of}', counts)
    return {
      ...row,
      reason: [row.reason, standingWords].filter(Boolean).join(inWords(language, '；')),
      children: places.map(({ childId }) => linkOf(childId) ?? null),
    }
  })
}

const endings: ReadonlySet<string> = new Set(['approved', 'rejected', 'withdrawn', 'terminated'])

type ProgressRowsInput = {
  readonly entries: readonly Entry[]
  readonly expected: readonly Event[]
  readonly dueAt?: ReadonlyMap<Id, Moment> | undefined
}

export const progressRows = async (
  call: SignedIn,
  definition: Definition,
  { entries, expected, dueAt = new Map() }: ProgressRowsInput,
): Promise<ProgressRow[]> => {
  const { tx, language } = call
  const now = new Date(call.at).toISOString()
  const lines = progressOf(definition, entries, expected, now)
  const uids = lines.flatMap(({ people }) =>
    people.flatMap(({ user, by, onBehalfOf, moves = [] }) => [
      user,
      by,
      onBehalfOf,
      ...moves.flatMap((move) => [move.from, move.to, move.by]),
    ]),
  )
  const people = await peopleOf(tx, uids)
  const reasonWords = (why: (typeof lines)[number]['why']): string => {
    const words = why && entryWords[why]
    return words ? inWords(language, words) : ''
  }
  return lines.map((line) => ({
    key: line.key,
    nodeId: line.node,
    nodeName: line.name || inWords(language, lineName(line)),
    kind: line.kind,
    visit: line.visit,
    state: line.status,
    reason: reasonWords(line.why),
    comment: line.comment ? inWords(language, line.comment, refusalParams(line, entries)) : '',
    tally: line.tally ?? null,
    startedAt: line.at ?? null,
    endedAt: line.leftAt ?? null,
    waitSeconds: line.waitedSeconds ?? null,
    arms: line.arms,
    choose: line.choose ? { by: line.choose.by, many: line.choose.multi } : null,
    people: line.people.map((person) => personRowOf(person, { people, dueAt, now, language })),
  }))
}

type PersonContext = {
  readonly people: (uid: Id) => PersonAnswer
  /** When tasks are due. */
  readonly dueAt: ReadonlyMap<Id, Moment>
  readonly now: Moment
  readonly language: 'zh' | 'en'
}

const personRowOf = (person: ProgressPerson, { people, dueAt, now, language }: PersonContext): ProgressRow['people'][number] => {
  const reason = person.why && whyWords(person.why)
  const due = person.task === undefined ? undefined : dueAt.get(person.task)
  return {
    ...people(person.user),
    taskId: person.task ?? null,
    onBehalfOf: person.onBehalfOf === undefined ? null : people(person.onBehalfOf),
    by: person.by === undefined ? null : people(person.by),
    state: person.verdict,
    why: reason ? inWords(language, reason.words, reason.params) : '',
    comment: person.comment ?? '',
    signature: person.signature ?? null,
    attachments: person.attachments ?? [],
    at: person.decidedAt ?? null,
    waitSeconds: person.waitedSeconds ?? null,
    read: person.read === true,
    urged: person.urged ?? 0,
    dueAt: due ?? null,
    overdue: due !== undefined && due < now,
    moves: (person.moves ?? []).map((move) => ({
      ...move,
      from: people(move.from),
      to: people(move.to),
      by: move.by === systemActor ? null : people(move.by),
    })),
    removable: false,
  }
}

/** An incident with its sentence whole, in the reader's language. */
export const incidentInWords = <R extends { readonly words: string; readonly params: Params }>(language: 'zh' | 'en', row: R): R => ({
  ...row,
  words: inWords(language, row.words, row.params),
})

/** The incidents of a process that no one has dealt with yet. */
export const incidentsOf = async ({ tx, language }: Pick<SignedIn, 'tx' | 'language'>, processId: Id): Promise<IncidentRow[]> => {
  const rows = await tx.query<Omit<IncidentRow, 'process'>>(
    `select id, instance_id as "processId", kind, reason, words, params, created_at as "createdAt"
     from wf_incident where org_id = $1 and instance_id = $2 and resolved_at is null order by created_at, id`,
    [tx.orgId, processId],
  )
  return rows.map((row) => ({ ...incidentInWords(language, row), process: null }))
}

const lineNames: Partial<Record<ProgressLine['kind'], string>> = {
  start: '发起',
  resubmit: '重新提交',
  return: '退回发起人',
  rollBack: '退回',
  withdraw: '撤回',
  skip: '管理员跳过',
  jump: '管理员跳转',
  askAgain: '重新审批',
  suspend: '暂停',
  resume: '恢复办理',
  post: '入账',
  cc: '抄送',
}

const lineName = ({ kind, outcome }: ProgressLine): string => {
  if (kind !== 'end') return lineNames[kind] ?? ''
  return outcome ? processStatuses[outcome] : '结束'
}

/** The values of the sentence with which the books refused. */
const refusalParams = ({ kind, status, comment }: ProgressLine, entries: readonly Entry[]): Params => {
  if (kind !== 'post' || status !== 'incident') return {}
  const failures = entries.flatMap(({ events }) => events).filter((event) => event.t === 'PostingFailed')
  return failures.find(({ error }) => error.words === comment)?.error.params ?? {}
}

const commentsOf = async ({ tx, session }: SignedIn, processId: Id, removesAny: boolean): Promise<ProcessDetail['comments']> => {
  const rows = await tx.query<{ id: Id; author_uid: Id; body: string; mentions: Id[]; attachments: string[]; at: string }>(
    'select id, author_uid, body, mentions, attachments, at from wf_comment where org_id = $1 and instance_id = $2 and deleted_at is null order by at, id',
    [tx.orgId, processId],
  )
  const people = await peopleOf(
    tx,
    rows.flatMap(({ author_uid, mentions }) => [author_uid, ...mentions]),
  )
  return rows.map((row) => ({
    id: row.id,
    author: people(row.author_uid),
    body: row.body,
    mentions: row.mentions.map(people),
    attachments: row.attachments,
    at: row.at,
    mine: row.author_uid === session.uid,
    removable: removesAny || row.author_uid === session.uid,
  }))
}

/** The form as one person may see and change it. */
const formFor = async (
  { tx }: SignedIn,
  documents: DocumentPort,
  lockedProcess: LockedProcess,
  { permissions, unnamed }: ReturnType<typeof permissionsFor>,
): Promise<FormAnswer> => {
  const { head, state, definition } = lockedProcess
  return formAnswer(tx, documents, definition, {
    documentId: head.documentId,
    form: state.form,
    formRev: state.formRev,
    permissions,
    unnamed,
  })
}

export const formAnswer = async (
  tx: Tx,
  documents: DocumentPort,
  definition: Definition,
  {
    documentId,
    form,
    formRev,
    permissions,
    unnamed,
  }: {
    documentId: Id | null
    form: Form
    formRev: number
    permissions: FieldPermissions
    unnamed: 'read' | 'write'
  },
): Promise<FormAnswer> => {
  const writes = unnamed === 'write' || Object.values(permissions).some((permission) => permission === 'write' || permission === 'required')
  const kind = definition.form.kind === 'document' ? definition.form.docType : null
  const design = await designOf(tx, definition)
  const visibleValues = visibleForm(permissions, form)
  const values = writes ? marked(visibleValues, design ? tablesOf(design).map(({ key }) => key) : ['lines']) : visibleValues
  const readNames = async () => {
    if (design) return formNames(tx, design, visibleValues)
    return kind === null ? { names: {}, pictures: {} } : documents.names(tx, kind, visibleValues)
  }
  const formNamesFound = await readNames()
  return {
    kind: definition.form.kind,
    documentKind: kind,
    documentId,
    formKey: definition.form.kind === 'custom' ? definition.form.formKey : null,
    design: design ?? null,
    formRev,
    values,
    permissions,
    unnamed,
    ...formNamesFound,
  }
}

/** The person who is asked sees the form as his step says, the initiator as the start says, everyone else what no step of his hides. */
export const permissionsFor = (
  uid: Id,
  definition: Definition,
  state: State,
  entries: readonly Entry[],
): { permissions: FieldPermissions; unnamed: 'read' | 'write' } => {
  const { places } = planOf(definition)
  const fieldsAt = (id: string): FieldPermissions => {
    const node = places.get(id)?.node
    return node && 'fields' in node ? node.fields : {}
  }
  const ownTasks = openTasks(state).filter(({ task }) => task.user === uid)
  if (ownTasks.length > 0) return { permissions: Object.assign({}, ...ownTasks.map(({ step }) => fieldsAt(step.node))), unnamed: 'read' }
  const isApplicant = uid === state.initiator || uid === state.proxy
  if (isApplicant && state.status === 'returned') return { permissions: definition.startFields, unnamed: 'write' }
  const seenPermissions = isApplicant ? [definition.startFields] : nodesOf(uid, entries).map(fieldsAt)
  const hidden = seenPermissions.flatMap((fields) => Object.keys(fields).filter((path) => fields[path] === 'hide'))
  return { permissions: Object.fromEntries(hidden.map((path) => [path, 'hide' as const])), unnamed: 'read' }
}

/** The steps at which a person was asked or copied. */
const nodesOf = (uid: Id, entries: readonly Entry[]): string[] =>
  entries.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.t === 'StepEntered') return event.tasks.some(({ user }) => user === uid) ? [event.node] : []
      return event.t === 'Copied' && event.node !== null && event.users.some(({ user }) => user === uid) ? [event.node] : []
    }),
  )
