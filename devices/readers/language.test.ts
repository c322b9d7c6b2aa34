import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { a0Frame, a0Module } from './a0Module.ts'
import { bbFrame, bbModule } from './bbModule.ts'
import { bytesOf, hexOf, type Language, type ReaderMessage } from './language.ts'

const epc = '3434257BF40000000000162E'
const long = `${epc}3434257B`
const tagBB = bbFrame(2, 0x22, [0xc9, 0x30, 0x00, ...bytesOf(epc), 0x3a, 0x76])
const tagA0 = a0Frame(1, 0x8b, [0x02, 0x30, 0x00, ...bytesOf(epc), 98])

/** Frames of the makers' own papers. */
for (const [title, language, hex, said] of [
  [
    'a tag as the paper of the BB make has it',
    bbModule,
    'BB02220011C9340030751FEB705C5904E3D50D703A76EF7E',
    [{ t: 'tag', read: { epc: '30751FEB705C5904E3D50D70', rssi: -55 } }],
  ],
  ['a round without a tag', bbModule, 'BB01FF000115167E', []],
  ['an answer to a stop', bbModule, 'BB01280001002A7E', [{ t: 'answer', command: 0x28, data: Uint8Array.of(0) }]],
  ['a tag of the A0 make', a0Module, hexOf(tagA0), [{ t: 'tag', read: { epc, antenna: 3, rssi: -31 } }]],
  [
    'a tag of 128 bits',
    bbModule,
    hexOf(bbFrame(2, 0x22, [0xc9, 0x40, 0x00, ...bytesOf(long), 0, 0])),
    [{ t: 'tag', read: { epc: long, rssi: -55 } }],
  ],
  ['a tag whose length belies its bytes', bbModule, hexOf(bbFrame(2, 0x22, [0xc9, 0x40, 0x00, ...bytesOf(epc), 0, 0])), []],
  ['an end of a round', a0Module, hexOf(a0Frame(1, 0x8b, [0, 0, 1, 0, 0, 0, 9])), [{ t: 'roundOver' }]],
  ['a write that took', a0Module, hexOf(a0Frame(1, 0x82, [0, 1, 16, 0x30, 0, ...bytesOf(epc), 0, 0, 0x10, 0, 1])), 'answer'],
  ['a write without a tag', a0Module, hexOf(a0Frame(1, 0x82, [0x36])), [{ t: 'failed', command: 0x82, noTag: true }]],
] as [string, Language, string, ReaderMessage[] | 'answer'][])
  test(title, () => {
    const taken = language.take(Uint8Array.from(bytesOf(hex)))
    if (said === 'answer') assert.equal(taken.said[0]?.t, 'answer')
    else assert.deepEqual(taken.said, said)
    assert.equal(taken.rest.length, 0)
  })

for (const [title, { bytes }, hex] of [
  ['stop', bbModule.stop!, 'BB00280000287E'],
  ['twenty dBm', bbModule.setPower(20), 'BB00B6000207D08F7E'],
  ['session S0', bbModule.prepare(0, undefined)[0]!, 'BB000E00021020407E'],
  ['session S1', bbModule.prepare(1, undefined)[0]!, 'BB000E00021120417E'],
  ['a mask of 96 bits', bbModule.select('30751FEB705C5904E3D50D70')[0]!, 'BB000C00130100000020600030751FEB705C5904E3D50D70AD7E'],
  ['the version', a0Module.hello, 'A003FF72EC'],
] as const)
  test(`what is sent for ${title} is as the papers have it`, () => assert.equal(hexOf(bytes), hex))

test('a mask of 128 bits is told whole, as is one of 256', () => {
  assert.equal(bbModule.select(long)[0]!.bytes[10], 128)
  assert.equal(hexOf(bbModule.select(long)[0]!.bytes.slice(12, -2)), long)
})

/** Takes bytes in pieces as a port would bring them. */
const inPieces = (language: Language, bytes: Uint8Array, sizes: readonly number[]): ReaderMessage[] => {
  let rest = new Uint8Array()
  const all: ReaderMessage[] = []
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length]!
    const { said, rest: left } = language.take(Uint8Array.from([...rest, ...bytes.slice(at, at + size)]))
    rest = Uint8Array.from(left)
    all.push(...said)
    at += size
  }
  return all
}
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })

for (const [language, frame] of [
  [bbModule, tagBB],
  [a0Module, tagA0],
] as const) {
  test(`frames of the ${language.name} make are found however they are split and joined`, () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), sizes, (count, cut) => {
        const bytes = Uint8Array.from(Array.from({ length: count }, () => [...frame]).flat())
        assert.equal(inPieces(language, bytes, cut).length, count)
      }),
      { numRuns: 300 },
    ))

  test(`a damaged byte costs the ${language.name} make at most the frames that it touches, and never invents a tag`, () =>
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), sizes, (where, by, cut) => {
        const bytes = Uint8Array.from(Array.from({ length: 12 }, () => [...frame]).flat())
        bytes[where % bytes.length]! ^= by
        const said = inPieces(language, bytes, cut)
        for (const each of said) if (each.t === 'tag') assert.equal(each.read.epc, epc)
        // A damaged length may swallow what a frame of 128 bytes would.
        assert.ok(said.length >= 12 - 8, `${said.length} of 12`)
      }),
      { numRuns: 1000 },
    ))

  test(`noise between frames of the ${language.name} make is passed over`, () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (noise) => {
        const bytes = Uint8Array.from([...noise, ...Array.from({ length: 12 }, () => [...frame]).flat()])
        assert.ok(inPieces(language, bytes, [7]).filter(({ t }) => t === 'tag').length >= 4)
      }),
      { numRuns: 500 },
    ))
}
