import {
  stepOf,
  type ParkedState,
  type PassedStep,
  type State,
  type Step,
  type StepId,
  type Task,
  type TaskId,
  type Timer,
} from './state.ts'
import type { NodeId } from './definition.ts'
import type { CancelWhy, Event } from './event.ts'

/** The state after one more event. It changes nothing it is given, and shares all that did not change. */
export const evolve = (state: State | undefined, event: Event): State => {
  if (event.t === 'Started') return startState(event)
  if (!state) throw new Error(`${event.t} before Started`)
  const change = changes[event.t] as (state: State, event: Event) => Partial<State>
  return { ...state, ...change(state, event), rev: state.rev + 1 }
}

/** The state after all of them. */
export const fold = (events: Iterable<Event>, state?: State): State => {
  for (const event of events) state = evolve(state, event)
  if (!state) throw new Error('no events')
  return state
}

type StartedEvent = Extract<Event, { t: 'Started' }>
type Changes = { [T in Exclude<Event['t'], 'Started'>]: (state: State, event: Extract<Event, { t: T }>) => Partial<State> }

const startState = (event: StartedEvent): State => ({
  rev: 1,
  status: 'running',
  suspended: false,
  flowKey: event.flowKey,
  version: event.version,
  initiator: event.initiator,
  ...(event.proxy === undefined ? {} : { proxy: event.proxy }),
  dept: event.dept,
  docRef: event.docRef,
  form: event.form,
  formRev: 1,
  chosen: event.chosen,
  steps: [],
  blocks: {},
  taken: {},
  visits: {},
  passed: [],
  timers: [],
  held: [],
  parked: null,
  kept: {},
  decided: false,
  unread: [],
})

const noChange = (): Partial<State> => ({})

const withChildren = (state: State, id: StepId, change: (children: Step['children']) => Step['children']): Partial<State> => ({
  steps: state.steps.map((step) => {
    const children = step.id === id ? change(step.children) : undefined
    return children ? { ...step, children } : step
  }),
})

const changes: Changes = {
  Resubmitted: (state, event) => ({
    status: 'running',
    parked: null,
    kept: event.kept,
    chosen: { ...state.chosen, ...event.chosen },
    ...(event.mode === 'direct' && state.parked ? { passed: state.parked.passed, taken: state.parked.taken } : {}),
  }),
  FormPatched: (state, event) => ({ form: { ...state.form, ...event.patch }, formRev: event.rev }),
  StepEntered: (state, event) => ({
    visits: { ...state.visits, [event.node]: event.visit },
    steps: [
      ...state.steps,
      {
        id: event.step,
        node: event.node,
        visit: event.visit,
        forced: event.forced,
        waitsFor: event.waitsFor,
        vote: event.vote,
        settle: event.settle,
        tasks: event.tasks,
      },
    ],
  }),
  TaskOpened: (state, event) => withTask(state, event.task, (task) => ({ ...task, status: 'open' })),
  TaskClaimed: (state, event) => withTask(state, event.task, (task) => ({ ...task, claimed: true })),
  TaskUnclaimed: (state, event) => ({
    steps: replaceStepOf(state.steps, event.task, (step) => ({
      ...step,
      tasks: event.tasks ?? step.tasks.flatMap((task) => unclaimTask(task, event)),
    })),
  }),
  TaskDecided: (state, event) => ({
    steps: withDecision(state, event),
    decided: state.decided || event.auto === undefined,
    ...(event.chosenNext ? { chosen: { ...state.chosen, ...event.chosenNext } } : {}),
  }),
  TaskMoved: (state, event) =>
    withTask(state, event.task, (task) => {
      const { owner: _owner, ...own } = task
      if (event.asOwner) {
        const { onBehalfOf, ...unrepresented } = own
        const his = event.forHimself || onBehalfOf === undefined ? unrepresented : own
        return event.to === task.user ? his : { ...his, owner: event.to }
      }
      const { read: _read, urgedAt: _urgedAt, ...rest } = own
      if (event.kind === 'delegate') return { ...rest, user: event.to, owner: event.from }
      if (event.kind === 'return') return { ...rest, user: event.to }
      if (event.kind === 'away') return { ...rest, user: event.to, onBehalfOf: event.from }
      const { onBehalfOf: _onBehalfOf, ...moved } = rest
      const behalf = event.onBehalfOf === undefined ? {} : { onBehalfOf: event.onBehalfOf }
      return { ...moved, user: event.to, ...behalf, ...(event.owner === undefined ? {} : { owner: event.owner }) }
    }),
  TaskRead: (state, event) => withTask(state, event.task, (task) => ({ ...task, read: true })),
  SignAdded: (state, event) => ({
    steps: state.steps.map((step) => (step.id === event.step ? { ...step, tasks: withSigns(step, event) } : step)),
    // The person who waits for others to sign before him has no clock; he has a new one when he is asked again.
    ...(event.where === 'before' ? { timers: state.timers.map((timer) => withoutTask(timer, event.task)) } : {}),
  }),
  SignRemoved: (state, event) => ({
    steps: state.steps.map((step) =>
      step.tasks.some((task) => event.tasks.includes(task.id))
        ? { ...step, tasks: step.tasks.filter((task) => !event.tasks.includes(task.id)) }
        : step,
    ),
  }),
  TaskCancelled: (state, event) => ({
    steps: replaceStepOf(state.steps, event.task, (step) => ({
      ...step,
      tasks:
        event.why === 'claimed' || event.why === 'settled' || event.keep
          ? step.tasks.map((task) => (task.id === event.task ? cancelTask(task, event.why) : task))
          : step.tasks.filter((task) => task.id !== event.task || task.status === 'vetoed'),
    })),
  }),
  TakenBack: (state, event) => ({
    passed: state.passed.filter(({ node }) => !event.voided.includes(node)),
    taken: without(state.taken, event.voided),
    ...(event.tasks ? { steps: replaceTasks(state.steps, event.task, event.tasks) } : {}),
  }),
  StepLeft: (state, event) => {
    const leftStep = stepOf(state, event.step)
    const skipMark = event.why === 'skipped' ? ({ effect: true } as const) : {}
    return {
      steps: state.steps.filter((step) => step !== leftStep),
      ...(event.outcome === 'passed' ? { passed: [...state.passed, { ...passedAs(leftStep, event.keep), ...skipMark }] } : {}),
    }
  },
  BlockEntered: (state, event) => ({
    blocks: { ...state.blocks, [event.block]: event.arms },
    taken: { ...state.taken, [event.block]: Object.keys(event.arms).sort() },
    ...(event.why === 'forward' ? { visits: { ...state.visits, [event.block]: (state.visits[event.block] ?? 0) + 1 } } : {}),
  }),
  ArmDone: (state, event) => ({ blocks: { ...state.blocks, [event.block]: { ...state.blocks[event.block], [event.arm]: 'done' } } }),
  BlockLeft: (state, event) => ({ blocks: without(state.blocks, [event.block]) }),
  Routed: (state, event) => ({ taken: { ...state.taken, [event.node]: event.to === null ? [] : [event.to] } }),
  Copied: (state, event) => ({ unread: [...new Set([...state.unread, ...event.users.map(({ user }) => user)])] }),
  CopyRead: (state, event) => ({ unread: state.unread.filter((user) => user !== event.user) }),
  Urged: (state, event) => ({
    steps: state.steps.map((step) => ({
      ...step,
      tasks: step.tasks.map((task) => (event.tasks.includes(task.id) ? { ...task, urgedAt: event.at } : task)),
    })),
  }),
  Reminded: noChange,
  RolledBack: (state, event) => withoutApprovals(state, event.voided),
  Rescued: (state, event) => withoutApprovals(state, event.voided),
  AskedAgain: (state, event) => ({ ...withoutApprovals(state, event.voided), kept: {} }),
  Returned: (state, event) => ({
    status: 'returned',
    parked: parkedFrom(state, event.resubmit),
    kept: {},
    passed: [],
    taken: {},
  }),
  TimerSet: (state, event) => ({
    timers: [
      ...state.timers.filter(({ id }) => id !== event.timer),
      { id: event.timer, step: event.step, index: event.index, n: event.n, ...(event.tasks ? { tasks: event.tasks } : {}) },
    ],
    held: state.held.length === 0 ? state.held : state.held.filter(({ id }) => id !== event.timer),
  }),
  TimerCleared: (state, event) => ({
    timers: state.timers.filter(({ id }) => id !== event.timer),
    held: state.held.length === 0 ? state.held : state.held.filter(({ id }) => id !== event.timer),
  }),
  TimerFired: (state, event) => ({ timers: state.timers.filter(({ id }) => id !== event.timer) }),
  ServiceRequested: noChange,
  ServiceCompleted: noChange,
  ServiceFailed: noChange,
  ServiceCancelled: noChange,
  ChildStarted: (state, { step, item, of }) =>
    item === undefined || of === undefined
      ? {}
      : withChildren(state, step, (children) => children ?? Array.from({ length: of }, () => null)),
  ChildEnded: (state, { step, item, outcome }) =>
    item === undefined ? {} : withChildren(state, step, (children) => children?.with(item, outcome)),
  ChildCancelled: noChange,
  Commented: noChange,
  CommentDeleted: noChange,
  Suspended: (_state, event) => ({ suspended: true, timers: [], held: event.held }),
  Resumed: () => ({ suspended: false }),
  Migrated: (state, event) => {
    const rename = (node: NodeId): NodeId => event.renamed[node] ?? node
    const keptNodes = <T>(record: Record<NodeId, T>): Record<NodeId, T> =>
      Object.fromEntries(Object.entries(without(record, event.dropped)).map(([node, value]) => [rename(node), value]))
    return {
      version: event.to,
      steps: state.steps.map((step) => ({ ...step, node: rename(step.node) })),
      blocks: keptNodes(state.blocks),
      taken: keptNodes(withTargets(state.taken, event.routes ?? [], rename)),
      visits: withRenamed(state.visits, event.renamed),
      chosen: keptNodes(state.chosen),
      kept: keptNodes(state.kept),
      passed: state.passed
        .filter(({ node }) => !event.dropped.includes(node))
        .map((passedStep) => ({ ...passedStep, node: rename(passedStep.node) })),
      parked: event.unparked ? null : state.parked,
    }
  },
  PostingRequested: () => ({ status: 'posting' }),
  Posted: noChange,
  PostingFailed: noChange,
  Ended: (_state, event) => ({ status: event.outcome, suspended: false, parked: null, held: [] }),
}

/** What was approved and chosen at some nodes is not in force any more. */
const withoutApprovals = (state: State, voidedIds: NodeId[]): Partial<State> => ({
  passed: state.passed.filter(({ node }) => !voidedIds.includes(node)),
  taken: without(state.taken, voidedIds),
  kept: without(state.kept, voidedIds),
})

const replaceStepOf = (steps: Step[], task: TaskId, change: (step: Step) => Step): Step[] =>
  steps.map((step) => (step.tasks.some(({ id }) => id === task) ? change(step) : step))

const replaceTasks = (steps: Step[], task: TaskId, tasks: Task[]): Step[] => replaceStepOf(steps, task, (step) => ({ ...step, tasks }))

const withTask = (state: State, id: TaskId, change: (task: Task) => Task): Partial<State> => ({
  steps: replaceStepOf(state.steps, id, (step) => ({ ...step, tasks: step.tasks.map((task) => (task.id === id ? change(task) : task)) })),
})

/** The verdict on the task itself; the no of an added signer also falls on the vote behind which it stands. */
const withDecision = (state: State, event: Extract<Event, { t: 'TaskDecided' }>): Step[] =>
  replaceStepOf(state.steps, event.task, (step) => {
    const decidedTask = step.tasks.find(({ id }) => id === event.task)
    const vetoedId = event.verdict === 'reject' ? decidedTask?.sign?.parent : undefined
    return {
      ...step,
      tasks: step.tasks.map((task): Task => {
        if (task.id === vetoedId) return { ...task, status: 'vetoed' }
        if (task !== decidedTask) return task
        const verdict: Task = { ...task, status: event.verdict === 'approve' ? 'approved' : 'rejected', formRev: state.formRev }
        if (event.auto) return { ...verdict, auto: event.auto }
        return event.asAgent ? { ...verdict, by: event.by } : verdict
      }),
    }
  })

/** New signers come right after the one who asked for them, so that a sequence goes on in that order. */
const withSigns = (step: Step, event: Extract<Event, { t: 'SignAdded' }>): Task[] =>
  step.tasks.flatMap((task) => {
    if (task.id !== event.task) return [task]
    return [event.where === 'before' ? { ...task, status: 'waiting' as const } : task, ...event.tasks]
  })

const withoutTask = (timer: Timer, id: TaskId): Timer =>
  timer.tasks?.includes(id) ? { ...timer, tasks: timer.tasks.filter((timerTask) => timerTask !== id) } : timer

const cancelTask = (task: Task, reason: CancelWhy): Task =>
  reason === 'claimed' ? { ...task, status: 'cancelled', outclaimed: true } : { ...task, status: 'cancelled' }

const unclaimTask = (task: Task, event: Extract<Event, { t: 'TaskUnclaimed' }>): Task[] => {
  if (task.id === event.task) {
    const { claimed: _claimed, ...rest } = task
    return [rest]
  }
  if (!task.outclaimed) return [task]
  const reopening = event.reopened.find(({ was }) => was === task.id)
  if (!reopening) return []
  return [
    {
      id: reopening.task,
      user: task.user,
      why: task.why,
      status: 'open',
      ...(task.onBehalfOf ? { onBehalfOf: task.onBehalfOf } : {}),
      ...(task.weight ? { weight: task.weight } : {}),
    },
  ]
}

const passedAs = (step: Step, keep: true | undefined): PassedStep => {
  const approvers: PassedStep['by'] = {}
  for (const task of step.tasks) if (task.status === 'approved' && task.auto !== 'timeout') approvers[task.user] = task.formRev ?? 0
  const passedStep: PassedStep = { node: step.node, step: step.id, by: approvers }
  if (step.waitsFor === 'service' || step.waitsFor === 'child') passedStep.effect = true
  if (step.forced) passedStep.forced = true
  if (keep) passedStep.tasks = step.tasks
  return passedStep
}

/** The whole position, with every no taken off again: those people are asked anew, the others' votes stand. */
const parkedFrom = (state: State, resubmit: ParkedState['resubmit']): ParkedState => ({
  resubmit,
  formRev: state.formRev,
  blocks: state.blocks,
  taken: state.taken,
  passed: state.passed,
  steps: state.steps.map((step) => ({ ...step, tasks: step.tasks.map((task) => unrejectStep(step, task)) })),
})

const unrejectStep = (step: Step, task: Task): Task => {
  if (task.status === 'rejected') return { ...task, status: 'open' }
  if (task.status !== 'vetoed') return task
  const before = step.tasks.some((otherTask) => otherTask.sign?.parent === task.id && otherTask.sign.where === 'before')
  return { ...task, status: before ? 'waiting' : 'approved' }
}

/** What routes chose is a node, which may have another name now; what branches chose are arms. */
const withTargets = (takenArms: State['taken'], routes: readonly NodeId[], rename: (node: NodeId) => NodeId): State['taken'] =>
  Object.fromEntries(Object.entries(takenArms).map(([node, to]) => [node, routes.includes(node) ? to.map(rename) : to]))

/** Counts go on under both names, so that a step id is never used twice. */
const withRenamed = (visits: State['visits'], newNames: Record<NodeId, NodeId>): State['visits'] => {
  const counts = { ...visits }
  for (const [from, to] of Object.entries(newNames)) counts[to] = Math.max(visits[from] ?? 0, counts[to] ?? 0)
  return counts
}

const without = <T>(record: Record<string, T>, keys: string[]): Record<string, T> =>
  keys.some((key) => key in record) ? Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key))) : record
