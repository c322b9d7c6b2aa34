import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { type Host, InstallFault } from '../host.ts'
import { HostFault } from '../fault.ts'
import { BridgeFault, openBridge, type ShellPort } from './bridge.ts'
import { over } from './native.ts'

/** A shell whose answers are given by hand. */
const shell = () => {
  const asked: { id: number; method: string; params: Record<string, unknown> }[] = []
  const port: ShellPort = { postMessage: (text) => void asked.push(JSON.parse(text)), onmessage: null }
  const say = (message: unknown) => port.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  return { asked, port, say }
}
const about = { contract: 1, platform: 'android' as const, version: '2.4.0', code: 1500, deviceId: 'd', deviceName: 'V2s' }
const opened = async (can: readonly string[], clock?: Parameters<typeof openBridge>[1]) => {
  const made = shell()
  const opening = openBridge(made.port, clock)
  made.say({ id: 1, result: { ...about, can } })
  return { ...made, bridge: await opening }
}

test('each call gets its own answer, whatever the order, and none twice', () =>
  fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([2, 3, 4, 5, 6, 7], { minLength: 6, maxLength: 6 }), async (order) => {
      const { bridge, say } = await opened(['rfid.tid'])
      const answers = order.map((_, at) => bridge.call('rfid.tid', { epc: String(at) }))
      for (const id of order) {
        say({ id, result: { tid: `of ${id}` } })
        say({ id, result: { tid: 'once more' } })
      }
      assert.deepEqual(
        (await Promise.all(answers)).map(({ tid }) => tid),
        order.map((_, at) => `of ${at + 2}`),
      )
    }),
  ))

test('what is no message, or an answer to nothing, changes nothing', async () => {
  const { bridge, say } = await opened(['rfid.tid'])
  for (const nonsense of ['', '{', 'null', '7', '[]', '{"id":99,"result":{}}', '{"event":"nobody hears"}']) say(nonsense)
  const answer = bridge.call('rfid.tid', { epc: '0' })
  say({ id: 2, result: { tid: 'A' } })
  assert.deepEqual(await answer, { tid: 'A' })
})

test('what the device has not is not asked; a fault has its code; no answer is a fault as well', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const { bridge, asked, say } = await opened(['printer.status', 'scan.camera'])
    await assert.rejects(bridge.call('place.now', {}), { code: 'absent' })
    const [refused, silent, slow] = [bridge.call('printer.status', {}), bridge.call('printer.status', {}), bridge.call('scan.camera', {})]
    say({ id: 2, fault: { code: 'gone', words: 'cable' } })
    await assert.rejects(refused, { code: 'gone', message: 'cable' })
    mock.timers.tick(60_000)
    await assert.rejects(silent, (error) => error instanceof BridgeFault && error.code === 'silent')
    // A person may take as long as they like.
    say({ id: 4, result: { text: 'AS0001' } })
    assert.deepEqual(await slow, { text: 'AS0001' })
    assert.equal(asked.length, 4)
  } finally {
    mock.timers.reset()
  }
})

test('events are heard until nobody wants them any more', async () => {
  const { bridge, say } = await opened([])
  const heard: string[] = []
  const end = bridge.on('scan.trigger', ({ text }) => heard.push(text))
  say({ event: 'scan.trigger', data: { text: 'one' } })
  end()
  say({ event: 'scan.trigger', data: { text: 'two' } })
  assert.deepEqual(heard, ['one'])
})

/** The stand-in below a page of ours, with a network that has one package. */
const inHand = async (wanted: object = {}) => {
  const bytes = new TextEncoder().encode('PK\u0003\u0004 package')
  const page: Record<string, unknown> = {
    setTimeout,
    crypto,
    Blob,
    Promise,
    JSON,
    Uint8Array,
    Array,
    Date,
    atob,
    navigator: { onLine: true },
    shellWanted: wanted,
    fetch: async (address: string) =>
      new Response(address.endsWith('.apk') ? bytes : null, { status: address.endsWith('.apk') ? 200 : 404 }),
  }
  page['window'] = page
  runInNewContext(readFileSync(join(import.meta.dirname, 'standIn/client.js'), 'utf8'), page)
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const browser = { address: 'http://zaice.example', signal: () => undefined, open: () => undefined } as unknown as Host
  const host = over(await openBridge(page['ZaiceShell'] as ShellPort), browser)
  return {
    host,
    sha256,
    hand: page['shell'] as { done: Record<string, unknown[]>; failNext: (code: string) => void; put: (tag: object) => void },
  }
}

test('a package whose download breaks off, or that is another, is not installed; tried again it is', async () => {
  const { host, sha256, hand } = await inHand()
  const wanted = { address: 'http://zaice.example/app/packages/x/zaice.apk', name: 'zaice.apk', sha256 }
  const seen: number[] = []
  hand.failNext('download')
  await assert.rejects(
    host.install!(wanted, (done) => seen.push(done)),
    (fault) => fault instanceof InstallFault && fault.why === 'download',
  )
  await assert.rejects(
    host.install!({ ...wanted, sha256: '0'.repeat(64) }, () => undefined),
    { why: 'damaged' },
  )
  await assert.rejects(
    host.install!({ ...wanted, address: 'http://zaice.example/nothing' }, () => undefined),
    { why: 'download' },
  )
  assert.equal(await host.install!(wanted, (done) => seen.push(done)), 'done')
  assert.equal(hand.done['installed']!.length, 1)
})

test('a device that lacks something leaves the verb away, and what it refuses is a fault of the host', async () => {
  const { host } = await inHand({ without: ['package.install', 'printer.raw', 'scan.camera'] })
  assert.deepEqual([host.install, host.scan, host.devices?.NativePrint], [undefined, undefined, undefined])
  await assert.rejects(host.position!(), (fault) => fault instanceof HostFault && fault.why === 'refused')
  assert.deepEqual(host.app, { platform: 'android', version: '2.3.53', code: 1444, deviceId: 'stand-in', deviceName: 'SUNMI V2s' })
})
