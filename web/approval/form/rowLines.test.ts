import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowMark } from '../../../domain/approval/form/form.ts'
import { type Fields, fieldWith } from '../../../kernel/field.ts'
import { duplicated, filledDown, newLine, withCell, withoutRows } from '../../documents/grid/lines.ts'
import { lookingFor } from '../../documents/grid/readCell.ts'
import { linesOf, rowsOf } from './rowLines.ts'

const fields: Fields = {
  name: fieldWith('名称', { type: 'text', lines: 1, max: 20 }, 'always', undefined),
  price: fieldWith('单价', { type: 'money' }, 'never', undefined),
  buyer: fieldWith('经办人', { type: 'reference', to: 'person', many: false }, 'never', undefined),
}
const everyColumn = Object.keys(fields).map((key) => ({ key, isWritable: true }))
const atRows = (top: number, bottom: number) => ({ top, bottom, left: 0, right: 0 })

test('rows as lines and back are the same, and the same objects', () => {
  const rows = [{ name: '显示器', price: '3', [rowMark]: 0 }, { name: '键盘' }]
  const lines = linesOf(rows, fields)
  assert.deepEqual(
    lines.map(({ values, unread }) => [values, unread]),
    [
      [{ name: '显示器', price: '3' }, undefined],
      [{ name: '键盘' }, undefined],
    ],
  )
  assert.equal(linesOf(rows, fields), lines)
  assert.deepEqual(rowsOf(lines, rows), rows)
})

test('a changed row keeps its mark and its line, what was emptied is nothing, the others stay the same', () => {
  const rows = [
    { name: '显示器', price: '3', [rowMark]: 4 },
    { name: '键盘', price: '1' },
  ]
  const lines = linesOf(rows, fields)
  const changedLines = withCell(withCell(lines, 0, 'price', { value: undefined }), 0, 'name', { value: '屏幕' })
  const changedRows = rowsOf(changedLines, rows)
  assert.deepEqual(changedRows[0], { name: '屏幕', price: null, [rowMark]: 4 })
  assert.equal(changedRows[1], rows[1])
  assert.equal(linesOf(changedRows, fields), changedLines)
  assert.equal(changedLines[0]?.key, lines[0]?.key)
})

test('new and copied rows say that they are new, and a removal that is taken back brings the old mark', () => {
  const rows = [{ name: '显示器', [rowMark]: 0 }]
  const lines = linesOf(rows, fields)
  const longer = rowsOf([...duplicated(lines, atRows(0, 0), (values) => values), newLine()], rows)
  assert.deepEqual(longer, [{ name: '显示器', [rowMark]: 0 }, { name: '显示器', [rowMark]: null }, { [rowMark]: null }])
  const shorter = rowsOf(withoutRows(linesOf(longer, fields), atRows(0, 0)), longer)
  assert.deepEqual(rowsOf(linesOf(longer, fields), shorter)[0], rows[0])
})

test('a text that is no value stays in its row and stands in its cell as not read', () => {
  const rows = [{ name: '显示器', price: '三千', buyer: '小王', [rowMark]: null }]
  const [line] = linesOf(rows, fields)
  assert.deepEqual(line?.values, { name: '显示器' })
  assert.equal(line?.unread?.['price']?.text, '三千')
  assert.equal(line?.unread?.['buyer']?.words, lookingFor)
  const changedRows = rowsOf(withCell(linesOf(rows, fields), 0, 'name', { value: '屏幕' }), rows)
  assert.deepEqual(changedRows, [{ name: '屏幕', price: '三千', buyer: '小王', [rowMark]: null }])
  const mended = rowsOf(withCell(linesOf(changedRows, fields), 0, 'price', { value: '3000' }), changedRows)
  assert.equal(mended[0]?.['price'], '3000')
})

test('filling down changes what stands below and not the marks', () => {
  const rows = [
    { name: '显示器', [rowMark]: 1 },
    { name: '', [rowMark]: 0 },
  ]
  assert.deepEqual(rowsOf(filledDown(linesOf(rows, fields), atRows(0, 1), everyColumn), rows), [
    { name: '显示器', [rowMark]: 1 },
    { name: '显示器', [rowMark]: 0 },
  ])
})
