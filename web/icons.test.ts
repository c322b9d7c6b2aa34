import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf } from './icons.ts'

test('every shape of an icon becomes a line of a path that begins absolutely', () => {
  for (const [shape, line] of [
    [['path', { d: 'M5 22h14' }], 'M5 22h14'],
    [['path', { d: 'm6 9 6 6 6-6' }], 'M6 9l6 6 6-6'],
    [['path', { d: 'm2 3h4' }], 'M2 3h4'],
    [['path', { d: 'm.5-.5.5.5' }], 'M.5 -.5l.5.5'],
    [['line', { x1: '1', x2: '3', y1: '2', y2: '4' }], 'M1 2L3 4'],
    [['polyline', { points: '1 2 3 4' }], 'M1 2 3 4'],
    [['polygon', { points: '1 2 3 4 5 6' }], 'M1 2 3 4 5 6z'],
    [['circle', { cx: '12', cy: '12', r: '10' }], 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z'],
    [['circle', { cx: '7', cy: '7', r: '.5', fill: 'currentColor' }], 'M6.5 7a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z'],
    [['rect', { x: '3', y: '4', width: '10', height: '6' }], 'M3 4h10v6h-10v-6z'],
    [
      ['rect', { x: '3', y: '4', width: '10', height: '6', rx: '2' }],
      'M5 4h6a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2z',
    ],
  ] as const)
    assert.equal(lineOf(shape), line)
})

test('what is more than a line is left as it is', () => {
  assert.equal(lineOf(['circle', { cx: '7', cy: '7', r: '2', fill: 'currentColor' }]), undefined)
  assert.equal(lineOf(['path', { d: 'M1 1h2', opacity: '0.5' }]), undefined)
  assert.equal(lineOf(['text', {}]), undefined)
})
