import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestSteps } from '../kernel/ruleBudget.ts'
import { type Id, newId } from '../kernel/id.ts'
import { openPurses } from './organisationPurse.ts'
import { HttpError } from './httpError.ts'

/** A clock that moves when something waits for it. */
const testClock = () => {
  let nowMs = 0
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    nowMs += ms
  }
  return { time: { now: () => nowMs, wait }, waits, pass: (ms: number) => (nowMs += ms) }
}

/** Work that goes on until it is let go. */
const openWork = (steps: number) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = 0
  return { work: { run: () => (begun++, promise), steps: () => steps }, end: resolve, count: () => begun } // prettier-ignore
}
const work = (steps: number) => ({ run: async () => 'done', steps: () => steps })
const payerOf = (orgId: Id, operation = 'draft.save', uid: Id = newId()) => ({ orgId, uid, operation })

test('what costs little is never held back', async () => {
  const { time, waits } = testClock()
  const { pay } = openPurses(time)
  const payer = payerOf(newId())
  for (let n = 0; n < 100; n++) assert.equal(await pay(payer, work(100_000)), 'done')
  assert.deepEqual(waits, [])
})

test('what an organisation spends in advance it waits for, and nobody else does', async () => {
  const { time, waits, pass } = testClock()
  const { pay } = openPurses(time)
  const [hostile, modest] = [payerOf(newId()), payerOf(newId())]
  await pay(hostile, work(requestSteps))
  await pay(hostile, work(requestSteps))
  assert.deepEqual(waits, [])
  await pay(hostile, work(requestSteps))
  const [waited = 0] = waits
  assert.ok(waited > 1000 && waited <= (requestSteps / 1_500_000) * 1000, `waited ${waited} ms`)
  await pay(modest, work(requestSteps))
  await pay({ ...hostile, operation: 'asset.list' }, work(10))
  assert.equal(waits.length, 1)
  pass(60_000)
  await pay(hostile, work(requestSteps))
  assert.equal(waits.length, 1)
})

test('work that fails is paid for as well', async () => {
  const { time, waits } = testClock()
  const { pay } = openPurses(time)
  const payer = payerOf(newId())
  const failing = { run: () => Promise.reject(new Error('too expensive')), steps: () => requestSteps }
  for (let n = 0; n < 3; n++) await assert.rejects(pay(payer, failing), /too expensive/)
  assert.equal(waits.length, 1)
})

test('costly requests of one organisation come one at a time, and too many of them are refused', async () => {
  const { time } = testClock()
  const { pay } = openPurses(time)
  const payer = payerOf(newId())
  await pay(payer, work(requestSteps))
  const { work: open, end, count } = openWork(requestSteps)
  const running = Array.from({ length: 9 }, () => pay(payer, open))
  await new Promise(setImmediate)
  assert.equal(count(), 1)
  await assert.rejects(pay(payer, open), (thrown) => thrown instanceof HttpError && thrown.status === 429)
  end()
  await Promise.all(running)
  assert.equal(count(), 9)
})

test('a request that is no longer wanted leaves the line', async () => {
  const { time } = testClock()
  const { pay } = openPurses(time)
  const payer = payerOf(newId())
  await pay(payer, work(requestSteps))
  const { work: open, end, count } = openWork(1)
  const first = pay(payer, open)
  const leaving = new AbortController()
  const second = pay({ ...payer, signal: leaving.signal }, open)
  leaving.abort()
  await assert.rejects(second)
  end()
  await first
  assert.equal(count(), 1)
})
