import { type Command, systemActor } from '../flow/command.ts'
import type { UserId } from '../form/form.ts'
import { isHuman } from '../flow/definition.ts'
import type { Event } from '../flow/event.ts'
import { evolve } from '../flow/evolve.ts'
import { planOf } from '../flow/plan.ts'
import { isThere } from './randomMoves.ts'
import type { Rehearsal } from './rehearsal.ts'
import { type State, type Task, type TaskId, findTask, isHumanVerdict, isLive, openTasks } from '../flow/state.ts'
import { tallyOf } from '../flow/vote.ts'

/** Laws about who is asked, who is heard and when, which hold after every accepted command. */

/** What one command did. */
export type Turn = { r: Rehearsal; before: State | undefined; command: Command; events: Event[]; state: State; log: Event[] }
export type Law = { n: number; title: string; holds: (turn: Turn) => boolean }

export const lawsOfAsking: Law[] = [
  {
    n: 60,
    title: 'every step of people that is not suspended waits for somebody who is there',
    // While a person's tasks are taken from him one by one, those to come are still his.
    holds: ({ r, state, command }) =>
      state.suspended ||
      (command.t === 'reassign' && command.reason === 'left') ||
      state.steps.every(({ waitsFor, tasks }) => waitsFor !== 'people' || tasks.some((task) => isOpen(task) && isThere(r, task.user))),
  },
  {
    n: 61,
    title: 'a no stays a no for as long as its step lasts',
    holds: ({ before, state, command }) =>
      (before?.steps ?? []).every((step) => {
        const now = state.steps.find(({ id }) => id === step.id)
        const kept = command.t === 'migrate' ? true : now?.tasks.map(({ id, status }) => `${id} ${status}`)
        return !now || step.tasks.filter(isNo).every(({ id, status }) => kept === true || kept!.includes(`${id} ${status}`))
      }),
  },
  {
    n: 62,
    title: 'the first no in an or-vote, where no yes counts yet, is the result',
    holds: ({ before, command, state, events }) => {
      if (command.t !== 'reject' || !before) return true
      const found = findTask(before, command.taskId)
      if (!found || found.step.vote.mode !== 'or' || tallyOf(found.step).approved > 0) return true
      const left = events.find((event) => event.t === 'StepLeft' && event.step === found.step.id)
      return left?.t === 'StepLeft' && left.outcome === 'rejected' && state.status !== 'approved' && state.status !== 'posting'
    },
  },
  {
    n: 63,
    title: 'one human has one vote in a step',
    holds: ({ state, log }) => {
      const voters = votersIn(log)
      return state.steps.every(({ tasks }) =>
        isUnique(
          tasks.filter(({ status, auto }) => status !== 'cancelled' && auto !== 'timeout').map((task) => voters.get(task.id) ?? task.user),
        ),
      )
    },
  },
  {
    n: 64,
    title: 'in a sequence exactly one has the turn: he, who is asked before him, or who signs after him',
    holds: ({ state }) =>
      state.steps.every((step) => {
        if (step.vote.mode !== 'seq' || step.waitsFor !== 'people') return true
        return new Set(step.tasks.filter(isOpen).map((task) => task.sign?.parent ?? task.id)).size === 1
      }),
  },
  {
    n: 65,
    title: 'whoever delegated has the last word, through every handing on',
    holds: ({ before, events }) => {
      const owned = new Map(
        (before?.steps ?? []).flatMap(({ tasks }) => tasks.flatMap(({ id, owner }) => (owner === undefined ? [] : [[id, owner] as const]))),
      )
      if (owned.size === 0) return true
      const states = statesAfter(before, events)
      return events.every((event, i) => {
        const owner = 'task' in event ? owned.get(event.task) : undefined
        const state = states[i]!
        if (owner === undefined || !('task' in event)) return true
        if (event.t === 'TaskDecided') return event.auto === 'timeout'
        const now = findTask(state, event.task)?.task
        if (event.t !== 'TaskMoved') return true
        const heir = event.asOwner ? event.to : owner
        if (now?.owner === undefined) owned.delete(event.task)
        else owned.set(event.task, now.owner)
        return now === undefined || now.owner === heir || (now.owner === undefined && now.user === heir)
      })
    },
  },
  {
    n: 66,
    title: 'nobody gets a task who has left',
    holds: ({ r, before, events }) => placedBy(before, events).every((user) => isThere(r, user)),
  },
  {
    n: 67,
    title: 'an added signer who is still asked stands by a vote that still matters, and waits or is asked in its turn',
    holds: ({ state }) =>
      state.steps.every(({ tasks }) =>
        tasks.every((task) => {
          if (!task.sign || !isLive(task)) return true
          const parent = tasks.find(({ id }) => id === task.sign!.parent)
          if (task.sign.where === 'before') return parent?.status === 'waiting'
          return parent !== undefined && (parent.status === 'approved' ? isOpen(task) : isLive(parent) && task.status === 'waiting')
        }),
      ),
  },
  {
    n: 68,
    title: 'every clock that runs is for somebody who is asked, and everybody who is newly asked has the clocks of his step',
    holds: ({ r, state, before, events }) => {
      if (state.status !== 'running') return true
      const set = events.filter((event) => event.t === 'TimerSet')
      const fresh = new Set(openedBy(before, events))
      const clocks = [...state.timers, ...state.held]
      return state.steps.every((step) => {
        const node = planOf(r.definition).places.get(step.node)!.node
        if (!isHuman(node) || step.waitsFor !== 'people') return true
        const own = clocks.filter((clock) => clock.step === step.id)
        const open = step.tasks.filter(isOpen).map(({ id }) => id)
        return (
          own.every(({ tasks }) => tasks === undefined || tasks.some((id) => open.includes(id))) &&
          open.every(
            (id) => !fresh.has(id) || node.timeouts.every((_, index) => set.some((one) => one.index === index && one.tasks?.includes(id))),
          )
        )
      })
    },
  },
  {
    n: 69,
    title: 'the clock decides only for who was asked when it was set',
    holds: ({ before, command, events }) => {
      if (command.t !== 'timerFired' || command.actor !== systemActor) return true
      const clock = before!.timers.find(({ id }) => id === command.timer)
      return events.every(
        (event) =>
          event.t !== 'TaskDecided' ||
          (findTask(before!, event.task)?.task.status === 'open' && clock?.tasks !== undefined && clock.tasks.includes(event.task)),
      )
    },
  },
  {
    n: 70,
    title: 'what was passed or chosen lies at steps of its own kind',
    holds: ({ r, state }) => {
      const { places } = planOf(r.definition)
      return (
        state.passed.every(({ node, tasks }) => {
          const at = places.get(node)?.node
          return at !== undefined && at.t !== 'branch' && at.t !== 'route' && at.t !== 'cc' && (tasks === undefined || isHuman(at))
        }) &&
        Object.entries(state.taken).every(([node, ways]) => {
          const at = places.get(node)?.node
          return at?.t === 'branch' ? ways.every((way) => at.arms.some(({ id }) => id === way)) : at?.t === 'route'
        })
      )
    },
  },
]

/** Who gave each verdict, from the log alone. */
const votersIn = (log: Event[]): Map<TaskId, UserId> =>
  new Map(log.flatMap((event) => (event.t === 'TaskDecided' && event.auto === undefined ? [[event.task, event.by] as const] : [])))

/** The states that the events of one command lead through, the last one included. */
const statesAfter = (before: State | undefined, events: Event[]): State[] => {
  const known = seen.get(events)
  if (known) return known
  const states: State[] = []
  let state = before
  for (const event of events) states.push((state = evolve(state, event)))
  seen.set(events, states)
  return states
}
const seen = new WeakMap<Event[], State[]>()

/** The people who get a new task by the events; a vote that was given before is no task. */
const placedBy = (before: State | undefined, events: Event[]): UserId[] => {
  const known = new Map<TaskId, UserId>()
  const placed: UserId[] = []
  const look = (tasks: Task[], report: boolean): void => {
    for (const { id, user, status } of tasks) {
      if (report && status === 'open' && known.get(id) !== user) placed.push(user)
      if (status === 'open' || status === 'waiting') known.set(id, user)
    }
  }
  for (const { tasks } of before?.steps ?? []) look(tasks, false)
  let steps = before?.steps
  for (const state of statesAfter(before, events)) {
    if (state.steps === steps) continue
    steps = state.steps
    for (const { tasks } of steps) look(tasks, true)
  }
  return placed
}

/** The tasks that are open after some events and were not at some time before. */
const openedBy = (before: State | undefined, events: Event[]): TaskId[] => {
  const ids = (at: State | undefined): Set<TaskId> => new Set(at ? openTasks(at).map(({ task }) => task.id) : [])
  const opened = new Set<TaskId>()
  let known = ids(before)
  let steps = before?.steps
  for (const state of statesAfter(before, events)) {
    if (state.steps === steps) continue
    steps = state.steps
    const now = ids(state)
    for (const id of now) if (!known.has(id)) opened.add(id)
    known = now
  }
  return [...opened]
}

const isOpen = ({ status }: Pick<Task, 'status'>): boolean => status === 'open'
const isNo = (task: Task): boolean => isHumanVerdict(task) && task.status !== 'approved'
const isUnique = (values: string[]): boolean => new Set(values).size === values.length
