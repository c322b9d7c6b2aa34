import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepRecent, openRecentReads } from './recent.ts'

test('the newest are kept, and what is kept anew is the newest', () => {
  const map = new Map<string, number>()
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    keepRecent(map, key, value, 2)
  assert.deepEqual(
    [...map],
    [
      ['a', 3],
      ['c', 4],
    ],
  )
})

test('those who ask at once share a reading; what does not last, and what failed, is read again', async () => {
  const reads = openRecentReads<object, number>({ ageMs: 60_000, atMost: 10, isLasting: (value) => value < 10 })
  const [owner, other] = [{}, {}]
  let count = 0
  const next = async () => (count += 1)
  assert.deepEqual(await Promise.all([reads.read(owner, 'a', next), reads.read(owner, 'a', next)]), [1, 1])
  assert.equal(await reads.read(owner, 'a', next), 1)
  assert.equal(await reads.read(other, 'a', next), 2)
  assert.equal(reads.forget(owner, 'a'), true)
  assert.equal(reads.forget(owner, 'a'), false)
  assert.equal(await reads.read(owner, 'a', next), 3)

  assert.equal(await reads.read(owner, 'b', async () => 10), 10)
  assert.equal(await reads.read(owner, 'b', async () => 4), 4)
  await assert.rejects(
    reads.read(owner, 'c', async () => {
      throw new Error('away')
    }),
    /away/,
  )
  assert.equal(await reads.read(owner, 'c', async () => 5), 5)
})

test('nothing is answered that was begun before a moment', async () => {
  const reads = openRecentReads<object, number>({ ageMs: 60_000, atMost: 10, isLasting: () => true })
  const owner = {}
  let count = 0
  const next = async () => (count += 1)
  assert.equal(await reads.read(owner, 'a', next), 1)
  const later = performance.now()
  assert.equal(await reads.read(owner, 'a', next), 1)
  assert.equal(await reads.read(owner, 'a', next, later), 2)
  assert.equal(await reads.read(owner, 'a', next, later), 2)
})
