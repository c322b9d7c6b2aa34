import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { TagRead } from '../../domain/rfid/read.ts'
import { plugInGun } from '../testing/gun.ts'
import { ReaderFault } from '../reader.ts'
import { type BridgeWindow, hasBridge, openBridgeReader } from './bridge.ts'
import { wedgeReader } from './wedge.ts'

const epc = 'F50000010000000000000001'

/** A shell whose service answers what it is told to. */
const carry = (answers: (command: string) => boolean = () => true) => {
  const sent: Record<string, unknown>[] = []
  const page: BridgeWindow = {
    NativeRfid: {
      send: (json) => {
        const message = JSON.parse(json) as { command: string }
        sent.push(message)
        if (answers(message.command)) queueMicrotask(() => tell({ event: 'success', command: message.command, data: 'E2801170' }))
      },
    },
  }
  const tell = (message: object | string) => page.nativeRfidTold?.(typeof message === 'string' ? message : JSON.stringify(message))
  return { page, sent, tell }
}

test('a handheld’s own reader tells strength as its service writes it, and begins rounds anew', async () => {
  const { page, sent, tell } = carry()
  const reader = await openBridgeReader(page)
  const heard: TagRead[] = []
  await reader.start((read) => heard.push(read), { session: 1 })
  tell({ event: 'tag', epc: epc.toLowerCase(), rssi: '74', tid: 'E2801170' })
  tell({ event: 'tag', epc, rssi: -48 })
  tell({ event: 'tag', epc, rssi: '' })
  tell({ event: 'tag', epc: 'xyz', rssi: '74' })
  tell('not json')
  tell({ event: 'roundOver' })
  assert.deepEqual(
    heard.map(({ atMs: _, ...read }) => read),
    [{ epc, rssi: -55, tid: 'E2801170' }, { epc, rssi: -48 }, { epc }],
  )
  assert.deepEqual(
    sent.map(({ command }) => command),
    ['connect', 'start', 'start'],
  )
  assert.equal(await reader.tidOf!(epc), 'E2801170')
  await reader.stop()
  tell({ event: 'roundOver' })
  assert.equal(sent.at(-1)!['command'], 'stop', 'stopped, nothing is begun anew')
})

test('a service that is dead is a fault, not a wait without end', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    assert.equal(hasBridge({}), false)
    assert.equal(hasBridge(carry().page), true)
    const opening = assert.rejects(
      openBridgeReader(carry(() => false).page),
      (error) => error instanceof ReaderFault && error.trouble === 'silent',
    )
    await Promise.resolve()
    await Promise.resolve()
    mock.timers.tick(1500)
    await opening
  } finally {
    mock.timers.reset()
  }
})

test('a service that says it is gone ends what waits, and those who asked hear of it', async () => {
  const { page, tell } = carry((command) => command === 'connect')
  const reader = await openBridgeReader(page)
  let told = 0
  reader.onGone(() => told++)
  const power = assert.rejects(reader.power!.set(20), (error) => error instanceof ReaderFault && error.trouble === 'gone')
  await new Promise((resolve) => setTimeout(resolve))
  tell({ event: 'gone' })
  await power
  assert.equal(told, 1)
})

test('a reader that types is heard by what it types, and codes that look like hexadecimal are left alone', async () => {
  const gun = plugInGun()
  const reader = wedgeReader(gun.window)
  const heard: TagRead[] = []
  await reader.start((read) => heard.push(read), { session: 1 })
  gun.pull(epc.toLowerCase())
  gun.pull('12345678')
  gun.pull('ZC0001')
  await reader.stop()
  gun.pull(epc)
  assert.deepEqual(
    heard.map((read) => [read.epc, read.rssi]),
    [[epc, undefined]],
  )
})
