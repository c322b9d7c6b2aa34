import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateLimit } from './rateLimit.ts'
import { HttpError } from './httpError.ts'

/** How many of `calls` at one moment get through. */
const through = (limit: ReturnType<typeof rateLimit>, key: string, at: number, calls: number): number => {
  let n = 0
  for (let call = 0; call < calls; call++)
    try {
      limit(key, at)
      n++
    } catch (error) {
      assert.ok(error instanceof HttpError && error.status === 429)
    }
  return n
}

test('as many calls as the minute has may come at once, then as many as time brings back', () => {
  const limit = rateLimit(60)
  const start = 1_000_000
  for (const [title, seconds, calls, passed] of [
    ['all at once', 0, 100, 60],
    ['nothing more at the same moment', 0, 1, 0],
    ['one for every second that passed', 5, 100, 5],
    ['the whole minute again', 65, 100, 60],
    ['never more than a minute saved up', 6000, 100, 60],
  ] as const)
    assert.equal(through(limit, 'a', start + seconds * 1000, calls), passed, title)
})

test('each key has its own count', () => {
  const limit = rateLimit(10)
  assert.equal(through(limit, 'a', 120_000, 20), 10)
  assert.equal(through(limit, 'b', 120_000, 20), 10)
  assert.equal(through(limit, 'a', 180_000, 20), 10)
})

test('a call that came too soon says when to come again', () => {
  const limit = rateLimit(6)
  assert.equal(through(limit, 'a', 0, 6), 6)
  assert.throws(
    () => limit('a', 1000),
    (error) => error instanceof HttpError && error.retrySeconds === 9,
  )
})

test('no limit is no limit', () => {
  assert.equal(through(rateLimit(0), 'a', 0, 10_000), 10_000)
})
