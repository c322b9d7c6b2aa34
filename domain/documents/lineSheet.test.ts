import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csInstockOrder } from './consumable/instock.ts'
import { gsInventoryOrder } from '../counting/document.ts'
import type { DocumentKind } from './define.ts'
import { headedSheet } from './lineSheet.ts'

type Places = Readonly<Record<string, readonly number[]>>
const table: [title: string, kind: DocumentKind, cells: string[][], places: Places | undefined, unused?: string[], rows?: number][] = [
  ['our own labels', csInstockOrder, [['耗材', '数量', '单价'], ['墨盒', '2', '3']], { item: [0], quantity: [1], price: [2] }], // prettier-ignore
  ['another order and marks of necessity', csInstockOrder, [['单价（元）', '*数量', '耗材：'], ['3', '2', '墨盒']], { item: [2], quantity: [1], price: [0] }], // prettier-ignore
  ['English', csInstockOrder, [['Consumable', 'Quantity', 'Unit price'], ['Ink', '2', '3']], { item: [0], quantity: [1], price: [2] }], // prettier-ignore
  ['a code and a name: the code is surer', csInstockOrder, [['品名', '物料编码', '入库数量'], ['墨盒', 'HC1', '2']], { item: [1, 0], quantity: [2] }], // prettier-ignore
  ['columns that are none of ours', csInstockOrder, [['编码', '数量', '经办人'], ['HC1', '2', '李']], { item: [0], quantity: [1] }, ['经办人']], // prettier-ignore
  ['a title above the headings, and a total', csInstockOrder, [['入库清单', '', ''], ['名称', '数量', '价格'], ['墨盒', '2', '3'], ['', '', ''], ['合计', '2', '6']], { item: [0], quantity: [1], price: [2] }, [], 1], // prettier-ignore
  ['no headings', csInstockOrder, [['墨盒', '2', '3'], ['硒鼓', '1', '3']], undefined], // prettier-ignore
  ['a single row', csInstockOrder, [['耗材', '数量', '单价']], undefined],
  ['a label of the lines before one of a thing', gsInventoryOrder, [['资产编码', '盘点结果', '序列号'], ['ZC1', '已盘到', 'S1']], { asset: [0], result: [1], serial: [2] }], // prettier-ignore
]
for (const [title, kind, cells, places, unused = [], rows = 1] of table)
  test(`a sheet of lines with ${title}`, () => {
    const sheet = headedSheet(kind.line, cells)
    assert.deepEqual(sheet && Object.fromEntries(sheet.at), places)
    if (sheet) assert.deepEqual([sheet.unused, sheet.rows.length], [unused, rows])
  })
