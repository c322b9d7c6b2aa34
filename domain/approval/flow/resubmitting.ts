import { comingBack, reseatTasks } from './arrival.ts'
import { type Node, type NodeId, isHuman } from './definition.ts'
import { armsOf, jumps, proceed, reopen, settle } from './advance.ts'
import { changedPaths, type Path } from '../form/form.ts'
import { type Sequence, placeOf, within } from './plan.ts'
import { renewTasks } from './renewing.ts'
import { type Run, emit } from './run.ts'
import { type ParkedState, type State, type Step, type StepId, type Task, isLive } from './state.ts'

/** Who approved the form that came back, by node; no one where a field that matters has changed since. */
export const keptFrom = (run: Run, parkedState: ParkedState): State['kept'] => {
  const policy = run.definition.policy.keepApprovals
  if (!policy) return {}
  const changedList = run.events.flatMap((event) => (event.t === 'FormPatched' ? changedPaths(event.before, event.patch) : []))
  const touches = (path: Path): boolean =>
    changedList.some((changedPath) => changedPath === path || changedPath.startsWith(`${path}.`) || path.startsWith(`${changedPath}.`))
  if (run.state.formRev - run.events.length !== parkedState.formRev || policy.unlessChanged.some(touches)) return {}
  const approvalsGiven = [
    ...parkedState.passed.map(({ node, by }) => [node, Object.keys(by).filter((user) => by[user] === parkedState.formRev)] as const),
    ...parkedState.steps.map(({ node, tasks }) => [node, tasks.filter(isGivenAt(parkedState.formRev)).map(({ user }) => user)] as const),
  ]
  return Object.fromEntries(approvalsGiven.filter(([, users]) => users.length > 0))
}

const isGivenAt =
  (formRev: number) =>
  ({ status, auto, formRev: seenRevision }: Task): boolean =>
    status === 'approved' && auto !== 'timeout' && seenRevision === formRev

/** The arms of a branch that the form chooses, or where a route jumps to. */
const waysOf = (run: Run, node: Node): string[] => {
  if (node.t === 'branch') return armsOf(run, node).map((arm) => arm.id)
  return node.t === 'route' && jumps(run, node) ? [node.to] : []
}

/** True where every branch and route that was passed chooses the same again. */
export const sameWay = (run: Run, takenArms: State['taken']): boolean =>
  Object.entries(takenArms).every(([id, before]) => {
    const { node } = placeOf(run.plan, id)
    const now = waysOf(run, node)
    return now.length === before.length && now.every((arm) => before.includes(arm))
  })

/**
 * Brings back the whole position that was parked: who had not approved is asked, the votes given stand. First everything of people is
 * there again, then it moves on, and then what was under way without people, or had not been reached when the flow was returned.
 */
export const takeUp = (run: Run, parkedState: ParkedState): void => {
  const isRunning = (): boolean => run.state.status === 'running'
  for (const [block, arms] of Object.entries(parkedState.blocks)) emit(run, { t: 'BlockEntered', block, arms, values: {}, why: 'resumed' })
  const back: StepId[] = []
  for (const step of parkedState.steps) {
    const { node } = placeOf(run.plan, step.node)
    if (isHuman(node) && step.tasks.length > 0) back.push(restore(run, step))
  }
  for (const id of back) if (isRunning() && run.state.steps.some((step) => step.id === id)) settle(run, id)
  for (const { node } of parkedState.steps) {
    const { sequence, index } = placeOf(run.plan, node)
    if (isRunning() && isIdle(run, sequence)) proceed(run, sequence, index)
  }
  for (const block of Object.keys(parkedState.blocks)) {
    const { node } = placeOf(run.plan, block)
    for (const arm of node.t === 'branch' ? node.arms : []) {
      const sequence = { nodes: arm.body, block, arm: arm.id }
      if (isRunning() && isIdle(run, sequence)) proceed(run, sequence, frontier(run.state, sequence))
    }
  }
}

/** Everyone who had not approved, with who is there for those who left; a signer whose vote is asked for again is asked as well. */
const restore = (run: Run, step: Step): StepId => {
  const { node } = placeOf(run.plan, step.node)
  if (!isHuman(node)) throw new Error(`node ${step.node} asks nobody`)
  const newTasks = reseatTasks(run, node, asAsked(step.tasks), () => true)
  const { tasks, carried } = renewTasks(run, newTasks, isLive)
  return reopen(run, node, step, { tasks, carried, why: 'resumed' })
}

/** A vote counts as given once a later signer was asked; signers skipped by an earlier refusal sign again. */
const asAsked = (tasks: Task[]): Task[] => {
  const nextTasks = tasks.map((task): Task => {
    const signedAfter = tasks.some(
      (otherTask) => otherTask.sign?.parent === task.id && otherTask.sign.where === 'after' && otherTask.status === 'open',
    )
    return task.status === 'waiting' && signedAfter ? { ...task, status: 'approved' } : task
  })
  const standsByVote = ({ sign }: Task): boolean => nextTasks.some(({ id, status }) => id === sign?.parent && status !== 'cancelled')
  const back = comingBack(nextTasks, (task) => task.status === 'cancelled' && !task.outclaimed && standsByVote(task))
  return nextTasks.map((task): Task => (back.has(task.id) ? { ...task, status: 'waiting' } : task))
}

/** True where an arm that is under way, or the whole flow, stands nowhere. */
const isIdle = (run: Run, { nodes, block, arm }: Sequence): boolean => {
  if (block !== undefined && run.state.blocks[block]?.[arm] !== 'active') return false
  const inside = new Set<NodeId>(within(nodes).map(({ id }) => id))
  return !run.state.steps.some(({ node }) => inside.has(node)) && !Object.keys(run.state.blocks).some((id) => inside.has(id))
}

/** Where a sequence goes on: after the last of its nodes that was gone through. */
const frontier = ({ passed, taken }: State, { nodes }: Sequence): number => {
  const last = nodes.findLastIndex(({ id }) => id in taken || passed.some(({ node }) => node === id))
  const node = nodes[last]
  const [to] = node?.t === 'route' ? (taken[node.id] ?? []) : []
  return to === undefined ? last + 1 : nodes.findIndex(({ id }) => id === to)
}
