import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Printer, PrinterFault, type PrinterState } from './printer.ts'
import { askingOf } from './printer/printerQuestions.ts'
import { bluetoothPrinter, fastPieceBytes, safePieceBytes } from './printer/bluetooth.ts'
import { shellPrinter, nativeStatus } from './printer/shell.ts'
import { printLabels } from './printer/printLabels.ts'
import { serialPrinter } from './printer/serial.ts'
import { usbPrinter } from './printer/usb.ts'
import { choosePrinter, waysOf } from './printer/ways.ts'
import { type Behaviour, bluetoothStandIn, shellStandIn, type Kept, serialStandIn, usbStandIn } from './testing/printers.ts'

const asking = askingOf('tspl')
const answerMs = 20
const ways: Record<string, (behaviour: Behaviour) => { printer: Printer; kept: Kept }> = {
  serial: (behaviour) => {
    const { port, kept } = serialStandIn(behaviour)
    return { printer: serialPrinter(port, asking, { answerMs }), kept }
  },
  usb: (behaviour) => {
    const { device, kept } = usbStandIn(behaviour)
    return { printer: usbPrinter(device, asking, { answerMs }), kept }
  },
  bluetooth: (behaviour) => {
    const { device, kept } = bluetoothStandIn({ pieceBytes: safePieceBytes, ...behaviour })
    return { printer: bluetoothPrinter(device, asking, { answerMs }), kept }
  },
  shell: (behaviour) => {
    const { native, kept } = shellStandIn(behaviour)
    return { printer: shellPrinter(native, 'escpos', { answerMs }), kept }
  },
}
const label = (number: number, length = 300) => ({ number, bytes: Uint8Array.from({ length }, (_, at) => (number * 7 + at) % 256) })
const parts = { leaving: () => undefined, out: () => undefined, stopped: () => false, patienceMs: 5, pauseMs: 1 }
/** The question how it stands. */
const askedBytes = asking!.question.length
/** So many labels, one in each chunk. */
const labelsTo = (last: number) => {
  let at = 0
  return async () => (at === last ? undefined : { from: at + 1, to: at + 1, bytes: label(++at).bytes })
}
const joined = (pieces: readonly Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]))

for (const [way, made] of Object.entries(ways)) {
  test(`${way}: what is written arrives whole and in order`, async () => {
    const { printer, kept } = made({})
    await printer.open()
    await Promise.all([printer.write(label(1).bytes), printer.write(label(2, 5000).bytes)])
    await printer.close()
    assert.deepEqual(kept.bytes, joined([label(1).bytes, label(2, 5000).bytes]))
  })

  test(`${way}: one that goes away in the middle of a label is in doubt and gets nothing twice`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2999 }), async (goneAfterBytes) => {
        const { printer, kept } = made({ goneAfterBytes })
        const outs: number[] = []
        const silent = { ...printer, state: async () => 'silent' as const }
        const end = await printLabels(silent, { ...parts, next: labelsTo(10), out: (number) => void outs.push(number) })
        const whole = Math.floor(goneAfterBytes / 300)
        assert.deepEqual(end, { t: 'doubt', why: 'lost', from: whole + 1, to: whole + 1 })
        assert.deepEqual(
          outs,
          Array.from({ length: whole }, (_, at) => at + 1),
        )
        assert.deepEqual(kept.bytes, joined(Array.from({ length: 10 }, (_, at) => label(at + 1).bytes)).slice(0, kept.bytes.length))
        assert.ok(kept.bytes.length <= goneAfterBytes)
      }),
      { numRuns: 40 },
    )
  })
}

for (const way of ['serial', 'usb', 'bluetooth'])
  test(`${way}: one that was cut off is closed, and takes nothing until it is opened again`, async () => {
    const { printer, kept } = ways[way]!({ goneAfterBytes: 100 })
    await printer.open()
    await assert.rejects(printer.write(label(1).bytes), PrinterFault)
    assert.equal(await printer.state(), 'closed')
    await assert.rejects(printer.write(label(1).bytes), PrinterFault)
    assert.equal(kept.bytes.length, 100)
    await printer.open()
    assert.notEqual(await printer.state().catch(() => 'open'), 'closed')
  })

const ends: [title: string, states: PrinterState[], end: object, outs: number[]][] = [
  ['that answers that all is well prints all', ['ready', 'ready', 'ready'], { t: 'done' }, [1, 2, 3]],
  ['that never answers is asked once and believed', ['silent', 'paper', 'paper'], { t: 'done' }, [1, 2, 3]],
  ['that is busy is waited for', ['busy', 'busy', 'ready', 'ready', 'ready'], { t: 'done' }, [1, 2, 3]],
  ['that is busy for ever is in doubt', Array<PrinterState>(20).fill('busy'), { t: 'doubt', why: 'busy', from: 1, to: 1 }, []],
  ['whose paper ends after the second is in doubt about it', ['ready', 'paper'], { t: 'doubt', why: 'paper', from: 2, to: 2 }, [1]],
  ['whose lid is opened is in doubt', ['lid'], { t: 'doubt', why: 'lid', from: 1, to: 1 }, []],
  ['that is closed meanwhile is in doubt', ['closed'], { t: 'doubt', why: 'lost', from: 1, to: 1 }, []],
]
for (const [title, answered, end, outs] of ends)
  test(`a printer ${title}`, async () => {
    const { printer } = ways['serial']!({})
    const left = [...answered]
    const out: number[] = []
    const standing = { ...printer, state: async () => left.shift()! }
    assert.deepEqual(await printLabels(standing, { ...parts, next: labelsTo(3), out: (number) => void out.push(number) }), end)
    assert.deepEqual(out, outs)
  })

test('where it cannot be told what is out, nothing more is sent', async () => {
  const { printer, kept } = ways['serial']!({})
  const told = new Error('offline')
  await assert.rejects(printLabels(printer, { ...parts, next: labelsTo(3), out: () => Promise.reject(told) }), told)
  assert.equal(kept.bytes.length, askedBytes + 300)
})

const states: [way: string, answer: Uint8Array | undefined, state: PrinterState][] = ['serial', 'usb', 'bluetooth'].flatMap((way) =>
  (
    [
      [Uint8Array.of(0), 'ready'],
      [Uint8Array.of(0x01), 'lid'],
      [Uint8Array.of(0x04), 'paper'],
      [Uint8Array.of(0x20), 'busy'],
      [Uint8Array.of(0x80), 'fault'],
      [undefined, 'silent'],
    ] as const
  ).map(([answer, state]): [string, Uint8Array | undefined, PrinterState] => [way, answer, state]),
)
for (const [way, answer, state] of states)
  test(`${way}: a printer that answers ${answer ? answer.join() : 'nothing'} is ${state}`, async () => {
    const { printer } = ways[way]!(answer ? { answer } : {})
    assert.equal(await printer.state(), 'closed')
    await printer.open()
    assert.equal(await printer.state(), state)
  })

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const zpl = (paper: 0 | 1, pause: 0 | 1, head: 0 | 1) =>
  latin(`\x02014,${paper},${pause},0623,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,${head},0,0,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n`)
const answers: [language: string, answer: Uint8Array, state: PrinterState | undefined][] = [
  ['zpl', zpl(0, 0, 0), 'ready'],
  ['zpl', zpl(1, 0, 0), 'paper'],
  ['zpl', zpl(0, 1, 0), 'busy'],
  ['zpl', zpl(0, 0, 1), 'lid'],
  ['zpl', zpl(0, 0, 0).slice(0, 30), undefined],
  ['cpcl', Uint8Array.of(0x00), 'ready'],
  ['cpcl', Uint8Array.of(0x02), 'paper'],
  ['escpos', Uint8Array.of(0x12), 'ready'],
  ['escpos', Uint8Array.of(0x16), 'lid'],
  ['escpos', Uint8Array.of(0x32), 'paper'],
  ['brother', Uint8Array.from({ length: 32 }), 'ready'],
  ['brother', Uint8Array.from({ length: 32 }, (_, at) => (at === 9 ? 0x10 : 0)), 'lid'],
  ['brother', Uint8Array.from({ length: 20 }), undefined],
]
for (const [language, answer, state] of answers)
  test(`${language}: ${answer.length} bytes say ${state ?? 'nothing yet'}`, () => assert.equal(askingOf(language)!.read(answer), state))

for (const [way, refuses, fault] of [
  ['serial', 'InvalidStateError', 'taken'],
  ['serial', 'NetworkError', 'lost'],
  ['usb', 'SecurityError', 'refused'],
  ['usb', 'NetworkError', 'taken'],
  ['bluetooth', 'NetworkError', 'lost'],
] as const)
  test(`${way}: ${refuses} at opening means ${fault}, and nothing was sent`, async () => {
    const { printer, kept } = ways[way]!({ refuses })
    const end = await printLabels(printer, { ...parts, next: () => assert.fail('asked for'), out: () => assert.fail('out') })
    assert.deepEqual(end, { t: 'unopened', fault })
    assert.equal(kept.bytes.length, 0)
  })

test('a printer of no profile that we know is written to where it can be written', async () => {
  const { device, kept } = bluetoothStandIn({}, { service: '0000abcd-0000-1000-8000-00805f9b34fb', into: 'f00d' })
  const printer = bluetoothPrinter(device, undefined)
  await printer.open()
  await printer.write(label(1).bytes)
  assert.deepEqual(kept.bytes, label(1).bytes)
  assert.equal(kept.pieces.length, 300 / safePieceBytes)
})

test('a link that takes short pieces only refuses long ones before anything came out', async () => {
  const { device, kept } = bluetoothStandIn({ pieceBytes: safePieceBytes })
  const printer = bluetoothPrinter(device, undefined, { pieceBytes: fastPieceBytes })
  await printer.open()
  await assert.rejects(printer.write(label(1).bytes), (error) => error instanceof PrinterFault && error.takenBytes === 0)
  assert.equal(kept.bytes.length, 0)
})

test('stopping ends between two labels', async () => {
  const { printer, kept } = ways['serial']!({})
  const outs: number[] = []
  const end = await printLabels(
    { ...printer, state: async () => 'silent' },
    { ...parts, next: labelsTo(3), out: (number) => void outs.push(number), stopped: () => outs.length === 2 },
  )
  assert.deepEqual(end, { t: 'stopped' })
  assert.deepEqual(outs, [1, 2])
  assert.equal(kept.bytes.length, 600)
})

test('a shell says how its printer stands, as an object or as text, or cannot be read', async () => {
  const statuses: [unknown, PrinterState | undefined][] = [
    [{ state: 'paper' }, 'paper'],
    ['{"state":"ready","language":"tspl"}', 'ready'],
    [Promise.resolve('{"state":"lid"}'), 'lid'],
    ['ready', undefined],
    [null, undefined],
    [{ state: 'happy' }, undefined],
    [new Promise(() => undefined), undefined],
  ]
  for (const [told, state] of statuses) assert.equal((await nativeStatus(shellStandIn({}, told).native, answerMs))?.state, state)
})

test('a window offers the ways that it has, and choosing none is said so', async () => {
  assert.deepEqual(waysOf({ navigator: {} }), [])
  assert.deepEqual(waysOf({ NativePrint: shellStandIn().native, navigator: { usb: { requestDevice: async () => usbStandIn().device } } }), [
    'shell',
    'usb',
  ])
  const none = { requestPort: () => Promise.reject(new DOMException('none', 'NotFoundError')) }
  await assert.rejects(
    choosePrinter({ navigator: { serial: none } }, 'serial', 'tspl', { baudRate: 9600, fast: false }),
    (error) => error instanceof PrinterFault && error.fault === 'unchosen',
  )
})
