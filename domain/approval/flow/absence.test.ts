import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Action, systemActor } from './command.ts'
import { give, pending, type Rehearsal } from '../testing/rehearsal.ts'
import { accepted, act, all, begun, refused, seq, step, yes } from '../testing/sketch.ts'

const move = (back: boolean, principal = 'bob', agent = 'gus'): Action => ({ t: 'standIn', principal, agent, back })
const gone = (r: Rehearsal) => give(r, systemActor, move(false))
const back = (r: Rehearsal) => give(r, systemActor, move(true))

test('what waits goes to the agent, whose turn it is or will be, and comes back', () => {
  const r = begun([seq('a', 'cat bob')], { company: { users: {} } })
  accepted(gone(r))
  yes(r, 'cat')
  assert.deepEqual(pending(r), ['a:gus'])
  assert.equal(r.state!.steps[0]!.tasks[1]!.onBehalfOf, 'bob')
  accepted(back(r))
  assert.deepEqual(pending(r), ['a:bob'])
  assert.equal(r.state!.steps[0]!.tasks[1]!.onBehalfOf, undefined)
})

test('whoever stands there already gets no second vote, and keeps his own', () => {
  const r = begun([all('a', 'bob gus')], { company: { users: {} } })
  refused(gone(r), 'nothingChanged')
  refused(back(r), 'nothingChanged')
  assert.deepEqual(pending(r), ['a:bob', 'a:gus'])
})

test('the initiator is no agent where he may not decide himself, and nobody is who has left', () => {
  const r = begun([step('a', 'bob', { onSelf: 'skip' })], { by: 'gus', company: { users: {} } })
  refused(gone(r), 'nothingChanged')
  const left = begun([step('a', 'bob')], { company: { users: { gus: { active: false } } } })
  refused(gone(left), 'inactive')
})

test('what was delegated stays with whom it was delegated to; only the clock and the system move what is somebody’s', () => {
  const r = begun([step('a', 'bob')], { company: { users: {} } })
  refused(give(r, 'admin', move(false)), 'systemOnly')
  accepted(act(r, 'bob', { t: 'delegate', to: 'cat' }))
  refused(gone(r), 'nothingChanged')
  refused(give(r, systemActor, move(false, 'cat')), 'nothingChanged')
})

test('what the agent was asked himself is not handed back', () => {
  const r = begun([step('a', 'gus')], { company: { users: {} } })
  refused(back(r), 'nothingChanged')
  assert.deepEqual(pending(r), ['a:gus'])
})
