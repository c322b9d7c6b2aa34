import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money, text } from '../../../kernel/field.ts'
import type { FormField } from '../form/filling.ts'
import { arm, flow, node, type Sketch, step, xor } from '../testing/sketch.ts'
import { decidingPaths, trialForm } from './trialForm.ts'

const fields: FormField[] = [
  { path: 'reason', field: text('事由') },
  { path: 'total', field: money('合计'), from: ['lines.price'] },
  { path: 'lines.price', field: money('单价'), table: '明细' },
  { path: 'lines.name', field: text('名称'), table: '明细' },
  { path: 'trip.city', field: text('城市') },
]

const when = (f: string) => ({ f, op: 'ge', v: '1' })
for (const [title, body, expected] of [
  ['nothing', [step('a', 'ann')], []],
  ['a condition, and what it is computed from', [xor('x', arm('big', [], when('total')), arm('small', []))], ['total', 'lines.price']],
  ['a jump', [node('route', 'r', { to: 'a', when: when('reason') }), step('a', 'ann')], ['reason']],
  ['a day waited for', [node('delay', 'd', { wait: { until: 'day' } })], ['day']],
  ['who is in a field', [step('a', [{ k: 'field', path: 'buyer' }])], ['buyer']],
  ['the head of the department in a field', [step('a', [{ k: 'deptHead', of: { field: 'dept' }, level: 1 }])], ['dept']],
  ['the manager of a place in a field', [step('a', [{ k: 'locationManager', field: 'place' }])], ['place']],
] satisfies [string, Sketch[], string[]][])
  test(`what decides: ${title}`, () => assert.deepEqual([...decidingPaths(flow(body), fields)], expected))

for (const [title, values, expected] of [
  ['nothing filled in', {}, {}],
  ['empty is not filled in', { reason: '' }, {}],
  ['columns make one row', { 'lines.price': '5', 'lines.name': '椅' }, { lines: [{ price: '5', name: '椅' }] }],
  ['a path inside', { 'trip.city': '杭州' }, { trip: { city: '杭州' } }],
  ['what is computed is not taken', { total: '9', reason: 'x' }, { reason: 'x' }],
] as const)
  test(`the form of a trial: ${title}`, () => assert.deepEqual(trialForm(fields, values), expected))
