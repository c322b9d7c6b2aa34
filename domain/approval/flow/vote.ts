import type { Vote } from './definition.ts'
import { type Step, type Task, isLive } from './state.ts'

export type Tally = { approved: number; rejected: number; undecided: number; total: number; need: number }

/** Approvals that a vote needs among `total` voters, or weights: whole numbers only, at least one, never more than there are. */
export const votesNeeded = (vote: Vote, total: number): number => {
  switch (vote.mode) {
    case 'or':
      return Math.min(1, total)
    case 'all':
    case 'seq':
      return total
    case 'atLeast':
      return Math.min(vote.n, total)
    case 'fraction':
    case 'weight':
      return Math.min(total, Math.max(1, Math.floor((total * vote.num + vote.den - 1) / vote.den)))
  }
}

/** The tasks whose votes count: added signers before or after another stand behind his vote. */
export const mainTasks = (step: Pick<Step, 'tasks'>): Task[] => step.tasks.filter((task) => !task.sign && task.status !== 'cancelled')

export const signsOf = (step: Pick<Step, 'tasks'>, task: Task): Task[] =>
  step.tasks.filter((otherTask) => otherTask.sign?.parent === task.id)

/** What a main task counts as: approved only when every signer after it approved too; undefined while open. */
export const voteOf = (step: Pick<Step, 'tasks'>, task: Task): 'approve' | 'reject' | undefined => {
  if (task.status === 'rejected' || task.status === 'vetoed') return 'reject'
  if (task.status !== 'approved') return undefined
  return step.tasks.some((otherTask) => otherTask.sign?.parent === task.id && isLive(otherTask)) ? undefined : 'approve'
}

/** The weight that a task begins with: that of the person whose vote it is, also where an agent gives it. */
export const weightFor = (vote: Vote, { user, onBehalfOf }: Pick<Task, 'user' | 'onBehalfOf'>): Pick<Task, 'weight'> => {
  const weight = vote.mode === 'weight' ? vote.weights.find((otherWeight) => otherWeight.user === (onBehalfOf ?? user))?.weight : undefined
  return weight === undefined || weight === 1 ? {} : { weight }
}

const hasVeto = (vote: Vote): boolean => 'veto' in vote && vote.veto === true

export const tallyOf = (step: Pick<Step, 'tasks' | 'vote'>): Tally => {
  const tally: Tally = { approved: 0, rejected: 0, undecided: 0, total: 0, need: 0 }
  for (const task of step.tasks) {
    if (task.sign || task.status === 'cancelled') continue
    const { weight = 1 } = task
    tally.total += weight
    const vote = voteOf(step, task)
    if (vote === 'approve') tally.approved += weight
    else if (vote === 'reject') tally.rejected += weight
    else tally.undecided += weight
  }
  tally.need = votesNeeded(step.vote, tally.total)
  return tally
}

/**
 * The result as soon as it stands: passed once enough approved, rejected once enough no longer can (a single no vetoes a count, a
 * fraction or weights only where the vote says so). In an or-vote the first verdict decides. With `waitAll` everyone is heard first.
 */
export const resultOf = (step: Pick<Step, 'tasks' | 'vote' | 'settle'>, tally: Tally): 'passed' | 'rejected' | undefined => {
  if (step.vote.mode === 'or') {
    if (tally.approved > 0) return 'passed'
    return tally.rejected > 0 ? 'rejected' : undefined
  }
  if (step.settle === 'waitAll' && tally.undecided > 0) return undefined
  if (hasVeto(step.vote) && tally.rejected > 0) return 'rejected'
  if (tally.approved >= tally.need) return 'passed'
  return tally.approved + tally.undecided < tally.need ? 'rejected' : undefined
}
