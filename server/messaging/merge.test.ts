import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { merge, type MergedMessage, type MergeRule, type Unread } from './merge.ts'

const now = '2026-11-21T08:00:00.000Z'
const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
const comments: MergeRule = { kind: 'comment', about: '1', several: '{n} 条新评论' }
const tasks: MergeRule = { kind: 'task', about: '1', crowd: { from: 4, title: '您有 {n} 项', link: '/list' } }
const unread = (id: string, about: string | null, minutes: number, count = 1): Unread => ({
  id,
  about,
  count,
  createdAt: minutesAgo(minutes),
})

const cases: [what: string, rule: MergeRule, before: Unread[], MergedMessage][] = [
  ['the first stands by itself', comments, [], { absorbed: [], count: 1, as: 'itself' }],
  ['a second one about the same becomes two', comments, [unread('a', '1', 5)], { absorbed: ['a'], count: 2, as: 'several' }],
  ['a third one counts on', comments, [unread('a', '1', 500, 2)], { absorbed: ['a'], count: 3, as: 'several' }],
  ['what is about something else stays', comments, [unread('a', '2', 5)], { absorbed: [], count: 1, as: 'itself' }],
  ['without words for several the newest stands', tasks, [unread('a', '1', 5)], { absorbed: ['a'], count: 2, as: 'itself' }],
  ['three are no crowd', tasks, [unread('a', '2', 5), unread('b', '3', 6)], { absorbed: [], count: 1, as: 'itself' }],
  [
    'four in an hour are a crowd',
    tasks,
    [unread('a', '2', 5), unread('b', '3', 6), unread('c', '4', 59)],
    { absorbed: ['a', 'b', 'c'], count: 4, as: 'crowd' },
  ],
  [
    'older ones are left alone',
    tasks,
    [unread('a', '2', 5), unread('b', '3', 6), unread('c', '4', 61)],
    { absorbed: [], count: 1, as: 'itself' },
  ],
  ['a crowd grows', tasks, [unread('a', null, 30, 7)], { absorbed: ['a'], count: 8, as: 'crowd' }],
  ['a crowd that is old is left alone', tasks, [unread('a', null, 90, 7)], { absorbed: [], count: 1, as: 'itself' }],
  [
    'an earlier one about the same goes into the crowd and counts once',
    tasks,
    [unread('a', '1', 5), unread('b', '2', 5), unread('c', '3', 5), unread('d', '4', 5)],
    { absorbed: ['a', 'b', 'c', 'd'], count: 4, as: 'crowd' },
  ],
]

for (const [what, rule, before, expected] of cases) test(what, () => assert.deepEqual(merge(rule, before, now), expected))

test('however many come in an hour, unread ones of a kind with a crowd never pile up', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { maxLength: 60 }), (abouts) => {
      let held: Unread[] = []
      for (const [i, about] of abouts.entries()) {
        const { absorbed, count, as } = merge({ ...tasks, about: String(about) }, held, now)
        held = held.filter(({ id }) => !absorbed.includes(id))
        held.push({ id: `m${i}`, about: as === 'crowd' ? null : String(about), count, createdAt: now })
      }
      assert.ok(held.length < 4)
    }),
  )
})
