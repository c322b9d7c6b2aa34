import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Slot } from './derive.ts'
import { edgesOf, isMissedAt } from './reminder.ts'
import { wallMinute } from './wall.ts'

const [on, off] = [wallMinute('2026-11-23', 540), wallMinute('2026-11-23', 1080)]
const slot = (way: Slot['way'], more: Partial<Slot> = {}): Slot => ({
  way,
  segment: 0,
  due: way === 'on' ? on : off,
  punchId: null,
  punched: null,
  state: 'open',
  minutes: 0,
  isField: false,
  marks: [],
  ...more,
})

test('people are told five minutes before a segment and ten after it, over midnight too', () => {
  const edges = edgesOf([{ segments: [{ on: 540, off: 1080 }] }, { segments: [{ on: 1320, off: 1800 }] }], ['2026-11-23'])
  assert.deepEqual(edges, [
    { way: 'on', at: on - 5 },
    { way: 'off', at: off + 10 },
    { way: 'on', at: wallMinute('2026-11-23', 1315) },
    { way: 'off', at: wallMinute('2026-11-24', 370) },
  ])
})

const cases: [title: string, slots: Slot[], at: number, missed: 'on' | 'off' | undefined][] = [
  ['has not come', [slot('on'), slot('off')], on - 5, 'on'],
  ['at another minute', [slot('on'), slot('off')], on - 4, undefined],
  ['has come', [slot('on', { punchId: '1' }), slot('off')], on - 5, undefined],
  ['has time off', [slot('on', { state: 'leave' }), slot('off', { state: 'leave' })], on - 5, undefined],
  ['has come and not gone', [slot('on', { punchId: '1' }), slot('off')], off + 10, 'off'],
  ['never came', [slot('on'), slot('off')], off + 10, undefined],
  ['has gone', [slot('on', { punchId: '1' }), slot('off', { punchId: '2' })], off + 10, undefined],
]
for (const [title, slots, at, missed] of cases) test(`somebody who ${title}`, () => assert.equal(isMissedAt({ slots }, at), missed))
