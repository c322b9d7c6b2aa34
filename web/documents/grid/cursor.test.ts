import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cell, cursorAt, isOne, keptWithin, type Move, moved, rangeOf } from './cursor.ts'

const extent = { rows: 40, columns: 3 }
const moves: [from: [number, number], move: Move, to: [number, number]][] = [
  [[0, 0], 'up', [0, 0]],
  [[1, 1], 'up', [0, 1]],
  [[39, 2], 'down', [39, 2]],
  [[5, 2], 'right', [5, 2]],
  [[5, 2], 'next', [6, 0]],
  [[39, 2], 'next', [39, 2]],
  [[5, 0], 'previous', [4, 2]],
  [[0, 0], 'previous', [0, 0]],
  [[5, 0], 'left', [5, 0]],
  [[5, 1], 'rowStart', [5, 0]],
  [[5, 1], 'rowEnd', [5, 2]],
  [[5, 1], 'top', [0, 1]],
  [[5, 1], 'bottom', [39, 1]],
  [[5, 1], 'first', [0, 0]],
  [[5, 1], 'last', [39, 2]],
  [[5, 1], 'pageUp', [0, 1]],
  [[30, 1], 'pageDown', [39, 1]],
]
const pair = ({ row, column }: Cell) => [row, column]
for (const [[row, column], move, to] of moves)
  test(`${move} from row ${row}, column ${column}`, () => {
    const next = moved(cursorAt(row, column), move, extent)
    assert.deepEqual([pair(next.at), pair(next.from)], [to, to])
  })

test('a range is drawn from where it began, in any direction, and kept where there is less', () => {
  const drawn = moved(moved(cursorAt(5, 1), 'up', extent, true), 'right', extent, true)
  assert.deepEqual(rangeOf(drawn), { top: 4, bottom: 5, left: 1, right: 2 })
  assert.ok(!isOne(rangeOf(drawn)) && isOne(rangeOf(moved(drawn, 'down', extent))))
  assert.deepEqual(rangeOf(keptWithin(drawn, { rows: 2, columns: 2 })), { top: 1, bottom: 1, left: 1, right: 1 })
})
