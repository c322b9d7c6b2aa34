import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrowStep, moveTile, resizeTile } from './arrange.ts'

const tiles = ['a', 'b', 'c'].map((id) => ({ id, width: 1, height: 1 }))
const orderOf = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join('')

test('a tile moves to a place and stays on the dashboard', () => {
  assert.equal(orderOf(moveTile(tiles, 'a', 1)), 'bac')
  assert.equal(orderOf(moveTile(tiles, 'a', 9)), 'bca')
  assert.equal(orderOf(moveTile(tiles, 'c', -3)), 'cab')
  assert.equal(orderOf(moveTile(tiles, 'none', 0)), 'abc')
})

test('a tile is at least one column and one row, and no larger than the grid', () => {
  const sizeOf = (width: number, height: number) => resizeTile(tiles, 'b', { width, height })[1]
  assert.deepEqual(sizeOf(2.4, 1.6), { id: 'b', width: 2, height: 2 })
  assert.deepEqual(sizeOf(0, 0), { id: 'b', width: 1, height: 1 })
  assert.deepEqual(sizeOf(9, 9), { id: 'b', width: 4, height: 3 })
})

test('arrows move, with Shift they change the size', () => {
  assert.deepEqual(arrowStep('ArrowUp', false), { place: -1 })
  assert.deepEqual(arrowStep('ArrowRight', false), { place: 1 })
  assert.deepEqual(arrowStep('ArrowDown', true), { width: 0, height: 1 })
  assert.equal(arrowStep('Enter', false), undefined)
})
