import { stepOf, type State, type Step, type StepId, type Task, type TaskId, type Timer } from './state.ts'
import { type HumanNode, type Service, isHuman } from './definition.ts'
import type { Event } from './event.ts'
import { valueAt } from '../form/form.ts'
import { placeOf } from './plan.ts'
import { type Run, emit } from './run.ts'

/**
 * The waiting times of a step of people belong to its tasks, and run from the moment each of them is asked. Those who are asked at the
 * same time share one clock. The person who has a task handed on to him has the time that is left.
 */

/** Sets the clocks of everyone who this command asks, and takes away those that are for no one any more. */
export const keepClocks = (run: Run): void => {
  const { state, events } = run
  if (state?.status !== 'running') return
  const openedSteps = new Set(events.flatMap(openedBy))
  for (const step of state.steps) {
    if (step.waitsFor !== 'people') continue
    const fresh = step.tasks.filter(({ id, status }) => status === 'open' && openedSteps.has(id)).map(({ id }) => id)
    const { node } = placeOf(run.plan, step.node)
    if (fresh.length === 0 || !isHuman(node)) continue
    const isNew = events.some((event) => event.t === 'StepEntered' && event.step === step.id)
    startClocks(run, node, { step: step.id, tasks: fresh, mark: isNew ? '' : `@${run.state.rev}` })
  }
  for (const clock of [...run.state.timers, ...run.state.held]) {
    const step = run.state.steps.find(({ id }) => id === clock.step)
    if (step?.waitsFor === 'people' && clockedBy(run.state, step, clock).length === 0) emit(run, { t: 'TimerCleared', timer: clock.id })
  }
}

/** Sets every clock of a node for some tasks; `mark` tells them from those of the same step that were set before. */
export const startClocks = (run: Run, node: HumanNode, { step, tasks, mark }: { step: StepId; tasks: TaskId[]; mark: string }): void => {
  for (const [index, { after, calendar, act }] of node.timeouts.entries())
    emit(run, { t: 'TimerSet', timer: timerId(step, index, 0) + mark, step, index, n: 0, tasks, act, wait: { after, calendar } })
}

/** Who is asked and has this clock: who it was set for; where that is not said, everyone who has none of their own. */
export const clockedBy = (state: State, step: Step, clock: Timer): Task[] => {
  const tasksOfOthers = [...state.timers, ...state.held].flatMap(({ step: at, index, tasks = [] }) =>
    at === step.id && index === clock.index ? tasks : [],
  )
  return step.tasks.filter(({ id, status }) => status === 'open' && (clock.tasks ? clock.tasks.includes(id) : !tasksOfOthers.includes(id)))
}

/** The same clock once more: after a repetition, or from the beginning after a suspension. */
export const resetClock = (run: Run, { id, step: stepId, index, n, tasks }: Timer): void => {
  const { node } = placeOf(run.plan, stepOf(run.state, stepId).node)
  const head = { t: 'TimerSet' as const, timer: id, step: stepId, index, n, ...(tasks ? { tasks } : {}) }
  if (node.t === 'delay') {
    const wait = 'until' in node.wait ? { until: String(valueAt(run.state.form, node.wait.until)) } : node.wait
    return emit(run, { ...head, act: 'wait', wait })
  }
  if (node.t === 'service' && node.deadline) {
    const { after, calendar } = node.deadline
    return emit(run, { ...head, act: 'expire', wait: { after, calendar } })
  }
  const timeout = isHuman(node) ? node.timeouts[index] : undefined
  if (!timeout) return emit(run, { t: 'TimerCleared', timer: id })
  const after = n > 0 && timeout.repeat ? timeout.repeat.every : timeout.after
  emit(run, { ...head, act: timeout.act, wait: { after, calendar: timeout.calendar } })
}

/** The clock of the next repetition, for the people it still concerns. */
export const repeatTimer = ({ id, step, index, n }: Timer, tasks: TaskId[]): Timer => {
  const mark = /@.*$/.exec(id)?.[0] ?? ''
  return { id: timerId(step, index, n + 1) + mark, step, index, n: n + 1, tasks }
}

/** Sets how long a service has for its answer; `mark` tells the timer of one more asking from those before. */
export const setDeadline = (run: Run, step: StepId, { deadline }: Service, mark = ''): void => {
  if (!deadline) return
  const { after, calendar } = deadline
  emit(run, { t: 'TimerSet', timer: timerId(step, 0, 0) + mark, step, index: 0, n: 0, act: 'expire', wait: { after, calendar } })
}

export const clearTimers = (run: Run, step: StepId): void => {
  for (const timer of [...run.state.timers, ...run.state.held]) if (timer.step === step) emit(run, { t: 'TimerCleared', timer: timer.id })
}

/** A timer exists once per step, kind, repetition and asking. */
export const timerId = (step: StepId, index: number, n: number): string => `${step}:${index}:${n}`

/** The tasks that an event asks for. */
const openedBy = (event: Event): TaskId[] => {
  if (event.t === 'TaskOpened') return [event.task]
  if (event.t === 'StepEntered' || event.t === 'SignAdded') return openIn(event.tasks)
  if (event.t === 'TaskUnclaimed') return event.reopened.map(({ task }) => task)
  if (event.t === 'TakenBack') return event.added
  return []
}

const openIn = (tasks: Task[]): TaskId[] => tasks.filter(({ status }) => status === 'open').map(({ id }) => id)
