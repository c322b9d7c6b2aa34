import { refuse } from '../../../kernel/refusal.ts'
import { comingBack, reseatTasks } from './arrival.ts'
import type { CommandOf } from './command.ts'
import { ownTask, refuseDelegated } from './ownTask.ts'
import { bare, withIds } from './renewing.ts'
import { type Run, emit, takeId } from './run.ts'
import { inTurn } from './signers.ts'
import { type Task, isLive } from './state.ts'
import { mainTasks, signsOf } from './vote.ts'

/** One of several takes a step for himself; no one else is asked any more. What a person agreed to already is not taken from him. */
export const claim = (run: Run, { taskId, actor: by }: CommandOf<'claim'>): void => {
  const { step, task } = ownTask(run, taskId)
  if (task.owner) refuseDelegated()
  if (task.claimed) refuse('approval.alreadyClaimed', '已经认领过了')
  const alone = !step.tasks.some((otherTask) => otherTask.id !== task.id && isLive(otherTask))
  if (step.vote.mode !== 'or' || task.sign || alone) refuse('approval.notClaimable', '这个环节不需要认领')
  if (mainTasks(step).some(({ status }) => status === 'approved')) refuse('approval.signing', '已有人同意，正在等待加签人，不能认领')
  emit(run, { t: 'TaskClaimed', task: task.id, by })
  for (const otherTask of step.tasks)
    if (otherTask.id !== task.id && isLive(otherTask)) emit(run, { t: 'TaskCancelled', task: otherTask.id, why: 'claimed' })
}

/** The person who had lost to the claim is asked again as he was: to vote, or to sign before or after another. */
export const unclaim = (run: Run, { taskId }: CommandOf<'unclaim'>): void => {
  const { step, task, node } = ownTask(run, taskId)
  if (task.owner) refuseDelegated()
  if (!task.claimed) refuse('approval.notClaimed', '这项任务没有被认领')
  if (signsOf(step, task).length > 0) refuse('approval.hasSigns', '已有加签，不能取消认领')
  const lost = comingBack(step.tasks, ({ outclaimed }) => outclaimed === true)
  const askedTasks = step.tasks
    .filter(({ id, outclaimed }) => !outclaimed || lost.has(id))
    .map((otherTask): Task => {
      if (lost.has(otherTask.id)) return { ...bare(otherTask), status: 'open' }
      return otherTask.id === task.id ? withoutClaim(otherTask) : otherTask
    })
  const newTasks = reseatTasks(run, node, askedTasks, ({ id }) => lost.has(id))
  const ids = new Map(newTasks.filter(({ id }) => lost.has(id)).map(({ id }) => [id, takeId(run)]))
  const reopenedTasks = [...ids].map(([was, now]) => ({ was, task: now }))
  const tasks = inTurn({ tasks: withIds(newTasks, ids), vote: step.vote })
  emit(run, { t: 'TaskUnclaimed', task: task.id, reopened: reopenedTasks, tasks })
}

const withoutClaim = ({ claimed: _claimed, ...task }: Task): Task => task
