import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aloneIn, nextStep } from './encoding.ts'
import { heardIn } from './session.ts'

const [blank, mine, others] = ['E28011700000020A1B2C3D4E', 'F50000000000000000000001', 'F50000000000000000000002']
const field = (...tags: readonly [epc: string, rssi?: number][]) =>
  aloneIn(heardIn(tags.map(([epc, rssi], n) => ({ epc, atMs: n, tid: `E2${n}`, ...(rssi !== undefined && { rssi }) }))))

for (const [title, found, expected] of [
  ['an empty field', field(), 'none'],
  ['one tag', field([blank, -40]), { epc: blank, tid: 'E20' }],
  ['two alike', field([blank, -40], [mine, -45]), 'several'],
  ['one so much nearer that the other is elsewhere', field([mine, -60], [blank, -50]), { epc: blank, tid: 'E21' }],
  ['nine decibels are not enough', field([mine, -60], [blank, -51]), 'several'],
  ['two whose strength nobody tells', field([mine], [blank]), 'several'],
  ['one whose strength nobody tells', field([blank]), { epc: blank, tid: 'E20' }],
] as const)
  test(title, () => assert.deepEqual(found, expected))

const ofAnother = (epc: string) => (epc === others ? '显示器' : undefined)
for (const [title, tag, expected] of [
  ['a blank one is written', field([blank, -40]), { t: 'write' }],
  ['one that carries it already is read back', field([mine, -40]), { t: 'verify' }],
  ['one of another piece is left alone', field([others, -40]), { t: 'another', name: '显示器' }],
  ['with none one waits', field(), { t: 'wait', why: 'none' }],
  ['with several one waits', field([blank, -40], [mine, -41]), { t: 'wait', why: 'several' }],
] as const)
  test(title, () => assert.deepEqual(nextStep({ epc: mine }, tag, ofAnother), expected))
