import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupWith, needsTotals, totalOfCells } from './pivot.ts'

const sum = { of: (group: { figures: readonly (string | null)[] }) => group.figures[0] ?? null, isAdded: true }
const average = { ...sum, isAdded: false }
const cells = [
  { keys: ['a', 'x'], count: 2, figures: ['10'] },
  { keys: ['a', 'y'], count: 1, figures: ['4'] },
]
const totalGroup = { keys: ['a'], count: 3, figures: ['8'] }

test('cells that add up are added; others, and all where groups stand in no cell, come from the group of the row or column', () => {
  assert.equal(totalOfCells(sum, cells, { totalGroup: undefined, hasOthers: false }), '14')
  assert.equal(totalOfCells(sum, cells, { totalGroup: undefined, hasOthers: true }), undefined)
  assert.equal(totalOfCells(average, cells, { totalGroup: undefined, hasOthers: false }), undefined)
  assert.equal(totalOfCells(average, cells, { totalGroup, hasOthers: false }), '8')
  assert.deepEqual([needsTotals([sum], false), needsTotals([sum, average], false), needsTotals([sum], true)], [false, true, true])
  assert.equal(groupWith([totalGroup], ['a']), totalGroup)
  assert.equal(groupWith([totalGroup], [null]), undefined)
})
