import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Reaction, reactionFaces, withReaction, withReactionChange, withReactionsOf } from './reactions.ts'

const [a, b] = [
  { uid: '1', name: '甲' },
  { uid: '2', name: '乙' },
]
const thumb = { face: '👍' }
const both: Reaction[] = [{ face: '👍', uids: ['1', '2'], names: ['甲', '乙'] }]
const cases: [title: string, before: Reaction[], change: Parameters<typeof withReaction>[1], after: Reaction[]][] = [
  ['the first', [], { ...thumb, ...a, isOn: true }, [{ face: '👍', uids: ['1'], names: ['甲'] }]],
  ['another person', [{ face: '👍', uids: ['1'], names: ['甲'] }], { ...thumb, ...b, isOn: true }, both],
  ['another face stands behind', both, { face: '🎉', ...a, isOn: true }, [...both, { face: '🎉', uids: ['1'], names: ['甲'] }]],
  ['taken away', both, { ...thumb, ...a, isOn: false }, [{ face: '👍', uids: ['2'], names: ['乙'] }]],
  ['the last one taken away', [{ face: '👍', uids: ['1'], names: ['甲'] }], { ...thumb, ...a, isOn: false }, []],
]
for (const [title, before, change, after] of cases) test(title, () => assert.deepEqual(withReaction(before, change), after))

test('the same again changes nothing, and a face that was given is taken away whole', () => {
  const change = fc.record({
    face: fc.constantFrom(...reactionFaces),
    person: fc.constantFrom(a, b),
    isOn: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(change), change, (changes, last) => {
      const apply = (reactions: readonly Reaction[], { face, person, isOn }: typeof last) =>
        withReaction(reactions, { face, ...person, isOn })
      const state = changes.reduce<readonly Reaction[]>(apply, [])
      const after = apply(state, last)
      assert.deepEqual(apply(after, last), after)
      assert.equal(after.find(({ face }) => face === last.face)?.uids.includes(last.person.uid) ?? false, last.isOn)
      assert.ok(after.every(({ uids, names }) => uids.length > 0 && uids.length === names.length && new Set(uids).size === uids.length))
    }),
  )
})

const known = { reactions: [{ face: '👍', uids: ['1'], names: ['甲'] }], reactionVersion: 4 }
const change = { id: '9', ...thumb, ...b, isOn: true }
const steps: [title: string, version: number, expected: object | undefined][] = [
  ['the next change is taken in', 5, { reactions: both, reactionVersion: 5 }],
  ['a change that is known already changes nothing', 4, known],
  ['an older one neither', 2, known],
  ['a change behind a gap is not taken in', 6, undefined],
]
for (const [title, version, expected] of steps)
  test(title, () => assert.deepEqual(withReactionChange(known, { ...change, version }), expected))

test('another reading of the message counts unless it is older', () => {
  const reading = (reactionVersion: number) => ({ reactions: both, reactionVersion })
  assert.equal(withReactionsOf(known, reading(3)), known)
  assert.deepEqual([4, 7].map((version) => withReactionsOf(known, reading(version))), [4, 7].map(reading)) // prettier-ignore
})
