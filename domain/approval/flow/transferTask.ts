import { assertDefined } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { UserId } from '../form/form.ts'
import { settle } from './advance.ts'
import { arrive, reseatTasks, type Seat } from './arrival.ts'
import type { CommandOf } from './command.ts'
import type { Event } from './event.ts'
import { ownTask, refuseDelegated, refuseGone, refuseNotYours } from './ownTask.ts'
import { humanAt } from './plan.ts'
import { all, emit, fact, type Run } from './run.ts'
import { findTask, isLive, type Step, type StepId, type Task, type TaskId, stepOf } from './state.ts'

export const transfer = (run: Run, command: CommandOf<'transfer'>): void => move(run, command, 'transfer')

export const delegate = (run: Run, command: CommandOf<'delegate'>): void => move(run, command, 'delegate')

const move = (run: Run, command: CommandOf<'transfer'> | CommandOf<'delegate'>, kind: 'transfer' | 'delegate'): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  if (!node.ops[kind]) refuse('approval.moveNotAllowed', '“{node}”不允许转交或委派', { node: node.name })
  if (task.owner) refuseDelegated()
  const { user: to, onBehalfOf } = arrive(run, { step, node, except: task }, command.to)
  const behalf = kind === 'transfer' && onBehalfOf !== undefined ? { onBehalfOf } : {}
  emit(run, { t: 'TaskMoved', task: task.id, from: task.user, to, kind, ...behalf, comment: command.comment ?? '' })
}

export const returnDelegation = (run: Run, command: CommandOf<'returnDelegation'>): void => {
  const taskFound = findTask(run.state, command.taskId)
  if (!taskFound || taskFound.task.status !== 'open') return refuseGone()
  const { task } = taskFound
  if (!task.owner) return refuse('approval.notDelegated', '这项任务没有委派')
  if (command.actor !== task.user && command.actor !== task.owner) refuseNotYours()
  emit(run, { t: 'TaskMoved', task: task.id, from: task.user, to: task.owner, kind: 'return', comment: command.comment ?? '' })
}

export const reassign = (run: Run, command: CommandOf<'reassign'>): void => {
  const { tasks: which, to, reason } = command
  if (to === command.actor && to === run.state.initiator) refuse('approval.ownRequest', '发起人不能审批自己的申请')
  const tasksFound =
    'ids' in which
      ? which.ids.map((id) => findTask(run.state, id) ?? refuseGone())
      : run.state.steps.flatMap((step) =>
          step.tasks.filter((task) => task.user === which.user || task.owner === which.user).map((task) => ({ step, task })),
        )
  for (const { step, task } of tasksFound) {
    if (!isLive(task)) {
      if ('ids' in which) refuseGone()
      continue
    }
    const now = stepOf(run.state, step.id)
    const node = humanAt(run.plan, step.node)
    const head = { t: 'TaskMoved', task: task.id, comment: reason } as const
    if ('user' in which && task.user !== which.user) {
      const heir = to === task.user ? to : arrive(run, { step: now, node, except: task }, to).user
      emit(run, {
        ...head,
        from: assertDefined(task.owner, 'the owner of the task'),
        to: heir,
        kind: 'reassign',
        asOwner: true,
        forHimself: true,
      })
    } else emit(run, { ...head, ...handedTo(task, arrive(run, { step: now, node, except: task }, to), 'reassign') })
  }
  if (run.events.length === 0) refuse('approval.nothingToReassign', '没有可以改派的任务')
}

type TaskHandover = Pick<Extract<Event, { t: 'TaskMoved' }>, 'from' | 'to' | 'kind' | 'onBehalfOf' | 'owner'>

/** Hands a task to another person; a delegated task stays delegated, unless it comes to its principal. */
export const handedTo = (
  { user: from, owner }: Pick<Task, 'user' | 'owner'>,
  { user: to, onBehalfOf }: Pick<Seat, 'user' | 'onBehalfOf'>,
  kind: 'reassign' | 'timeout',
): TaskHandover => {
  if (owner === to) return { from, to, kind: 'return' }
  return { from, to, kind, ...(onBehalfOf === undefined ? {} : { onBehalfOf }), ...(owner === undefined ? {} : { owner }) }
}

/** The person who left while no one was found for him has a person in his place now, or the others decide without him. */
export const replaceLeavers = (run: Run): void => {
  const steps = run.state.steps.filter(({ waitsFor }) => waitsFor === 'people')
  for (const [id, tasks] of all(steps, (step) => [step.id, leaversIn(run, step)] as const)) {
    if (tasks.length === 0 || !run.state.steps.some((step) => step.id === id)) continue
    replaceAt(run, id, tasks)
    settle(run, id)
  }
}

const leaversIn = (run: Run, step: Step): TaskId[] => {
  const isGone = (user: UserId | undefined): boolean => user !== undefined && !fact(run, { k: 'user', user }).active
  return step.tasks.filter((task) => isLive(task) && (isGone(task.user) || isGone(task.owner))).map(({ id }) => id)
}

const replaceAt = (run: Run, id: StepId, tasks: TaskId[]): void => {
  const step = stepOf(run.state, id)
  const newTasks = reseatTasks(run, humanAt(run.plan, step.node), step.tasks, (task) => tasks.includes(task.id))
  for (const old of step.tasks) {
    const now = newTasks.find((task) => task.id === old.id)
    const head = { t: 'TaskMoved', task: old.id, comment: '' } as const
    if (!now) emit(run, { t: 'TaskCancelled', task: old.id, why: 'left' })
    else if (now.user !== old.user) {
      const owner = now.user === old.owner ? old.owner : now.owner
      emit(run, { ...head, ...handedTo({ user: old.user, ...(owner === undefined ? {} : { owner }) }, now, 'reassign') })
    } else if (now.owner !== old.owner)
      emit(run, {
        ...head,
        from: assertDefined(old.owner, 'the owner of the task'),
        to: now.owner ?? now.user,
        kind: 'reassign',
        asOwner: true,
        forHimself: true,
      })
  }
}
