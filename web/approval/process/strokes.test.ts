import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf, isWritten, penWidths, type Stroke } from './strokes.ts'

const line = (length: number, ms: number): Stroke =>
  Array.from({ length: 11 }, (_, index) => ({ x: (length * index) / 10, y: 0, at: (ms * index) / 10 }))

test('a fast stroke is thinner than a slow one and stays within the pen', () => {
  const [slow, fast] = [penWidths(line(100, 2000)), penWidths(line(300, 100))]
  assert.ok(slow.at(-1)! > fast.at(-1)! + 1, `${slow.at(-1)} ${fast.at(-1)}`)
  for (const width of [...slow, ...fast]) assert.ok(width >= 1.6 && width <= 4.6)
})

test('the width changes without jumps', () => {
  const widths = penWidths([...line(10, 1000), ...line(300, 60).map(({ x, y, at }) => ({ x: x + 10, y, at: at + 1000 }))])
  for (const [index, width] of widths.entries()) if (index > 0) assert.ok(Math.abs(width - widths[index - 1]!) < 1.2)
})

test('the box is around everything with a margin', () => {
  assert.deepEqual(boundsOf([[{ x: 10, y: 20, at: 0 }], [{ x: 110, y: 60, at: 0 }]]), { left: 2, top: 12, width: 116, height: 56 })
  assert.equal(boundsOf([]), undefined)
})

for (const [title, strokes, written] of [
  ['nothing', [], false],
  ['a dot', [[{ x: 5, y: 5, at: 0 }]], false],
  ['a name', [line(120, 500)], true],
] as const)
  test(`${title} is ${written ? 'a' : 'no'} signature`, () => assert.equal(isWritten(strokes), written))
