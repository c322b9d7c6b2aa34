import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainReading } from '../cell.ts'
import type { FieldType } from '../field.ts'
import { kindOf } from './kinds.ts'

const readCell = (control: FieldType, text: string): unknown =>
  kindOf(control).cell?.read(text, control, {
    label: '字段',
    reading: plainReading,
    inEnglish: () => undefined,
  })

test('a cell names several choices, whatever stands between them and in their names', () => {
  const control: FieldType = {
    type: 'choice',
    many: true,
    options: [
      { value: 'a', label: '内网' },
      { value: 'b', label: '外网' },
      { value: 'c', label: '外网、专线' },
      { value: 'd', label: 'Wi-Fi, 5G' },
    ],
  }
  assert.deepEqual(readCell(control, '内网'), ['a'])
  assert.deepEqual(readCell(control, '内网、外网'), ['a', 'b'])
  assert.deepEqual(readCell(control, '外网、专线，内网'), ['c', 'a'])
  assert.deepEqual(readCell(control, 'wi-fi, 5g; 外网;'), ['d', 'b'])
  assert.deepEqual(readCell(control, '内网、内网'), ['a'])
  assert.equal(readCell(control, '内网外网'), undefined)
  assert.equal(readCell(control, '内网、别的'), undefined)
  assert.equal(readCell({ ...control, many: false }, '外网、专线'), 'c')
})

test('a cell says a day and a time as people and spreadsheets write them', () => {
  const control: FieldType = { type: 'datetime' }
  for (const text of [
    '2026-07-01 09:30',
    '2026/7/1 9:30',
    '2026-07-01T09:30:00.000Z',
    '2026年7月1日 9点30分',
    '20260701 09:30:00',
    '46204.3958333333',
  ])
    assert.equal(readCell(control, text), '2026-07-01 09:30', text)
  assert.equal(readCell(control, '2026-07-01'), '2026-07-01 00:00')
  for (const text of ['2026-07-01 25:00', '2026-02-30 09:30', '明天', '2026-07-01 9'])
    assert.equal(readCell(control, text), undefined, text)
})
