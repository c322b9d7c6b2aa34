import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begin, edited, type History, rebased, redone, undone } from './history.ts'

for (const [title, steps, expected] of [
  ['nothing yet', 'u', { past: [], now: 0, future: [] }],
  ['back', '1 2 u', { past: [0], now: 1, future: [2] }],
  ['back and forth', '1 2 u u r', { past: [0], now: 1, future: [2] }],
  ['another way', '1 2 u 3', { past: [0, 1], now: 3, future: [] }],
  ['typing is one step', '1x 2x 3x u', { past: [], now: 0, future: [3] }],
  ['typing elsewhere is another', '1x 2y u', { past: [0], now: 1, future: [2] }],
  ['typing after going back is another', '1x u 2x u', { past: [], now: 0, future: [2] }],
  ['no change', '0', { past: [], now: 0, future: [] }],
] as const)
  test(`history: ${title}`, () => {
    const { past, now, future } = steps.split(' ').reduce<History<number>>((history, step) => {
      if (step === 'u') return undone(history)
      if (step === 'r') return redone(history)
      return edited(history, Number(step[0]), step[1])
    }, begin<number>(0))
    assert.deepEqual({ past, now, future }, expected)
  })

test('steps that were put on something else are undone and done again as they would have been there', () => {
  const history = edited(edited(begin('a'), 'ab'), 'abc', 'typing')
  const onto = rebased(undone(history), (step) => `x${step}`)
  assert.deepEqual(onto, { past: ['xa'], now: 'xab', future: ['xabc'], merging: undefined })
  assert.equal(rebased(history, (step) => step).merging, 'typing')
})

test('typing is one step, and something else between is another', () => {
  const typed = ['a', 'ab', 'abc'].reduce((history, text) => edited(history, text, 'name'), begin(''))
  assert.deepEqual([typed.past, typed.now], [[''], 'abc'])
  const more = edited(edited(typed, 'X'), 'XY', 'name')
  assert.deepEqual(more.past, ['', 'abc', 'X'])
  assert.equal(edited(undone(more), 'Z', 'name').past.length, 3)
})

test('what is done after undoing leaves nothing to redo', () => {
  const history = edited(undone(edited(begin('a'), 'b')), 'c')
  assert.equal(redone(history), history)
})
