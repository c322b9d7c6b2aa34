import type { Moment } from '../../../kernel/day.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { systemActor } from '../flow/command.ts'
import { type ArmId, type Definition, type Node, type NodeId, type Range, isHuman } from '../flow/definition.ts'
import type { UserId } from '../form/form.ts'
import type { CancelWhy, Entry, EntryWhy, Event } from '../flow/event.ts'
import { blocksAround, planOf } from '../flow/plan.ts'
import { talliesOf } from './tally.ts'
import type { Tally } from '../flow/vote.ts'
import type { Auto, Outcome, StepId, Task, TaskId, AssignmentReason, WhyRule } from '../flow/state.ts'

/** One line of the progress of a process: where it was, is and will be. */
export type ProgressRow = {
  /** The step, or a name that is unique in the list. */
  key: string
  kind:
    | Node['t']
    | 'start'
    | 'resubmit'
    | 'return'
    | 'rollBack'
    | 'withdraw'
    | 'skip'
    | 'jump'
    | 'askAgain'
    | 'suspend'
    | 'resume'
    | 'post'
    | 'end'
  /** Null for what belongs to no node. */
  node: NodeId | null
  name: string
  visit: number
  status: 'done' | 'active' | 'rejected' | 'closed' | 'incident' | 'expected'
  people: ProgressPerson[]
  at?: Moment
  leftAt?: Moment
  /** From entering to leaving, or to now. */
  waitedSeconds?: number
  /** Why it was entered, or passed without anyone, the way it was. */
  why?: EntryWhy | Auto
  /** How its votes stand, stood when it was left, or will be counted. */
  tally?: Tally
  /** The arms around it, outermost first. */
  arms: { block: NodeId; arm: ArmId }[]
  outcome?: Outcome
  comment?: string
  /** Someone is still to be chosen here. */
  choose?: { by: 'initiator' | 'previous'; range: Range; multi: boolean }
}

export type ProgressPerson = {
  task?: TaskId
  user: UserId
  onBehalfOf?: UserId
  /** Who really acted, where it was an agent; who copied a person by hand. */
  by?: UserId
  verdict: Task['status'] | 'returned' | 'copied' | 'did' | 'expected'
  cancelled?: CancelWhy
  auto?: Auto
  why?: AssignmentReason
  comment?: string
  signature?: string
  attachments?: string[]
  openedAt?: Moment
  decidedAt?: Moment
  waitedSeconds?: number
  read?: boolean
  urged?: number
  owner?: UserId
  /** Behind whose vote he signs, and on which side of it. */
  sign?: { parent: TaskId; where: 'before' | 'after' }
  /** How the task came to this person, the earliest first. */
  moves?: ProgressMove[]
}

/** A task handed on, or a person asked to sign as well; `by` is who did it, `from` who had or asked. */
export type ProgressMove = {
  kind: Extract<Event, { t: 'TaskMoved' }>['kind'] | 'addSign'
  from: UserId
  to: UserId
  by: UserId
  comment: string
  at: Moment
}

/** Folds what happened, and after it what is expected, into rows. `now` ends the waiting of what is still open. */
export const progressOf = (definition: Definition, entries: readonly Entry[], expected: readonly Event[], now: Moment): ProgressRow[] => {
  const tallies = talliesOf(entries, expected)
  const table: Table = { definition, rows: [], tasks: new Map(), steps: new Map(), tallies, future: false }
  for (const entry of entries) for (const event of entry.events) tell(table, event, entry)
  table.future = true
  const unknown = { at: now, actor: systemActor }
  for (const event of expected) tell(table, event, unknown)
  for (const row of table.rows) {
    close(row, now)
    row.people = inTurn(row.people)
  }
  return table.rows
}

/** Why someone is asked, as a sentence with places. */
export const whyWords = (reason: AssignmentReason): { words: string; params: Params } => ({
  words: ruleWords[reason.rule],
  params: reason.level === undefined ? {} : { level: reason.level },
})

/** Why a step was entered or passed on its own, in words; ordinary entries say nothing. */
export const entryWords: Partial<Record<EntryWhy | Auto, string>> = {
  rollback: '退回后重新审批',
  resumed: '重新提交后继续审批',
  takenBack: '拿回后重新审批',
  migrated: '流程升级后重新审批',
  jumped: '由管理员转到这里',
  raised: '内容调高，重新审批',
  skipped: '由管理员跳过',
  empty: '没有找到处理人',
  self: '发起人本人，自动通过',
  unchosen: '处理人待选择',
  failed: '外部服务失败',
  duplicate: '已审批过，自动通过',
  kept: '退回前已同意，自动通过',
  timeout: '超时自动处理',
}

const ruleWords: Record<WhyRule, string> = {
  users: '指定人员',
  role: '角色成员',
  deptHead: '第{level}级部门负责人',
  supervisors: '上级主管',
  chosenByInitiator: '发起人选择',
  chosenByPrevious: '上一环节选择',
  field: '表单中的人员',
  initiator: '发起人本人',
  locationManager: '位置管理员',
  assetCustodian: '资产保管人',
  warehouseKeeper: '仓库管理员',
  position: '按职位',
  members: '部门成员',
  admins: '没有找到处理人，由流程管理员处理',
  onEmpty: '没有找到处理人，由指定人员处理',
  selfManager: '发起人是处理人，由其上级处理',
  selfDeptHead: '发起人是处理人，由部门负责人处理',
  addSign: '受邀加签',
}

/** Who sends it back from which step. */
type SentBack = { step: StepId; by: UserId }

type Table = {
  sentBack?: SentBack
  definition: Definition
  rows: ProgressRow[]
  tasks: Map<TaskId, { person: ProgressPerson; row: ProgressRow }>
  steps: Map<StepId, ProgressRow>
  tallies: ReadonlyMap<StepId, Tally>
  future: boolean
}
type EventAuthor = { at: Moment; actor: UserId }
type Tellers = { [T in Event['t']]?: (table: Table, event: Extract<Event, { t: T }>, author: EventAuthor) => void }

const tell = (table: Table, event: Event, author: EventAuthor): void => {
  const teller = tellers[event.t] as ((table: Table, event: Event, author: EventAuthor) => void) | undefined
  teller?.(table, event, author)
}

const tellers: Tellers = {
  Started: (table, { initiator, proxy }, author) => {
    const row = act(table, author, { kind: 'start', user: proxy ?? initiator })
    if (proxy !== undefined) for (const person of row.people) person.onBehalfOf = initiator
  },
  Resubmitted: (table, event, author) => act(table, author, { kind: 'resubmit', user: event.by, comment: event.comment }),
  Rescued: (table, event, author) => act(table, author, { kind: event.how, user: event.by, comment: event.reason }),
  AskedAgain: (table, event, author) => {
    if (event.to !== null) act(table, author, { kind: 'askAgain', user: event.by, comment: event.comment })
  },
  Returned: (table, event, author) => {
    // The tasks are closed after it.
    table.sentBack = { step: event.from, by: event.by }
    act(table, author, { kind: 'return', user: event.by, comment: event.comment })
  },
  RolledBack: (table, event, author) => {
    for (const person of table.steps.get(event.from)?.people ?? []) markSentBack(person, event.by)
    act(table, author, { kind: 'rollBack', user: event.by, comment: event.comment })
  },
  Suspended: (table, event, author) => act(table, author, { kind: 'suspend', user: event.by, comment: event.reason }),
  Resumed: (table, event, author) => act(table, author, { kind: 'resume', user: event.by, comment: event.reason }),
  Posted: (table, _event, author) => act(table, author, { kind: 'post', user: author.actor }),
  PostingFailed: (table, event, author) => {
    act(table, author, { kind: 'post', user: author.actor, comment: event.error.words }).status = 'incident'
  },
  Ended: (table, event, author) => {
    const kind = event.outcome === 'withdrawn' ? 'withdraw' : 'end'
    act(table, author, { kind, user: event.by, comment: event.comment }).outcome = event.outcome
  },
  PostingRequested: (table, _event, author) => {
    if (table.future) act(table, author, { kind: 'end', user: systemActor })
  },
  StepEntered: (table, event, author) => {
    const node = planOf(table.definition).places.get(event.node)?.node
    const row = addRow(table, author, { node: event.node, key: event.step, kind: node?.t ?? 'approve' })
    row.visit = event.visit
    row.status = table.future ? 'expected' : 'active'
    row.why = event.why
    const tally = table.tallies.get(event.step)
    if (tally && event.waitsFor === 'people') row.tally = tally
    if (event.why === 'unchosen' && node && isHuman(node)) row.choose = choiceAt(node)
    table.steps.set(event.step, row)
    for (const task of event.tasks) addPerson(table, row, task, author)
  },
  TaskOpened: (table, event, author) => {
    const person = table.tasks.get(event.task)?.person
    if (!person || table.future) return
    person.verdict = 'open'
    person.openedAt = author.at
  },
  TaskUnclaimed: (table, event, author) => {
    for (const { was, task } of event.reopened) {
      const previousTask = table.tasks.get(was)
      if (!previousTask) continue
      const now = event.tasks?.find(({ id }) => id === task)
      const person: ProgressPerson = { ...previousTask.person, task, verdict: now?.status ?? 'open', openedAt: author.at }
      if (now) person.user = now.user
      if (now?.status === 'waiting') delete person.openedAt
      delete person.cancelled
      delete person.decidedAt
      previousTask.row.people = previousTask.row.people.map((otherPerson) => (otherPerson === previousTask.person ? person : otherPerson))
      table.tasks.set(task, { person, row: previousTask.row })
    }
  },
  TaskDecided: (table, event, author) => {
    const person = table.tasks.get(event.task)?.person
    if (!person || table.future) return
    person.verdict = event.verdict === 'approve' ? 'approved' : 'rejected'
    person.decidedAt = author.at
    person.comment = event.comment
    person.attachments = event.attachments
    if (event.signature !== undefined) person.signature = event.signature
    if (event.auto) person.auto = event.auto
    if (event.by !== person.user && event.by !== systemActor) person.by = event.by
    if (event.onBehalfOf !== undefined) person.onBehalfOf = event.onBehalfOf
  },
  TaskMoved: (table, event, author) => {
    const knownTask = table.tasks.get(event.task)
    // A delegate will give the task back; as long as he has not, he has it.
    if (!knownTask || table.future) return
    const { kind, from, to, comment } = event
    knownTask.person.moves = [...(knownTask.person.moves ?? []), { kind, from, to, by: author.actor, comment, at: author.at }]
    if (event.asOwner) {
      if (event.to === knownTask.person.user) delete knownTask.person.owner
      else knownTask.person.owner = event.to
      if (event.forHimself) delete knownTask.person.onBehalfOf
      return
    }
    knownTask.person.user = event.to
    knownTask.person.openedAt = author.at
    delete knownTask.person.read
    if (event.kind === 'delegate') knownTask.person.owner = event.from
    else delete knownTask.person.owner
    if (event.owner !== undefined) knownTask.person.owner = event.owner
    if (event.kind === 'away') knownTask.person.onBehalfOf = event.from
    else if (event.kind !== 'delegate' && event.kind !== 'return') delete knownTask.person.onBehalfOf
    if (event.onBehalfOf !== undefined) knownTask.person.onBehalfOf = event.onBehalfOf
  },
  TaskRead: (table, event) => {
    const person = table.tasks.get(event.task)?.person
    if (person) person.read = true
  },
  SignAdded: (table, event, author) => {
    const row = table.steps.get(event.step)
    if (!row) return
    const asker = table.tasks.get(event.task)?.person
    for (const task of event.tasks) {
      const person = addPerson(table, row, task, author)
      const from = task.addedBy ?? author.actor
      person.moves = [{ kind: 'addSign', from, to: task.user, by: author.actor, comment: event.comment, at: author.at }]
    }
    if (asker && event.where === 'before') asker.verdict = 'waiting'
  },
  SignRemoved: (table, event) => {
    for (const id of event.tasks) {
      const knownTask = table.tasks.get(id)
      if (knownTask) knownTask.row.people = knownTask.row.people.filter((person) => person !== knownTask.person)
    }
  },
  TaskCancelled: (table, event, author) => {
    const knownTask = table.tasks.get(event.task)
    if (!knownTask || table.future) return
    const { person, row } = knownTask
    person.verdict = 'cancelled'
    person.cancelled = event.why
    person.decidedAt = author.at
    const { sentBack } = table
    if (sentBack && table.steps.get(sentBack.step) === row) markSentBack(person, sentBack.by)
  },
  TakenBack: (table, event, author) => {
    const knownTask = table.tasks.get(event.task)
    if (!knownTask) return
    knownTask.person.verdict = 'cancelled'
    knownTask.person.cancelled = 'takenBack'
    for (const task of event.tasks ?? []) if (event.added.includes(task.id)) addPerson(table, knownTask.row, task, author)
  },
  StepLeft: (table, event, author) => {
    const row = table.steps.get(event.step)
    if (!row || table.future) return
    row.status = event.outcome === 'passed' ? 'done' : event.outcome
    row.leftAt = author.at
    if (event.why) row.why = event.why
  },
  Copied: (table, event, author) => {
    const key = `copy:${table.rows.length}`
    const row = addRow(table, author, { node: event.node, key, kind: 'cc' })
    row.status = table.future ? 'expected' : 'done'
    if (!table.future) row.leftAt = author.at
    row.comment = event.comment
    // Who copies a person by hand does what the step does not say.
    const actor = event.by === systemActor ? {} : { by: event.by }
    if ('by' in actor) row.name = ''
    row.people = event.users.map(({ user, why }) => ({ user, why, ...actor, verdict: table.future ? 'expected' : 'copied' }))
  },
  CopyRead: (table, event) => {
    for (const row of table.rows) if (row.kind === 'cc') for (const person of row.people) if (person.user === event.user) person.read = true
  },
  Urged: (table, event) => {
    for (const id of event.tasks) {
      const person = table.tasks.get(id)?.person
      if (person) person.urged = (person.urged ?? 0) + 1
    }
  },
  ServiceFailed: (table, event) => {
    const row = table.steps.get(event.step)
    if (!row) return
    row.status = 'incident'
    row.comment = event.error
  },
  ServiceRequested: (table, event) => {
    const row = table.steps.get(event.step)
    if (row?.status === 'incident') row.status = 'active'
  },
  Migrated: (table, event) => {
    for (const row of table.rows) {
      const newId = row.node && event.renamed[row.node]
      if (newId) row.node = newId
    }
  },
}

/** Who sent it back did something, although his task ended without a decision. */
const markSentBack = (person: ProgressPerson, byUser: UserId): void => {
  if (person.user === byUser && (person.cancelled === 'returned' || person.cancelled === 'rolledBack')) person.verdict = 'returned'
}

const addRow = (table: Table, author: EventAuthor, { node, key, kind }: Pick<ProgressRow, 'node' | 'key' | 'kind'>): ProgressRow => {
  const plan = planOf(table.definition)
  const place = node === null ? undefined : plan.places.get(node)
  const row: ProgressRow = {
    key,
    kind,
    node,
    name: place?.node.name ?? '',
    visit: 1,
    status: 'done',
    people: [],
    arms: node !== null && place ? blocksAround(plan, node).toReversed() : [],
  }
  if (!table.future) row.at = author.at
  table.rows.push(row)
  return row
}

type WholeAct = { kind: ProgressRow['kind']; user: UserId; comment?: string | undefined }

/** What one person, or the system, did to the whole. */
const act = (table: Table, author: EventAuthor, { kind, user, comment = '' }: WholeAct): ProgressRow => {
  const row = addRow(table, author, { node: null, key: `${kind}:${table.rows.length}`, kind })
  row.status = table.future ? 'expected' : 'done'
  row.people = user === systemActor ? [] : [{ user, verdict: table.future ? 'expected' : 'did' }]
  if (!table.future) row.leftAt = author.at
  if (comment !== '') row.comment = comment
  return row
}

const addPerson = (table: Table, row: ProgressRow, task: Task, author: EventAuthor): ProgressPerson => {
  const earlier = table.tasks.get(task.id)?.person
  const person: ProgressPerson = earlier
    ? { ...earlier }
    : { task: task.id, user: task.user, why: task.why, verdict: table.future ? 'expected' : task.status }
  if (task.onBehalfOf !== undefined) person.onBehalfOf = task.onBehalfOf
  if (task.auto) person.auto = task.auto
  if (task.sign) person.sign = task.sign
  if (!table.future && task.status === 'open') person.openedAt = author.at
  if (!earlier && !table.future && task.status === 'approved') person.decidedAt = author.at
  row.people.push(person)
  table.tasks.set(task.id, { person, row })
  return person
}

/** Who signs before a vote stands before it, who signs after it behind it. */
const inTurn = (people: ProgressPerson[]): ProgressPerson[] => {
  const signersOf = (person: ProgressPerson, where: 'before' | 'after'): ProgressPerson[] =>
    person.task === undefined ? [] : people.filter(({ sign }) => sign !== undefined && sign.parent === person.task && sign.where === where)
  const taskIds = new Set(people.map(({ task }) => task))
  return people
    .filter(({ sign }) => !sign || !taskIds.has(sign.parent))
    .flatMap((person) => [...signersOf(person, 'before'), person, ...signersOf(person, 'after')])
}

const choiceAt = (node: Extract<Node, { assignees: unknown }>): ProgressRow['choose'] => {
  for (const rule of node.assignees) {
    if (rule.k === 'chosenByInitiator') return { by: 'initiator', range: rule.range, multi: rule.multi }
    if (rule.k === 'chosenByPrevious') return { by: 'previous', range: rule.range, multi: rule.multi }
  }
  return undefined
}

const close = (row: ProgressRow, now: Moment): void => {
  if (row.at !== undefined && row.status !== 'expected') row.waitedSeconds = secondsBetween(row.at, row.leftAt ?? now)
  for (const person of row.people)
    if (person.openedAt !== undefined && person.verdict !== 'expected')
      person.waitedSeconds = secondsBetween(person.openedAt, person.decidedAt ?? now)
}

const secondsBetween = (from: Moment, to: Moment): number => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
