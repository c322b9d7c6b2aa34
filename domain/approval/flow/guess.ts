import type { Event } from './event.ts'
import { isRefused } from './children.ts'
import { leaveChildren, leavePassed, settle } from './advance.ts'
import { placeOf } from './plan.ts'
import { type Run, emit } from './run.ts'

/**
 * What happens if everyone from here on approves and everything outside succeeds, besides what has failed already. It runs the engine itself on a copy; it ends
 * because automatic steps and approvals only go forward.
 */
export const guess = (run: Run): Event[] => {
  const future: Run = { ...run, events: [], guessing: true }
  for (;;) {
    const step = future.state.steps[0]
    // Where nothing is under way nothing is to be expected, also in a process that is stuck.
    if (future.state.status !== 'running' || !step) return future.events
    const task = step.tasks.find(({ status }) => status === 'open')
    const node = placeOf(future.plan, step.node).node
    if (step.children && node.t === 'subFlow') leaveChildren(future, step, node, isRefused(step.children) ? 'refused' : 'approved')
    else if (!task) leavePassed(future, step.id)
    else if (task.owner) emit(future, { t: 'TaskMoved', task: task.id, from: task.user, to: task.owner, kind: 'return', comment: '' })
    else {
      emit(future, { t: 'TaskDecided', task: task.id, verdict: 'approve', by: task.user, comment: '', attachments: [], auto: 'expected' })
      settle(future, step.id)
    }
  }
}
