import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '../../../../domain/approval/form/condition.ts'
import { department, flag, money } from '../../../../kernel/field.ts'
import { conditionOf, type Groups, groupsOf, isComplete, operatorsFor } from './conditions.ts'

const a: Condition = { f: 'a', op: 'gt', v: '1' }
const b: Condition = { f: 'b', op: 'eq', v: true }
const c: Condition = { f: 'c', op: 'in', v: ['1', '2'] }
const filled: Condition = { not: { f: 'd', op: 'empty' } }

const same: [title: string, condition: Condition, groups: Groups][] = [
  ['one comparison', a, { outer: 'any', groups: [[{ f: 'a', op: 'gt', v: '1' }]] }],
  ['a field that is filled in', filled, { outer: 'any', groups: [[{ f: 'd', op: 'filled' }]] }],
  ['all of several', { all: [a, b] }, { outer: 'any', groups: [[{ f: 'a', op: 'gt', v: '1' }, { f: 'b', op: 'eq', v: true }]] }], // prettier-ignore
  ['any of several', { any: [a, b] }, { outer: 'any', groups: [[{ f: 'a', op: 'gt', v: '1' }], [{ f: 'b', op: 'eq', v: true }]] }], // prettier-ignore
  [
    'one of several groups',
    { any: [{ all: [a, b] }, c] },
    { outer: 'any', groups: [[{ f: 'a', op: 'gt', v: '1' }, { f: 'b', op: 'eq', v: true }], [{ f: 'c', op: 'in', v: ['1', '2'] }]] },
  ],
  [
    'one of each group',
    { all: [{ any: [a, b] }, filled] },
    { outer: 'all', groups: [[{ f: 'a', op: 'gt', v: '1' }, { f: 'b', op: 'eq', v: true }], [{ f: 'd', op: 'filled' }]] },
  ],
] // prettier-ignore
for (const [title, condition, groups] of same)
  test(`groups: ${title}`, () => {
    assert.deepEqual(groupsOf(condition), groups)
    assert.deepEqual(conditionOf(groups), condition)
  })

test('nothing is an empty group and says nothing', () => {
  assert.deepEqual(groupsOf(undefined), { outer: 'any', groups: [[]] })
  assert.equal(conditionOf({ outer: 'all', groups: [[], []] }), undefined)
})

for (const [title, condition] of [
  ['a negation', { not: a }],
  ['three levels', { any: [{ all: [{ any: [a, b] }, c] }] }],
  ['twice the same link', { any: [{ any: [a, b] }, c] }],
] as [string, Condition][])
  test(`no groups: ${title}`, () => assert.equal(groupsOf(condition), undefined))

test('operators fit the field', () => {
  assert.equal(operatorsFor('$dept', department('d'))[0], 'isDeptIn')
  assert.equal(operatorsFor('x', money('m'))[0], 'gt')
  assert.deepEqual(operatorsFor('x', flag('f')), ['eq'])
})

test('a comparison without its value is not complete', () => {
  assert.equal(isComplete({ f: 'a', op: 'gt' }), false)
  assert.equal(isComplete({ f: 'a', op: 'in', v: [] }), false)
  assert.equal(isComplete({ f: 'a', op: 'eq', v: false }), true)
  assert.equal(isComplete({ f: 'a', op: 'empty' }), true)
})
