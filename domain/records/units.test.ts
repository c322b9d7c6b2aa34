import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money, quantity, text, integer } from '../../kernel/field.ts'
import { plainReading } from '../../kernel/cell.ts'
import { headersIn, importColumns, valueOfCell } from './columns.ts'
import { recordOf } from './all.ts'
import { type Unit, unitOf } from './units.ts'

const value = money('原值')
const stock = quantity('期初数量')
const months = integer('使用年限（月）')
const rate = quantity('残值率（%）')
const times = (factor: string): Unit => ({ factor })

const cases: [field: Parameters<typeof unitOf>[0], header: string, above: string[], unit: Unit | undefined][] = [
  [value, '原值', [], undefined],
  [value, '*原值（必填）', [], undefined],
  [value, '原值（含税）', [], undefined],
  [value, '原值（元）', [], times('1')],
  [value, '原值(人民币元)', [], times('1')],
  [value, '单价（元/台）', [], times('1')],
  [value, '原值（百元）', [], times('100')],
  [value, '原值（千元）', [], times('1000')],
  [value, '原值【万元】', [], times('10000')],
  [value, '原值（单位：万元）', [], times('10000')],
  [value, '原值（含税）（万元）', [], times('10000')],
  [value, '原值（百万元）', [], times('1000000')],
  [value, '原值（亿元）', [], times('100000000')],
  [value, '原值（分）', [], times('0.01')],
  [value, '原值（角）', [], times('0.1')],
  [value, "Cost (RMB'000)", [], times('1000')],
  [value, "Cost ('000)", [], times('1000')],
  [value, 'Cost (RMB million)', [], times('1000000')],
  [value, "Cost (USD'000)", [], { factor: '1000', currency: 'USD' }],
  [value, '原值万元', [], times('10000')],
  [value, '原值/千元', [], times('1000')],
  [value, '原值', ['固定资产登记表', '单位：万元'], times('10000')],
  [value, '原值', ['（金额单位：千元）'], times('1000')],
  [value, '原值（元）', ['单位：万元'], times('1')],
  [value, '原值', ['使用单位：行政部', '填报单位：某某公司'], undefined],
  [value, '原值', ['单位：万美元'], { factor: '10000', currency: 'USD' }],
  [value, '原值（美元）', [], { factor: '1', currency: 'USD' }],
  [value, '原值（USD）', [], { factor: '1', currency: 'USD' }],
  [value, '原值（k$）', [], { unknown: 'k$' }],
  [stock, '期初数量', [], undefined],
  [stock, '期初数量（个）', ['单位：万元'], times('1')],
  [stock, '数量（千支）', [], times('1000')],
  [stock, '数量（kg）', [], { unknown: 'kg' }],
  [months, '使用年限（月）', [], times('1')],
  [months, '使用年限（年）', [], times('12')],
  [months, '折旧月数', [], undefined],
  [months, '折旧年限', [], { unknown: '' }],
  [months, '使用年限（季度）', [], { unknown: '季度' }],
  [rate, '残值率', [], undefined],
  [rate, '残值率（%）', [], times('1')],
  [rate, '残值率（‰）', [], { unknown: '‰' }],
  [text('规格（毫米）'), '规格（厘米）', [], undefined],
]
for (const [field, header, above, unit] of cases)
  test(`${header} below ${above.join(' | ') || 'nothing'}`, () => assert.deepEqual(unitOf(field, header, above), unit))

for (const [field, typed, factor, read] of [
  [value, '12.5', '10000', '125000'],
  [value, '¥1,234.5', '1000', '1234500'],
  [value, '12.5元', '10000', '12.5'],
  [value, '1.2万', '10000', '12000'],
  [value, '(3)', '100', '-300'],
  [value, '1250', '0.01', '12.5'],
  [stock, '2.5', '1000', '2500'],
  [months, '1.5', '12', 18],
  [months, '0.3', '12', undefined],
  [months, '36.0', '1', 36],
] as const)
  test(`${typed} times ${factor}`, () => assert.equal(valueOfCell(field, typed, { ...plainReading, factor }), read))

test('a unit in the upper of two rows of headers is kept', () => {
  const rows = [
    ['资产编号', '资产名称', '财务信息（万元）', '财务信息（万元）'],
    ['', '', '原值', '购置日期'],
    ['1', '甲', '12.5', '2026-01-02'],
  ]
  assert.equal(headersIn(importColumns(recordOf('asset')), rows).headers[2], '原值(万元)')
})
