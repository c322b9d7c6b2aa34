import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormLine } from '../documentForm.ts'
import {
  contentOf,
  duplicated,
  faultAfter,
  filledDown,
  isBlank,
  withCell,
  withContent,
  withoutContents,
  withoutRows,
  newLine,
} from './lines.ts'
import { gsConvertOrder } from '../../../domain/documents/asset/convert.ts'
import { gsInstockOrder } from '../../../domain/documents/asset/instock.ts'
import { gsValueOrder } from '../../../domain/documents/asset/value.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { gridColumns, shownFields, totalOf } from './columns.ts'

const line = (key: string, values: Record<string, unknown>, more: Partial<FormLine> = {}): FormLine => ({ key, values, ...more })
const unread = { text: '三箱', words: '{label}应为数字', params: { label: '数量' } }
const lines = [
  line('a', { item: '1', quantity: '2', price: '3' }, { sourceLine: 4 }),
  line('b', { item: '2' }),
  line('c', { item: '3', quantity: '9' }),
]
const columns = [
  { key: 'item', isWritable: true },
  { key: 'quantity', isWritable: true },
  { key: 'price', isWritable: false },
]
const valuesOf = (all: readonly FormLine[]) => all.map(({ values }) => values)

test('what is not read stands in its cell until a value does', () => {
  const wrong = withContent(lines[0]!, 'quantity', { unread })
  assert.deepEqual([contentOf(wrong, 'quantity'), wrong.values], [{ unread }, { item: '1', price: '3' }])
  const mended = withContent(wrong, 'quantity', { value: '3' })
  assert.deepEqual([contentOf(mended, 'quantity'), mended.unread], [{ value: '3' }, undefined])
  assert.equal(withContent(wrong, 'quantity', { unread }), wrong)
  assert.equal(withContent(lines[0]!, 'quantity', { value: '2' }), lines[0])
})

test('a row that is not there yet begins with what is put into it, and with nothing it does not', () => {
  assert.deepEqual(valuesOf(withCell(lines, 3, 'item', { value: '7' })).at(-1), { item: '7' })
  assert.equal(withCell(lines, 3, 'item', { value: '' }), lines)
  assert.equal(withCell(lines, 1, 'item', { value: '2' }), lines)
})

test('a range is filled down and emptied as far as it may be written; a row that stays the same is the same', () => {
  const range = { top: 0, bottom: 2, left: 0, right: 2 }
  const filled = filledDown(lines, range, columns)
  assert.deepEqual(valuesOf(filled), [{ item: '1', quantity: '2', price: '3' }, { item: '1', quantity: '2' }, { item: '1', quantity: '2' }]) // prettier-ignore
  assert.deepEqual(valuesOf(withoutContents(lines, range, columns)), [{ price: '3' }, {}, {}])
  assert.equal(filled[0], lines[0])
  assert.equal(filledDown(filled, range, columns), filled)
  assert.deepEqual(filledDown([withContent(lines[0]!, 'quantity', { unread }), lines[1]!], { ...range, bottom: 1 }, columns)[1]!.unread, { quantity: unread }) // prettier-ignore
})

test('rows are doubled below themselves as lines of their own, and taken out', () => {
  const doubled = duplicated(lines, { top: 0, bottom: 1, left: 0, right: 0 }, (values) => values)
  assert.deepEqual(
    valuesOf(doubled),
    [lines[0], lines[1], lines[0], lines[1], lines[2]].map((each) => each!.values),
  )
  assert.equal(new Set(doubled.map(({ key }) => key)).size, 5)
  assert.equal(doubled[2]!.sourceLine, undefined)
  assert.deepEqual(withoutRows(lines, { top: 0, bottom: 1, left: 0, right: 0 }), [lines[2]])
})

test('a line is blank where neither a value nor what was not read stands in it', () => {
  assert.deepEqual([line('x', { item: '' }), line('x', {}, { unread: { item: unread } }), lines[1]!].map(isBlank), [true, false, false])
})

const faults = [{ row: 9, column: 0 }, { row: 2, column: 1 }, { row: 2, column: 0 }] // prettier-ignore
const ways: [from: [number, number], back: boolean, to: [number, number]][] = [
  [[0, 0], false, [2, 0]],
  [[2, 0], false, [2, 1]],
  [[2, 1], false, [9, 0]],
  [[9, 0], false, [2, 0]],
  [[9, 0], true, [2, 1]],
  [[2, 0], true, [9, 0]],
]
for (const [[row, column], back, to] of ways)
  test(`the ${back ? 'last' : 'next'} fault from row ${row}, column ${column}`, () => {
    const found = faultAfter(faults, { row, column }, back)!
    assert.deepEqual([found.row, found.column], to)
  })

const write = () => 'write' as const

test('a grid shows what its empty last row is filled in with, and what its lines ask for besides', () => {
  assert.equal(shownFields(gsConvertOrder, [], write), 'asset remark')
  assert.deepEqual(shownFields(gsConvertOrder, [newLine({ side: 'new' })], write).split(' '), Object.keys(gsConvertOrder.line))
})

test('a column is added up where it counts things, and not where it says what an asset can still do', () => {
  const totalIn = (kind: DocumentKind, key: string) => {
    const column = gridColumns(kind.line, key).find((gridColumn) => gridColumn.key === key)
    return column && totalOf(kind, column, [newLine({ [key]: '3' }), newLine({ [key]: '4' })])
  }
  assert.equal(totalIn(gsInstockOrder, 'quantity'), '7')
  assert.equal(totalIn(gsValueOrder, 'unitsTotal'), undefined)
})
