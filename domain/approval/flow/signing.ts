import { refuse } from '../../../kernel/refusal.ts'
import { settle } from './advance.ts'
import { arrive } from './arrival.ts'
import { distinct, seatsMax } from './assign.ts'
import type { CommandOf } from './command.ts'
import { ownTask, refuseDelegated, refuseGone, refuseSecondVote } from './ownTask.ts'
import { all, emit, isAdmin, type Run, takeId } from './run.ts'
import { holderOf } from './signers.ts'
import { weightFor } from './vote.ts'
import { findTask, isLive, type Task } from './state.ts'

export const addSign = (run: Run, command: CommandOf<'addSign'>): void => {
  const { step, task, node } = ownTask(run, command.taskId)
  const { where, comment = '' } = command
  if (!node.ops.addSign) refuse('approval.addSignNotAllowed', '“{node}”不允许加签', { node: node.name })
  if (task.addedBy) refuse('approval.signedCannotAdd', '加签人不能再加签')
  if (task.owner) refuseDelegated()
  const earlier = step.tasks.filter(
    (otherTask) => otherTask.addedBy === task.user && (!otherTask.sign || otherTask.sign.parent === task.id),
  )
  if (earlier.some((task) => (task.sign?.where ?? 'with') !== where)) refuse('approval.oneKindOfSign', '同一任务只能使用一种加签方式')
  const users = [...new Set(command.users)]
  if (users.length === 0) refuse('approval.nobodyChosen', '请选择人员')
  if (step.tasks.length + users.length > seatsMax) refuse('approval.tooManyPeople', '一个环节最多{max}人', { max: seatsMax })
  const seats = distinct(all(users, (user) => arrive(run, { step, node }, user)))
  // The person who speaks for another person does not ask himself besides.
  if (seats.some(({ user }) => user === command.actor)) refuseSecondVote(node)
  const waits = where === 'after' || (where === 'with' && step.vote.mode === 'seq')
  const tasks = seats.map((seat): Task => ({
    ...seat,
    ...weightFor(step.vote, seat),
    id: takeId(run),
    why: { ...seat.why, rule: 'addSign' },
    status: waits ? 'waiting' : 'open',
    addedBy: task.user,
    ...(where === 'with' ? { beside: task.id } : { sign: { parent: task.id, where } }),
  }))
  emit(run, { t: 'SignAdded', step: step.id, task: task.id, where, tasks, comment })
}

export const removeSign = (run: Run, command: CommandOf<'removeSign'>): void => {
  const tasksFound = [...new Set(command.taskIds)].map((id) => findTask(run.state, id))
  const step = tasksFound[0]?.step
  if (!step || tasksFound.some((entry) => entry?.step !== step || !isLive(entry.task) || !entry.task.addedBy)) return refuseGone()
  const tasks = tasksFound.map((entry) => entry!.task)
  if (!isAdmin(run, command.actor) && tasks.some((entry) => holderOf(step, entry) !== command.actor))
    refuse('approval.notYourSign', '只能减去自己加签的人')
  // The person who has claimed holds the step alone: without him no one would be left to decide it.
  if (tasks.some(({ claimed }) => claimed)) refuse('approval.signClaimed', '已认领的加签人不能减去')
  emit(run, { t: 'SignRemoved', tasks: tasks.map(({ id }) => id), by: command.actor, comment: command.comment ?? '' })
  settle(run, step.id)
}
