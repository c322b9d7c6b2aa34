import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CountEvent } from '../../../domain/counting/event.ts'
import { countPlan } from '../../../domain/counting/plan.ts'
import * as v from 'valibot'
import { after, batchBytes, batchEvents, batchOf } from './batch.ts'
import { clockAt, learnt, type Now } from './clock.ts'
import { judge } from './judge.ts'
import { leftOf } from './leftLines.ts'
import { openIndex, type PackHead, type PackPage, type PackRow, supplyKey, mergeWords } from './pack.ts'
import { initials, searchPack } from './search.ts'
import { onLine } from './sending.ts'
import { openTally } from './tally.ts'

const places = [
  ['1', 'A', '一号库', null],
  ['2', 'A-1', 'A架', '1'],
  ['3', 'B', '二号库', null],
] as const
const row = (
  id: string,
  code: string,
  more: { place?: number; serial?: string; epc?: string; holder?: number; flags?: number } = {},
): PackRow => [0, id, code, more.epc ?? null, more.serial ?? null, 0, more.place ?? 0, more.holder ?? null, more.flags ?? 5, null, null]
const supply = (id: string, place: number | null): PackRow => [1, id, 'C1', null, '6901234567892', 1, place, null, 5, 3, null]
const plan = v.parse(countPlan, { name: '盘点', scope: { kinds: ['asset'] }, methods: ['scan'] })
const head: PackHead = {
  version: '1.1',
  plan,
  generation: 1,
  chunks: 1,
  fetchedAtMs: 0,
  places: [...places],
  people: [['7', '张三']],
  models: [
    ['m', 'M1', '联想笔记本电脑'],
    ['c', '包', '复印纸'],
  ],
}
const rows = [
  row('11', 'ZC001', { serial: 'SN1', epc: 'E280AA' }),
  row('12', 'ZC002', { place: 1, holder: 0 }),
  row('13', 'ZC003', { place: 2 }),
  row('14', 'SN1', { flags: 0 }),
  supply('21', 0),
  supply('21', 2),
]
const index = openIndex(head, [{ rows, gone: [] }])
let seq = 0
const event = (more: Partial<CountEvent>): CountEvent => ({
  id: 'x',
  seq: (seq += 1),
  round: 1,
  kind: 'seen',
  source: 'camera',
  at: '2026-11-22T10:00:00.000Z',
  ...more,
})
const seen = (item: string, place?: string, more: Partial<CountEvent> = {}) =>
  event({ itemKind: 'asset', item, ...(place && { place }), ...more })
const judged = (text: string, place: string | undefined, ...events: CountEvent[]) => {
  const { t, ...rest } = judge(index, openTally(index, 1, events), place, text) as {
    t: string
    thing?: { key: string }
    things?: unknown[]
    again?: boolean
    same?: boolean
  }
  return [t, rest.thing?.key ?? rest.things?.length ?? rest.again ?? rest.same]
}

for (const [what, text, place, events, t, of] of [
  ['a piece at its place', 'ZC001', '1', [], 'found', '11'],
  ['by its tag, in small', 'e280aa', '1', [], 'found', '11'],
  ['on a shelf of where one stands', 'ZC002', '1', [], 'found', '12'],
  ['at another place', 'ZC003', '1', [], 'elsewhere', '13'],
  ['where nobody has said where', 'ZC003', undefined, [], 'found', '13'],
  ['seen here before', 'ZC001', '1', [seen('11', '1')], 'again', '11'],
  ['seen elsewhere before', 'ZC001', '3', [seen('11', '1')], 'moved', '11'],
  ['a code that is another one’s serial', 'SN1', '1', [], 'several', 2],
  ['a place', 'b', '1', [], 'place', false],
  ['the same place again', 'A', '1', [], 'place', true],
  ['nothing', 'NOBODY', '1', [], 'unknown', false],
  ['nothing, again', 'NOBODY', '1', [event({ code: 'NOBODY', place: '1' })], 'unknown', true],
  ['a supply where one stands', '6901234567892', '3', [], 'supply', '21@3'],
  ['a supply of what the shelf lies in', 'C1', '2', [], 'supply', '21@1'],
  ['our own address', 'https://x.example/#/q?c=ZC002', '1', [], 'found', '12'],
] as const)
  test(`a scan: ${what}`, () => assert.deepEqual(judged(text, place, ...events), [t, of]))

test('a piece that the count does not ask for is kept and told', () => {
  assert.equal(judge(index, openTally(index, 1, []), '1', 'https://x.example/p?instanceId=14').t, 'foreign')
})

test('in a blind count a supply is one line, counted wherever one stands', () => {
  const blind = openIndex(head, [{ rows: [supply('21', null)], gone: [] }])
  const tally = openTally(blind, 1, [event({ kind: 'quantity', itemKind: 'consumable', item: '21', place: '3', quantity: '5' })])
  assert.deepEqual([tally.done(), tally.total, tally.counted(supplyKey('21', undefined))], [1, 1, '5'])
})

test('entries of shelves add up, the same shelf again is corrected, and what was undone never was', () => {
  const say = (zone: string | undefined, quantity: string, factor?: string) =>
    event({ kind: 'quantity', itemKind: 'consumable', item: '21', place: '1', quantity, ...(zone && { zone }), ...(factor && { factor }) })
  const entries = [say('甲', '2', '12'), say('乙', '5'), say('乙', '4'), say(undefined, '1')]
  const undo = event({ kind: 'void', voids: entries[3]!.seq })
  assert.equal(openTally(index, 1, [...entries, undo]).counted('21@1'), '28')
})

test('the tally grown event by event is that of all at once, and undone events leave no trace', () => {
  const said = fc.record({
    what: fc.constantFrom('11', '12', '13', '14', 'code'),
    at: fc.constantFrom('1', '3'),
    kind: fc.constantFrom('seen', 'absent', 'void'),
    back: fc.nat(5),
    round: fc.constantFrom(1, 1, 1, 2),
  })
  fc.assert(
    fc.property(fc.array(said, { maxLength: 40 }), (script) => {
      const events = script.map(({ what, at, kind, back, round }, nth): CountEvent => {
        const base = { id: 'x', seq: nth + 1, round, source: 'camera' as const, at: '' }
        if (kind === 'void') return { ...base, kind, voids: Math.max(1, nth - back) }
        return {
          ...base,
          kind: kind as 'seen',
          place: at,
          ...(what === 'code' ? { code: 'X' } : { itemKind: 'asset' as const, item: what }),
        }
      })
      const voided = new Set(events.flatMap(({ kind, voids, round }) => (kind === 'void' && round === 1 ? [voids] : [])))
      const standing = events.filter(
        ({ seq: number, kind, round }) =>
          kind !== 'void' &&
          round === 1 &&
          !(
            voided.has(number) &&
            events.some((each) => each.kind === 'void' && each.round === 1 && each.voids === number && each.seq > number)
          ),
      )
      const tally = openTally(index, 1, events)
      const dealt = new Set(standing.flatMap(({ item }) => item ?? []))
      const seenOnes = new Set(standing.flatMap(({ kind, item }) => (kind === 'seen' ? (item ?? []) : [])))
      assert.equal(tally.done(), index.mine.filter(({ key }) => seenOnes.has(key)).length)
      assert.equal(tally.recent(3).length, Math.min(3, standing.length))
      const [found] = leftOf(index, tally).flatMap(({ things }) => things.filter(({ key }) => dealt.has(key)))
      assert.equal(found, undefined, 'what is done is not left')
      assert.equal(
        leftOf(index, tally).reduce((sum, { things }) => sum + things.length, 0),
        tally.left(),
      )
    }),
  )
})

test('what other devices counted is counted here, whatever is said or undone of it on this one', () => {
  const others = openIndex(head, [{ rows: [row('11', 'ZC001', { flags: 13 }), ...rows.slice(1)], gone: [] }])
  const progress = (...events: readonly CountEvent[]) => {
    const tally = openTally(others, 1, events)
    return [tally.done(), tally.left(), tally.absent(), tally.ofPlace('1')]
  }
  const here = (done: number, left: number) => ({ done, left, total: 2 })
  const mine = seen('11', '1')
  const further = seen('12', '1')
  assert.deepEqual(progress(), [1, 4, 0, here(1, 1)])
  assert.deepEqual(progress(mine), [1, 4, 0, here(1, 1)], 'the same piece is counted once')
  assert.deepEqual(progress(mine, event({ kind: 'void', voids: mine.seq })), [1, 4, 0, here(1, 1)], 'undone here, seen there')
  assert.deepEqual(progress(event({ kind: 'absent', itemKind: 'asset', item: '11', place: '1' })), [1, 4, 0, here(1, 1)])
  assert.deepEqual(progress(further), [2, 3, 0, here(1, 1)])
  assert.deepEqual(progress(event({ kind: 'absent', itemKind: 'asset', item: '12', place: '1' })), [1, 3, 1, here(1, 1)])
  assert.deepEqual(
    leftOf(others, openTally(others, 1, [further])).flatMap(({ things }) => things.map(({ key }) => key)),
    ['21@1', '21@3', '13'],
  )
  assert.equal(judge(others, openTally(others, 1, []), '1', 'ZC001').t, 'found', 'seen again it is written down as evidence')
})

test('pages of a pack point into words of their own, and a later row takes the place of an earlier one', () => {
  const page = (name: string, place: string, rowsOf: PackRow[]): PackPage => ({
    places: [[place, place, `${place}号`, null]],
    people: [],
    models: [['m', 'M', name]],
    columns: rowsOf[0]!.map((_, column) => rowsOf.map((each) => each[column]!)),
  })
  const one = mergeWords({ places: [], people: [], models: [] }, page('电脑', '8', [row('31', 'X1')]))
  const two = mergeWords(one, page('打印机', '9', [row('32', 'X2'), row('31', 'X1')]))
  const opened = openIndex({ ...head, ...two }, [
    { rows: one.rows, gone: [] },
    { rows: two.rows, gone: [] },
  ])
  assert.deepEqual(
    ['31', '32'].map((id) => [opened.thing(id)?.name, opened.thing(id)?.place]),
    [
      ['打印机', '9'],
      ['打印机', '9'],
    ],
  )
  assert.equal(opened.rows, 2)
})

test('people look for things by name, by first letters of its sound, by code, serial and holder', () => {
  assert.equal(initials('联想ThinkPad 重庆'), 'lxthinkpad zq')
  for (const [word, found] of [
    ['lxbj', ['11', '12', '13', '14']],
    ['笔记本', ['11', '12', '13', '14']],
    ['zc002', ['12']],
    ['sn1', ['11', '14']],
    ['张三', ['12']],
    ['zs', ['12']],
    ['', []],
  ] as const)
    assert.deepEqual(
      searchPack(index, word, 10).map(({ id }) => id),
      found,
      word,
    )
})

const many = (count: number, note = '') => Array.from({ length: count }, (_, at) => event({ seq: at + 1, note }))
test('a batch is as many events as fit', () => {
  assert.equal(batchOf(many(1000)).length, batchEvents)
  const long = batchOf(many(200, '长'.repeat(200).padEnd(2000)))
  assert.ok(JSON.stringify(long).length <= batchBytes && long.length > 100)
  assert.equal(batchOf([event({ note: 'x'.repeat(batchBytes) })]).length, 1)
  assert.deepEqual(batchOf([]), [])
})

for (const [what, answer, comes] of [
  ['everything was taken', { acked: 9 }, { acked: 9 }],
  ['earlier ones are wanted', { acked: 2, wants: 3 }, { acked: 2 }],
  ['from the beginning', { acked: 0, wants: 1 }, { acked: 0 }],
  ['the server is further than the device ever was', { acked: 12 }, { acked: 5, newLine: true }],
] as const)
  test(`an answer: ${what}`, () => assert.deepEqual(after({ seq: 9, acked: 5 }, { ...answer, state: 'open', round: 1 }), comes))

test('a line that began anew numbers from one, and takes back only what it has', () => {
  assert.equal(onLine(event({ seq: 8 }), 5).seq, 3)
  assert.deepEqual(
    [onLine(event({ kind: 'void', seq: 8, voids: 7 }), 5).voids, onLine(event({ kind: 'void', seq: 8, voids: 4 }), 5).voids],
    [2, undefined],
  )
})

const now = (wallMs: number, monoMs: number, page = 'p'): Now => ({ wallMs, monoMs, page })
const known = learnt(now(100_000, 1000), now(100_200, 1200), 40_000)
for (const [what, at, clock] of [
  ['at once', now(100_200, 1200), { offsetMs: 60_100, uncertaintyMs: 100 }],
  ['an hour later', now(3_700_200, 3_601_200), { offsetMs: 60_100, uncertaintyMs: 280 }],
  ['after the wall clock was set', now(7_300_200, 3_601_200), { offsetMs: 60_100, uncertaintyMs: 3_600_460 }],
  ['after the page was started again', now(3_700_200, 5, 'q'), { offsetMs: 60_100, uncertaintyMs: 280 }],
  ['before it was learnt, as a clock that was set back says', now(50_000, 5, 'q'), undefined],
] as const)
  test(`what a clock is worth: ${what}`, () => assert.deepEqual(clockAt(known, at), clock))
