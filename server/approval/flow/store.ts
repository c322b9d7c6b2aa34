import type { Moment } from '../../../kernel/day.ts'
import { type Decimal, isDecimal } from '../../../kernel/decimal.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { lastOf, firstOf } from '../../../kernel/assert.ts'
import { keepRecent } from '../../../kernel/recent.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Definition } from '../../../domain/approval/flow/definition.ts'
import { type Entry, eventSchema } from '../../../domain/approval/flow/event.ts'
import { isEnded, type State } from '../../../domain/approval/flow/state.ts'
import { stateSchema, upgradeState } from '../../../domain/approval/flow/upgradeState.ts'
import { waitsForNobody } from '../../../domain/approval/process/stuck.ts'
import { NotFound } from '../../httpError.ts'
import type { Tx } from '../../db/tx.ts'
import { administratorRole, administrators, administratorsText } from '../../access/people.ts'
import { type WritePart, writePart, writeTogether } from '../../db/writeTogether.ts'
import { monitorTable } from '../../../domain/approval/process/applyingTable.ts'
import { raise } from '../../eventRules/raise.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { searchTextOf, storedGrams } from '../../search/searchText.ts'
import { keepFindable } from './search.ts'
import type { Changes, TaskRow } from './worklist.ts'

/** What stands beside the state of a process and never changes, but for the summary and the amount. */
export type Head = {
  readonly id: Id
  /** What people call it by: unique in the organisation. */
  readonly number: string
  readonly documentKind: string | null
  readonly documentId: Id | null
  readonly title: string
  readonly summary: string
  /** Where the form itself says what the amount is; else it is the field of that name. */
  readonly amount?: Decimal | null | undefined
  readonly createdAt: string
  /** What a new process is found by besides; unsaid where it is read when the process is written. */
  readonly texts?: { readonly applicant: string; readonly code: string } | undefined
}

/** A process under its lock. */
export type LockedProcess = { readonly head: Head; readonly state: State; readonly definition: Definition }

/** An earlier command with the same id. */
/** A process, or that of a task. */
export type Target = { readonly processId: Id } | { readonly taskId: Id }

export type Earlier = { readonly processId: Id; readonly actor: string }

/**
 * Locks a process, then reads what a decision needs besides. The look for an earlier command with the same id is a statement of its
 * own that runs under the lock: a part of the locking statement would see what was there before it waited.
 */
export const lockProcess = async (tx: Tx, target: Target, commandId: string): Promise<LockedProcess & { earlier: Earlier | undefined }> => {
  const byTask = 'taskId' in target
  const [[row], earlier] = await Promise.all([
    tx.query<StoredProcess & { admins: Id[] }>(byTask ? lockByTaskText : lockText, [
      tx.orgId,
      byTask ? target.taskId : target.processId,
      administratorRole(tx),
    ]),
    findCommand(tx, commandId),
  ])
  if (!row) throw new NotFound()
  return { ...(await fromRow(tx, row, row.admins)), earlier }
}

/** The same without a lock, for looking only. */
export const readProcess = async (tx: Tx, target: Target): Promise<LockedProcess> => {
  const byTask = 'taskId' in target
  const [[row], admins] = await Promise.all([
    tx.query<StoredProcess>(byTask ? readByTaskText : readText, [tx.orgId, byTask ? target.taskId : target.processId]),
    administrators(tx),
  ])
  if (!row) throw new NotFound()
  return fromRow(tx, row, admins)
}

export const findCommand = async (tx: Tx, commandId: string): Promise<Earlier | undefined> => {
  const [row] = await tx.query<{ instance_id: Id; actor: string }>(
    'select instance_id, actor from wf_event where org_id = $1 and command_id = $2',
    [tx.orgId, commandId],
  )
  return row && { processId: row.instance_id, actor: row.actor }
}

/** The log of a process, in order. */
export const readEntries = async (tx: Tx, processId: Id): Promise<Entry[]> => {
  const rows = await tx.query<{ seq: number; at: string; actor: string; via: Entry['via']; command_id: string; events: Entry['events'] }>(
    'select seq, at, actor, via, command_id, events from wf_event where org_id = $1 and instance_id = $2 order by seq',
    [tx.orgId, processId],
  )
  return rows.map(({ command_id: commandId, ...entry }) => ({ ...entry, commandId }))
}

/** A published definition as the flow's administrators see it: where it names none, those of the organisation stand in. */
export const loadDefinition = async (tx: Tx, flowKey: string, version: number, admins: readonly Id[]): Promise<Definition> => {
  const storedDefinition = await knownDefinition(tx, flowKey, version)
  if (storedDefinition.plain.policy.admins.length > 0) return storedDefinition.plain
  const adminKey = admins.join()
  if (storedDefinition.admins !== adminKey) {
    storedDefinition.staffed = { ...storedDefinition.plain, policy: { ...storedDefinition.plain.policy, admins: [...admins] } }
    storedDefinition.admins = adminKey
  }
  return storedDefinition.staffed
}

/** A published definition as it was published. */
export const publishedDefinition = async (tx: Tx, flowKey: string, version: number): Promise<Definition> =>
  (await knownDefinition(tx, flowKey, version)).plain

/** What must be written after some commands on one process. */
export type ProcessWrite = {
  readonly head: Head
  /** Undefined where it is new. */
  readonly before: State | undefined
  readonly state: State
  readonly entries: readonly Entry[]
  readonly changes: Changes
  /** What goes into the same statement. */
  readonly parts?: readonly WritePart[]
  readonly incident?:
    | { readonly kind: 'posting' | 'service' | 'child'; readonly stepId: string | null; readonly refusal: Refusal }
    | undefined
}

/** Writes everything in one flight: process, log, lists. Two commands that decided on the same state collide on the log's key. */
export const write = async (tx: Tx, processWrite: ProcessWrite): Promise<void> => {
  const { head, entries, changes } = processWrite
  const { at } = lastOf(entries)
  const search = processWrite.before ? '' : searchTextIn(head)
  await Promise.all([
    writeTogether(tx, [
      ...eventParts(tx, head.id, entries),
      ...taskParts(tx, processWrite),
      ...participantParts(tx, processWrite),
      ...(processWrite.parts ?? []),
      ...(search === '' ? [] : [writePart(insertGramsText, [tx.orgId, head.id, storedGrams(search)])]),
      processPart(tx, processWrite, search, at),
    ]),
    ...findableStatements(tx, processWrite),
    ...sharedStatements(tx, head.id, changes),
    ...timerStatements(tx, head.id, changes),
    ...incidentStatements(tx, processWrite, at),
    raiseStatus(tx, processWrite),
  ])
}

/** Lets rules hear that an application began or ended. */
const raiseStatus = async (tx: Tx, { head, before, state }: ProcessWrite): Promise<void> => {
  const subject = monitorTable.name
  if (!before) await raise(tx, [{ subject, event: 'started', rows: [head.id] }])
  if (before?.status !== state.status && isEndEvent(state.status)) await raise(tx, [{ subject, event: state.status, rows: [head.id] }])
}

const isEndEvent = (status: State['status']): status is 'approved' | 'rejected' | 'withdrawn' =>
  status === 'approved' || status === 'rejected' || status === 'withdrawn'

const processPart = (tx: Tx, { head, before, state, changes }: ProcessWrite, search: string, atIso: Moment): WritePart => {
  const { orgId } = tx
  const endedAt = isEnded(state) ? atIso : null
  const amount = head.amount === undefined ? amountOf(state) : head.amount
  const steps = JSON.stringify(changes.currentSteps)
  const stuck = waitsForNobody(state)
  if (before)
    return writePart(updateProcessText, [
      orgId,
      head.id,
      state.version,
      state.status,
      state.suspended,
      head.title,
      head.summary,
      amount,
      steps,
      state.formRev,
      state.rev,
      state,
      atIso,
      endedAt,
      stuck,
      stateSchema,
    ])
  return writePart(insertProcessText, [
    orgId,
    head.id,
    state.flowKey,
    state.version,
    state.status,
    state.initiator,
    state.dept || null,
    head.documentKind,
    head.documentId,
    head.title,
    head.summary,
    amount,
    steps,
    state.formRev,
    state.rev,
    state,
    head.createdAt,
    atIso,
    endedAt,
    head.number,
    stuck,
    stateSchema,
    search,
  ])
}

/** What a new process is found by; empty where that is read when it is written. */
const searchTextIn = ({ title, summary, texts, number }: Head): string =>
  texts ? searchTextOf([title, summary, texts.applicant, texts.code, number]) : ''

/** The log, and that the figures do not count it yet. */
const eventParts = (tx: Tx, processId: Id, entries: readonly Entry[]): WritePart[] => [
  writePart(insertEventsText, [
    tx.orgId,
    processId,
    eventSchema,
    entries.map(({ seq }) => seq),
    entries.map(({ at }) => at),
    entries.map(({ actor }) => actor),
    entries.map(({ via }) => via),
    entries.map(({ commandId }) => commandId),
    entries.map(({ events }) => JSON.stringify(events)),
  ]),
  writePart('insert into wf_stat_due (org_id, instance_id, seq) values ($1, $2, $3)', [tx.orgId, processId, firstOf(entries).seq]),
]

/** The lists of tasks. */
const taskParts = (tx: Tx, { head, state, changes }: ProcessWrite): WritePart[] => {
  const { orgId } = tx
  const createdTasks = changes.tasks.filter(({ place }) => place)
  const changedTasks = changes.tasks.filter(({ place }) => !place)
  const parts: WritePart[] = []
  if (createdTasks.length > 0)
    parts.push(
      writePart(insertTasksText, [
        orgId,
        head.id,
        state.flowKey,
        head.title,
        head.summary,
        state.initiator,
        JSON.stringify(createdTasks.map(newTaskJson)),
      ]),
    )
  if (changedTasks.length > 0) parts.push(writePart(updateTasksText, [orgId, JSON.stringify(changedTasks.map(taskJson)), head.id]))
  return parts
}

/** Of a new process none is there yet. */
const participantParts = (tx: Tx, { head, before, changes: { participants } }: ProcessWrite): WritePart[] =>
  participants.size === 0
    ? []
    : [
        writePart(before ? addParticipantsText : insertParticipantsText, [
          tx.orgId,
          head.id,
          [...participants.keys()],
          [...participants.values()],
        ]),
      ]

/** What lists show of a process and what it is found by, where that changed; another version may hide what they said. */
const findableStatements = (tx: Tx, { head, before, state }: ProcessWrite): Promise<unknown>[] => {
  if (!before) return head.texts ? [] : [keepFindable(tx, [head.id])]
  if (before.form === state.form && before.version === state.version) return []
  return [
    tx.query('update wf_task set title = $3, summary = $4 where org_id = $1 and instance_id = $2 and (title, summary) <> ($3, $4)', [
      tx.orgId,
      head.id,
      head.title,
      head.summary,
    ]),
    keepFindable(tx, [head.id]),
  ]
}

/** Copies and comments. */
const sharedStatements = (tx: Tx, processId: Id, changes: Changes): Promise<unknown>[] => {
  const { orgId } = tx
  const statements: Promise<unknown>[] = []
  if (changes.copies.length > 0) statements.push(tx.query(insertCopiesText, [orgId, processId, JSON.stringify(changes.copies)]))
  for (const { uid, at: readAt } of changes.copiesRead)
    statements.push(
      tx.query('update wf_cc set read_at = $4 where org_id = $1 and instance_id = $2 and uid = $3 and read_at is null', [
        orgId,
        processId,
        uid,
        readAt,
      ]),
    )
  for (const comment of changes.comments)
    statements.push(
      tx.query(
        'insert into wf_comment (org_id, id, instance_id, author_uid, body, mentions, attachments, at) values ($1, $2, $3, $4, $5, $6::bigint[], $7, $8)',
        [orgId, comment.id, processId, comment.author, comment.body, comment.mentions, JSON.stringify(comment.attachments), comment.at],
      ),
    )
  for (const { id, at: deletedAt } of changes.commentsDeleted)
    statements.push(tx.query('update wf_comment set deleted_at = $3 where org_id = $1 and id = $2', [orgId, id, deletedAt]))
  return statements
}

/** The kind of the jobs that wake a process. */
export const timerJob = 'workflow.timer'

type StoredProcess = {
  id: Id
  number: string
  flow_key: string
  version: number
  document_kind: string | null
  document_id: Id | null
  title: string
  summary: string
  created_at: string
  state: State
  state_schema: number
}

const fromRow = async (tx: Tx, row: StoredProcess, admins: readonly Id[]): Promise<LockedProcess> => {
  const definition = await loadDefinition(tx, row.flow_key, row.version, admins)
  return {
    head: {
      id: row.id,
      number: row.number,
      documentKind: row.document_kind,
      documentId: row.document_id,
      title: row.title,
      summary: row.summary,
      createdAt: row.created_at,
    },
    state: row.state_schema < stateSchema ? upgradeState(definition, row.state) : row.state,
    definition,
  }
}

type KnownDefinition = { readonly plain: Definition; staffed: Definition; admins: string }

const knownDefinition = async (tx: Tx, flowKey: string, version: number): Promise<KnownDefinition> => {
  const key = `${tx.orgId}/${flowKey}/${version}`
  const cachedDefinition = definitions.get(key)
  if (cachedDefinition) return cachedDefinition
  const [row] = await tx.query<{ body: Definition }>(
    'select body from wf_definition where org_id = $1 and flow_key = $2 and version = $3',
    [tx.orgId, flowKey, version],
  )
  if (!row) throw new NotFound()
  const read: KnownDefinition = { plain: row.body, staffed: row.body, admins: '' }
  keepRecent(definitions, key, read, definitionsAtMost)
  return read
}

/** Definitions never change once published, so they are read once. */
const definitions = new Map<string, KnownDefinition>()
const definitionsAtMost = 2000

const amountOf = ({ form }: State): Decimal | null => {
  const { amount } = form
  return isDecimal(amount) && /^-?\d+(\.\d{1,2})?$/.test(amount) ? amount : null
}

const newTaskJson = (row: TaskRow) => ({ ...taskJson(row), ...row.place })

const taskJson = ({ place: _place, ...row }: TaskRow) => ({ ...row, setBehalf: row.onBehalfOf !== undefined })

const timerStatements = (tx: Tx, processId: Id, changes: Changes): Promise<unknown>[] => {
  const statements: Promise<unknown>[] = []
  const keyOf = (timer: string) => `${processId}/${timer}`
  if (changes.timersDropped)
    statements.push(
      tx.query(
        'delete from job where org_id = $1 and id in (select id from job where org_id = $1 and kind = $2 and key like $3 for update skip locked)',
        [tx.orgId, timerJob, `${processId}/%`],
      ),
    )
  const removedTimers = [...changes.timers].filter(([, due]) => due === null).map(([timer]) => keyOf(timer))
  if (removedTimers.length > 0) statements.push(tx.query(deleteTimersText, [tx.orgId, timerJob, removedTimers]))
  for (const [timer, due] of changes.timers) {
    if (due !== null) statements.push(enqueue(tx, { kind: timerJob, key: keyOf(timer), body: { processId, timer }, dueAt: due }))
  }
  return statements
}

/** What was wrong is over when the books took the document or no one waits for them, when a step was left or its service asked again. */
/** What was an incident and is over, and the one that came. */
const incidentStatements = (tx: Tx, processWrite: ProcessWrite, atIso: Moment): Promise<unknown>[] => {
  const { head, incident } = processWrite
  const statements = resolvingStatements(tx, processWrite, atIso)
  if (incident)
    statements.push(
      tx.query(
        `insert into wf_incident (org_id, id, instance_id, kind, step_id, reason, words, params, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (org_id, instance_id, kind, coalesce(step_id, ''), coalesce(item, -1)) where resolved_at is null
         do update set reason = excluded.reason, words = excluded.words, params = excluded.params`,
        [
          tx.orgId,
          newId(),
          head.id,
          incident.kind,
          incident.stepId,
          incident.refusal.reason,
          incident.refusal.words,
          incident.refusal.params,
          atIso,
        ],
      ),
    )
  return statements
}

const resolvingStatements = (tx: Tx, { head, before, state, entries }: ProcessWrite, atIso: Moment): Promise<unknown>[] => {
  const isBooked = before?.status === 'posting' && state.status !== 'posting'
  const isAnswered = before?.steps.some(({ waitsFor }) => waitsFor === 'service' || waitsFor === 'child') === true
  if (!isBooked && !isAnswered) return []
  const resolver = firstOf(entries).actor
  const events = entries.flatMap((entry) => entry.events)
  const askedAgain = new Set(events.flatMap((event) => (event.t === 'ServiceRequested' ? [event.step] : [])))
  const waitingSteps = state.steps.map(({ id }) => id).filter((id) => !askedAgain.has(id))
  const endedChildren = events.flatMap((event) =>
    event.t === 'ChildEnded' && event.item !== undefined ? [`${event.step}/${event.item}`] : [],
  )
  return [
    tx.query(
      `update wf_incident set resolved_at = $3, resolved_by = $4, resolution = $5
       where org_id = $1 and instance_id = $2 and resolved_at is null
         and case kind when 'posting' then $6::boolean
             else not coalesce(step_id = any ($7::text[]), false) or coalesce(step_id || '/' || item = any ($8::text[]), false) end`,
      [tx.orgId, head.id, atIso, /^\d+$/.test(resolver) ? resolver : null, state.status, isBooked, waitingSteps, endedChildren],
    ),
  ]
}

const processColumns =
  'i.id, i.number, i.flow_key, i.version, i.document_kind, i.document_id, i.title, i.summary, i.created_at, i.state, i.state_schema'
const fromProcess = 'from wf_instance i where i.org_id = $1 and i.id ='
const taskProcess = '(select t.instance_id from wf_task t where t.org_id = $1 and t.id = $2)'
const readText = `select ${processColumns} ${fromProcess} $2`
const readByTaskText = `select ${processColumns} ${fromProcess} ${taskProcess}`
const lockColumns = `${processColumns}, array(${administratorsText('$3')}) as admins`
const lockText = `select ${lockColumns} ${fromProcess} $2 for no key update of i`
const lockByTaskText = `select ${lockColumns} ${fromProcess} ${taskProcess} for no key update of i`

const insertProcessText = `
  insert into wf_instance (org_id, id, flow_key, version, status, initiator_uid, dept_id, document_kind, document_id, title, summary, amount,
                           current_steps, form_rev, rev, state, created_at, updated_at, ended_at, number, stuck, state_schema, search)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`
const insertGramsText = 'insert into wf_instance_search (org_id, instance_id, grams) values ($1, $2, $3)'
const updateProcessText = `
  update wf_instance set version = $3, status = $4, suspended = $5, title = $6, summary = $7, amount = $8, current_steps = $9, form_rev = $10, rev = $11,
                         state = $12, updated_at = $13, ended_at = $14, stuck = $15, state_schema = $16
  where org_id = $1 and id = $2`
const insertEventsText = `
  insert into wf_event (org_id, instance_id, seq, at, actor, via, command_id, schema, events)
  select o.org_id, $2, e.seq, e.at, e.actor, e.via, e.command_id, $3, e.events::jsonb
  from organisation o cross join unnest($4::int[], $5::timestamptz[], $6::text[], $7::text[], $8::uuid[], $9::text[]) as e (seq, at, actor, via, command_id, events) where o.org_id = $1
  order by e.seq`

const insertTasksText = `
  insert into wf_task (org_id, id, instance_id, step_id, node_id, node_name, kind, assignee_uid, on_behalf_of, parent_id, status, automatic, claimed,
                       cancel_why, opened_at, decided_at, due_at, read_at, urged_at, flow_key, title, summary, initiator_uid)
  select o.org_id, r.id, $2, r."stepId", r."nodeId", r."nodeName", r.kind, r.assignee, r."onBehalfOf", r.parent, r.status, coalesce(r.automatic, false),
         coalesce(r.claimed, false), r."cancelWhy", r."openedAt", r."decidedAt", r."dueAt", r."readAt", r."urgedAt", $3, $4, $5, $6
  from organisation o cross join jsonb_to_recordset($7) as r (id bigint, "stepId" text, "nodeId" text, "nodeName" text, kind text, assignee bigint, "onBehalfOf" bigint,
    parent bigint, status smallint, automatic boolean, claimed boolean, "cancelWhy" text, "openedAt" timestamptz, "decidedAt" timestamptz,
    "dueAt" timestamptz, "readAt" timestamptz, "urgedAt" timestamptz) where o.org_id = $1`
const updateTasksText = `
  update wf_task t set
    node_id = coalesce(r."nodeId", t.node_id),
    node_name = coalesce(r."nodeName", t.node_name),
    assignee_uid = coalesce(r.assignee, t.assignee_uid),
    on_behalf_of = case when r."setBehalf" then r."onBehalfOf" else t.on_behalf_of end,
    status = coalesce(r.status, t.status),
    automatic = coalesce(r.automatic, t.automatic),
    claimed = coalesce(r.claimed, t.claimed),
    cancel_why = coalesce(r."cancelWhy", t.cancel_why),
    opened_at = coalesce(r."openedAt", t.opened_at),
    decided_at = coalesce(r."decidedAt", t.decided_at),
    due_at = coalesce(r."dueAt", t.due_at),
    read_at = case when r."handedOn" then null else coalesce(r."readAt", t.read_at) end,
    urged_at = case when r."handedOn" then null else coalesce(r."urgedAt", t.urged_at) end
  from jsonb_to_recordset($2) as r (id bigint, "nodeId" text, "nodeName" text, assignee bigint, "onBehalfOf" bigint, "setBehalf" boolean, status smallint, automatic boolean,
    claimed boolean, "cancelWhy" text, "openedAt" timestamptz, "decidedAt" timestamptz, "dueAt" timestamptz, "readAt" timestamptz,
    "urgedAt" timestamptz, "handedOn" boolean)
  where t.org_id = $1 and t.instance_id = $3 and t.id = r.id`
/** A timer that goes off this moment holds its row and waits for the process: it is left alone, and finds itself gone. */
const deleteTimersText = `
  delete from job where org_id = $1 and id in (
    select id from job where org_id = $1 and kind = $2 and key = any ($3::text[]) for update skip locked)`
const insertParticipantsText = `
  insert into wf_participant as p (org_id, instance_id, uid, roles)
  select o.org_id, $2, u.uid, u.roles from organisation o cross join unnest($3::bigint[], $4::smallint[]) as u (uid, roles) where o.org_id = $1 order by u.uid`
const addParticipantsText = `${insertParticipantsText}
  on conflict (org_id, instance_id, uid) do update set roles = p.roles | excluded.roles where p.roles | excluded.roles <> p.roles`
const insertCopiesText = `
  insert into wf_cc as c (org_id, id, instance_id, uid, node_id, by_uid, comment, created_at)
  select o.org_id, r.id, $2, r.uid, r."nodeId", r.by, r.comment, r.at
  from organisation o cross join jsonb_to_recordset($3) as r (id bigint, uid bigint, "nodeId" text, by bigint, comment text, at timestamptz) where o.org_id = $1 order by r.uid
  on conflict (org_id, instance_id, uid, node_id) do update set by_uid = excluded.by_uid, comment = excluded.comment,
    created_at = excluded.created_at, read_at = null`
