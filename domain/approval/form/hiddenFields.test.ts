import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKind } from '../../documents/all.ts'
import { hidesAmount, hidesThings, keptHidden, seenOf } from './hiddenFields.ts'

const stored = {
  header: { reason: '坏了', supplier: '9' },
  lines: [
    { asset: '1', fault: '屏', cost: '100' },
    { asset: '2', cost: '200' },
  ],
}
const hides = { 'lines.cost': 'hide', supplier: 'hide' } as const

test('what is hidden is not there, and with it whole lines', () => {
  assert.deepEqual(seenOf(hides, stored), { header: { reason: '坏了' }, lines: [{ asset: '1', fault: '屏' }, { asset: '2' }] })
  assert.deepEqual(seenOf({ lines: 'hide' }, stored), { header: stored.header, lines: [] })
  assert.deepEqual(seenOf({}, stored), stored)
})

for (const [kind, permissions, amount, things] of [
  ['GsRepairOrder', { 'lines.cost': 'hide' }, true, false],
  ['GsRepairOrder', { 'lines.fault': 'hide' }, false, false],
  ['GsRepairOrder', { amount: 'hide' }, true, false],
  ['GsRepairOrder', { lines: 'hide' }, true, true],
  ['CsOutstockOrder', { 'lines.quantity': 'hide' }, true, true],
  ['CsOutstockOrder', { reason: 'hide' }, false, false],
  ['OaLeaveOrder', { 'lines.time': 'hide' }, false, true],
  ['OaLeaveOrder', { reason: 'hide' }, false, false],
] as const)
  test(`${kind} without ${Object.keys(permissions).join()}`, () => {
    assert.equal(hidesAmount(documentKind(kind)!, permissions), amount)
    assert.equal(hidesThings(documentKind(kind)!, permissions), things)
  })

const seen = seenOf(hides, stored)
for (const [what, sent, expected] of [
  ['the same', seen, { body: stored }],
  ['a changed word', { ...seen, header: { reason: '摔了' } }, { body: { ...stored, header: { reason: '摔了', supplier: '9' } } }],
  ['one line less', { ...seen, lines: [seen.lines[1]!] }, { body: { ...stored, lines: [stored.lines[1]] } }],
  ['one line more', { ...seen, lines: [...seen.lines, { asset: '3' }] }, { body: { ...stored, lines: [...stored.lines, { asset: '3' }] } }],
  ['what is hidden as it is', stored, { body: stored }],
  ['what is hidden emptied', { ...seen, header: { reason: '坏了', supplier: null } }, { body: stored }],
  ['another supplier', { ...seen, header: { reason: '坏了', supplier: '8' } }, { path: 'supplier' }],
  ['another cost', { ...seen, lines: [{ asset: '1', fault: '屏', cost: '1' }, seen.lines[1]!] }, { path: 'lines.cost' }],
] as const)
  test(`sent back: ${what}`, () => assert.deepEqual(keptHidden(hides, stored, sent), expected))
