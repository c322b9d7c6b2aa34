import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csInstockOrder } from '../../../domain/documents/consumable/instock.ts'
import { gsAllocateOrder } from '../../../domain/documents/asset/allocate.ts'
import { gsOutstockOrder } from '../../../domain/documents/asset/outstock.ts'
import { type DocumentKind, linesAtMost } from '../../../domain/documents/define.ts'
import type { FormLine } from '../documentForm.ts'
import { cellsOf } from './clipboard.ts'
import { type Lines } from './lines.ts'
import { namesIn, pasted, pasteOf, tooManyBy } from './pasting.ts'
import type { NameLookup } from './readCell.ts'

const known: Readonly<Record<string, string>> = { HC1: '101', 墨盒: '101', 硒鼓: '102', ZC1: '201', ZC2: '202', 笔记本: '301' }
const named: NameLookup = (_, text) => (text === '纸' ? 'several' : known[text] === undefined ? 'none' : { id: known[text] })
const columnsOf = (kind: DocumentKind) => Object.entries(kind.line).map(([key, field]) => ({ key, field, isWritable: true }))
const at = (row: number, left: number, bottom = row, right = left) => ({ top: row, bottom, left, right })
const paste = (kind: DocumentKind, lines: Lines, text: string, range = at(lines.length, 0)) => {
  const plan = pasteOf({ columns: columnsOf(kind), lines, range, cells: cellsOf(text), today: '2026-08-01' })
  return { plan, lines: pasted(lines, plan, named) }
}
const wordsIn = ({ unread = {} }: FormLine) =>
  Object.fromEntries(Object.entries(unread).map(([key, { text, words }]) => [key, [text, words]]))
const one: FormLine = { key: 'x', values: { item: '102', quantity: '5' } }

test('with headings a table goes below what is there, read as a sheet is read', () => {
  const { lines, plan } = paste(
    csInstockOrder,
    [one, { key: 'y', values: {} }],
    '单价（千元）\t编码\t数量\n1.5\tHC1\t"1,200"\n￥2元\tHC1\t３',
    at(0, 0),
  )
  assert.deepEqual(lines.map(({ values }) => values), [one.values, { item: '101', quantity: '1200', price: '1500' }, { item: '101', quantity: '3', price: '2' }]) // prettier-ignore
  assert.deepEqual([plan.row, lines[0]], [1, one])
})

test('without headings it goes from the cell to the right and down, over what is there', () => {
  const { lines, plan } = paste(csInstockOrder, [one], '8\t1.5\tzu viel\n9', at(0, 1))
  assert.deepEqual(lines.map(({ values }) => values), [{ item: '102', quantity: '8', price: '1.5' }, { quantity: '9' }]) // prettier-ignore
  assert.equal(plan.beyondCount, 1)
})

test('one cell goes into all of a range', () => {
  const { lines } = paste(csInstockOrder, [one, { ...one, key: 'y' }], '7', at(0, 1, 1, 2))
  assert.deepEqual(lines.map(({ values }) => values), [{ item: '102', quantity: '7', price: '7' }, { item: '102', quantity: '7', price: '7' }]) // prettier-ignore
})

test('what cannot be read stays as it was pasted, with the reason, and what must be there is missed', () => {
  const { lines } = paste(csInstockOrder, [], '耗材\t数量\t单价\n不存在\t2\t1\n纸\t三箱\t1\n墨盒\t\t-1\nHC1\t0\t1.00005')
  assert.deepEqual(lines.map(wordsIn), [
    { item: ['不存在', '{label}“{value}”不存在'] },
    { item: ['纸', '有多个{label}叫“{value}”，请填写编码'], quantity: ['三箱', '{label}应为数字'] },
    { quantity: ['', '请填写{label}'], price: ['-1', '{label}不能小于{min}'] },
    { quantity: ['0', '{label}应大于0'], price: ['1.00005', '{label}最多四位小数'] },
  ])
  assert.deepEqual(lines.map(({ values }) => values), [{ quantity: '2', price: '1' }, { price: '1' }, { item: '101' }, { item: '101' }]) // prettier-ignore
})

test('a unit that nobody can convert is no price', () => {
  const { lines } = paste(csInstockOrder, [], '耗材\t数量\t单价（元宝）\n墨盒\t2\t1')
  assert.deepEqual(Object.keys(wordsIn(lines[0]!)), ['price'])
})

test('a piece that is in the lines already is said where it is pasted again', () => {
  const { lines } = paste(gsAllocateOrder, [{ key: 'x', values: { asset: '201' } }], '资产\t备注\nZC2\t\nZC1\t再来')
  assert.deepEqual(lines.map(wordsIn), [{}, {}, { asset: ['ZC1', '这件资产在第{line}行已经有了'] }])
})

test('several pieces in one cell are found one by one', () => {
  const { plan, lines } = paste(gsOutstockOrder, [], '资产型号\t数量\t资产\n笔记本\t2\tZC1、ZC2\n笔记本\t1\tZC9')
  assert.deepEqual([...namesIn(plan).get('asset')!], ['ZC1', 'ZC2', 'ZC9'])
  assert.deepEqual([lines[0]!.values['assets'], wordsIn(lines[1]!)], [['201', '202'], { assets: ['ZC9', '{label}“{value}”不存在'] }])
})

test('how many lines there would be is known before anything is written', () => {
  const { plan } = paste(csInstockOrder, [one], `耗材\t数量\n${'墨盒\t1\n'.repeat(1001)}`)
  assert.equal(tooManyBy(plan, linesAtMost), 2)
})
