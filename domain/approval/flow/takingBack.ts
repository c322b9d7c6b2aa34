import { assertDefined } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { comingBack, reseatTasks } from './arrival.ts'
import type { Action, Command } from './command.ts'
import { isHuman } from './definition.ts'
import { closeRegion, reenter, reopenBlocks, settle, voidedIn } from './advance.ts'
import { humanAt, placeOf, regionOf } from './plan.ts'
import { type Run, emit, takeId } from './run.ts'
import { dependents, inTurn, isDue, isUsed } from './signers.ts'
import { type PassedStep, type Step, type Task, findTask, isHumanVerdict, isLive } from './state.ts'
import { bare, renewTasks, withIds } from './renewing.ts'

type TakeBack = Command & Extract<Action, { t: 'takeBack' }>

/** Takes an approval back, in a step that still runs or that was left, as long as no one acted on it. */
export const takeBack = (run: Run, command: TakeBack): void => {
  if (!run.definition.policy.takeBack) refuse('approval.takeBackNotAllowed', '这个流程不允许拿回')
  const active = findTask(run.state, command.taskId)
  const leftStep = active ? undefined : run.state.passed.findLast(({ tasks }) => tasks?.some(({ id }) => id === command.taskId))
  const task = active?.task ?? leftStep?.tasks?.find(({ id }) => id === command.taskId)
  if (!task || task.user !== command.actor || task.status !== 'approved' || task.auto !== undefined)
    return refuse('approval.notYourApproval', '这不是您作出的同意')
  if (active) return takeBackInside(run, active.step, task, command)
  const step = assertDefined(leftStep, 'the step of the task')
  if (!isHuman(placeOf(run.plan, step.node).node)) refuseDecidedAfter()
  takeBackLeft(run, step, task, command)
}

/** The step still runs: the vote is open again, and the person who it had let in waits again. */
const takeBackInside = (run: Run, step: Step, task: Task, command: TakeBack): void => {
  if (dependents(step, task).some((dependent) => isUsed(step, dependent, task))) refuseDecidedAfter()
  const askedTasks = step.tasks.map((candidate): Task => (candidate === task ? { ...bare(candidate), status: 'open' } : candidate))
  const waits = (candidate: Task): boolean => candidate.status === 'open' && !isDue({ tasks: askedTasks, vote: step.vote }, candidate)
  const closedTasks = step.tasks.filter((candidate) => candidate !== task && waits(candidate))
  const ids = new Map([task, ...closedTasks].map(({ id }) => [id, takeId(run)]))
  const tasks = inTurn({ tasks: withIds(askedTasks, ids), vote: step.vote })
  const { comment = '' } = command
  emit(run, { t: 'TakenBack', task: task.id, node: step.node, by: command.actor, comment, tasks, added: [...ids.values()], voided: [] })
  for (const closedTask of closedTasks) emit(run, { t: 'TaskCancelled', task: closedTask.id, why: 'takenBack' })
  settle(run, step.id)
}

/** The step was left: what followed is closed, if no one decided there and nothing left the house, and the step is back. */
const takeBackLeft = (run: Run, leftStep: PassedStep, task: Task, command: TakeBack): void => {
  const region = regionOf(run.plan, leftStep.node)
  const inside = run.state.steps.filter(({ node }) => region.has(node))
  const laterSteps = run.state.passed.filter((passedStep) => passedStep !== leftStep && region.has(passedStep.node))
  const step = stepFrom(run, leftStep)
  const after = dependents(step, task)
  const isDecided =
    inside.some(({ waitsFor, tasks }) => waitsFor === 'service' || waitsFor === 'child' || tasks.some(isHumanVerdict)) ||
    laterSteps.some(({ effect, tasks = [] }) => effect || tasks.some(isHumanVerdict)) ||
    after.some(isHumanVerdict)
  if (isDecided) refuseDecidedAfter()
  const node = humanAt(run.plan, leftStep.node)
  const back = comingBack(
    step.tasks,
    (candidate) => candidate.status === 'cancelled' && !candidate.outclaimed && !standsByNo(step, candidate),
  )
  // What the clock said after it is void as well.
  const isTimed = (candidate: Task): boolean => candidate.auto === 'timeout' && after.includes(candidate)
  const asks = (candidate: Task): boolean => candidate.id === task.id || isTimed(candidate) || back.has(candidate.id)
  const askedTasks = step.tasks.map((candidate): Task => (asks(candidate) ? { ...candidate, status: 'open' } : candidate))
  const newTasks = reseatTasks(run, node, askedTasks, (candidate) => candidate.id !== task.id)
  const { tasks, carried } = renewTasks(run, newTasks, isLive)
  closeRegion(run, region, 'takenBack')
  const voidedIds = voidedIn(run.state, region)
  const { actor: by, comment = '' } = command
  emit(run, { t: 'TakenBack', task: task.id, node: leftStep.node, by, comment, tasks: null, added: [], voided: voidedIds })
  reopenBlocks(run, leftStep.node)
  reenter(run, node, step, { tasks, carried, why: 'takenBack' })
}

/** Signers by a vote that came to a no are not asked again for it. */
const standsByNo = (step: Pick<Step, 'tasks'>, { sign }: Task): boolean =>
  step.tasks.some(({ id, status }) => id === sign?.parent && (status === 'rejected' || status === 'vetoed'))

const stepFrom = (run: Run, leftStep: PassedStep): Pick<Step, 'vote' | 'settle' | 'forced' | 'tasks'> => {
  const node = humanAt(run.plan, leftStep.node)
  return {
    vote: node.vote,
    settle: node.t === 'approve' ? node.settle : 'early',
    forced: leftStep.forced === true,
    tasks: leftStep.tasks ?? [],
  }
}

const refuseDecidedAfter = (): never => refuse('approval.decidedAfter', '后面已有人处理，不能拿回')
