import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKind } from '../../../domain/documents/all.ts'
import { givenIn, handedBy, unsaidIn, withGiven, withRest } from './shortage.ts'

const supplies = documentKind('CsOutstockOrder')!
const assets = documentKind('GsOutstockOrder')!
const line = (values: Record<string, unknown>) => ({ key: 'a', values: { item: '1', quantity: '20', ...values } })

for (const [title, values, given, unsaid] of [
  ['as it was asked', {}, '20', '0'],
  ['less, and nobody has said what becomes of the rest', { given: '5' }, '5', '15'],
  ['less, and the rest waits', { given: '5', rest: 'wait' }, '5', '0'],
  ['a number that is being typed', { given: '' }, '', '0'],
] as const)
  test(`a line of supplies is answered: ${title}`, () =>
    assert.deepEqual([givenIn(supplies, line(values)), unsaidIn(supplies, line(values))], [given, unsaid]))

for (const [title, kind, values, handed] of [
  ['all that was asked for', supplies, {}, { item: '1', quantity: '20' }],
  ['what there is of it', supplies, { given: '5', rest: 'wait' }, { item: '1', quantity: '5' }],
  ['something else', supplies, { given: '5', rest: 'drop', instead: '2' }, { item: '2', quantity: '5' }],
  ['nothing, all of it waits', supplies, { rest: 'wait' }, undefined],
  ['the pieces that are named', assets, { model: '1', quantity: '3', assets: ['8', '9'], rest: 'wait' }, { item: '1', quantity: '2' }],
] as const)
  test(`whoever receives it signs for ${title}`, () =>
    assert.deepEqual(handedBy(kind, { key: 'a', values: { ...(kind === supplies && { item: '1', quantity: '20' }), ...values } }), handed))

test('what is there goes now, the rest as it is said; asked again, all of it', () => {
  const waits = withRest(supplies, line({}), 'wait', '15')
  assert.deepEqual([waits['given'], waits['rest']], ['5', 'wait'])
  const dropped = withRest(supplies, { key: 'a', values: { ...waits, given: '3' } }, 'drop', '15')
  assert.deepEqual([dropped['given'], dropped['rest']], ['3', 'drop'])
  assert.deepEqual(withRest(supplies, { key: 'a', values: dropped }, undefined, '15')['given'], undefined)
  const whole = withGiven(supplies, { key: 'a', values: waits }, '20')
  assert.deepEqual([whole['given'], whole['rest']], [undefined, undefined])
  assert.equal(withRest(supplies, line({}), 'wait', '25')['given'], '0')
})

test('a line that names pieces says only what becomes of the rest', () =>
  assert.deepEqual(withRest(assets, { key: 'a', values: { model: '1', quantity: '2' } }, 'wait', '1'), {
    model: '1',
    quantity: '2',
    rest: 'wait',
  }))
