import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords } from './all.ts'

test('names that people gave are read as they stand, even where a text of ours is the same', () => {
  const params = { book: '账簿', month: '2026-03', day: '2026-04-01' }
  assert.equal(
    inWords('en', '{book}已结账到{month}，最早可入账的日期是{day}', params),
    '账簿 is closed up to 2026-03; the earliest day that can be posted is 2026-04-01',
  )
  assert.match(inWords('en', '{asset}在{place}，不在所选的区域', { asset: '固定资产', place: '资产' }), /^固定资产 is in 资产,/)
  assert.match(inWords('en', '已有名为“{name}”的视图，请换一个名称', { name: '折旧' }), /“折旧”/)
})

test('several texts of ours are a list in the language of the reader', () => {
  const params = { flows: '资产处置流程、资产价值变动流程' }
  assert.equal(
    inWords('en', '“{flows}”正在使用这个表单，不能删除', params),
    'Asset disposal, Value change uses this form, so it cannot be deleted',
  )
})

test('texts of ours within a sentence are read in the language of the reader', () => {
  assert.equal(inWords('en', '编号已用于另一条{title}', { title: '账簿' }), inWords('en', '编号已用于另一条{title}', { title: 'Book' }))
  assert.match(
    inWords('en', '{asset}之后又办理了{action}，请先冲销后续单据', { asset: '冲销', action: '冲销' }),
    /^冲销 .* Reversed|reversed|Reverse/,
  )
})

test('the choices that a cell should have held are named in the language of the reader', () => {
  const params = { label: '车辆用途', options: '领导用车、机要通信' }
  assert.equal(inWords('en', '{label}应为：{options}', params), 'Vehicle use must be one of: Official use, Confidential mail')
})
