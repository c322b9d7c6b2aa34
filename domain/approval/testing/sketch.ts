import assert from 'node:assert/strict'
import type { Action, Head } from '../flow/command.ts'
import type { Definition, Node, Rule } from '../flow/definition.ts'
import type { Event } from '../flow/event.ts'
import { type Company, type Rehearsal, definitionFrom, give, rehearse, taskOf } from './rehearsal.ts'

type Loose = Record<string, unknown>
/** A node as it may be written: everything with a default may be left out. */
export type Sketch = { id: string; t: Node['t'] } & Loose

export const users = (names: string): Rule => ({ k: 'users', ids: names.split(' ').filter(Boolean) })
const rules = (people: string | Rule[]): Rule[] => (typeof people === 'string' ? [users(people)] : people)

export const step = (id: string, people: string | Rule[], rest: Loose = {}): Sketch => ({
  t: 'approve',
  id,
  name: `N${id}`,
  assignees: rules(people),
  ...rest,
})
export const all = (id: string, people: string | Rule[], rest: Loose = {}): Sketch => step(id, people, { vote: { mode: 'all' }, ...rest })
export const seq = (id: string, people: string | Rule[], rest: Loose = {}): Sketch => step(id, people, { vote: { mode: 'seq' }, ...rest })
export const handle = (id: string, people: string | Rule[], rest: Loose = {}): Sketch => ({ ...step(id, people, rest), t: 'handle' })
export const cc = (id: string, people: string | Rule[]): Sketch => ({ t: 'cc', id, name: `N${id}`, assignees: rules(people) })
export const arm = (id: string, body: Sketch[], when?: Loose): Loose => ({ id, name: id, body, ...(when ? { when } : {}) })
const block =
  (kind: string) =>
  (id: string, ...arms: Loose[]): Sketch => ({ t: 'branch', id, name: `N${id}`, kind, arms })
export const par = block('par')
export const xor = block('xor')
export const inc = block('inc')
export const node = (t: Node['t'], id: string, rest: Loose = {}): Sketch => ({ t, id, name: `N${id}`, ...rest })

export type Setting = { policy?: Loose; flow?: Loose; company?: Partial<Company>; form?: Loose; start?: Loose; by?: string }

export const flow = (body: Sketch[], setting: Setting = {}): Definition =>
  definitionFrom({
    schema: 1,
    key: 'f',
    version: 1,
    name: 'flow',
    form: { kind: 'custom', formKey: 'f', formVersion: 1 },
    policy: { admins: ['admin'], ...setting.policy },
    body,
    ...setting.flow,
  })

/** A flow started by ann. */
export const begun = (body: Sketch[], setting: Setting = {}): Rehearsal => {
  const rehearsal = rehearse(flow(body, setting), setting.company)
  accepted(start(rehearsal, setting))
  return rehearsal
}

export const start = (rehearsal: Rehearsal, setting: Setting = {}): ReturnType<typeof give> =>
  give(rehearsal, setting.by ?? 'ann', { t: 'start', dept: 'd1', form: setting.form ?? {}, title: 't', ...setting.start } as Action)

export const accepted = (decision: ReturnType<typeof give>): Event[] => {
  assert.ok('events' in decision, `refused: ${JSON.stringify(decision)}`)
  return decision.events
}

export const refused = (decision: ReturnType<typeof give>, reason: string): void => {
  assert.ok('refusal' in decision, `accepted, where ${reason} was expected`)
  assert.equal(decision.refusal.reason, `approval.${reason}`)
}

/** What someone does with his open task. */
export const act = (rehearsal: Rehearsal, user: string, action: Loose, head: Partial<Head> = {}): ReturnType<typeof give> => {
  const { at, ...rest } = action
  const taskId = taskOf(rehearsal, user, at as string | undefined)
  return give(rehearsal, user, { taskId, formRev: rehearsal.state!.formRev, comment: 'c', ...rest } as Action, head)
}
export const yes = (rehearsal: Rehearsal, user: string, rest: Loose = {}): Event[] =>
  accepted(act(rehearsal, user, { t: 'approve', ...rest }))
export const no = (rehearsal: Rehearsal, user: string, rest: Loose = {}): Event[] =>
  accepted(act(rehearsal, user, { t: 'reject', ...rest }))
export const back = (rehearsal: Rehearsal, user: string, to: string, rest: Loose = {}): Event[] =>
  accepted(act(rehearsal, user, { t: 'rollBack', to, ...rest }))
