import { type Day, dayAt, type Moment } from '../../../kernel/day.ts'
import type { NodeId } from '../flow/definition.ts'
import type { UserId } from '../form/form.ts'
import type { Entry, Event } from '../flow/event.ts'
import { evolve } from '../flow/evolve.ts'
import type { State, StepId, Task, TaskId } from '../flow/state.ts'

/** What happened at one place on one day. Waits are those of tasks; for the flow as a whole those of approved applications from start to end. */
export type Count = {
  started: number
  approved: number
  rejected: number
  returned: number
  withdrawn: number
  terminated: number
  /** What people decided, whatever way. */
  tasks: number
  /** Tasks that were still open when the first deadline of their step fell. */
  overdue: number
  waitSeconds: number
  maxSeconds: number
  /** How many waited up to each of `waitLimitsSeconds`, and longer. */
  waits: number[]
}

/** Counts by place and day; the place is a node, or '' for the flow as a whole. */
export type Counts = Map<NodeId, Map<Day, Count>>

/** From when a person had a task until he decided it, whatever way. */
export type Span = { node: NodeId; user: UserId; day: Day; opened: Moment; decided: Moment }

const hour = 3600
export const waitLimitsSeconds = [hour, 4 * hour, 24 * hour, 72 * hour, 168 * hour] as const

export type LogEntry = Pick<Entry, 'seq' | 'at' | 'events'>

/**
 * What the log of one process adds up to, on the days of the organisation's zone; only events numbered above `after` count, so that what
 * was counted before is not counted again. Counting a log in parts gives the same as counting it at once.
 */
export const countsOf = (entries: readonly LogEntry[], after = 0): Counts => tallyEntries(entries, after).counts

/** The same with how long each person had what he decided. */
export const tallyEntries = (entries: readonly LogEntry[], after = 0): { counts: Counts; spans: Span[] } => {
  const run: Run = { counts: new Map(), spans: [], opened: new Map(), nodes: new Map(), startedAt: '' }
  let state: State | undefined
  for (const entry of entries) {
    const first = state
    for (const [i, event] of entry.events.entries()) {
      const before = state
      state = evolve(before, event)
      follow(run, { before, state, event, moment: entry.at })
      if (entry.seq + i <= after) continue
      const counter = counters[event.t] as Counter<Event> | undefined
      counter?.(run, event, { entry, first, before })
    }
  }
  return { counts: run.counts, spans: run.spans }
}

/** Adds counts to a total, in place. */
export const addCounts = (total: Counts, counts: Counts): void => {
  for (const [node, days] of counts)
    for (const [day, count] of days) {
      const sum = countAt(total, node, day)
      for (const key of summedKeys) sum[key] += count[key]
      sum.maxSeconds = Math.max(sum.maxSeconds, count.maxSeconds)
      sum.waits = sum.waits.map((n, i) => n + count.waits[i]!)
    }
}

const summedKeys = ['started', 'approved', 'rejected', 'returned', 'withdrawn', 'terminated', 'tasks', 'overdue', 'waitSeconds'] as const

type Run = {
  counts: Counts
  spans: Span[]
  /** Since when each open task is with the person who has it. */
  opened: Map<TaskId, Moment>
  nodes: Map<StepId, NodeId>
  startedAt: Moment
}
type EntryStep = { entry: LogEntry; first: State | undefined; before: State | undefined }
type Counter<E> = (run: Run, event: E, entryStep: EntryStep) => void
type Counters = { [T in Event['t']]?: Counter<Extract<Event, { t: T }>> }

type StateChange = { before: State | undefined; state: State; event: Event; moment: Moment }

/** Keeps in mind where steps are and when tasks were opened or handed on. */
const follow = (run: Run, { before, state, event, moment }: StateChange): void => {
  if (event.t === 'Started') run.startedAt = moment
  if (event.t === 'StepEntered') run.nodes.set(event.step, event.node)
  if (event.t === 'Migrated') for (const [step, node] of run.nodes) run.nodes.set(step, event.renamed[node] ?? node)
  if (before?.steps === state.steps) return
  const holders = new Map<TaskId, UserId>()
  for (const { tasks } of before?.steps ?? []) for (const { id, user, status } of tasks) if (status === 'open') holders.set(id, user)
  for (const { tasks } of state.steps)
    for (const { id, user, status } of tasks) if (status === 'open' && holders.get(id) !== user) run.opened.set(id, moment)
}

const counters: Counters = {
  Started: (run, _event, { entry }) => void flowAt(run, entry).started++,
  Ended: (run, { outcome }, { entry }) => {
    const count = flowAt(run, entry)
    count[outcome]++
    if (outcome === 'approved') wait(count, run.startedAt, entry.at)
  },
  TaskDecided: (run, { task, verdict, auto }, { entry, before }) => {
    const step = before?.steps.find(({ tasks }) => tasks.some(({ id }) => id === task))
    if (auto || !step) return
    const count = countAt(run.counts, step.node, dayOf(entry))
    count[verdict === 'approve' ? 'approved' : 'rejected']++
    count.tasks++
    wait(count, run.opened.get(task) ?? entry.at, entry.at)
    const holder = step.tasks.find(({ id }) => id === task)
    if (holder) addSpan(run, step.node, holder, entry)
  },
  RolledBack: (run, { from, by }, entryStep) => countReturn(run, from, by, entryStep),
  Returned: (run, { from, by }, entryStep) => {
    flowAt(run, entryStep.entry).returned++
    countReturn(run, from, by, entryStep)
  },
  TimerFired: (run, { timer, act }, { entry, before }) => {
    const firedTimer = before?.timers.find(({ id }) => id === timer)
    const step = before?.steps.find(({ id }) => id === firedTimer?.step)
    if (!firedTimer || !step || act === 'wait' || firedTimer.index > 0 || firedTimer.n > 0) return
    const open = step.tasks.filter(({ id, status }) => status === 'open' && (!firedTimer.tasks || firedTimer.tasks.includes(id))).length
    if (open > 0) countAt(run.counts, step.node, dayOf(entry)).overdue += open
  },
}

/** A step was sent back; the person who did it without giving a verdict has decided his task so. */
const countReturn = (run: Run, from: StepId, byUser: UserId, { entry, first }: EntryStep): void => {
  const node = run.nodes.get(from)
  if (node === undefined) return
  const count = countAt(run.counts, node, dayOf(entry))
  count.returned++
  const open = first?.steps.find(({ id }) => id === from)?.tasks.filter(({ status }) => status === 'open') ?? []
  const ownTask = open.find(({ user }) => user === byUser) ?? open[0]
  if (!ownTask || byUser === 'system' || entry.events.some(({ t }) => t === 'TaskDecided')) return
  count.tasks++
  wait(count, run.opened.get(ownTask.id) ?? entry.at, entry.at)
  addSpan(run, node, ownTask, entry)
}

const addSpan = (run: Run, node: NodeId, { id, user }: Pick<Task, 'id' | 'user'>, entry: LogEntry): void =>
  void run.spans.push({ node, user, day: dayOf(entry), opened: run.opened.get(id) ?? entry.at, decided: entry.at })

const wait = (count: Count, from: Moment, to: Moment): void => {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  count.waitSeconds += seconds
  count.maxSeconds = Math.max(count.maxSeconds, seconds)
  const slot = waitLimitsSeconds.findIndex((limit) => seconds <= limit)
  const slotIndex = slot === -1 ? waitLimitsSeconds.length : slot
  count.waits[slotIndex] = count.waits[slotIndex]! + 1
}

const dayOf = ({ at }: LogEntry): Day => dayAt(Date.parse(at))

const flowAt = (run: Run, entry: LogEntry): Count => countAt(run.counts, '', dayOf(entry))

const countAt = (counts: Counts, node: NodeId, day: Day): Count => {
  const days = counts.get(node) ?? new Map<Day, Count>()
  counts.set(node, days)
  const count = days.get(day) ?? emptyCount()
  days.set(day, count)
  return count
}

const emptyCount = (): Count => ({
  started: 0,
  approved: 0,
  rejected: 0,
  returned: 0,
  withdrawn: 0,
  terminated: 0,
  tasks: 0,
  overdue: 0,
  waitSeconds: 0,
  maxSeconds: 0,
  waits: [0, 0, 0, 0, 0, 0],
})
