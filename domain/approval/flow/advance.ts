import { assertDefined } from '../../../kernel/assert.ts'
import { isDay, isMinute } from '../../../kernel/day.ts'
import { refuse } from '../../../kernel/refusal.ts'
import {
  type Approve,
  type Arm,
  type Branch,
  type Cc,
  type Delay,
  type HumanNode,
  type Node,
  type NodeId,
  type Route,
  type Service,
  type SubFlow,
  type Vote,
  isHuman,
} from './definition.ts'
import { copiedSeats, seat } from './assign.ts'
import { childrenFor } from './children.ts'
import { type Scope, holds, pathsOf, readPath } from '../form/condition.ts'
import { type CommandOf, systemActor } from './command.ts'
import { clearTimers, setDeadline, timerId } from './clocks.ts'
import type { CancelWhy, EntryWhy, StepOutcome } from './event.ts'
import { factKey } from './directory.ts'
import { valueAt, type Form, type Json, type Path } from '../form/form.ts'
import { pathOfOwn } from '../../records/ownFields/ownPath.ts'
import { type Place, type Sequence, blocksAround, humanAt, placeOf, regionOf } from './plan.ts'
import { type Run, all, emit, fact, takeId } from './run.ts'
import {
  type Auto,
  type Outcome,
  type State,
  type Step,
  type StepId,
  type Task,
  type TaskId,
  isHumanVerdict,
  isLive,
  stepOf,
} from './state.ts'
import { idleSigns, inTurn, isDue } from './signers.ts'
import { mainTasks, resultOf, tallyOf, votesNeeded, weightFor } from './vote.ts'

/** The first events of a process, up to where it waits. */
export const begin = (run: Run, command: CommandOf<'start'>): void => {
  const { key, version, policy } = run.definition
  const { form, dept, docRef = null, chosen = {}, actor, title, onBehalfOf } = command
  const who = onBehalfOf === undefined || onBehalfOf === actor ? { initiator: actor } : { initiator: onBehalfOf, proxy: actor }
  const summary = policy.summaryFields.map((path) => ({ path, value: valueAt(form, path) }))
  emit(run, { t: 'Started', flowKey: key, version, ...who, dept, docRef, form, chosen, title, summary })
  proceed(run, run.plan.root, 0)
}

/** Enters the node at `index` of a sequence; past its end, finishes the arm, the block, the flow. Automatic steps only go forward. */
export const proceed = (run: Run, sequence: Sequence, index: number): void => {
  const node = sequence.nodes[index]
  if (node) {
    const enter = entrances[node.t] as (run: Run, node: Node, place: Place) => void
    return enter(run, node, placeOf(run.plan, node.id))
  }
  if (sequence.block === undefined) return finish(run)
  const { block, arm } = sequence
  emit(run, { t: 'ArmDone', block, arm })
  if (Object.values(assertDefined(run.state.blocks[block], `the block ${block}`)).includes('active')) return
  emit(run, { t: 'BlockLeft', block, how: 'joined' })
  const place = placeOf(run.plan, block)
  proceed(run, place.sequence, place.index + 1)
}

/** Enters a human node, from before or back from behind. */
export const enterHuman = (run: Run, node: HumanNode, reason: EntryWhy): void => {
  const isForced = reason === 'rollback' || reason === 'jumped'
  const assignment = seat(run, node, isForced)
  const sequential = node.vote.mode === 'seq'
  let isOpened = false
  const tasks = assignment.seats.map((seatOf): Task => {
    const { auto, ...rest } = seatOf
    const task = { id: takeId(run), ...rest, ...weightFor(node.vote, rest) }
    if (auto) return { ...task, status: 'approved', auto, formRev: run.state.formRev }
    if (sequential && isOpened) return { ...task, status: 'waiting' }
    isOpened = true
    return { ...task, status: 'open' }
  })
  const step = openStep(run, node, { tasks, forced: isForced, waitsFor: 'people', why: assignment.why ?? reason })
  if (assignment.nobody === 'pass') return leavePassed(run, step, assignment.why)
  if (assignment.nobody === 'reject') return reject(run, step, { by: systemActor, comment: '', system: true, why: assignment.why })
  settle(run, step)
}

/** Brings a step back with the tasks it had; it is settled when all that comes back is there. */
export const reopen = (
  run: Run,
  node: HumanNode,
  { vote, settle: when, forced }: Pick<Step, 'vote' | 'settle' | 'forced'>,
  { tasks, carried, why }: { tasks: Task[]; carried: TaskId[]; why: EntryWhy },
): StepId => {
  return openStep(run, node, {
    tasks: inTurn({ tasks, vote }),
    carried,
    forced,
    waitsFor: 'people',
    why,
    vote,
    settle: when,
  })
}

/** Brings a step back and moves it on. */
export const reenter = (...back: Parameters<typeof reopen>): void => settle(back[0], reopen(...back))

/** Moves a step on as far as its votes allow: asks the owner’s turn it is, or leaves it with its result. */
export const settle = (run: Run, id: StepId): void => {
  const step = stepOf(run.state, id)
  const result = resultOf(step, tallyOf(step))
  if (!result) return openDue(run, id)
  const auto = step.tasks.some(isHumanVerdict) ? undefined : step.tasks.find((task) => task.auto)?.auto
  if (result === 'passed') return leavePassed(run, id, auto)
  const system = run.command.actor === systemActor && !run.guessing
  reject(run, id, { by: run.command.actor, comment: commentOf(run), system, why: auto, resubmit: resubmitOf(run) })
}

type RollBack = { from: StepId; to: NodeId; by: string; comment: string }

/** How a step ends, why what is open in it ends with it, and why it passes where no one decides. */
type StepEnd = { outcome: StepOutcome; cancelled: CancelWhy; why?: EntryWhy | Auto | undefined }

export type Rejection = {
  by: string
  comment: string
  /** No one said no: then the flow ends or goes back to the initiator, never to a step in between, so that it cannot loop. */
  system: boolean
  why?: EntryWhy | Auto
  resubmit?: 'restart' | 'direct'
}

/** Where a rejected step goes back to; nothing where that is the initiator. */
const targetOf = (run: Run, step: Step, policy: Exclude<Approve['onReject'], 'end'>): NodeId | undefined => {
  if (policy === 'initiator') return undefined
  return policy === 'previous' ? previousOf(run, step.node) : policy.node
}

/** A step was rejected; what follows is the node's policy. */
export const reject = (run: Run, id: StepId, rejection: Rejection): void => {
  const step = stepOf(run.state, id)
  const node = humanAt(run.plan, step.node)
  const policy = node.t === 'approve' ? node.onReject : 'initiator'
  if (policy === 'end') {
    closeStep(run, step, { outcome: 'rejected', cancelled: 'rejected', why: rejection.why })
    return end(run, 'rejected', rejection.by, rejection.comment)
  }
  const target = rejection.system ? undefined : targetOf(run, step, policy)
  if (target === undefined || !canRollBackTo(run, step.node, target)) {
    const reason = rejection.system ? 'system' : 'reject'
    emit(run, {
      t: 'Returned',
      from: id,
      by: rejection.by,
      comment: rejection.comment,
      resubmit: modeOf(node, rejection.resubmit),
      why: reason,
    })
    closeStep(run, step, { outcome: 'rejected', cancelled: 'returned', why: rejection.why })
    return closeAll(run, 'returned')
  }
  closeStep(run, step, { outcome: 'rejected', cancelled: 'rolledBack', why: rejection.why })
  rollBackTo(run, { from: id, to: target, by: rejection.by, comment: rejection.comment })
}

/** Back to the initiator because the outside failed; no person decided it. */
export const returnBySystem = (run: Run, step: Step, comment: string): void => {
  emit(run, { t: 'Returned', from: step.id, by: systemActor, comment, resubmit: 'restart', why: 'system' })
  closeAll(run, 'returned')
}

/** Returned to the initiator by one person's decision. */
export const returnToInitiator = (run: Run, step: Step, comment: string, resubmit: 'restart' | 'direct' | undefined): void => {
  const mode = modeOf(humanAt(run.plan, step.node), resubmit)
  emit(run, { t: 'Returned', from: step.id, by: run.command.actor, comment, resubmit: mode, why: 'rollback' })
  closeAll(run, 'returned')
}

/** True where `target` is a step of people that this pass went through and that lies before `from`, not beside it. */
export const canRollBackTo = (run: Pick<Run, 'plan' | 'state'>, from: NodeId, target: NodeId): boolean => {
  const place = run.plan.places.get(target)
  return (
    place !== undefined &&
    isHuman(place.node) &&
    target !== from &&
    run.state.passed.some(({ node }) => node === target) &&
    regionOf(run.plan, target).has(from)
  )
}

/** Closes everything in the region of `target`, voids what was approved there, and asks `target` again. */
export const rollBackTo = (run: Run, { from, to: target, by, comment }: RollBack): void => {
  const region = regionOf(run.plan, target)
  closeRegion(run, region, 'rolledBack')
  emit(run, { t: 'RolledBack', from, to: target, by, comment, voided: voidedIn(run.state, region) })
  reopenBlocks(run, target)
  enterHuman(run, humanAt(run.plan, target), 'rollback')
}

/** The nodes of a region that have approvals or choices in force. */
export const voidedIn = (state: State, region: Set<NodeId>): NodeId[] =>
  [...new Set([...state.passed.map(({ node }) => node), ...Object.keys(state.taken)])].filter((node) => region.has(node))

export const closeRegion = (run: Run, region: Set<NodeId>, reason: CancelWhy): void => {
  for (const step of run.state.steps) if (region.has(step.node)) closeStep(run, step, { outcome: 'closed', cancelled: reason })
  for (const block of Object.keys(run.state.blocks)) if (region.has(block)) emit(run, { t: 'BlockLeft', block, how: 'closed' })
}

/** Joined blocks around a node are active again, in that one arm; in a block that still runs, a finished arm is. */
export const reopenBlocks = (run: Run, target: NodeId): void => {
  for (const { block, arm } of blocksAround(run.plan, target).toReversed()) {
    const runningArms = run.state.blocks[block]
    if (runningArms?.[arm] === 'active') continue
    const otherArms = runningArms ?? Object.fromEntries((run.state.taken[block] ?? []).map((takenArm) => [takenArm, 'done'] as const))
    const arms = { ...otherArms, [arm]: 'active' as const }
    emit(run, { t: 'BlockEntered', block, arms, values: {}, why: 'rollback' })
  }
}

/** Ends the process, whatever is still going on. */
export const end = (run: Run, outcome: Outcome, byUser: string, comment: string): void => {
  closeAll(run, outcome === 'approved' ? 'settled' : outcome)
  emit(run, { t: 'Ended', outcome, by: byUser, comment })
}

export const closeAll = (run: Run, reason: CancelWhy): void => {
  for (const step of run.state.steps) closeStep(run, step, { outcome: 'closed', cancelled: reason })
  for (const block of Object.keys(run.state.blocks)) emit(run, { t: 'BlockLeft', block, how: 'closed' })
  for (const { id } of [...run.state.timers, ...run.state.held]) emit(run, { t: 'TimerCleared', timer: id })
}

export const closeStep = (run: Run, { id }: Step, { outcome, cancelled, why }: StepEnd): void => {
  const step = stepOf(run.state, id)
  const { approved, rejected, total } = tallyOf(step)
  for (const task of step.tasks) if (isLive(task)) emit(run, { t: 'TaskCancelled', task: task.id, why: cancelled })
  clearTimers(run, id)
  if (outcome === 'closed') cancelOutside(run, step)
  const keep = outcome === 'passed' && why !== 'skipped' && total > 0 && run.definition.policy.takeBack ? ({ keep: true } as const) : {}
  emit(run, { t: 'StepLeft', step: id, outcome, ...(why ? { why } : {}), tally: { approved, rejected, total }, ...keep })
}

export const leavePassed = (run: Run, id: StepId, reason?: EntryWhy | Auto): void => {
  const step = stepOf(run.state, id)
  closeStep(run, step, { outcome: 'passed', cancelled: 'settled', why: reason })
  const { sequence, index } = placeOf(run.plan, step.node)
  proceed(run, sequence, index + 1)
}

/** The arms a branch takes with the form as it is. */
export const armsOf = (run: Run, node: Branch): Arm[] => {
  if (node.kind === 'par') return node.arms
  const scope = scopeOf(run)
  const matching = node.arms.slice(0, -1).filter((arm) => arm.when !== undefined && holds(arm.when, scope))
  if (matching.length === 0) return node.arms.slice(-1)
  return node.kind === 'xor' ? matching.slice(0, 1) : matching
}

export const jumps = (run: Run, node: Route): boolean => node.when === undefined || holds(node.when, scopeOf(run))

type Entrances = { [T in Node['t']]: (run: Run, node: Extract<Node, { t: T }>, place: Place) => void }

const entrances: Entrances = {
  approve: (run, node) => enterHuman(run, node, 'forward'),
  handle: (run, node) => enterHuman(run, node, 'forward'),
  cc: (run, node, place) => enterCc(run, node, place),
  branch: (run, node) => enterBranch(run, node),
  delay: (run, node) => enterDelay(run, node),
  service: (run, node) => enterService(run, node),
  subFlow: (run, node) => enterSubFlow(run, node),
  route: (run, node, place) => enterRoute(run, node, place),
}

const enterCc = (run: Run, node: Cc, place: Place): void => {
  const users = copiedSeats(run, node).map(({ user, why }) => ({ user, why }))
  emit(run, { t: 'Copied', node: node.id, users, by: systemActor, comment: '' })
  proceed(run, place.sequence, place.index + 1)
}

const enterBranch = (run: Run, node: Branch): void => {
  const arms = armsOf(run, node)
  const values = valuesOf(run, node.arms)
  const active = Object.fromEntries(arms.map(({ id }) => [id, 'active'] as const))
  emit(run, { t: 'BlockEntered', block: node.id, arms: active, values, why: 'forward' })
  for (const arm of arms) {
    if (run.state.status !== 'running' || run.state.blocks[node.id]?.[arm.id] !== 'active') return
    proceed(run, { nodes: arm.body, block: node.id, arm: arm.id }, 0)
  }
}

const enterRoute = (run: Run, node: Route, place: Place): void => {
  const goes = jumps(run, node)
  emit(run, { t: 'Routed', node: node.id, to: goes ? node.to : null, values: valuesOf(run, [node]) })
  proceed(run, place.sequence, goes ? placeOf(run.plan, node.to).index : place.index + 1)
}

const enterDelay = (run: Run, node: Delay): void => {
  const step = openStep(run, node, { waitsFor: 'timer' })
  const wait = 'until' in node.wait ? untilIn(run, node.wait.until) : node.wait
  if (!wait) return leavePassed(run, step, 'empty')
  emit(run, { t: 'TimerSet', timer: timerId(step, 0, 0), step, index: 0, n: 0, act: 'wait', wait })
}

const untilIn = (run: Run, path: Path): { until: string } | undefined => {
  const until = valueAt(run.state.form, path)
  return typeof until === 'string' && isMoment(until) ? { until } : undefined
}

const enterService = (run: Run, node: Service): void => {
  const step = openStep(run, node, { waitsFor: 'service' })
  emit(run, { t: 'ServiceRequested', step, node: node.id, service: node.service, wait: node.wait })
  if (node.wait) setDeadline(run, step, node)
  else leavePassed(run, step)
}

const enterSubFlow = (run: Run, node: SubFlow): void => {
  const step = openStep(run, node, { waitsFor: 'child' })
  const { dept } = run.state
  const children = childrenFor(node, run.state)
  for (const [item, { initiator, form }] of children.entries()) {
    const among = node.each ? { item, of: children.length } : {}
    emit(run, { t: 'ChildStarted', step, flowKey: node.flowKey, initiator, dept, form, wait: node.wait, ...among })
  }
  if (children.length === 0) leavePassed(run, step, 'empty')
  else if (!node.wait) leavePassed(run, step)
}

/** The way on from several children, once they have come to something together. */
export const leaveChildren = (run: Run, step: Step, { onReject }: SubFlow, verdict: 'approved' | 'refused'): void => {
  if (verdict === 'refused' && onReject === 'end') return end(run, 'rejected', systemActor, '')
  if (verdict === 'refused' && onReject === 'initiator') return returnBySystem(run, step, '')
  leavePassed(run, step.id)
}

type StepOpening = {
  waitsFor: Step['waitsFor']
  tasks?: Task[]
  carried?: TaskId[]
  forced?: boolean
  why?: EntryWhy
  vote?: Vote
  settle?: Step['settle']
}

const openStep = (run: Run, node: Node, stepOpening: StepOpening): StepId => {
  const visit = (run.state.visits[node.id] ?? 0) + 1
  const step = `${node.id}#${visit}`
  const { tasks = [], carried = [], forced = false, waitsFor, why = 'forward' } = stepOpening
  const vote = stepOpening.vote ?? (isHuman(node) ? node.vote : { mode: 'all' })
  const settle = stepOpening.settle ?? (node.t === 'approve' ? node.settle : 'early')
  const need = votesNeeded(vote, mainTasks({ tasks }).length)
  emit(run, { t: 'StepEntered', step, node: node.id, visit, forced, waitsFor, vote, settle, tasks, carried, need, why })
  return step
}

/** No one signs any more for a vote that came to a no; everyone whose turn it is now is asked. */
const openDue = (run: Run, id: StepId): void => {
  for (const sign of idleSigns(stepOf(run.state, id))) emit(run, { t: 'TaskCancelled', task: sign.id, why: 'signRejected', keep: true })
  const step = stepOf(run.state, id)
  for (const task of step.tasks) if (task.status === 'waiting' && isDue(step, task)) emit(run, { t: 'TaskOpened', task: task.id })
}

const finish = (run: Run): void => {
  const { docRef } = run.state
  if (docRef) return emit(run, { t: 'PostingRequested', docRef })
  end(run, 'approved', run.command.actor, '')
}

/** The person who works outside for a step that is closed should stop. */
export const cancelOutside = (run: Run, { id, waitsFor }: Step): void => {
  if (waitsFor === 'service') emit(run, { t: 'ServiceCancelled', step: id })
  if (waitsFor === 'child') emit(run, { t: 'ChildCancelled', step: id })
}

/** The last step before `from` in which a person approved. */
const previousOf = (run: Run, from: NodeId): NodeId | undefined =>
  run.state.passed.findLast(({ node, by }) => Object.keys(by).length > 0 && canRollBackTo(run, from, node))?.node

/** Where the step says how the initiator comes back, no one chooses otherwise. */
export const modeOf = (node: HumanNode, choice: 'restart' | 'direct' | undefined): 'restart' | 'direct' => {
  if (node.resubmit === 'approverChooses') return choice ?? 'restart'
  if (choice === undefined || choice === node.resubmit) return node.resubmit
  return node.resubmit === 'restart'
    ? refuse('approval.restartsAlways', '“{node}”退回后重新提交都从头审批，不能直接回到这里', { node: node.name })
    : refuse('approval.comesBackAlways', '“{node}”退回后重新提交都直接回到这里，不能从头审批', { node: node.name })
}

const scopeOf = (run: Run): Scope => ({
  form: run.state.form,
  initiator: run.state.initiator,
  dept: run.state.dept,
  deptPath: (dept) => fact(run, { k: 'deptPath', dept }),
  rolesOf: (user) => fact(run, { k: 'rolesOf', user }),
  ownValues: (path, ids) => assumedAt(run, pathOfOwn(path)) ?? all(ids, (record) => fact(run, { k: 'ownValue', field: path.key, record })),
})

/** What a trial assumes at the path of an own field; undefined where a real decision is made. */
const assumedAt = (run: Run, path: Path): readonly Json[] | undefined => {
  const values = run.directory[factKey({ k: 'ownAssumed', path })]
  return Array.isArray(values) ? values : undefined
}

/** What the conditions saw, for the record. */
const valuesOf = (run: Run, arms: { when?: Arm['when'] }[]): Form => {
  const paths = new Set(arms.flatMap(({ when }) => (when ? pathsOf(when) : [])))
  return Object.fromEntries([...paths].map((path) => [path, readPath(path, scopeOf(run)) ?? []]))
}

const isMoment = (value: string): boolean =>
  isDay(value) || isMinute(value) || (/^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)))

const commentOf = (run: Run): string => ('comment' in run.command && typeof run.command.comment === 'string' ? run.command.comment : '')

const resubmitOf = (run: Run): 'restart' | 'direct' | undefined => ('resubmit' in run.command ? run.command.resubmit : undefined)
