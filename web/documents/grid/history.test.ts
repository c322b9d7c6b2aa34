import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continued, type History, noHistory, recorded, redone, undone } from './history.ts'

const typed = recorded(recorded(noHistory as History<string>, '', 'a'), 'a', 'ab')

test('steps are taken back one by one and done again', () => {
  const one = undone(typed, 'ab')!
  const two = undone(one.history, one.to)!
  assert.deepEqual([one.to, two.to, undone(two.history, two.to)], ['a', '', undefined])
  assert.equal(redone(two.history, '')!.to, 'a')
})

test('a step after one that was taken back ends what could be done again', () => {
  const back = undone(typed, 'ab')!
  assert.equal(redone(recorded(back.history, 'a', 'ax'), 'ax'), undefined)
})

test('what goes on by itself is one step with what began it', () => {
  assert.equal(undone(continued(typed, 'ab', 'abc'), 'abc')!.to, 'a')
})

test('what somebody else has changed since is not taken back', () => {
  assert.equal(undone(typed, 'theirs'), undefined)
  assert.equal(undone(continued(typed, 'theirs', 'more'), 'more'), undefined)
})

test('what changes nothing is no step', () => assert.equal(recorded(typed, 'ab', 'ab').past.length, 2))
