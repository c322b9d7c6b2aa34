import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { add, compare, subtract } from '../../kernel/decimal.ts'
import { type AssetScan, countAssets, countQuantities, type ExpectedAsset, type QuantityEntry } from './counting.ts'

const expected: ExpectedAsset[] = [
  { assetId: '1', locationId: '10' },
  { assetId: '2', locationId: '10' },
  { assetId: '3', locationId: '20' },
]
const scan = (assetId: string | undefined, locationId: string, code = `ZC${assetId}`): AssetScan => ({ code, assetId, locationId })

const assetCases: [title: string, scans: AssetScan[], result: Partial<ReturnType<typeof countAssets>>][] = [
  ['nothing scanned', [], { missing: ['1', '2', '3'] }],
  ['all at their places', [scan('1', '10'), scan('2', '10'), scan('3', '20')], { found: ['1', '2', '3'] }],
  ['scanned twice', [scan('1', '10'), scan('1', '10')], { found: ['1'], missing: ['2', '3'] }],
  [
    'at another place of the count',
    [scan('3', '10')],
    { missing: ['1', '2'], unexpected: [{ assetId: '3', expectedAt: '20', foundAt: '10' }] },
  ],
  [
    'not expected at all',
    [scan('9', '10')],
    { missing: ['1', '2', '3'], unexpected: [{ assetId: '9', expectedAt: undefined, foundAt: '10' }] },
  ],
  ['heard next door, then found', [scan('3', '10'), scan('3', '20')], { found: ['3'], missing: ['1', '2'] }],
  ['found, then heard next door', [scan('3', '20'), scan('3', '10')], { found: ['3'], missing: ['1', '2'] }],
  [
    'two wrong places',
    [scan('3', '10'), scan('3', '30')],
    { missing: ['1', '2'], unexpected: [{ assetId: '3', expectedAt: '20', foundAt: '30' }] },
  ],
  [
    'a code that is not on the register',
    [scan(undefined, '10', 'XX'), scan(undefined, '20', 'XX'), scan(undefined, '10', 'YY')],
    {
      missing: ['1', '2', '3'],
      unknown: [
        { code: 'XX', locationId: '20' },
        { code: 'YY', locationId: '10' },
      ],
    },
  ],
]
for (const [title, scans, result] of assetCases) {
  test(`assets: ${title}`, () =>
    assert.deepEqual(countAssets(expected, scans), { found: [], missing: [], unexpected: [], unknown: [], ...result }))
}

test('every expected asset is found, missing or elsewhere, exactly once', () => {
  const scans = fc.array(
    fc.record({
      assetId: fc.constantFrom('1', '2', '3', '4', undefined),
      locationId: fc.constantFrom('10', '20'),
      code: fc.constantFrom('a', 'b'),
    }),
  )
  fc.assert(
    fc.property(scans, (list) => {
      const { found, missing, unexpected, unknown } = countAssets(expected, list)
      assert.deepEqual([...found, ...missing, ...unexpected.flatMap((asset) => (asset.expectedAt ? [asset.assetId] : []))].sort(), [
        '1',
        '2',
        '3',
      ])
      assert.deepEqual(
        new Set([...found, ...unexpected.map(({ assetId }) => assetId)]),
        new Set(list.flatMap(({ assetId }) => assetId ?? [])),
      )
      assert.deepEqual(new Set(unknown.map(({ code }) => code)), new Set(list.flatMap(({ assetId, code }) => (assetId ? [] : [code]))))
    }),
  )
})

const entry = (counterId: string, counted: string, position: string, balance: string, itemId = '7'): QuantityEntry => ({
  itemId,
  locationId: '10',
  counterId,
  counted,
  position,
  balance,
})
const line = (counted: string, expectedBalance: string, difference: string, certain = true, itemId = '7') => ({
  itemId,
  locationId: '10',
  counted,
  expected: expectedBalance,
  difference,
  certain,
})

const quantityCases: [title: string, entries: QuantityEntry[], result: ReturnType<typeof countQuantities>][] = [
  ['nothing entered', [], []],
  ['ten on the shelf, three issued afterwards: no difference', [entry('a', '10', '5', '10')], [line('10', '10', '0')]],
  ['three lost, three issued afterwards: three lost', [entry('a', '7', '5', '10')], [line('7', '10', '-3')]],
  ['a surplus of parts', [entry('a', '2.5', '5', '1.25')], [line('2.5', '1.25', '1.25')]],
  ['the same counter again replaces the own entry', [entry('a', '9', '5', '10'), entry('a', '7', '6', '7')], [line('7', '7', '0')]],
  ['two counters add up', [entry('a', '6', '5', '10'), entry('b', '4', '5', '10')], [line('10', '10', '0')]],
  ['a move between two counters leaves doubt', [entry('a', '6', '5', '10'), entry('b', '3', '6', '9')], [line('9', '9', '0', false)]],
  [
    'doubt ends when the early counter looks again',
    [entry('a', '6', '5', '10'), entry('b', '3', '6', '9'), entry('a', '6', '6', '9')],
    [line('9', '9', '0')],
  ],
  [
    'in and out between two counters leave doubt, though the balance is the same',
    [entry('a', '6', '5', '10'), entry('b', '4', '7', '10')],
    [line('10', '10', '0', false)],
  ],
  [
    'items are apart',
    [entry('a', '1', '0', '0', '7'), entry('a', '2', '3', '2', '8')],
    [line('1', '0', '1'), line('2', '2', '0', true, '8')],
  ],
]
for (const [title, entries, result] of quantityCases) test(`quantities: ${title}`, () => assert.deepEqual(countQuantities(entries), result))

test('posting the difference makes the book what is on the shelf, whatever moves before and after the look', () => {
  const moves = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 20 })
  fc.assert(
    fc.property(moves, moves, fc.integer({ min: -3, max: 3 }), (before, after, lost) => {
      const total = (changes: number[]) => changes.reduce((sum, change) => sum + change, 100)
      const balance = total(before)
      const [counted] = countQuantities([entry('a', String(balance - lost), String(before.length), String(balance))])
      const book = String(total([...before, ...after]))
      assert.equal(compare(add(book, counted!.difference), subtract(book, String(lost))), 0)
    }),
  )
})
