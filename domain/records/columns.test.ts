import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { choice, date, mobile, money, quantity, text, integer } from '../../kernel/field.ts'
import { recordKinds, recordOf } from './all.ts'
import {
  brokenCell,
  cellOfValue,
  columnLetters,
  exportColumns,
  headersIn,
  importColumns,
  matchHeaders,
  sheetColumns,
  valueOfCell,
} from './columns.ts'

const assetColumns = importColumns(recordOf('asset'))

const headers: [headers: string[], mapping: Record<string, number>][] = [
  [['*资产名称', '资产编码'], { instanceName: 0, instanceCode: 1 }],
  [['资产编号', '名称', '存放地点'], { instanceCode: 0, instanceName: 1, locId: 2 }],
  [['原值（元）', ' 购置 日期 ', 'ＳＮ'], { value: 0, boughtOn: 1, serialNo: 2 }],
  [['Asset code', 'LOCATION', 'locId'], { instanceCode: 0, locId: 1 }],
  [['名称', '资产名称'], { instanceName: 1 }],
  [['部门', '使用部门', '部门'], { deptId: 1 }],
  [['状态', '', '别的'], { state: 0 }],
  [['Purch. Price', 'Acq. Date', 'Asset Descr.', 'Mfr'], { value: 0, boughtOn: 1, instanceName: 2, brand: 3 }],
  [['Purch_Price', 'Equip Name', 'Ser. No', 'Loc.'], { value: 0, instanceName: 1, serialNo: 2, locId: 3 }],
  [['Inventory No.', 'Dept', 'Serial No.：'], { instanceCode: 0, deptId: 1, serialNo: 2 }],
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

test('headers that name places are columns of opening stock, and a quantity beside them is their sum', () => {
  const supplies = recordOf('consumable')
  const found = (...given: string[]) =>
    sheetColumns(supplies, given, (name) => name === 'A座').flatMap(({ key, place }) => (place === undefined ? [] : [[key, place]]))
  assert.deepEqual(found('名称', 'A座 库存', 'A座（箱）', '深圳仓', '月用量', '仓库', '安全库存', 'Main warehouse stock'), [
    ['stock:A座库存', 'A座'],
    ['stock:A座(箱)', 'A座'],
    ['stock:深圳仓', '深圳仓'],
    ['stock:Mainwarehousestock', 'Main warehouse'],
  ])
  assert.deepEqual(
    sheetColumns(recordOf('asset'), ['A座'], () => true),
    importColumns(recordOf('asset')),
  )
  const given = ['耗材名称', 'A座', '库存']
  assert.deepEqual(
    matchHeaders(
      sheetColumns(supplies, given, (name) => name === 'A座'),
      given,
    ),
    { goodsName: 0, 'stock:A座': 1 },
  )
})

test('the headers are found below a title', () => {
  const at = (rows: string[][]) => headersIn(assetColumns, rows).at
  assert.equal(at([['2026年资产盘点表'], [], ['序号', '资产名称', '原值'], ['1', '笔记本', '3000']]), 2)
  assert.equal(at([[], ['甲', '乙']]), 1)
})

test('headers in two rows are read together, a row of data is not', () => {
  const two = [
    ['固定资产登记表'],
    ['资产编号', '资产名称', '使用信息', '', '财务信息'],
    ['', '', '使用部门', '存放地点', '原值'],
    ['1', '甲', '行政部', '一楼', '3'],
  ]
  assert.deepEqual(headersIn(assetColumns, two), { at: 2, headers: ['资产编号', '资产名称', '使用部门', '存放地点', '原值'] })
  const merged = [
    ['名称', '编号', '位置', '其他'],
    ['名称', '编号', '存放地点', ''],
    ['甲', '1', '一楼'],
  ]
  assert.deepEqual(headersIn(assetColumns, merged), { at: 1, headers: ['名称', '编号', '存放地点', '其他'] })
  const stores = [
    ['耗材编码', '耗材名称', '期初库存', ''],
    ['', '', 'A座', '深圳仓'],
    ['C1', '纸', '1', '2'],
  ]
  const supplies = importColumns(recordOf('consumable'))
  assert.deepEqual(headersIn(supplies, stores), { at: 1, headers: ['耗材编码', '耗材名称', 'A座', '深圳仓'] })
  const twins = [
    ['物品名称', '上月结存', '', '本月结存', ''],
    ['', '数量', '金额', '数量', '金额'],
    ['纸', '1', '2', '3', '4'],
  ]
  const parted = ['物品名称', '上月结存数量', '上月结存金额', '本月结存数量', '本月结存金额']
  assert.deepEqual(headersIn(supplies, twins), { at: 1, headers: parted })
  assert.deepEqual(matchHeaders(supplies, parted), { goodsName: 0, openingQuantity: 3 })
  assert.equal(matchHeaders(supplies, ['名称', '期初数量', '入库数量', '期末数量'])['openingQuantity'], 3)
  const priced = ['资产名称', '数量', '金额', '单价']
  assert.deepEqual(matchHeaders(assetColumns, priced), { instanceName: 0, quantity: 1, totalValue: 2, value: 3 })
  assert.deepEqual(matchHeaders(assetColumns, ['物品', '101教室', '合计']), { instanceName: 0 })
  const twinsBelowOneTitle = [
    ['资产登记表', '', '', ''],
    ['资产名称', '存放地点', '部门', '部门'],
    ['甲', '一楼', '一部', '二部'],
  ]
  assert.deepEqual(headersIn(assetColumns, twinsBelowOneTitle), { at: 1, headers: twinsBelowOneTitle[1]! })
  const sparse = [
    ['资产名称', '资产编号', '存放地点', '', ''],
    ['甲', '', '', '黑色', '大'],
  ]
  assert.deepEqual(headersIn(assetColumns, sparse), { at: 0, headers: sparse[0]! })
  const one = [
    ['资产编号', '资产名称'],
    ['1', '部门'],
  ]
  assert.deepEqual(headersIn(assetColumns, one), { at: 0, headers: one[0]! })
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
  [date('日期'), '46053.75', '2026-01-31'],
  [date('日期'), '２０２６－０１－０３', '2026-01-03'],
  [date('日期'), '2026 年 1 月 3 日', '2026-01-03'],
  [date('日期'), '2026年1月3日 星期六', '2026-01-03'],
  [date('日期'), '3-Jan-2026', '2026-01-03'],
  [date('日期'), 'January 3, 2026', '2026-01-03'],
  [date('日期'), '3-Foo-2026', undefined],
  [date('日期'), '26-1-3', undefined],
  [date('日期'), '2026-02-30', undefined],
  [date('日期'), '31/01/2026', undefined],
  [money('金额'), '¥1,234.50', '1234.5'],
  [money('金额'), '￥ 12元', '12'],
  [money('金额'), '-3', '-3'],
  [money('金额'), '１，２３４．５', '1234.5'],
  [money('金额'), 'RMB 1,200元整', '1200'],
  [money('金额'), '-¥5', '-5'],
  [money('金额'), '(1,200.00)', '-1200'],
  [money('金额'), '1.2万元', '12000'],
  [money('金额'), '5%', undefined],
  [quantity('残值率（%）'), '5%', '5'],
  [text('编码', { pattern: /^\w+$/ }), 'Ａ１', 'A1'],
  [money('金额'), '1,5', undefined],
  [money('金额'), '1e3', undefined],
  [quantity('数量'), '007.50', '7.5'],
  [integer('年限'), '36', 36],
  [integer('年限'), '36.0', 36],
  [integer('年限'), '36.5', undefined],
  [condition, '完好', 'good'],
  [condition, 'GOOD', 'good'],
  [condition, '很好', undefined],
  [mobile('手机号码'), '+86 138-0013-8000', '13800138000'],
  [text('备注'), '007', '007'],
  [text('名称'), '笔记本\r\n电脑', '笔记本 电脑'],
  [text('备注', { lines: 3 }), '一\n二', '一\n二'],
]
for (const [field, typed, value] of cells) test(`${field.label} ${typed}`, () => assert.equal(valueOfCell(field, typed), value))

for (const [field, typed, broken] of [
  [text('备注'), '#N/A', true],
  [money('金额'), '#DIV/0!', true],
  [text('编码'), '4.40101E+17', true],
  [text('编码'), '6.90123e12', true],
  [money('金额'), '1.2E+05', false],
  [text('编码'), '1E5', false],
  [text('备注'), '#1 楼', false],
] as const)
  test(`${field.label} ${typed} is ${broken ? 'broken' : 'whole'}`, () => assert.equal(brokenCell(field, typed) !== undefined, broken))

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
