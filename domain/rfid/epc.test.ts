import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RefusalError } from '../../kernel/refusal.ts'
import { decodeEpc, digitsAfter, encodeEpc, type Epc, epcNumbered, epcWords, ownMarkOf, pcOf, readEpc } from './epc.ts'

/** Published examples of the Tag Data Standard, and what its own table files give. */
const published: readonly [epc: Epc, hex: string, words: string][] = [
  [{ scheme: 'giai-96', filter: 1, prefix: '0614141', reference: '5678' }, '3434257BF40000000000162E', 'GIAI 0614141.5678'],
  [{ scheme: 'giai-96', filter: 0, prefix: '0614141', reference: '12345400' }, '3414257BF400000000BC6038', 'GIAI 0614141.12345400'],
  [{ scheme: 'giai-96', filter: 3, prefix: '0614141', reference: '12345400' }, '3474257BF400000000BC6038', 'GIAI 0614141.12345400'],
  [{ scheme: 'giai-96', filter: 0, prefix: '061414112345', reference: '1' }, '3400393243F1640000000001', 'GIAI 061414112345.1'],
  [{ scheme: 'giai-96', filter: 2, prefix: '95012345', reference: '987654321' }, '3452D4E2FC8000003ADE68B1', 'GIAI 95012345.987654321'],
  [
    { scheme: 'giai-96', filter: 3, prefix: '061414', reference: '4611686018427387903' },
    '34783BF9BFFFFFFFFFFFFFFF',
    'GIAI 061414.4611686018427387903',
  ],
  [
    { scheme: 'sgtin-96', filter: 3, prefix: '0614141', item: '812345', serial: '6789' },
    '3074257BF7194E4000001A85',
    'SGTIN 0614141.812345.6789',
  ],
  [{ scheme: 'grai-96', filter: 1, prefix: '0614141', type: '12345', serial: '400' }, '3334257BF40C0E4000000190', 'GRAI 0614141.12345.400'],
  [{ scheme: 'own-96', mark: 'F5A1B2C3', number: '17' }, 'F5A1B2C30000000000000011', 'F5A1B2C3.17'],
]
for (const [epc, hex, words] of published)
  test(`${words} is ${hex}`, () => {
    assert.equal(encodeEpc(epc), hex)
    assert.deepEqual(decodeEpc(hex, 'F5A1B2C3'), { ...epc })
    assert.equal(epcWords(epc), words)
  })

const digits = (count: number) => fc.bigInt(0n, 10n ** BigInt(count) - 1n).map((value) => value.toString().padStart(count, '0'))
const upTo = (bits: number) =>
  fc.oneof(fc.bigInt(0n, (1n << BigInt(bits)) - 1n), fc.constantFrom(0n, (1n << BigInt(bits)) - 1n)).map(String)
const bitsOf: Readonly<Record<number, number>> = { 6: 20, 7: 24, 8: 27, 9: 30, 10: 34, 11: 37, 12: 40 }
const anyEpc: fc.Arbitrary<Epc> = fc.integer({ min: 6, max: 12 }).chain((length) => {
  const filter = fc.nat(7)
  const prefix = digits(length)
  return fc.oneof(
    fc.record({ scheme: fc.constant('giai-96' as const), filter, prefix, reference: upTo(82 - bitsOf[length]!) }),
    fc.record({ scheme: fc.constant('sgtin-96' as const), filter, prefix, item: digits(13 - length), serial: upTo(38) }),
    fc.record({
      scheme: fc.constant('grai-96' as const),
      filter,
      prefix,
      type: length === 12 ? fc.constant('') : digits(12 - length),
      serial: upTo(38),
    }),
    fc.record({ scheme: fc.constant('own-96' as const), mark: fc.constant('F5A1B2C3'), number: upTo(64) }),
  )
})

test('what was encoded is decoded as it was, over all partitions and limits', () =>
  fc.assert(
    fc.property(anyEpc, (epc) => {
      const hex = encodeEpc(epc)
      assert.match(hex, /^[0-9A-F]{24}$/)
      assert.deepEqual(decodeEpc(hex, 'F5A1B2C3'), { ...epc })
    }),
    { numRuns: 500 },
  ))

test('whatever a tag says is decoded to what encodes to the same, or to nothing', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('30', '33', '34', '00', 'E2', 'F5'),
      fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 22, maxLength: 22 }),
      (header, rest) => {
        const epc = decodeEpc(header + rest)
        if (epc) assert.equal(encodeEpc(epc), header + rest)
      },
    ),
    { numRuns: 500 },
  ))

for (const [title, epc] of [
  ['a reference beyond its bits', { scheme: 'giai-96', filter: 0, prefix: '061414', reference: '4611686018427387904' }],
  ['a reference with zeros in front', { scheme: 'giai-96', filter: 0, prefix: '061414', reference: '01' }],
  ['a reference with letters', { scheme: 'giai-96', filter: 0, prefix: '061414', reference: 'ZC0001' }],
  ['a prefix of five digits', { scheme: 'giai-96', filter: 0, prefix: '06141', reference: '1' }],
  ['a prefix with a letter', { scheme: 'giai-96', filter: 0, prefix: '06141A', reference: '1' }],
  ['a filter of eight', { scheme: 'giai-96', filter: 8, prefix: '061414', reference: '1' }],
  ['an item that is too short', { scheme: 'sgtin-96', filter: 0, prefix: '0614141', item: '81234', serial: '1' }],
  ['a serial beyond its bits', { scheme: 'sgtin-96', filter: 0, prefix: '0614141', item: '812345', serial: '274877906944' }],
  ['a mark that looks like a TID', { scheme: 'own-96', mark: 'E2001234', number: '1' }],
  ['a mark that looks like a scheme of GS1', { scheme: 'own-96', mark: '34000000', number: '1' }],
  ['a number beyond its bits', { scheme: 'own-96', mark: 'F5A1B2C3', number: '18446744073709551616' }],
] as const satisfies readonly (readonly [string, Epc])[])
  test(`${title} is refused`, () => assert.throws(() => encodeEpc(epc), RefusalError))

test('of a neighbour’s tags none is our own', () => {
  assert.equal(decodeEpc('F5A1B2C30000000000000011', 'F5000000'), undefined)
  assert.equal(decodeEpc('F5A1B2C30000000000000011'), undefined)
  assert.notEqual(ownMarkOf('1'), ownMarkOf('2'))
  fc.assert(
    fc.property(fc.bigInt(1n, (1n << 63n) - 1n), (id) => assert.ok(epcNumbered({ scheme: 'own-96', mark: ownMarkOf(id.toString()) }, 1n))),
  )
})

test('the protocol-control word says how long an EPC is and whose numbering it has', () => {
  assert.equal(pcOf('3434257BF40000000000162E', false), '3000')
  assert.equal(pcOf('F5A1B2C30000000000000011', true), '3100')
  assert.equal(pcOf('3434257BF40000000000162E3434257B', false), '4000')
  assert.equal(digitsAfter(0x3000), 24)
  assert.equal(digitsAfter(0x4100), 32)
})

for (const [text, hex] of [
  [' 3434257bf40000000000162e\r\n', '3434257BF40000000000162E'],
  ['0x3434 257B F400', '3434257BF400'],
  ['E2-00-12-34', 'E2001234'],
  ['ZC0001', undefined],
  ['12345', undefined],
  ['', undefined],
] as const)
  test(`${JSON.stringify(text)} is ${hex ?? 'no EPC'}`, () => assert.equal(readEpc(text), hex))
