import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskOf } from './read.ts'
import { nearness, searchWith, searchFor, toneOf } from './finding.ts'

const tag = 'F50000000000000000000001'
const long = '3434257BF40000000000162E3434257B'
const heard = (epc: string, rssis: readonly number[], gapMs = 100) =>
  rssis.reduce((search, rssi, n) => searchWith(search, { epc: tag, rssi, atMs: n * gapMs }), searchFor(epc))

test('the mask is the whole EPC, behind checksum and protocol control, also of 128 bits', () => {
  assert.deepEqual(maskOf(tag), { bank: 'epc', fromBit: 32, hex: tag })
  assert.deepEqual(maskOf(long), { bank: 'epc', fromBit: 32, hex: long })
})

test('reads of others change nothing, not even of one that begins alike', () => {
  const search = heard(tag, [-60])
  assert.equal(searchWith(search, { epc: 'F50000000000000000000002', rssi: -30, atMs: 200 }), search)
  assert.equal(searchWith(search, { epc: `${tag}0000`, rssi: -30, atMs: 200 }), search)
  assert.equal(nearness(heard(`${tag}0000`, [-60]), 100), 'lost')
})

test('the last of ten values weigh most', () => {
  assert.equal(nearness(heard(tag, [-60]), 0), -60)
  assert.equal(nearness(heard(tag, [-90, -60]), 100), (-90 - 120) / 3)
  assert.equal(nearness(heard(tag, [...Array<number>(5).fill(-90), ...Array<number>(10).fill(-50)]), 1500), -50, 'older ones are forgotten')
})

test('after a second without it it is lost, and what was heard before says nothing any more', () => {
  const search = heard(tag, [-40, -40])
  assert.equal(nearness(search, 1100), -40)
  assert.equal(nearness(search, 1101), 'lost')
  assert.equal(nearness(searchWith(search, { epc: tag, rssi: -80, atMs: 5000 }), 5000), -80)
})

test('another target begins with nothing, and late reads of the one before are not its own', () => {
  const other = 'F50000000000000000000002'
  assert.equal(nearness(searchFor(other), 0), 'lost')
  assert.equal(nearness(searchWith(searchFor(other), { epc: tag, rssi: -30, atMs: 10 }), 10), 'lost')
})

test('a read that comes late changes nothing', () => {
  const search = heard(tag, [-40, -40])
  assert.equal(searchWith(search, { epc: tag, rssi: -99, atMs: 50 }), search)
})

test('without a strength it is heard or lost', () => {
  const search = searchWith(searchFor(tag), { epc: tag, atMs: 10 })
  assert.equal(nearness(search, 10), 'heard')
  assert.equal(nearness(search, 1011), 'lost')
})

for (const [near, tone] of [
  ['lost', undefined],
  [-120, { hertz: 300, intervalMs: 1000 }],
  [-100, { hertz: 300, intervalMs: 1000 }],
  [-65, { hertz: 671, intervalMs: 200 }],
  ['heard', { hertz: 671, intervalMs: 200 }],
  [-30, { hertz: 1500, intervalMs: 40 }],
  [-29, { hertz: 1500, intervalMs: 0 }],
] as const)
  test(`at ${near} it sounds ${tone ? `${tone.hertz} Hz every ${tone.intervalMs} ms` : 'not at all'}`, () =>
    assert.deepEqual(toneOf(near), tone))
