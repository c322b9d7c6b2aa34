import { refuse } from '../../../kernel/refusal.ts'
import { isSeated, isSelfBarred } from './arrival.ts'
import type { CommandOf } from './command.ts'
import { humanAt } from './plan.ts'
import { type Run, emit, fact } from './run.ts'
import { isLive } from './state.ts'

/**
 * Hands the waiting tasks of a person to the agent, or back: at each step once, never to a person who stands there already. A delegated task
 * stays with its delegate.
 */
export const standIn = (run: Run, { principal, agent, back }: CommandOf<'standIn'>): void => {
  const [from, to] = back ? [agent, principal] : [principal, agent]
  if (!fact(run, { k: 'user', user: to }).active) refuse('approval.inactive', '所选人员已停用')
  for (const step of run.state.steps) {
    const task = step.tasks.find(
      (task) =>
        isLive(task) &&
        task.user === from &&
        task.owner === undefined &&
        (back ? task.onBehalfOf === principal : task.onBehalfOf === undefined),
    )
    if (!task || isSeated(step, to, task.id)) continue
    // No one is an agent for his own request; it comes back to the initiator where he may decide it himself.
    const isOwn = to === run.state.initiator && (!back || isSelfBarred(humanAt(run.plan, step.node)))
    if (isOwn) continue
    emit(run, { t: 'TaskMoved', task: task.id, from, to, kind: back ? 'back' : 'away', comment: '' })
  }
}
