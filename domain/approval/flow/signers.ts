import type { UserId } from '../form/form.ts'
import { type Step, type Task, type TaskId, isLive } from './state.ts'
import { mainTasks, signsOf, voteOf } from './vote.ts'

/**
 * Whose turn it is in a step. A vote waits for the signers before it, signers after it wait for the vote, and in a sequence all of
 * them wait for the votes before. One task may have signers of both kinds, when it changed hands.
 */
type Votes = Pick<Step, 'tasks' | 'vote'>

/** Whether a task that has no verdict is to be asked now. */
export const isDue = (step: Votes, task: Task): boolean => {
  const { sign } = task
  if (!sign) return hasTurn(step, task) && !signsOf(step, task).some((signer) => signer.sign?.where === 'before' && isLive(signer))
  const parent = step.tasks.find(({ id }) => id === sign.parent)
  if (!parent) return false
  return sign.where === 'before' ? isLive(parent) && hasTurn(step, parent) : parent.status === 'approved'
}

/** The tasks with everyone who has no verdict asked or waiting, as it is his turn or not. */
export const inTurn = ({ tasks, vote }: Votes): Task[] =>
  tasks.map((task): Task => {
    if (!isLive(task)) return task
    const status = isDue({ tasks, vote }, task) ? 'open' : 'waiting'
    return task.status === status ? task : { ...task, status }
  })

/** Signers who are still asked although the vote they stand by has come to a no. */
export const idleSigns = (step: Votes): Task[] =>
  step.tasks.filter((task) => {
    const { sign } = task
    const parent = sign && isLive(task) ? step.tasks.find(({ id }) => id === sign.parent) : undefined
    return parent !== undefined && (parent.status === 'rejected' || parent.status === 'vetoed')
  })

/** The tasks that could only be asked because this one was approved. */
export const dependents = (step: Votes, task: Task): Task[] => {
  const { sign } = task
  const parent = sign ? step.tasks.find(({ id }) => id === sign.parent) : task
  const signers = sign ? [] : signsOf(step, task).filter((signer) => signer.sign?.where === 'after')
  const ownTasks =
    sign?.where === 'before'
      ? step.tasks.filter(
          (candidate) => candidate === parent || (candidate.sign?.parent === parent?.id && candidate.sign?.where === 'after'),
        )
      : signers
  return parent && step.vote.mode === 'seq' ? [...ownTasks, ...laterIn(step, parent)] : ownTasks
}

/** Whether something was done in a task that only a decision before it allowed: a verdict was given, or a person asked to sign. */
export const isUsed = (step: Votes, task: Task, decision: Task): boolean =>
  !isLive(task) ||
  (!task.sign &&
    task.id !== decision.sign?.parent &&
    task.id !== decision.id &&
    step.tasks.some((candidate) => candidate.sign?.parent === task.id))

/** Whose vote an added signer stands by: who holds it now, or lent it. No one where the signer came beside a vote that is gone. */
export const holderOf = (step: Votes, sign: Task): UserId | undefined => {
  const anchorId: TaskId | undefined = sign.sign?.parent ?? sign.beside
  if (anchorId === undefined) return sign.addedBy
  const anchorTask = step.tasks.find(({ id, status }) => id === anchorId && status !== 'cancelled')
  return anchorTask && (anchorTask.owner ?? anchorTask.user)
}

/** In a sequence the first without a result; elsewhere everyone. */
const hasTurn = (step: Votes, main: Task): boolean =>
  step.vote.mode !== 'seq' || mainTasks(step).find((candidate) => voteOf(step, candidate) === undefined)?.id === main.id

const laterIn = (step: Votes, main: Task): Task[] => {
  const mains = mainTasks(step)
  return mains.slice(mains.findIndex(({ id }) => id === main.id) + 1)
}
