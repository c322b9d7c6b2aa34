import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRemarkLine, isRepeatedHeader, isTotal } from './totals.ts'

const rows: [cells: string[], isTotal: boolean][] = [
  [['合计', '', '', '12'], true],
  [['', '总计：', '3', '￥1,234.50'], true],
  [['', '', '小 计', '56台'], true],
  [['合计（元）', '12,000'], true],
  [['合计：128件', ''], true],
  [['合计', '壹万贰仟元整', '12000'], true],
  [['Grand total', '', 'USD 1,299.00'], true],
  [['Subtotal', '-', '$5'], true],
  [['Sub-total:', '(1,234.56)'], true],
  [['合计', '#CALC!'], true],
  [['本页小计', '5', '合计', '9'], true],
  [['', '共4人'], true],
  [['共128件', '12,000'], true],
  [['共享单车', '3'], false],
  [['共4人办公桌', '3'], false],
  [['合计机', '', '', '12'], false],
  [['合计', 'M1', 'A座', '12'], false],
  [['合计', 'S1', '3'], false],
  [['合计', '2020-01-31', '3'], false],
  [['合计', ''], false],
  [['', '12', '3'], false],
  [['总计算机房空调', '3'], false],
  [['Total station', '2'], false],
  [['', ''], false],
]
for (const [cells, is] of rows) test(`${cells.join(' | ')} is ${is ? 'a' : 'no'} total`, () => assert.equal(isTotal(cells), is))

const lines: [cells: string[], isRemark: boolean][] = [
  [['制表人：张三', '', '审核人：李四', '日期：2024-12-31'], true],
  [['', '盘点人签字：', '监盘人：'], true],
  [['财务负责人（签字）：', '', '盘点日期：2024年12月31日'], true],
  [['注：本表一式两份'], true],
  [['Prepared by: Ann', 'Date: 3 May'], true],
  [['第1页 共3页'], true],
  [['制表人：李会计', '审核人：', '校长：'], true],
  [['打印人：', '使用科室主任：王芳', ''], true],
  [['制表人：李四', '', '审核人：王五', '2024年12月31日'], true],
  [['编制：李四', '2024-12-31'], true],
  [['', '2024-12-31'], false],
  [['制表人：李四', '打印机'], false],
  [['型号：X1', '校长：李青'], false],
  [['打印机', '注：借给财务'], false],
  [['打印机：彩色', ''], false],
  [['会计凭证柜', ''], false],
  [['', ''], false],
]
for (const [cells, is] of lines)
  test(`${cells.join(' | ')} is ${is ? 'a' : 'no'} line about the sheet`, () => assert.equal(isRemarkLine(cells), is))

test('headers once more are seen by all their cells', () => {
  assert.ok(isRepeatedHeader(['名称', '', '型号'], ['名称', '编号', '型号']))
  assert.ok(!isRepeatedHeader(['名称', '', ''], ['名称', '编号', '型号']))
  assert.ok(!isRepeatedHeader(['名称', 'A1', '型号'], ['名称', '编号', '型号']))
})
