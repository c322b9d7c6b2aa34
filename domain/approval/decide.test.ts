import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Action } from './command.ts'
import type { Company, Rehearsal } from './rehearsal.ts'
import { definitionFrom, give, pending, rehearse, taskOf } from './rehearsal.ts'

type Json = Record<string, unknown>

const flow = (body: Json[], policy: Json = {}, rest: Json = {}) =>
  definitionFrom({
    schema: 1,
    key: 'f',
    version: 1,
    name: '测试流程',
    form: { kind: 'custom', formKey: 'f', formVersion: 1 },
    policy: { admins: ['admin'], ...policy },
    body,
    ...rest,
  })

const users = (...ids: string[]): Json => ({ k: 'users', ids })
const step = (id: string, people: string | Json[], rest: Json = {}): Json => ({
  t: 'approve',
  id,
  name: `环节${id}`,
  assignees: typeof people === 'string' ? [users(...people.split(' ').filter(Boolean))] : people,
  ...rest,
})
const all = (id: string, people: string, rest: Json = {}): Json => step(id, people, { vote: { mode: 'all' }, ...rest })
const branch = (id: string, kind: string, ...arms: Json[]): Json => ({ t: 'branch', id, name: id, kind, arms })
const arm = (id: string, body: Json[], when?: Json): Json => ({ id, name: id, body, ...(when ? { when } : {}) })

const begin = (body: Json[], options: { company?: Partial<Company>; policy?: Json; rest?: Json; start?: Partial<Json> } = {}): Rehearsal => {
  const rehearsal = rehearse(flow(body, options.policy, options.rest), options.company)
  const start = { t: 'start', dept: 'd1', form: {}, title: '申请', ...options.start } as Action
  accepted(give(rehearsal, 'ann', start))
  return rehearsal
}

const accepted = (decision: ReturnType<typeof give>) => {
  assert.ok('events' in decision, JSON.stringify(decision))
  return decision.events
}
const refused = (decision: ReturnType<typeof give>, reason: string): void => {
  assert.ok('refusal' in decision, `accepted, expected ${reason}`)
  assert.equal(decision.refusal.reason, `approval.${reason}`)
}

const ok = (r: Rehearsal, user: string, rest: Json = {}, node?: string) =>
  accepted(give(r, user, { t: 'approve', taskId: taskOf(r, user, node), formRev: r.state!.formRev, ...rest } as Action))
const no = (r: Rehearsal, user: string, rest: Json = {}) =>
  accepted(give(r, user, { t: 'reject', taskId: taskOf(r, user), formRev: r.state!.formRev, comment: '不同意', ...rest } as Action))
const back = (r: Rehearsal, user: string, to: string, rest: Json = {}) =>
  give(r, user, { t: 'rollBack', taskId: taskOf(r, user), to, comment: '退回', ...rest } as Action)

test('one step after the other, then approved', () => {
  const r = begin([step('a', 'bob'), step('b', 'cat')])
  assert.deepEqual(pending(r), ['a:bob'])
  ok(r, 'bob')
  assert.deepEqual(pending(r), ['b:cat'])
  ok(r, 'cat')
  assert.equal(r.state!.status, 'approved')
})

test('rollback beside a parallel arm touches only its own arm', () => {
  const r = begin([branch('p', 'par', arm('l', [step('a', 'bob'), step('b', 'cat')]), arm('r', [step('c', 'dan')])), step('d', 'eve')])
  ok(r, 'bob')
  accepted(back(r, 'cat', 'a'))
  assert.deepEqual(pending(r), ['a:bob', 'c:dan'])
})

test('a document is posted once, then approved', () => {
  const r = begin([all('a', 'bob cat')], { start: { docRef: { type: 'x', id: '1' } } })
  ok(r, 'bob')
  ok(r, 'cat')
  assert.equal(r.state!.status, 'posting')
  refused(give(r, 'system', { t: 'timerFired', timer: 'x' }), 'posting')
  accepted(give(r, 'system', { t: 'postingDone', receipt: null }))
  assert.equal(r.state!.status, 'approved')
})
test('reject', () => {
  const r = begin([all('a', 'bob cat')])
  no(r, 'bob')
  assert.equal(r.state!.status, 'rejected')
})
