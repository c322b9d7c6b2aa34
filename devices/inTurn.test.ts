import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './inTurn.ts'
import { ReaderFault, type Reader } from './reader.ts'

test('what a reader is told while it is busy waits its turn, and a fault ends no turn but its own', async () => {
  const done: string[] = []
  const slowly =
    (what: string, fails = false) =>
    async () => {
      done.push(`${what} begins`)
      await new Promise((resolve) => setTimeout(resolve))
      done.push(`${what} ends`)
      if (fails) throw new ReaderFault('silent')
    }
  const reader = inTurn({
    way: 'serial',
    name: '',
    tellsStrength: true,
    start: slowly('start'),
    stop: slowly('stop', true),
    close: slowly('close'),
    onGone: () => () => undefined,
  } satisfies Reader)
  const all = await Promise.allSettled([reader.stop(), reader.start(() => undefined, { session: 1 }), reader.close()])
  assert.deepEqual(
    all.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual(done, ['stop begins', 'stop ends', 'start begins', 'start ends', 'close begins', 'close ends'])
  assert.equal(reader.power, undefined)
})
