import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKind, documentKinds } from './all.ts'
import type { DocumentKind } from './define.ts'
import { refusalOf } from './refusals.ts'

type Values = Record<string, unknown>
const movesOf = (kind: DocumentKind, header: Values, line: Values, stage = 0) => kind.moves?.(header, line, stage) ?? []

const at = (account: string) => ({ account })

for (const [kind, title, header, line, stage, expected] of [
  ['GsPurchaseOrder', 'moves nothing', {}, { model: '1', quantity: '2', price: '3' }, 0, []],
  ['GsInstockOrder', 'creates instead of moving', { to: '7' }, { model: '1', quantity: '2' }, 0, []],
  [
    'GsOutstockOrder',
    'every named piece goes from its store to the recipient',
    { recipient: '9' },
    { model: '1', quantity: '2', assets: ['11', '12'] },
    0,
    [
      { item: '11', quantity: '1', from: { where: ['store'] }, to: at('person:9') },
      { item: '12', quantity: '1', from: { where: ['store'] }, to: at('person:9') },
    ],
  ],
  ['GsOutstockOrder', 'pieces not yet named move nothing', { recipient: '9' }, { model: '1', quantity: '2' }, 0, []],
  [
    'GsReturnOrder',
    'holder to store',
    { to: '7' },
    { asset: '11' },
    0,
    [{ item: '11', quantity: '1', from: { where: ['person'] }, to: at('store:7') }],
  ],
  [
    'GsBorrowOrder',
    'store to loan',
    { borrower: '9', dueOn: '2026-12-01' },
    { model: '1', quantity: '1', assets: ['11'] },
    0,
    [{ item: '11', quantity: '1', from: { where: ['store'] }, to: at('loan:9') }],
  ],
  [
    'GsRevertOrder',
    'loan to store',
    { to: '7' },
    { asset: '11' },
    0,
    [{ item: '11', quantity: '1', from: { where: ['loan'] }, to: at('store:7') }],
  ],
  [
    'GsTransOrder',
    'holder to holder',
    { receiver: '8' },
    { asset: '11' },
    0,
    [{ item: '11', quantity: '1', from: { where: ['person'] }, to: at('person:8') }],
  ],
  [
    'GsAllocateOrder',
    'on the road first',
    { from: '7', to: '6' },
    { asset: '11' },
    0,
    [{ item: '11', quantity: '1', from: at('store:7'), to: at('transit:6') }],
  ],
  [
    'GsAllocateOrder',
    'then into the other store',
    { from: '7', to: '6' },
    { asset: '11' },
    1,
    [{ item: '11', quantity: '1', from: at('transit:6'), to: at('store:6') }],
  ],
  [
    'GsHandleOrder',
    'from anywhere of ours out of the register',
    { method: 'scrap' },
    { asset: '11' },
    0,
    [{ item: '11', quantity: '1', from: { where: ['store', 'person', 'loan'] }, to: at('disposed:') }],
  ],
  [
    'GsRepairOrder',
    'out to repair',
    {},
    { asset: '11' },
    0,
    [{ item: '11', quantity: '1', from: { where: ['store', 'person', 'loan'] }, to: at('repair:') }],
  ],
  [
    'GsRepairOrder',
    'and back to where it was',
    {},
    { asset: '11' },
    1,
    [{ item: '11', quantity: '1', from: at('repair:'), to: { origin: true } }],
  ],
  ['GsRenewOrder', 'moves nothing', { borrower: '9', dueOn: '2026-12-01' }, { asset: '11' }, 0, []],
  ['GsHealthOrder', 'moves nothing', {}, { asset: '11' }, 0, []],
  ['GsAjustOrder', 'moves nothing', {}, { asset: '11', value: '5' }, 0, []],
  ['GsInventoryOrder', 'what was found stays', {}, { asset: '11', result: 'found' }, 0, []],
  [
    'GsInventoryOrder',
    'what is missing is a loss',
    {},
    { asset: '11', result: 'missing' },
    0,
    [{ item: '11', quantity: '1', from: { where: ['store', 'person', 'loan'] }, to: at('loss:') }],
  ],
  [
    'GsInventoryOrder',
    'what turned up again comes back from where it went',
    {},
    { asset: '11', result: 'back', foundAt: '7' },
    0,
    [{ item: '11', quantity: '1', from: { where: ['loss', 'disposed'] }, to: at('store:7') }],
  ],
  ['GsInventoryOrder', 'a thing without a card moves nothing', {}, { result: 'surplus', model: '1', foundAt: '7' }, 0, []],
  ['CsPurchaseOrder', 'moves nothing', {}, { item: '5', quantity: '2', price: '3' }, 0, []],
  [
    'CsInstockOrder',
    'supplier to store at its price',
    { to: '7', supplier: '3' },
    { item: '5', quantity: '2.5', price: '3' },
    0,
    [{ item: '5', quantity: '2.5', from: at('supplier:3'), to: at('store:7'), unitCost: '3' }],
  ],
  [
    'CsOutstockOrder',
    'store to the one who uses it up',
    { from: '7', recipient: '9' },
    { item: '5', quantity: '2' },
    0,
    [{ item: '5', quantity: '2', from: at('store:7'), to: at('consumed:9') }],
  ],
  [
    'CsReturnOrder',
    'and what was not used comes back',
    { to: '7', returner: '9' },
    { item: '5', quantity: '2' },
    0,
    [{ item: '5', quantity: '2', from: at('consumed:9'), to: at('store:7') }],
  ],
  [
    'CsAjustOrder',
    'more than the books say',
    { place: '7' },
    { item: '5', direction: 'more', quantity: '2', price: '1' },
    0,
    [{ item: '5', quantity: '2', from: at('surplus:'), to: at('store:7'), unitCost: '1' }],
  ],
  [
    'CsAjustOrder',
    'less than the books say',
    { place: '7' },
    { item: '5', direction: 'less', quantity: '2' },
    0,
    [{ item: '5', quantity: '2', from: at('store:7'), to: at('loss:') }],
  ],
  [
    'CsAllocateOrder',
    'on the road first',
    { from: '7', to: '6' },
    { item: '5', quantity: '2' },
    0,
    [{ item: '5', quantity: '2', from: at('store:7'), to: at('transit:6') }],
  ],
  [
    'CsAllocateOrder',
    'then into the other store',
    { from: '7', to: '6' },
    { item: '5', quantity: '2' },
    1,
    [{ item: '5', quantity: '2', from: at('transit:6'), to: at('store:6') }],
  ],
] as const satisfies readonly (readonly [string, string, Values, Values, number, unknown])[]) {
  test(`${kind}: ${title}`, () => assert.deepEqual(movesOf(documentKind(kind)!, header, line, stage), expected))
}

test('a stock-in makes one card for each piece, with serial numbers in order', () => {
  const [creation] = documentKind('GsInstockOrder')!.createdAssets!(
    { to: '7', supplier: '3', boughtOn: '2026-01-02' },
    { model: '1', quantity: '2', price: '100', serials: 'S1，S2' },
  )
  assert.deepEqual(creation, {
    card: {
      goodsId: '1',
      value: '100',
      supplierId: '3',
      boughtOn: '2026-01-02',
      inServiceOn: undefined,
      warrantyUntil: undefined,
      deptId: undefined,
    },
    quantity: '2',
    serials: ['S1', 'S2'],
    from: at('supplier:3'),
    to: at('store:7'),
  })
})

test('a surplus makes one card at its replacement cost, from what a count found too many', () => {
  const creates = documentKind('GsInventoryOrder')!.createdAssets!
  const line = { result: 'surplus', model: '1', called: '旧投影仪', price: '900', serial: 'S9', foundAt: '7' }
  assert.deepEqual(creates({}, line), [
    {
      card: { goodsId: '1', value: '900', instanceName: '旧投影仪' },
      quantity: '1',
      serials: ['S9'],
      from: at('surplus:'),
      to: at('store:7'),
    },
  ])
  assert.deepEqual(creates({}, { asset: '11', result: 'found' }), [])
})

test('pieces are named before posting, as many as asked for', () => {
  const check = documentKind('GsOutstockOrder')!.check!
  const line = (quantity: string, assets?: string[]) => ({ model: '1', quantity, ...(assets && { assets }) })
  assert.equal(check({}, [line('2')], false), undefined)
  assert.equal(check({}, [line('2')], true)?.reason, 'pieces-not-assigned')
  assert.equal(check({}, [line('2', ['11'])], false)?.reason, 'pieces-not-assigned')
  assert.equal(check({}, [line('501')], false)?.reason, 'too-many-pieces')
  assert.equal(check({}, [line('2', ['11', '12'])], true), undefined)
})

for (const [name, lines, reason] of [
  ['GsHealthOrder', [{ asset: '11' }, { asset: '12' }], undefined],
  ['GsHealthOrder', [{ asset: '11' }, { asset: '12' }, { asset: '11' }], 'asset-twice'],
  [
    'GsOutstockOrder',
    [
      { model: '1', quantity: '1', assets: ['11'] },
      { model: '1', quantity: '1', assets: ['11'] },
    ],
    'asset-twice',
  ],
  [
    'CsOutstockOrder',
    [
      { item: '11', quantity: '1' },
      { item: '11', quantity: '1' },
    ],
    undefined,
  ],
  ['GsInstockOrder', [{ model: '1', quantity: '5000' }], undefined],
  [
    'GsInstockOrder',
    [
      { model: '1', quantity: '2500' },
      { model: '1', quantity: '2501' },
    ],
    'too-many-assets',
  ],
  ['GsInstockOrder', [{ model: '1', quantity: '2', serials: 'S1, S2' }], undefined],
  ['GsInstockOrder', [{ model: '1', quantity: '1', serials: 'S1, S2' }], 'too-many-serials'],
  [
    'GsInstockOrder',
    [
      { model: '1', quantity: '1', serials: 'S1' },
      { model: '2', quantity: '1', serials: 'S1' },
    ],
    'serial-twice',
  ],
  [
    'GsInventoryOrder',
    [
      { result: 'surplus', model: '1', foundAt: '7', serial: 'S1' },
      { result: 'surplus', model: '2', foundAt: '7', serial: 'S1' },
    ],
    'serial-twice',
  ],
  ['CsPurchaseOrder', [{ item: '11', quantity: '1', price: '999999999999.99' }], undefined],
  ['CsPurchaseOrder', [{ item: '11', quantity: '1.1', price: '999999999999.99' }], 'amount-too-large'],
] as const)
  test(`${name} with ${JSON.stringify(lines)}: ${reason ?? 'nothing against it'}`, () =>
    assert.equal(refusalOf(documentKind(name)!, { to: '7' }, lines as readonly Values[], false)?.reason, reason))

test('all have names, prefixes and flow keys of their own', () => {
  for (const key of ['kind', 'codePrefix', 'flowKey', 'title'] as const) {
    assert.equal(new Set(documentKinds.map((kind) => kind[key])).size, documentKinds.length, key)
  }
})

test('every kind carries pictures and files', () => {
  for (const { kind, header } of documentKinds)
    assert.deepEqual([kind, header['pictures']?.control.type, header['files']?.control.type], [kind, 'pictures', 'attachments'])
})
