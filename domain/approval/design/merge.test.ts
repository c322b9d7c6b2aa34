import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Definition, parseDefinition } from '../flow/definition.ts'
import { mergeDefinitions, mergeDrafts, type Side } from './merge.ts'
import { within } from '../flow/plan.ts'
import { definitions } from '../testing/randomFlows.ts'
import { arm, cc, flow, par, type Sketch, step, xor } from '../testing/sketch.ts'

const when = (v = '1') => ({ f: 'amount', op: 'ge', v })
const body = [step('a', 'ann'), xor('x', arm('big', [step('b', 'bob')], when()), arm('small', [])), step('c', 'cat')]
const base = flow(body)
const shape = (definition: Definition): string => {
  const say = (nodes: Definition['body']): string =>
    nodes.map((one) => (one.t === 'branch' ? `${one.id}(${one.arms.map(({ id, body: inner }) => `${id}:${say(inner)}`).join('|')})` : one.id)).join(' ') // prettier-ignore
  return say(definition.body)
}

type Case = [title: string, theirs: Sketch[], ours: Sketch[], rows: string[], shape: string]
const [a, x, c] = body as [Sketch, Sketch, Sketch]
const longA = step('a', 'ann', { onReject: 'initiator' })
const otherA = step('a', 'ann', { onReject: 'previous' })
const xWith = (...inner: Sketch[]) => xor('x', arm('big', inner, when()), arm('small', []))
const cases: Case[] = [
  ['nothing', body, body, [], 'a x(big:b|small:) c'],
  ['only the template changed a step', [longA, x, c], body, ['a theirs theirs'], 'a x(big:b|small:) c'],
  ['only we changed a step', body, [longA, x, c], ['a ours ours'], 'a x(big:b|small:) c'],
  ['both did the same', [longA, x, c], [longA, x, c], ['a both ours'], 'a x(big:b|small:) c'],
  ['both changed it differently', [longA, x, c], [otherA, x, c], ['a conflict undefined'], 'a x(big:b|small:) c'],
  ['each added a step', [a, x, c, cc('t', 'tom')], [a, step('o', 'olga'), x, c], ['o ours ours', 't theirs theirs'], 'a o x(big:b|small:) c t'],
  ['each removed a step', [a, x], [x, c], ['a ours ours', 'c theirs theirs'].toReversed(), 'x(big:b|small:)'],
  ['the template removed what we changed', [x, c], [longA, x, c], ['a conflict undefined'], 'a x(big:b|small:) c'],
  ['the template removed a branch', [a, c], body, ['x theirs theirs'], 'a c'],
  ['the template removed a branch in which we added', [a, c], [a, xWith(step('b', 'bob'), step('n', 'nan')), c], ['x conflict undefined'], 'a x(big:b n|small:) c'],
  ['the template added inside an arm in which we changed', [a, xWith(step('b', 'bob'), step('n', 'nan')), c], [a, xWith(step('b', 'bert')), c], ['b ours ours', 'n theirs theirs'], 'a x(big:b n|small:) c'],
  ['an arm that came', [a, xor('x', arm('big', [step('b', 'bob')], when()), arm('mid', [step('m', 'mia')], when('0')), arm('small', [])), c], body, ['x/mid theirs theirs', 'm theirs theirs'], 'a x(big:b|mid:m|small:) c'],
  ['a condition', [a, xor('x', arm('big', [step('b', 'bob')], when('2')), arm('small', [])), c], [longA, x, c], ['a ours ours', 'x/big theirs theirs'], 'a x(big:b|small:) c'],
  ['another order', [c, a, x], [longA, x, c], ['a ours ours', 'order: theirs theirs'], 'c a x(big:b|small:)'],
  ['two other orders', [c, a, x], [x, a, c], ['order: conflict undefined'], 'x(big:b|small:) a c'],
  ['a step that moved into an arm', [xWith(a, step('b', 'bob')), c], body, ['a theirs theirs'], 'x(big:a b|small:) c'],
  ['what stood in a removed branch and was moved out', [a, step('b', 'bob'), c], body, ['x theirs theirs', 'b theirs theirs'], 'a b c'],
] // prettier-ignore
for (const [title, theirs, ours, rows, expected] of cases)
  test(`merge: ${title}`, () => {
    const merge = mergeDefinitions(base, flow(theirs), flow(ours))
    assert.deepEqual(merge.rows.map(({ key, by, taken }) => `${key} ${by} ${taken}`).toSorted(), rows.toSorted())
    assert.equal(shape(merge.merged), expected)
  })

test('a choice decides a conflict, and turns down what the template changed', () => {
  const merged = (choices: Record<string, Side>) => mergeDefinitions(base, flow([longA, x]), flow([otherA, x, c]), choices).merged
  assert.deepEqual(merged({ a: 'theirs' }).body[0], flow([longA]).body[0])
  assert.deepEqual(merged({ a: 'ours' }).body[0], flow([otherA]).body[0])
  assert.equal(shape(merged({ a: 'ours', c: 'ours' })), 'a x(big:b|small:) c')
  const removed = (choice: Side) => mergeDefinitions(base, flow([a, c]), flow([a, xWith(step('n', 'nan')), c]), { x: choice }) // prettier-ignore
  assert.equal(shape(removed('theirs').merged), 'a c')
  assert.equal(shape(removed('ours').merged), 'a x(big:n|small:) c')
})

for (const [title, theirs, ours, side, first, contested] of [
  ['one side stands', [longA, x, c], [otherA, x, c], 'theirs', longA, ['a']],
  ['or the other', [longA, x, c], [otherA, x, c], 'ours', otherA, ['a']],
  ['nothing to choose', [longA, x, c], [a, x], 'ours', longA, []],
] as const)
  test(`drafts: ${title}`, () => {
    const found = mergeDrafts(base, flow([...theirs]), flow([...ours]), side)
    assert.deepEqual([found.merged.body[0], found.contested], [flow([first]).body[0], contested])
  })

test('drafts: what is wholly theirs is theirs itself', () => {
  const theirs = flow([longA, x, c])
  assert.equal(mergeDrafts(base, theirs, flow(body), 'ours').merged, theirs)
})

test('the flow itself goes by key', () => {
  const theirs = flow(body, { policy: { takeBack: false, dedupe: 'once' }, flow: { startFields: { amount: 'read', place: 'hide' } } })
  const ours = flow(body, { policy: { withdraw: 'never', dedupe: 'consecutive' }, flow: { startFields: { amount: 'hide' } } })
  const { rows, merged } = mergeDefinitions(base, theirs, ours, { 'startFields.amount': 'theirs' })
  assert.deepEqual(
    Object.fromEntries(rows.map(({ key, by }) => [key, by])),
    { 'policy.withdraw': 'ours', 'policy.takeBack': 'theirs', 'policy.dedupe': 'conflict', 'startFields.amount': 'conflict', 'startFields.place': 'theirs' },
  ) // prettier-ignore
  assert.deepEqual([merged.policy.takeBack, merged.policy.withdraw, merged.policy.dedupe], [false, 'never', 'consecutive'])
  assert.deepEqual(merged.startFields, { amount: 'read', place: 'hide' })
})

test('whatever the versions: a whole definition comes out, one side alone is taken over, and every choice of ours gives ours', () => {
  fc.assert(
    fc.property(definitions, definitions, definitions, (b, t, o) => {
      const all = (side: Side) => Object.fromEntries(mergeDefinitions(b, t, o).rows.map(({ key }) => [key, side]))
      const { merged } = mergeDefinitions(b, t, o)
      assert.ok('definition' in parseDefinition(JSON.parse(JSON.stringify(merged))))
      const ids = within(merged.body).map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(mergeDefinitions(b, t, b).merged.body, t.body)
      assert.deepEqual(mergeDefinitions(b, b, o).merged.body, o.body)
      assert.deepEqual(mergeDefinitions(b, t, o, all('ours')).merged.body, o.body)
      assert.deepEqual(mergeDefinitions(b, t, o, all('theirs')).merged.body, t.body)
    }),
    { numRuns: 300 },
  )
})

test('steps beside each other in arms stay apart', () => {
  const parallel = (left: string) => [par('p', arm('l', [step('b', left)]), arm('r', [step('c', 'dan')]))]
  const { rows, merged } = mergeDefinitions(flow(parallel('cat')), flow(parallel('cid')), flow(parallel('cat')))
  assert.deepEqual(rows, [{ key: 'b', by: 'theirs', taken: 'theirs' }])
  assert.equal(shape(merged), 'p(l:b|r:c)')
})
