import { refuse } from '../../../kernel/refusal.ts'
import { leavePassed, settle } from './advance.ts'
import { firstToArrive } from './arrival.ts'
import { clockedBy, repeatTimer, resetClock } from './clocks.ts'
import type { CommandOf } from './command.ts'
import { type HumanNode, isHuman } from './definition.ts'
import { handedTo } from './transferTask.ts'
import { decideTask } from './judging.ts'
import { fail } from './outside.ts'
import { placeOf } from './plan.ts'
import { emit, fact, type Run } from './run.ts'
import { findTask, type Step, type Task, stepOf } from './state.ts'
import { hasToFillIn } from './fillIn.ts'

export const timerFired = (run: Run, command: CommandOf<'timerFired'>): void => {
  const timer = run.state.timers.find(({ id }) => id === command.timer)
  if (!timer) return refuse('approval.timerGone', '计时已取消')
  const step = stepOf(run.state, timer.step)
  const { node } = placeOf(run.plan, step.node)
  if (node.t === 'service') {
    emit(run, { t: 'TimerFired', timer: timer.id, act: 'expire' })
    return fail(run, step, '没有在时限内答复', node.deadline?.act ?? node.onFail)
  }
  if (!isHuman(node)) {
    emit(run, { t: 'TimerFired', timer: timer.id, act: 'wait' })
    return leavePassed(run, step.id)
  }
  const timeout = node.timeouts[timer.index]
  if (!timeout) return emit(run, { t: 'TimerCleared', timer: timer.id })
  const tasks = clockedBy(run.state, step, timer)
  emit(run, { t: 'TimerFired', timer: timer.id, act: timeout.act })
  atDeadline[timeout.act](run, step, node, tasks)
  if (!timeout.repeat || timer.n >= timeout.repeat.max) return
  const openTaskIds = tasks.filter(({ id }) => findTask(run.state, id)?.task.status === 'open').map(({ id }) => id)
  if (openTaskIds.length > 0) resetClock(run, repeatTimer(timer, openTaskIds))
}

type Deadlines = Record<HumanNode['timeouts'][number]['act'], (run: Run, step: Step, node: HumanNode, tasks: Task[]) => void>

/** What the clock of some tasks does. */
const atDeadline: Deadlines = {
  remind: (run, step, _node, tasks) => emit(run, { t: 'Reminded', step: step.id, tasks: tasks.map(({ id }) => id) }),
  pass: (run, step, node, tasks) =>
    hasToFillIn(run, node) ? atDeadline.remind(run, step, node, tasks) : decideEach(run, step, tasks, 'approve'),
  reject: (run, step, _node, tasks) => decideEach(run, step, tasks, 'reject'),
  transferToManager: (run, step, node, tasks) => {
    for (const task of tasks) {
      const chain = fact(run, { k: 'supervisors', user: task.user, dept: null })
      const now = stepOf(run.state, step.id)
      const to = firstToArrive(run, { step: now, node, except: task }, chain)
      if (!to) emit(run, { t: 'Reminded', step: step.id, tasks: [task.id] })
      else emit(run, { t: 'TaskMoved', task: task.id, ...handedTo(task, to, 'timeout'), comment: '' })
    }
  },
}

/** The clock gives the verdict of one task after the other, until the vote is settled. */
const decideEach = (run: Run, step: Step, tasks: Task[], verdict: 'approve' | 'reject'): void => {
  for (const { id } of tasks) {
    const taskFound = findTask(run.state, id)
    if (taskFound?.task.status !== 'open') continue
    decideTask(run, taskFound.task, { verdict, opinion: {}, auto: 'timeout' })
    settle(run, step.id)
  }
}
