import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { type TagRead, maskOf } from '../../domain/rfid/read.ts'
import { type ReaderTrouble, ReaderFault } from '../reader.ts'
import { commandBytes, type Fate, type FieldTag, plugInModule } from '../testing/tagModule.ts'
import { a0Frame } from './a0Module.ts'
import { bytesOf } from './language.ts'
import { openModule } from './module.ts'

const [a, b] = ['F50000010000000000000001', 'F50000010000000000000002']
const moment = () => new Promise((resolve) => setTimeout(resolve))
const troubled = (trouble: ReaderTrouble) => (error: unknown) => error instanceof ReaderFault && error.trouble === trouble

test('a module is found out and tells what it hears, in however small pieces', async () => {
  const module = plugInModule({
    field: [
      { epc: a, rssi: -40 },
      { epc: b, rssi: -62 },
    ],
    chunk: () => 3,
  })
  const reader = await openModule(module.port)
  assert.equal(reader.name, 'BB stand-in')
  const heard: TagRead[] = []
  await reader.start((read) => heard.push(read), { session: 1 })
  await moment()
  assert.deepEqual(
    heard.map(({ epc, rssi }) => [epc, rssi]),
    [
      [a, -40],
      [b, -62],
    ],
  )
  await reader.stop()
  module.pass()
  assert.equal(heard.length, 2, 'stopped it tells nothing')
  await reader.close()
})

test('a mask lets one tag answer', async () => {
  const module = plugInModule({
    field: [
      { epc: a, rssi: -40 },
      { epc: b, rssi: -62 },
    ],
  })
  const reader = await openModule(module.port)
  const heard: string[] = []
  await reader.start(({ epc }) => heard.push(epc), { session: 0, mask: maskOf(b) })
  await moment()
  assert.deepEqual(heard, [b])
  await reader.start(({ epc }) => heard.push(epc), { session: 0 })
  await moment()
  assert.deepEqual(heard, [b, a, b], 'told anew, the mask is gone')
  await reader.close()
})

test('a tag is written and read back, and its chip is known', async () => {
  const field: FieldTag[] = [
    { epc: a, rssi: -40, tid: 'E28011700000020A1B2C3D4E' },
    { epc: b, rssi: -90 },
  ]
  const reader = await openModule(plugInModule({ field }).port)
  const fresh = 'F50000010000000000000099'
  await reader.write!(a, '3100', fresh)
  assert.deepEqual(
    field.map(({ epc }) => epc),
    [fresh, b],
  )
  assert.equal(await reader.tidOf!(fresh), 'E28011700000020A1B2C3D4E')
  await assert.rejects(reader.write!(a, '3100', fresh), troubled('noTag'))
  await assert.rejects(reader.tidOf!(b), troubled('noTag'))
  await reader.close()
})

for (const [fate, command, trouble] of [
  ['goneBefore', 'write', 'gone'],
  ['goneHalf', 'write', 'gone'],
  ['goneAfter', 'write', 'gone'],
  ['refused', 'write', 'refused'],
  ['refused', 'power', 'refused'],
] as [Fate, keyof typeof commandBytes, ReaderTrouble][])
  test(`a module that is ${fate} at ${command} is a fault, and everything after it settles`, async () => {
    const module = plugInModule({ field: [{ epc: a, rssi: -40 }], fate: (each) => (each === commandBytes[command] ? fate : 'done') })
    const reader = await openModule(module.port)
    let told = 0
    reader.onGone(() => told++)
    await assert.rejects(command === 'write' ? reader.write!(a, '3100', b) : reader.power!.set(20), troubled(trouble))
    await moment()
    assert.equal(told, trouble === 'gone' ? 1 : 0)
    if (trouble === 'gone') await assert.rejects(reader.power!.set(20), troubled('gone'))
    else if (command === 'write') await reader.power!.set(20)
    await reader.close()
  })

/** Lets the clock of the module run until everything that waits has settled. */
const passing = async (ms: number) => {
  for (let gone = 0; gone < ms; gone += 100) {
    mock.timers.tick(100)
    for (let n = 0; n < 20; n++) await Promise.resolve()
  }
}

test('what does not answer is a fault after a time, and its late answer is taken for no other', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  try {
    let deaf = true
    const module = plugInModule({
      field: [{ epc: a, rssi: -40 }],
      fate: (each) => (deaf && each === commandBytes.power ? 'silent' : 'done'),
    })
    const opened = openModule(module.port)
    await passing(100)
    const reader = await opened
    const first = assert.rejects(reader.power!.set(20), troubled('silent'))
    let second: string | undefined
    void reader.power!.set(10).then(
      () => (second = 'done'),
      () => (second = 'fault'),
    )
    await passing(1600)
    await first
    // The answer to the first comes now, while the second has not been sent.
    module.say(Uint8Array.from(bytesOf('BB01B6000100B87E')))
    await passing(100)
    assert.equal(second, undefined)
    assert.equal(module.commands.filter((each) => each === commandBytes.power).length, 1)
    deaf = false
    await passing(500)
    assert.equal(second, 'done')
    await reader.close()
  } finally {
    mock.timers.reset()
  }
})

test('what speaks neither language is said to be silent; what speaks the other one is understood', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  try {
    const mute = assert.rejects(
      openModule({ name: '', write: async () => undefined, listen: () => undefined, close: async () => undefined }),
      troubled('silent'),
    )
    await passing(5000)
    await mute

    let heard: (bytes: Uint8Array) => void = () => undefined
    const rounds: number[] = []
    const opened = openModule({
      name: 'x',
      write: async (bytes) => {
        const [first, , , command] = bytes
        if (first !== 0xa0) return
        queueMicrotask(() => {
          if (command === 0x72) heard(a0Frame(1, 0x72, [1, 4]))
          if (command === 0x8b && rounds.push(1) < 4) {
            heard(a0Frame(1, 0x8b, [0, 0x30, 0, ...bytesOf(a), 80]))
            heard(a0Frame(1, 0x8b, [0, 0, 1, 0, 0, 0, 1]))
          }
        })
      },
      listen: (tell) => {
        heard = tell
      },
      close: async () => undefined,
    })
    await passing(2500)
    const reader = await opened
    assert.equal(reader.name, 'A0 x')
    const reads: TagRead[] = []
    await reader.start((read) => reads.push(read), { session: 1 })
    await passing(100)
    assert.deepEqual(
      reads.map(({ epc, rssi }) => [epc, rssi]),
      [1, 2, 3].map(() => [a, -49]),
      'a round that is over is followed by another',
    )
    await reader.close()
  } finally {
    mock.timers.reset()
  }
})
