import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsBetween, type Choice, countOf, everyRow, isChosen, noChoice, withRows } from './choice.ts'

const rows = ['a', 'b', 'c', 'd']
const after = (...steps: readonly ((choice: Choice) => Choice)[]) => steps.reduce((choice, step) => step(choice), noChoice)
const take =
  (...ids: string[]) =>
  (choice: Choice) =>
    withRows(choice, ids, true)
const leave =
  (...ids: string[]) =>
  (choice: Choice) =>
    withRows(choice, ids, false)

const table: readonly (readonly [title: string, choice: Choice, chosen: string, count: number])[] = [
  ['nothing at first', noChoice, '', 0],
  ['two rows', after(take('a', 'c')), 'ac', 2],
  ['a row twice is once', after(take('a'), take('a', 'b')), 'ab', 2],
  ['taken out again', after(take('a', 'b'), leave('a')), 'b', 1],
  ['everything that is asked', everyRow, 'abcd', 803],
  ['everything but some', withRows(everyRow, ['b', 'c'], false), 'ad', 801],
  ['and one of these again', withRows(withRows(everyRow, ['b', 'c'], false), ['b'], true), 'abd', 802],
]
for (const [title, choice, chosen, count] of table)
  test(title, () => {
    assert.equal(rows.filter((id) => isChosen(choice, id)).join(''), chosen)
    assert.equal(countOf(choice, 803), count)
  })

test('a range goes from the first to the last, in either direction', () => {
  assert.deepEqual(rowsBetween(rows, 1, 3), ['b', 'c', 'd'])
  assert.deepEqual(rowsBetween(rows, 3, 1), ['b', 'c', 'd'])
  assert.deepEqual(rowsBetween(rows, 2, 2), ['c'])
})
