import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TagRead } from './read.ts'
import { type Evidence, type Expected, heardIn, isQuiet, standingOf, thresholdOf, untold } from './session.ts'

const epcs = Array.from({ length: 8 }, (_, n) => `F5000000000000000000000${n}`)
const [a, b, c, d, e] = epcs as [string, string, string, string, string]
const stranger = 'E28011700000020A1B2C3D4E'
const expected: Expected<string> = { ofEpc: new Map(epcs.map((epc) => [epc, `piece ${epc}`])), here: new Set([a, b, c, d]) }
const reads = (epc: string, times: number, rssi?: number, fromMs = 0): TagRead[] =>
  Array.from({ length: times }, (_, n) => ({ epc, atMs: fromMs + n * 100, ...(rssi !== undefined && { rssi }) }))
const standing = (all: TagRead[], threshold = -70) => standingOf(heardIn(all), expected, threshold)

for (const [title, all, counts] of [
  ['heard three times and near', reads(a, 3, -60), { found: [a] }],
  ['heard three times and just near enough', reads(a, 3, -70), { found: [a] }],
  ['heard three times and far', reads(a, 3, -71), { nearby: [a] }],
  ['heard twice, however near', reads(a, 2, -30), { nearby: [a] }],
  ['heard three times in one moment by three antennas', [0, 10, 20].map((atMs) => ({ epc: a, rssi: -40, atMs })), { nearby: [a] }],
  ['far but once near', [...reads(a, 3, -80), { epc: a, rssi: -60, atMs: 900 }], { found: [a] }],
  ['what belongs elsewhere', reads(e, 3, -50), { elsewhere: [e] }],
  ['what belongs elsewhere and is far', reads(e, 9, -85), { nearby: [e] }],
  ['what is nobody’s, however near', [...reads(stranger, 50, -30), ...reads('1234', 9, -30)], { foreign: 2 }],
  ['a reader that tells no strength', [...reads(a, 3), ...reads(b, 2)], { found: [a], nearby: [b] }],
] as [string, TagRead[], Partial<Record<'found' | 'nearby' | 'elsewhere', string[]> & { foreign: number }>][])
  test(title, () => {
    const { found, nearby, elsewhere, foreign, notYet } = standing(all)
    const heard = new Set(all.map(({ epc }) => epc))
    assert.deepEqual({ found, nearby, elsewhere, foreign }, { found: [], nearby: [], elsewhere: [], foreign: 0, ...counts })
    assert.deepEqual(
      notYet,
      [a, b, c, d].filter((epc) => !heard.has(epc)),
    )
  })

const someReads = fc.array(
  fc.record(
    {
      epc: fc.constantFrom(...epcs, stranger),
      rssi: fc.integer({ min: -90, max: -30 }),
      tid: fc.constantFrom('E2000001', 'E2000002'),
      atMs: fc.nat(3000),
    },
    { requiredKeys: ['epc', 'atMs'] },
  ),
  { maxLength: 200 },
)

test('reads in any order, some of them twice, make the same session', () =>
  fc.assert(
    fc.property(someReads, fc.infiniteStream(fc.nat()), (all, dice) => {
      const doubled = all.flatMap((read) => (Number(dice.next().value) % 3 === 0 ? [read, read] : [read]))
      const mixed = doubled
        .map((read) => ({ read, at: Number(dice.next().value) }))
        .toSorted((x, y) => x.at - y.at)
        .map(({ read }) => read)
      const plain = (tags: ReturnType<typeof heardIn>) => Object.fromEntries([...tags].toSorted(([x], [y]) => (x < y ? -1 : 1)))
      assert.deepEqual(plain(heardIn(mixed)), plain(heardIn(all)))
    }),
    { numRuns: 500 },
  ))

test('what is weak alone never confirms, and what is nobody’s is never a piece', () =>
  fc.assert(
    fc.property(someReads, (all) => {
      const weak = all.map((read) => ({ ...read, rssi: Math.min(read.rssi ?? -90, -71) }))
      const told = standing(weak)
      assert.deepEqual([told.found, told.elsewhere], [[], []])
      for (const { epc, strong } of untold(heardIn(weak), expected, -70, new Map())) {
        assert.ok(!strong)
        assert.ok(expected.ofEpc.has(epc))
      }
    }),
    { numRuns: 500 },
  ))

test('each heard tag stands in one list alone', () =>
  fc.assert(
    fc.property(someReads, (all) => {
      const { found, elsewhere, nearby, notYet, foreign } = standing(all)
      const lists = [...found, ...elsewhere, ...nearby, ...notYet]
      assert.equal(new Set(lists).size, lists.length)
      assert.equal(found.length + elsewhere.length + nearby.length + foreign, new Set(all.map(({ epc }) => epc)).size)
      assert.ok([...expected.here].every((epc) => lists.includes(epc)))
    }),
    { numRuns: 500 },
  ))

test('what a tag must reach is learnt from those that belong here, a little below their middle', () => {
  const five: Expected<string> = { ofEpc: expected.ofEpc, here: new Set(epcs.slice(0, 5)) }
  const all = [-40, -45, -50, -55, -60].flatMap((rssi, n) => reads(epcs[n]!, 3, rssi))
  assert.equal(thresholdOf(heardIn(all), five), -60)
  assert.equal(thresholdOf(heardIn([...all, ...reads(stranger, 99, -20), ...reads(epcs[6]!, 99, -20)]), five), -60, 'others teach nothing')
  assert.equal(thresholdOf(heardIn(all.slice(0, 12)), five), -70, 'four are too few')
  assert.equal(thresholdOf(heardIn(all.slice(0, 12)), five, -63), -63, 'what the reader learnt before holds until then')
})

test('a tag is told once, again when it is strong and when it came six decibels nearer', () => {
  const told = new Map<string, Evidence>()
  const all: TagRead[] = []
  const tell = (...more: TagRead[]) => {
    all.push(...more)
    const now = untold(heardIn(all), expected, -70, told)
    for (const each of now) told.set(each.epc, each)
    return now.map(({ epc, strong, n, best }) => [epc, strong, n, best])
  }
  assert.deepEqual(tell(...reads(a, 1, -60), ...reads(stranger, 9, -40)), [[a, false, 1, -60]])
  assert.deepEqual(tell(...reads(a, 1, -60, 500)), [])
  assert.deepEqual(tell(...reads(a, 1, -60, 1000)), [[a, true, 3, -60]])
  assert.deepEqual(tell(...reads(a, 20, -55, 2000)), [])
  assert.deepEqual(tell(...reads(a, 1, -54, 9000)), [[a, true, 16, -54]])
  assert.deepEqual(tell(...reads(e, 1, -80, 9100)), [[e, false, 1, -80]], 'of a piece that belongs elsewhere as well')
})

test('it is quiet when nothing new of this place came for five seconds', () => {
  const quiet = (all: TagRead[], nowMs: number) => isQuiet(heardIn(all), expected, nowMs)
  assert.equal(quiet([], 60_000), false)
  assert.equal(quiet(reads(a, 60, -50), 4999), false)
  assert.equal(quiet(reads(a, 60, -50), 5000), true, 'the same again is nothing new')
  assert.equal(quiet([...reads(a, 1, -50), ...reads(b, 1, -50, 4000)], 5000), false)
  assert.equal(
    quiet([...reads(a, 1, -50), ...reads(stranger, 1, -50, 4000), ...reads(e, 1, -50, 4000)], 5000),
    true,
    'others are nothing new',
  )
})

test('one EPC on two chips is said', () => {
  const two = [...reads(a, 2, -50).map((read) => ({ ...read, tid: 'E2000001' })), { epc: a, tid: 'E2000002', rssi: -50, atMs: 800 }]
  assert.deepEqual(standing(two).copied, [a])
  assert.deepEqual(standing(two.slice(0, 2)).copied, [])
})
