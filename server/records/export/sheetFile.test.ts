import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { sheetOfText, readSheet } from '../import/sheet.ts'
import { type Sheet, sheetFile } from './sheetFile.ts'
import { type Cell } from '../../paper/workbookCell.ts'

const text = (value: string): Cell => ({ text: value, amount: false })
const amount = (value: string): Cell => ({ text: value, amount: true })
const rows: readonly (readonly Cell[])[] = [
  [text('A1'), amount('12300.5'), text('2026-01-31'), text('2026-11-28 13:05'), text('2026-01-31')],
  [text('A2'), amount(''), text(''), text('1899-12-31 00:00'), text('=1+1')],
  [text('A3'), amount('0'), text('2024-02-29'), text('soon'), text('12')],
]
const sheet = (): Sheet => ({
  name: '资产',
  headers: ['资产编码', '原值', '购置日期', '创建时间', '备注'],
  rows: (async function* () {
    yield* rows
  })(),
  looks: [undefined, 'money', 'day', 'moment', undefined],
})

test('in a workbook days and moments are dates, money has its format, and text stays text', async () => {
  const book = await readXlsx(await buffer(sheetFile(sheet(), 'xlsx')), { readStyles: true })
  const [found] = book.sheets
  assert.deepEqual(found?.rows.slice(1), [
    ['A1', 12300.5, new Date('2026-01-31T00:00Z'), new Date('2026-11-28T13:05Z'), '2026-01-31'],
    ['A2', null, null, '1899-12-31 00:00', '=1+1'],
    ['A3', 0, new Date('2024-02-29T00:00Z'), 'soon', '12'],
  ])
  const formats = ['1,1', '1,2', '1,3'].map((place) => found?.cells?.get(place)?.style?.numFmt)
  assert.deepEqual(formats, ['#,##0.00', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm'])
})

test('what is exported as a workbook reads as it does from CSV', async () => {
  const fromBook = (await readSheet(await buffer(sheetFile(sheet(), 'xlsx')))).rows
  const fromText = sheetOfText((await buffer(sheetFile(sheet(), 'csv'))).toString('utf8').slice(1)).rows
  assert.deepEqual(
    fromBook.map((row) => row.slice(0, 3)),
    fromText.map((row) => row.slice(0, 3)),
  )
})
