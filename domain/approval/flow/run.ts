import type { Refusal } from '../../../kernel/refusal.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Command } from './command.ts'
import type { Definition } from './definition.ts'
import type { UserId } from '../form/form.ts'
import { type Directory, type Fact, type FactValues, factKey } from './directory.ts'
import type { Event } from './event.ts'
import { evolve } from './evolve.ts'
import { type Plan, planOf } from './plan.ts'
import type { State } from './state.ts'

/** One decision on its way: the events so far and the state after them. */
export type Run = {
  definition: Definition
  plan: Plan
  directory: Directory
  command: Command
  state: State
  events: Event[]
  /** Ids of the command that are used up. */
  usedIds: number
  /** True while the future is guessed: what is still to be chosen is left open instead of being treated as no one. */
  guessing: boolean
}

export const newRun = (definition: Definition, state: State | undefined, command: Command, directory: Directory): Run => ({
  definition,
  plan: planOf(definition),
  directory,
  command,
  state: state as State,
  events: [],
  usedIds: 0,
  guessing: false,
})

export const emit = (run: Run, event: Event): void => {
  run.events.push(event)
  run.state = evolve(run.state, event)
}

/** Ends a decision because facts are not loaded. Most decisions are ended so once, so it is no Error: its stack would cost more than the decision. */
export class Missing {
  readonly need: Fact[]

  constructor(need: Fact[]) {
    this.need = need
  }
}

/** The value of a fact; ends the decision where it is not loaded. */
export const fact = <F extends Fact>(run: Run, fact: F): FactValues[F['k']] => {
  const value = run.directory[factKey(fact)]
  if (value === undefined) throw new Missing([fact])
  return value as FactValues[F['k']]
}

/** Runs `read` for each item and ends the decision once with all the facts that any of them lacked. */
export const all = <T, R>(items: readonly T[], read: (item: T) => R): R[] => {
  const need: Fact[] = []
  const results: R[] = []
  for (const item of items) {
    try {
      results.push(read(item))
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      need.push(...error.need)
    }
  }
  if (need.length > 0) throw new Missing(need)
  return results
}

export const takeId = (run: Run): Id => {
  if (run.guessing) return `?${++run.usedIds}`
  const id = run.command.ids[run.usedIds++]
  if (id === undefined) throw new Missing([{ k: 'ids', count: Math.max(8, run.usedIds * 2) }])
  return id
}

export const isAdmin = (run: Run, user: UserId): boolean =>
  (user === run.command.actor && run.command.admin === true) || run.definition.policy.admins.includes(user)

/** What `decide` answers. An accepted command always has events. */
export type Decision = { events: Event[] } | { refusal: Refusal } | { need: Fact[] }
