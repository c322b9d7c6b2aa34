import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownFieldFault } from '../ownFields/ownField.ts'
import { proposedControl } from './proposedField.ts'

const cases: readonly (readonly [header: string, cells: readonly string[], wanted: object | undefined])[] = [
  ['检定日期', ['2026-03-01', '', '2025/4/9'], { type: 'date' }],
  ['端口数', ['24', '48', '8'], { type: 'whole' }],
  ['功率(kW)', ['1.5', '0.75', '12'], { type: 'quantity' }],
  ['维护费', ['1,200.50', '99.5'], { type: 'money' }],
  ['是否涉密', ['是', '否', '是'], { type: 'flag' }],
  ['等级', ['一级', '二级', '一级', '一级', '二级', '一级'], { type: 'choice' }],
  ['MAC地址', ['AA-BB-CC', 'AA-BB-CD', 'AA-BB-CE'], { type: 'text', lines: 1, max: 60 }],
  ['卡号', ['00123', '00456'], { type: 'text' }],
  ['合同', ['甲方\n乙方', 'x'], { type: 'text', lines: 3 }],
  ['开放时间', ['08:00-18:00', '08:00-18:00', '08:00-18:00'], { type: 'text', lines: 1 }],
  ['空列', ['', '/', '无'], undefined],
]

for (const [header, cells, wanted] of cases)
  test(`a field is proposed for ${header}`, () => {
    const control = proposedControl(header, cells)
    if (!wanted) return assert.equal(control, undefined)
    assert.partialDeepStrictEqual(control, wanted)
    assert.equal(ownFieldFault({ label: header, control: control!, isUnique: false }), undefined)
  })
