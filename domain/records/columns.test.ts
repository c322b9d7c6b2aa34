import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { choice, date, money, quantity, text, whole } from '../../kernel/field.ts'
import { recordKinds, recordOf } from './all.ts'
import { cellOfValue, columnLetters, exportColumns, headerRowOf, importColumns, matchHeaders, valueOfCell } from './columns.ts'

const assetColumns = importColumns(recordOf('asset'))

const headers: [headers: string[], mapping: Record<string, number>][] = [
  [['*资产名称', '资产编码'], { instanceName: 0, instanceCode: 1 }],
  [['资产编号', '名称', '存放地点'], { instanceCode: 0, instanceName: 1, locId: 2 }],
  [['原值（元）', ' 购置 日期 ', 'ＳＮ'], { value: 0, boughtOn: 1, serialNo: 2 }],
  [['Asset code', 'LOCATION', 'locId'], { instanceCode: 0, locId: 1 }],
  [['名称', '资产名称'], { instanceName: 1 }],
  [['部门', '使用部门', '部门'], { deptId: 1 }],
  [['状态', '', '别的'], {}],
]
for (const [given, mapping] of headers)
  test(`headers ${given.join(' | ')}`, () => assert.deepEqual(matchHeaders(assetColumns, given), mapping))

test('every column is found by its own label, whatever the order', () => {
  for (const kind of recordKinds) {
    const columns = importColumns(kind)
    fc.assert(
      fc.property(fc.shuffledSubarray([...columns], { minLength: columns.length }), (shuffled) => {
        const mapping = matchHeaders(
          columns,
          shuffled.map(({ label }) => label),
        )
        assert.deepEqual(Object.keys(mapping).length, columns.length)
        for (const [key, at] of Object.entries(mapping)) assert.equal(shuffled[at]!.key, key)
      }),
      { numRuns: 20 },
    )
  }
})

test('the headers are found below a title', () => {
  assert.equal(headerRowOf(assetColumns, [['2026年资产盘点表'], [], ['序号', '资产名称', '原值'], ['1', '笔记本', '3000']]), 2)
  assert.equal(headerRowOf(assetColumns, [[], ['甲', '乙']]), 1)
})

const condition = choice('资产状况', [{ value: 'good', label: '完好' }])
const cells: [field: Parameters<typeof valueOfCell>[0], text: string, value: unknown][] = [
  [date('日期'), '2026-01-31', '2026-01-31'],
  [date('日期'), '2026/1/3', '2026-01-03'],
  [date('日期'), '2026.1.3', '2026-01-03'],
  [date('日期'), '2026年1月3日', '2026-01-03'],
  [date('日期'), '20260103', '2026-01-03'],
  [date('日期'), '2026-01-03 08:30:00', '2026-01-03'],
  [date('日期'), '2026-01-15T12:30:00.000Z', '2026-01-15'],
  [date('日期'), '46053', '2026-01-31'],
  [date('日期'), '2026-02-30', undefined],
  [date('日期'), '31/01/2026', undefined],
  [money('金额'), '¥1,234.50', '1234.5'],
  [money('金额'), '￥ 12元', '12'],
  [money('金额'), '-3', '-3'],
  [money('金额'), '1,5', undefined],
  [money('金额'), '1e3', undefined],
  [quantity('数量'), '007.50', '7.5'],
  [whole('年限'), '36', 36],
  [whole('年限'), '36.0', 36],
  [whole('年限'), '36.5', undefined],
  [condition, '完好', 'good'],
  [condition, 'GOOD', 'good'],
  [condition, '很好', undefined],
  [text('手机号码'), '+86 138-0013-8000', '13800138000'],
  [text('备注'), '007', '007'],
]
for (const [field, typed, value] of cells) test(`${field.label} ${typed}`, () => assert.equal(valueOfCell(field, typed), value))

test('what is written is read back as the same value', () => {
  for (const kind of recordKinds)
    for (const { field } of exportColumns(kind)) {
      const { control } = field
      const values =
        control.type === 'choice'
          ? control.options.map(({ value }) => value)
          : control.type === 'date'
            ? ['2026-01-31']
            : control.type === 'money'
              ? ['12.5', '0']
              : []
      for (const value of values) {
        assert.equal(
          valueOfCell(
            field,
            cellOfValue(field, value, (_, id) => id),
          ),
          value,
        )
        assert.equal(
          valueOfCell(
            field,
            cellOfValue(
              field,
              value,
              (_, id) => id,
              (words) => words,
            ),
          ),
          value,
        )
      }
    }
})

describe('columns are lettered', () => {
  for (const [at, letters] of [
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [51, 'AZ'],
    [52, 'BA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ] as const)
    test(`${at} is ${letters}`, () => assert.equal(columnLetters(at), letters))
})
