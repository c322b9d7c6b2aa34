import { refuse } from '../../../kernel/refusal.ts'
import { isSeated } from './arrival.ts'
import type { HumanNode } from './definition.ts'
import { checkFresh } from './formPatch.ts'
import { humanAt } from './plan.ts'
import { fact, type Run } from './run.ts'
import { findTask, isLive, type Step, type Task, type TaskId } from './state.ts'

/** The actor's own open task; an agent of the assignee may stand in, never for his own request. */
export const ownTask = (run: Run, id: TaskId): { step: Step; task: Task; node: HumanNode } => {
  const taskFound = findTask(run.state, id)
  if (!taskFound || !isLive(taskFound.task)) return refuseGone()
  const { step, task } = taskFound
  const { actor } = run.command
  if (actor !== task.user && (actor === run.state.initiator || fact(run, { k: 'user', user: task.user }).agent !== actor)) refuseNotYours()
  const node = humanAt(run.plan, step.node)
  if (actor !== task.user && isSeated(step, actor, task.id)) refuseSecondVote(node)
  if (task.status === 'waiting') refuse('approval.notYetYourTurn', '还没有轮到您')
  return { step, task, node }
}

export const decidable = (run: Run, command: { taskId: TaskId; formRev: number }): ReturnType<typeof ownTask> => {
  const taskFound = ownTask(run, command.taskId)
  if (taskFound.task.owner) refuseDelegated()
  checkFresh(run, command.formRev)
  return taskFound
}

export const refuseSecondVote = (node: HumanNode): never =>
  refuse('approval.secondVote', '您在“{node}”环节已有一票，不能再代他人处理', { node: node.name })

export const refuseGone = (): never => refuse('approval.taskGone', '这项任务已被处理或已取消')

/** The person who was asked for his opinion gives it; deciding is for who asked him. */
export const refuseDelegated = (): never => refuse('approval.delegated', '这项任务是委派来的，请交回委派人')

export const refuseNotYours = (): never => refuse('approval.notYours', '这项任务不是您的')
