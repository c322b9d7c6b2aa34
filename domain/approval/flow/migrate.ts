import { firstOf } from '../../../kernel/assert.ts'
import { type Refusal, RefusalError, refusal } from '../../../kernel/refusal.ts'
import { seat } from './assign.ts'
import type { CommandOf, MigrateOptions } from './command.ts'
import { type Definition, type HumanNode, type Node, type NodeId, isHuman } from './definition.ts'
import { clearTimers, setDeadline, startClocks } from './clocks.ts'
import { closeAll, closeStep, reenter } from './advance.ts'
import { missingFields } from '../form/form.ts'
import { blocksAround, type Plan, placesAround, planOf, within, placeOf } from './plan.ts'
import { type Run, emit, takeId } from './run.ts'
import type { State, Step, Task } from './state.ts'

/** How one process would move to another version of its flow, worst first in `reasons`. */
export type MigrationClass = 'ok' | 'warning' | 'needsMapping' | 'impossible'
export type MigrationCheck = { class: MigrationClass; reasons: Refusal[] }

/** Two versions of a flow: a process goes on from the first in the second. */
type Migration = { readonly from: Definition; readonly to: Definition }

/** The dry run for one process. `mapping` renames nodes, arms keep their ids; what it does not name keeps its id. */
export const checkMigration = (
  { from, to }: Migration,
  state: State,
  mapping: Record<NodeId, NodeId>,
  options: MigrateOptions = {},
): MigrationCheck => {
  const findings = [
    ...impossible({ from, to }, state, mapping, options),
    ...unmappedFindings(from, to, state, mapping),
    ...warnings(from, to, state, mapping),
  ]
  const worst = order.find((candidate) => findings.some((finding) => finding.class === candidate)) ?? 'ok'
  return {
    class: worst,
    reasons: order.flatMap((candidate) => findings.filter((finding) => finding.class === candidate).map(({ reason }) => reason)),
  }
}

/** Moves a process; refuses with the worst reason where it cannot. Task ids, votes and comments stay. */
export const migrateRun = (run: Run, command: CommandOf<'migrate'>): void => {
  const { to, mapping, options = {} } = command
  const check = checkMigration({ from: run.definition, to }, run.state, mapping, options)
  if (check.class === 'impossible' || check.class === 'needsMapping') throw new RefusalError(firstOf(check.reasons))
  const old = run.plan
  const target = planOf(to)
  const takenIds = Object.keys({ ...run.state.taken, ...Object.fromEntries(run.state.passed.map(({ node }) => [node, true])) })
  const goesOn = counterparts(run.definition, to, run.state, mapping)
  const droppedIds = [...takenIds, ...Object.keys(run.state.chosen), ...Object.keys(run.state.kept)].filter((node) => !goesOn(node))
  const isUnparked = run.state.parked !== null
  const routes = Object.keys(run.state.taken).filter((id) => old.places.get(id)?.node.t === 'route')
  emit(run, {
    t: 'Migrated',
    from: run.definition.version,
    to: to.version,
    renamed: mapping,
    dropped: [...new Set(droppedIds)],
    unparked: isUnparked,
    ...(routes.length > 0 && { routes }),
  })
  run.definition = to
  run.plan = target
  const before = (step: Step): Node | undefined =>
    [...old.places.values()].find(({ node }) => (mapping[node.id] ?? node.id) === step.node)?.node
  for (const step of run.state.steps) {
    const { node } = placeOf(target, step.node)
    if (!isHuman(node) && node.t !== 'service') continue
    const was = before(step)
    if (isHuman(node) && options.reenter?.includes(step.node)) askAnew(run, step, node)
    else if (!was || limitsOf(was) !== limitsOf(node)) {
      clearTimers(run, step.id)
      const open = step.tasks.filter(({ status }) => status === 'open').map(({ id }) => id)
      if (isHuman(node)) startClocks(run, node, { step: step.id, tasks: open, mark: `@${run.state.rev}` })
      else setDeadline(run, step.id, node, `@${to.version}`)
    }
  }
  if (options.returnAll && run.state.status === 'running' && run.state.steps[0]) {
    const from = run.state.steps[0].id
    emit(run, { t: 'Returned', from, by: command.actor, comment: '', resubmit: 'restart', why: 'system' })
    closeAll(run, 'migrated')
  }
}

const limitsOf = (node: Node): string => {
  if (isHuman(node)) return JSON.stringify(node.timeouts)
  return JSON.stringify((node.t === 'service' ? node.deadline : undefined) ?? null)
}

/** The nodes a process stands on, the blocks around its steps first. */
export const activeNodes = (state: State): NodeId[] => [...Object.keys(state.blocks), ...state.steps.map(({ node }) => node)]

/** Whether a process may go on in the other node. */
export const sameKind = (a: Node, b: Node): boolean => {
  if (a.t === 'branch') return b.t === 'branch' && a.kind === b.kind
  if (a.t === 'service') return b.t === 'service' && a.service === b.service
  if (a.t === 'subFlow') return b.t === 'subFlow' && a.flowKey === b.flowKey && a.each?.table === b.each?.table
  return a.t === b.t
}

/**
 * Whether what happened at a node is taken along: to a node of the same kind, with the ways that it took, and none on which the
 * process stands by another name.
 */
const counterparts = (from: Definition, to: Definition, state: State, mapping: Record<NodeId, NodeId>): ((id: NodeId) => boolean) => {
  const [source, target] = [planOf(from), planOf(to)]
  const rename = (id: NodeId): NodeId => mapping[id] ?? id
  const standsOn = new Map(activeNodes(state).map((id) => [rename(id), id]))
  return (id) => {
    const [was, next] = [source.places.get(id)?.node, target.places.get(rename(id))?.node]
    if (!was || !next || !sameKind(was, next) || (standsOn.get(next.id) ?? id) !== id) return false
    return next.t !== 'branch' || (state.taken[id] ?? []).every((arm) => next.arms.some((otherArm) => otherArm.id === arm))
  }
}

const order: MigrationClass[] = ['impossible', 'needsMapping', 'warning']
type MigrationFinding = { class: MigrationClass; reason: Refusal }

const impossible = (
  { from, to }: Migration,
  state: State,
  mapping: Record<NodeId, NodeId>,
  options: MigrateOptions,
): MigrationFinding[] => {
  const impossibleFinding = (reason: string, words: string, params: Refusal['params'] = {}): MigrationFinding => ({
    class: 'impossible',
    reason: refusal(`approval.migrate.${reason}`, words, params),
  })
  if (state.status !== 'running' && state.status !== 'returned') return [impossibleFinding('ended', '已通过或已结束的流程不升级')]
  if (to.key !== from.key) return [impossibleFinding('otherFlow', '目标版本属于另一个流程')]
  if (to.version === state.version) return [impossibleFinding('sameVersion', '流程已是这个版本')]
  if (options.notReached !== undefined && state.visits[options.notReached])
    return [impossibleFinding('reached', '流程已到达“{node}”', { node: nameOf(from, options.notReached) })]
  const findings: MigrationFinding[] = []
  const rename = (id: NodeId): NodeId => mapping[id] ?? id
  const source = planOf(from)
  const target = planOf(to)
  const seenNodes = new Set<NodeId>()
  for (const id of activeNodes(state)) {
    const { node } = placeOf(source, id)
    const next = target.places.get(rename(id))?.node
    if (!next) continue
    if (seenNodes.has(next.id))
      findings.push(impossibleFinding('sameTarget', '两个正在进行的环节对应到同一个“{node}”', { node: next.name }))
    seenNodes.add(next.id)
    if (!sameKind(node, next)) findings.push(impossibleFinding('otherKind', '“{node}”的类型已改变', { node: node.name }))
    const blocksHere = blocksAround(source, id).map(({ block, arm }) => `${rename(block)}/${arm}`)
    const nextAround = blocksAround(target, next.id).map(({ block, arm }) => `${block}/${arm}`)
    if (blocksHere.join() !== nextAround.join()) findings.push(impossibleFinding('moved', '“{node}”移到了别的分支', { node: node.name }))
    if (next.t === 'branch') {
      const arms = new Set(next.arms.map((arm) => arm.id))
      for (const arm of Object.keys(state.blocks[id] ?? {}))
        if (!arms.has(arm)) findings.push(impossibleFinding('armGone', '“{node}”正在进行的分支已删除', { node: node.name }))
    }
  }
  return findings
}

const unmappedFindings = (from: Definition, to: Definition, state: State, mapping: Record<NodeId, NodeId>): MigrationFinding[] => {
  const target = planOf(to)
  return activeNodes(state)
    .filter((id) => !target.places.has(mapping[id] ?? id))
    .map((id) => ({
      class: 'needsMapping',
      reason: refusal('approval.migrate.needsMapping', '正在进行的环节“{node}”在新版本中没有对应', { node: nameOf(from, id) }),
    }))
}

const warnings = (from: Definition, to: Definition, state: State, mapping: Record<NodeId, NodeId>): MigrationFinding[] => {
  const warn = (reason: string, words: string, params: Refusal['params'] = {}): MigrationFinding => ({
    class: 'warning',
    reason: refusal(`approval.migrate.${reason}`, words, params),
  })
  const findings: MigrationFinding[] = []
  const target = planOf(to)
  const rename = (id: NodeId): NodeId => mapping[id] ?? id
  if (state.parked) findings.push(warn('unparked', '重新提交时将从头开始'))
  const goesOn = counterparts(from, to, state, mapping)
  for (const { node } of state.passed)
    if (!goesOn(node)) findings.push(warn('passedGone', '已经过的“{node}”在新版本中没有对应', { node: nameOf(from, node) }))
  const old = new Set(within(from.body).map(({ id }) => rename(id)))
  for (const node of passedOver(target, state, rename))
    if (!old.has(node.id)) findings.push(warn('skipped', '新增的“{node}”在当前环节之前，不会经过', { node: node.name }))
  for (const step of state.steps) {
    const place = target.places.get(rename(step.node))
    if (!place) continue
    if (isHuman(place.node) && missingFields(place.node.fields, state.form).length > 0)
      findings.push(warn('fieldRequired', '“{node}”有新的必填项', { node: place.node.name }))
  }
  return findings
}

/** What a process has behind it in the new version: before its steps, before the blocks around them, and in the arms that are done. */
const passedOver = (target: Plan, state: State, rename: (id: NodeId) => NodeId): Set<Node> => {
  const before = state.steps
    .flatMap(({ node }) => (target.places.has(rename(node)) ? placesAround(target, rename(node)) : []))
    .flatMap(({ sequence, index }) => sequence.nodes.slice(0, index))
  const doneBlocks = Object.entries(state.blocks).flatMap(([block, arms]) => {
    const node = target.places.get(rename(block))?.node
    return node?.t === 'branch' ? node.arms.flatMap((arm) => (arms[arm.id] === 'done' ? within(arm.body) : [])) : []
  })
  return new Set([...before, ...doneBlocks])
}

const nameOf = (definition: Definition, id: NodeId): string => planOf(definition).places.get(id)?.node.name ?? id

/** The people of the new version; the person who approved before and is still among them need not do it again. */
const askAnew = (run: Run, step: Step, node: HumanNode): void => {
  const { seats } = seat(run, node, true)
  if (seats.length === 0) return
  closeStep(run, step, { outcome: 'closed', cancelled: 'migrated' })
  const approvedTasks = new Map(step.tasks.filter(({ status, sign }) => status === 'approved' && !sign).map((task) => [task.user, task]))
  const carriedIds: string[] = []
  const tasks = seats.map((seat): Task => {
    const task = approvedTasks.get(seat.user)
    if (task) carriedIds.push(task.id)
    return task ?? { id: takeId(run), ...withoutAuto(seat), status: node.vote.mode === 'seq' ? 'waiting' : 'open' }
  })
  const rules = { vote: node.vote, settle: node.t === 'approve' ? node.settle : 'early', forced: true } as const
  reenter(run, node, rules, { tasks, carried: carriedIds, why: 'migrated' })
}

const withoutAuto = <T extends { auto?: unknown }>({ auto: _auto, ...rest }: T): Omit<T, 'auto'> => rest
