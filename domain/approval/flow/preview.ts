import { type Action, type Command, type Head, systemActor } from './command.ts'
import { decide } from './decide.ts'
import type { Definition } from './definition.ts'
import type { Directory, Fact } from './directory.ts'
import type { Event } from './event.ts'
import { fold } from './evolve.ts'
import { begin } from './advance.ts'
import { guess } from './guess.ts'
import { Missing, newRun } from './run.ts'
import type { State } from './state.ts'

/** The events to be expected, or the facts that are missing to say. */
export type Preview = { expected: Event[] } | { need: Fact[] }

/** The path before submitting: what the flow will do with this form if everyone agrees. Choices not made yet are left open. */
export const previewStart = (definition: Definition, command: Head & Extract<Action, { t: 'start' }>, directory: Directory): Preview => {
  const run = newRun(definition, undefined, command, directory)
  run.guessing = true
  return foresee(() => {
    begin(run, command)
    return [...run.events, ...guess(run)]
  })
}

/** What is still to come of a process; for a returned one, as if it were submitted again unchanged. */
export const previewRest = (definition: Definition, state: State, directory: Directory): Preview => {
  if (state.status === 'running') return foresee(() => guess(newRun(definition, state, quiet, directory)))
  if (state.status !== 'returned') return { expected: [] }
  const resubmission: Command = { ...quiet, actor: state.initiator, t: 'resubmit', formRev: state.formRev, ids: placeholders }
  const decision = decide(definition, state, resubmission, directory)
  if ('need' in decision) return { need: decision.need }
  if ('refusal' in decision) return { expected: [] }
  return foresee(() => [...decision.events, ...guess(newRun(definition, fold(decision.events, state), quiet, directory))])
}

const foresee = (look: () => Event[]): Preview => {
  try {
    return { expected: look() }
  } catch (error) {
    if (error instanceof Missing) return { need: error.need }
    throw error
  }
}

/** Stands for a command where no one gives one. */
export const quiet: Command = { commandId: '', actor: systemActor, at: '', via: 'system', ids: [], t: 'timerFired', timer: '' }

/** Stand for ids that no one keeps: more than one command can use. */
const placeholders = Array.from({ length: 2000 }, (_, i) => `!${i}`)
