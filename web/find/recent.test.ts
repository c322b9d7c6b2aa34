import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupsByUse, offeredFinds, usedFirst } from './recent.ts'
import { scoreOf, type Uses, usesAtMost, withUse, withVisits } from './uses.ts'

const day = 24 * 60 * 60 * 1000
const now = 1000 * day
/** Uses of keys so many days ago: `a1 a2` is a twice, yesterday and the day before. */
const usesOf = (text: string): Uses =>
  text
    .split(' ')
    .filter(Boolean)
    .map((use) => ({ key: use.slice(0, 1), atMs: now - Number(use.slice(1)) * day }))
    .toSorted((a, b) => a.atMs - b.atMs)
    .reduce<Uses>((uses, { key, atMs }) => withUse(uses, key, atMs), {})
const row = (word: string) => ({ key: word.slice(0, 1), fit: Number(word.slice(1)) as 0 | 1 | 2 })
const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key).join('')

const orders: [title: string, rows: string, uses: string, expected: string][] = [
  ['without uses the order of the answer', 'a1 b1 c2', '', 'abc'],
  ['what was used is before what was not', 'a1 b1 c1', 'c30', 'cab'],
  ['what is used often is before what was used last', 'a1 b1', 'a1 b2 b3 b4', 'ba'],
  ['what is used lately is before what was used often long ago', 'a1 b1', 'a90 a91 a92 a93 a94 b0', 'ba'],
  ['what is called so stays first', 'a0 b2 c2', 'c1', 'acb'],
  ['what was used and is not found stays away', 'a2', 'z1', 'a'],
]
for (const [title, rows, uses, expected] of orders)
  test(title, () => assert.equal(keysOf(usedFirst(rows.split(' ').map(row), usesOf(uses), now)), expected))

const leads: [title: string, groups: string, uses: string, expected: string][] = [
  ['without uses the groups stay', 'a0 b0|c0', '', 'ab|c'],
  ['the group of what is used most leads', 'a0 b0|c0', 'a9 c1 c2', 'c|ab'],
  ['what fits less does not lead however much it is used', 'a0|c1', 'c1 c2 c3', 'a|c'],
]
for (const [title, groups, uses, expected] of leads)
  test(title, () => {
    const given = groups.split('|').map((rows) => ({ rows: rows.split(' ').map(row) }))
    assert.equal(
      groupsByUse(given, usesOf(uses), now)
        .map(({ rows }) => keysOf(rows))
        .join('|'),
      expected,
    )
  })

test('before a word is typed: what was opened lately, and what of the rest is used often', () => {
  const finds = [...'abcdefghijk'].map((key) => ({ key, title: key, text: '', href: '', icon: '', picture: null }))
  const { recent, used, screen } = offeredFinds(finds, finds, usesOf('a1 a2 a3 i8 j4 j5 j6 k1 k2'), now)
  assert.deepEqual([keysOf(recent), keysOf(used), keysOf(screen)], ['abcdefgh', 'jk', ''])
})

test('before a word is typed a person who has opened little sees services as well, each once', () => {
  const finds = [...'abcdefghijkl'].map((key) => ({ key, title: key, text: '', href: '', icon: '', picture: null }))
  const offered = offeredFinds(finds.slice(0, 2), finds, {}, now)
  assert.deepEqual([keysOf(offered.recent), keysOf(offered.screen)], ['ab', 'cdefghij'])
})

test('a use is worth half after a week, and the same one twice within seconds is one', () => {
  const uses = withUse({}, 'a', now)
  assert.equal(scoreOf(uses['a'] ?? assert.fail(), now + 7 * day), 0.5)
  assert.equal(withUse(uses, 'a', now + 2000), uses)
  assert.equal(withUse(uses, 'a', now + 7 * day)['a']?.points, 1.5)
  assert.equal(scoreOf({ points: 1, atMs: now + day }, now), 1, 'a clock that was put back makes nothing more of it')
})

test('what was opened by the menu counts as used lately, and takes nothing from what is used more', () => {
  const uses = withVisits(usesOf('a1 a2 a3 b60'), ['c', 'b', 'a'], now)
  assert.deepEqual(keysOf(usedFirst(['a1', 'b1', 'c1', 'd1'].map(row), uses, now)), 'acbd')
})

test('what is used least goes where there are too many, and what was used just now stays', () => {
  const many = Array.from({ length: usesAtMost + 20 }, (_, index) => index)
  const uses = many.reduce<Uses>(
    (kept, index) => withUse(withUse(kept, 'often', now + index * 60_000), `k${index}`, now + index * 60_000),
    {},
  )
  assert.equal(Object.keys(uses).length, usesAtMost)
  assert.ok('often' in uses && `k${many.length - 1}` in uses && !('k0' in uses))
})
