import type { Moment } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import { isHuman, type Definition, type NodeId } from '../../../domain/approval/flow/definition.ts'
import type { UserId } from '../../../domain/approval/form/form.ts'
import type { Entry, Event } from '../../../domain/approval/flow/event.ts'
import { evolve } from '../../../domain/approval/flow/evolve.ts'
import { planOf } from '../../../domain/approval/flow/plan.ts'
import { findTask, type State, type Step, type Task, type TaskId } from '../../../domain/approval/flow/state.ts'

/** The states of a row of wf_task. */
export const taskStatus = { waiting: 0, open: 1, approved: 2, rejected: 3, rolledBack: 4, over: 5 } as const

/** What never changes about a row of wf_task. */
export type TaskPlace = { stepId: string; nodeId: NodeId; nodeName: string; kind: 'approve' | 'handle'; parent: TaskId | null }

/** A row of wf_task: new where `place` is there, otherwise what changes; what is undefined stays. */
export type TaskRow = {
  id: TaskId
  place?: TaskPlace
  /** Where a migration moved it. */
  nodeId?: NodeId
  nodeName?: string
  status?: number
  assignee?: UserId
  onBehalfOf?: UserId | null
  automatic?: boolean
  claimed?: boolean
  cancelWhy?: string
  openedAt?: Moment
  decidedAt?: Moment
  dueAt?: Moment
  readAt?: Moment
  urgedAt?: Moment
  /** It stands with another person now, who has not seen it. */
  handedOn?: boolean
  /** Who had it when it was taken from him. */
  had?: UserId
}

export const participantRoles = { initiator: 1, asked: 2, copied: 4, mentioned: 8 } as const

/** What some commands change in the lists that are kept beside the log. */
export type Changes = {
  tasks: TaskRow[]
  copies: { id: Id; uid: UserId; nodeId: NodeId; by: UserId | null; comment: string; at: Moment }[]
  copiesRead: { uid: UserId; at: Moment }[]
  participants: Map<UserId, number>
  comments: { id: Id; author: UserId; body: string; mentions: UserId[]; attachments: string[]; at: Moment }[]
  commentsDeleted: { id: Id; at: Moment }[]
  /** By timer id; null where the timer is gone. */
  timers: Map<string, Moment | null>
  /** True where whatever timers there were before are gone. */
  timersDropped: boolean
  /** Steps with open tasks, for lists. */
  currentSteps: { nodeId: NodeId; nodeName: string; uids: UserId[] }[]
}

/** When a wait that begins at `from` is over. */
export type DueAt = (from: Moment, wait: Extract<Event, { t: 'TimerSet' }>['wait']) => Moment

/**
 * Reads off the events of some entries what changes in the lists. `definitionOf` answers the definition of a version; the entries
 * follow `before` without a gap.
 */
export const changesOf = (
  before: State | undefined,
  entries: readonly Entry[],
  definitionOf: (version: number) => Definition,
  dueAt: DueAt,
): { state: State; changes: Changes } => {
  const changes: Changes = {
    tasks: [],
    copies: [],
    copiesRead: [],
    participants: new Map(),
    comments: [],
    commentsDeleted: [],
    timers: new Map(),
    timersDropped: false,
    currentSteps: [],
  }
  const work: Work = { changes, rows: new Map(), returned: [], dueAt, definitionOf }
  let state = before
  for (const entry of entries) {
    for (const event of entry.events) {
      const next = evolve(state, event)
      const change = { before: state, after: next, atIso: entry.at, definition: definitionOf(next.version) }
      followTasks(work, change)
      const follow = followers[event.t] as Follower<Event> | undefined
      follow?.(work, event, change)
      state = next
    }
  }
  for (const { step, by, at } of work.returned) {
    const ownRow = [...work.rows.values()].find((row) => row.status === taskStatus.over && holderIn(before, step, row.id) === by)
    if (ownRow) Object.assign(ownRow, { status: taskStatus.rolledBack, decidedAt: at })
  }
  changes.tasks = [...work.rows.values()]
  const after = assertDefined(state, 'the process')
  changes.currentSteps = after.steps.flatMap((step) => {
    const uids = step.tasks.filter(({ status }) => status === 'open').map(({ user }) => user)
    return uids.length > 0 ? [{ nodeId: step.node, nodeName: nameIn(definitionOf(after.version), step.node), uids }] : []
  })
  return { state: after, changes }
}

const nameIn = (definition: Definition, id: NodeId): string => planOf(definition).places.get(id)?.node.name ?? id

type Work = {
  changes: Changes
  rows: Map<TaskId, TaskRow>
  returned: { step: string; by: UserId; at: Moment }[]
  dueAt: DueAt
  definitionOf: (version: number) => Definition
}

/** The states before and after an event, its moment, and the definition in force after it. */
type StateChange = {
  readonly before: State | undefined
  readonly after: State
  readonly atIso: Moment
  readonly definition: Definition
}

/** What happened to the tasks of the active steps between two states. */
const followTasks = (work: Work, { before, after, atIso, definition }: StateChange): void => {
  if (before?.steps === after.steps) return
  const taskById = new Map<TaskId, Task>()
  for (const step of before?.steps ?? []) for (const task of step.tasks) taskById.set(task.id, task)
  for (const step of after.steps) {
    for (const task of step.tasks) {
      const old = taskById.get(task.id)
      if (old === task) continue
      const row = rowOf(work, task.id)
      if (!old) begin(work, definition, { row, step, task })
      if (old?.status !== task.status) Object.assign(row, statusOf(task, old, atIso))
      if (old && old.user !== task.user) {
        Object.assign(row, { assignee: task.user, onBehalfOf: task.onBehalfOf ?? null, handedOn: true, had: old.user })
        if (task.status === 'open') row.openedAt = atIso
      }
      if (old?.claimed !== task.claimed) row.claimed = task.claimed === true
      if (task.read && !old?.read) row.readAt = atIso
      if (task.urgedAt && task.urgedAt !== old?.urgedAt) row.urgedAt = task.urgedAt
    }
  }
}

const rowOf = ({ rows }: Work, id: TaskId): TaskRow => {
  const previousRow = rows.get(id)
  if (previousRow) return previousRow
  const row: TaskRow = { id }
  rows.set(id, row)
  return row
}

const begin = (
  { changes }: Work,
  definition: Definition,
  { row, step, task }: { readonly row: TaskRow; readonly step: Step; readonly task: Task },
): void => {
  const node = planOf(definition).places.get(step.node)?.node
  const kind = node && isHuman(node) ? node.t : 'approve'
  row.place = { stepId: step.id, nodeId: step.node, nodeName: node?.name ?? step.node, kind, parent: task.sign?.parent ?? null }
  row.assignee = task.user
  row.onBehalfOf = task.onBehalfOf ?? null
  join(changes, task.user, participantRoles.asked)
  if (task.onBehalfOf) join(changes, task.onBehalfOf, participantRoles.asked)
}

const statusOf = (task: Task, old: Task | undefined, atIso: Moment): Partial<TaskRow> => {
  switch (task.status) {
    case 'waiting':
      return { status: taskStatus.waiting }
    case 'open':
      return { status: taskStatus.open, openedAt: atIso }
    case 'approved':
    case 'rejected': {
      const automatic = task.auto !== undefined
      return { status: taskStatus[task.status], decidedAt: atIso, automatic, ...(old ? {} : { openedAt: atIso }) }
    }
    case 'vetoed':
      // The person who had approved before a signer after him said no did decide.
      return old?.status === 'approved' ? {} : { status: taskStatus.over, decidedAt: atIso, cancelWhy: 'signRejected' }
    case 'cancelled':
      return { status: taskStatus.over, decidedAt: atIso, cancelWhy: 'settled' }
  }
}

type CancelInput = {
  readonly id: TaskId
  readonly reason: string
  readonly atIso: Moment
  readonly before: State | undefined
}

const cancel = (work: Work, { id, reason, atIso, before }: CancelInput): void => {
  const had = holderOf(before, id)
  Object.assign(rowOf(work, id), { status: taskStatus.over, decidedAt: atIso, cancelWhy: reason, ...(had ? { had } : {}) })
}

const holderOf = (state: State | undefined, id: TaskId): UserId | undefined => (state ? findTask(state, id)?.task.user : undefined)

const holderIn = (state: State | undefined, step: string, id: TaskId): UserId | undefined =>
  state?.steps.find((otherStep) => otherStep.id === step)?.tasks.find((task) => task.id === id)?.user

const join = ({ participants }: Changes, uid: UserId, role: number): void => {
  participants.set(uid, (participants.get(uid) ?? 0) | role)
}

type EventOf<T extends Event['t']> = Extract<Event, { t: T }>
type Follower<E> = (work: Work, event: E, change: StateChange) => void
type Followers = { [T in Event['t']]?: Follower<EventOf<T>> }

const followers: Followers = {
  Started: ({ changes }, { initiator, proxy }) => {
    join(changes, initiator, participantRoles.initiator)
    if (proxy !== undefined) join(changes, proxy, participantRoles.initiator)
  },
  StepEntered: (work, { carried }) => {
    // Votes that were given before keep the rows they have.
    for (const id of carried) work.rows.delete(id)
  },
  TaskDecided: (work, { task, by, onBehalfOf, auto }, { before }) => {
    if (auto) return
    Object.assign(rowOf(work, task), { assignee: by, onBehalfOf: onBehalfOf ?? null })
    // A person who had the task takes part since it came to him.
    if (holderOf(before, task) !== by) join(work.changes, by, participantRoles.asked)
  },
  TaskMoved: ({ changes }, { to }) => join(changes, to, participantRoles.asked),
  TaskCancelled: (work, { task, why }, { atIso, before }) => cancel(work, { id: task, reason: why, atIso, before }),
  SignRemoved: (work, { tasks }, { atIso, before }) => {
    for (const task of tasks) cancel(work, { id: task, reason: 'removed', atIso, before })
  },
  TakenBack: (work, { task }, { atIso, before }) => cancel(work, { id: task, reason: 'takenBack', atIso, before }),
  RolledBack: ({ returned }, { from, by }, { atIso }) => returned.push({ step: from, by, at: atIso }),
  Returned: ({ returned }, { from, by }, { atIso }) => returned.push({ step: from, by, at: atIso }),
  Copied: ({ changes }, { users, node, by, comment }, { atIso }) => {
    for (const { user } of users) {
      changes.copies = changes.copies.filter(({ uid, nodeId }) => uid !== user || nodeId !== (node ?? ''))
      changes.copies.push({ id: newId(), uid: user, nodeId: node ?? '', by: by === 'system' ? null : by, comment, at: atIso })
      join(changes, user, participantRoles.copied)
    }
  },
  CopyRead: ({ changes }, { user }, { atIso }) => changes.copiesRead.push({ uid: user, at: atIso }),
  Commented: ({ changes }, { comment, by, body, mentions, attachments }, { atIso }) => {
    changes.comments.push({ id: comment, author: by, body, mentions, attachments, at: atIso })
    for (const uid of mentions) join(changes, uid, participantRoles.mentioned)
  },
  CommentDeleted: ({ changes }, { comment }, { atIso }) => changes.commentsDeleted.push({ id: comment, at: atIso }),
  TimerSet: (work, { timer, step, index, n, tasks, act, wait }, { atIso, before }) => {
    const due = work.dueAt(atIso, wait)
    work.changes.timers.set(timer, due)
    if (act === 'wait' || index > 0 || n > 0) return
    // The first of its clocks is what a task is due at.
    const timedTasks = tasks ?? before?.steps.find((candidate) => candidate.id === step)?.tasks.map(({ id }) => id) ?? []
    for (const id of timedTasks) rowOf(work, id).dueAt = due
  },
  TimerCleared: ({ changes }, { timer }) => changes.timers.set(timer, null),
  TimerFired: ({ changes }, { timer }) => changes.timers.set(timer, null),
  Migrated: (work, { from, renamed }, { before, definition }) => {
    for (const step of before?.steps ?? []) {
      const nodeId = renamed[step.node] ?? step.node
      const nodeName = nameIn(definition, nodeId)
      // A list in which nothing looks different is left alone.
      if (nodeId === step.node && nodeName === nameIn(work.definitionOf(from), nodeId)) continue
      for (const task of step.tasks) Object.assign(rowOf(work, task.id), { nodeId, nodeName })
    }
  },
  Suspended: ({ changes }) => {
    changes.timersDropped = true
    changes.timers.clear()
  },
}
