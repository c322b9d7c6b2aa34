import { refuse } from '../../../kernel/refusal.ts'
import { comingBack, reseated } from './arrival.ts'
import type { Action, Command } from './command.ts'
import { isHuman } from './definition.ts'
import { closeRegion, reenter, reopenBlocks, settle, voidedIn } from './advance.ts'
import { humanAt, placeOf, regionOf } from './plan.ts'
import type { Run } from './run.ts'
import { emit, takeId } from './run.ts'
import { dependents, inTurn, isDue, isUsed } from './signers.ts'
import type { Passed, Step, Task } from './state.ts'
import { findTask, isHumanVerdict, isLive } from './state.ts'
import { bare, renewed, withIds } from './renewing.ts'

type TakeBack = Command & Extract<Action, { t: 'takeBack' }>

/** Takes an approval back, in a step that still runs or that was left, as long as nobody acted on it. */
export const takeBack = (run: Run, command: TakeBack): void => {
  if (!run.definition.policy.takeBack) refuse('approval.takeBackNotAllowed', '这个流程不允许拿回')
  const active = findTask(run.state, command.taskId)
  const left = active ? undefined : run.state.passed.findLast(({ tasks }) => tasks?.some(({ id }) => id === command.taskId))
  const task = active?.task ?? left?.tasks?.find(({ id }) => id === command.taskId)
  if (!task || task.user !== command.actor || task.status !== 'approved' || task.auto !== undefined)
    return refuse('approval.notYourApproval', '这不是您作出的同意')
  if (active) return takeBackInside(run, active.step, task, command)
  if (!isHuman(placeOf(run.plan, left!.node).node)) refuseDecidedAfter()
  takeBackLeft(run, left!, task, command)
}

/** The step still runs: the vote is open again, and whoever it had let in waits again. */
const takeBackInside = (run: Run, step: Step, task: Task, command: TakeBack): void => {
  if (dependents(step, task).some((one) => isUsed(step, one, task))) refuseDecidedAfter()
  const asked = step.tasks.map((one): Task => (one === task ? { ...bare(one), status: 'open' } : one))
  const waits = (one: Task): boolean => one.status === 'open' && !isDue({ tasks: asked, vote: step.vote }, one)
  const closed = step.tasks.filter((one) => one !== task && waits(one))
  const ids = new Map([task, ...closed].map(({ id }) => [id, takeId(run)]))
  const tasks = inTurn({ tasks: withIds(asked, ids), vote: step.vote })
  const { comment = '' } = command
  emit(run, { t: 'TakenBack', task: task.id, node: step.node, by: command.actor, comment, tasks, added: [...ids.values()], voided: [] })
  for (const one of closed) emit(run, { t: 'TaskCancelled', task: one.id, why: 'takenBack' })
  settle(run, step.id)
}

/** The step was left: what followed is closed, if nobody decided there and nothing left the house, and the step is back. */
const takeBackLeft = (run: Run, left: Passed, task: Task, command: TakeBack): void => {
  const region = regionOf(run.plan, left.node)
  const inside = run.state.steps.filter(({ node }) => region.has(node))
  const later = run.state.passed.filter((one) => one !== left && region.has(one.node))
  const step = stepFrom(run, left)
  const after = dependents(step, task)
  const decided =
    inside.some(({ waitsFor, tasks }) => waitsFor === 'service' || waitsFor === 'child' || tasks.some(isHumanVerdict)) ||
    later.some(({ effect, tasks = [] }) => effect || tasks.some(isHumanVerdict)) ||
    after.some(isHumanVerdict)
  if (decided) refuseDecidedAfter()
  const node = humanAt(run.plan, left.node)
  const back = comingBack(step.tasks, (one) => one.status === 'cancelled' && !one.outclaimed && !standsByNo(step, one))
  // What the clock said after it is void as well.
  const isTimed = (one: Task): boolean => one.auto === 'timeout' && after.includes(one)
  const asks = (one: Task): boolean => one.id === task.id || isTimed(one) || back.has(one.id)
  const asked = step.tasks.map((one): Task => (asks(one) ? { ...one, status: 'open' } : one))
  const there = reseated(run, node, asked, (one) => one.id !== task.id)
  const { tasks, carried } = renewed(run, there, isLive)
  closeRegion(run, region, 'takenBack')
  const voided = voidedIn(run.state, region)
  const { actor: by, comment = '' } = command
  emit(run, { t: 'TakenBack', task: task.id, node: left.node, by, comment, tasks: null, added: [], voided })
  reopenBlocks(run, left.node)
  reenter(run, node, step, tasks, carried, 'takenBack')
}

/** Signers by a vote that came to a no are not asked again for it. */
const standsByNo = (step: Pick<Step, 'tasks'>, { sign }: Task): boolean =>
  step.tasks.some(({ id, status }) => id === sign?.parent && (status === 'rejected' || status === 'vetoed'))

const stepFrom = (run: Run, left: Passed): Pick<Step, 'vote' | 'settle' | 'forced' | 'tasks'> => {
  const node = humanAt(run.plan, left.node)
  return { vote: node.vote, settle: node.t === 'approve' ? node.settle : 'early', forced: left.forced === true, tasks: left.tasks ?? [] }
}

const refuseDecidedAfter = (): never => refuse('approval.decidedAfter', '后面已有人处理，不能拿回')
