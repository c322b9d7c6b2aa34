import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKind } from './all.ts'
import { demandsOf } from './demands.ts'

type Values = Record<string, unknown>
const told = (kind: string, header: Values, lines: Values[]) =>
  demandsOf(documentKind(kind)!, header, lines).demands.map(({ line, of, item, quantity, sign, store }) => [
    line,
    of,
    item,
    sign * Number(quantity),
    store,
  ])

const recipient = { recipient: '9', reason: '用' }
for (const [title, kind, header, lines, expected] of [
  [
    'supplies leave the store named',
    'CsOutstockOrder',
    { ...recipient, from: '7' },
    [{ item: '3', quantity: '2' }],
    [[0, 'consumable', '3', -2, '7']],
  ],
  [
    'supplies on the road leave one store and come to the other',
    'CsAllocateOrder',
    { from: '7', to: '8', reason: '调' },
    [{ item: '3', quantity: '2' }],
    [
      [0, 'consumable', '3', -2, '7'],
      [0, 'consumable', '3', 2, '8'],
    ],
  ],
  [
    'pieces still to be named count for their model, in any store',
    'GsOutstockOrder',
    recipient,
    [{ model: '5', quantity: '2' }],
    [
      [0, 'model', '5', -1, undefined],
      [0, 'model', '5', -1, undefined],
    ],
  ],
  [
    'a named piece and one to come',
    'GsOutstockOrder',
    recipient,
    [{ model: '5', quantity: '2', assets: ['11'] }],
    [
      [0, 'piece', '11', -1, undefined],
      [0, 'model', '5', -1, undefined],
    ],
  ],
  ['new pieces come to the store named', 'GsInstockOrder', { to: '7' }, [{ model: '5', quantity: '3' }], [[0, 'model', '5', 3, '7']]],
  ['from person to person no store is touched', 'GsTransOrder', { receiver: '9', reason: '转' }, [{ asset: '11' }], []],
  ['an order to buy moves nothing', 'GsPurchaseOrder', { reason: '买' }, [{ model: '5', quantity: '3', price: '1' }], []],
  ['a header that is not complete tells nothing', 'CsOutstockOrder', recipient, [{ item: '3', quantity: '2' }], []],
  [
    'a line that is not complete is left out',
    'CsOutstockOrder',
    { ...recipient, from: '7' },
    [{ item: '3' }, { item: '4', quantity: '1' }],
    [[1, 'consumable', '4', -1, '7']],
  ],
] as const)
  test(title, () => assert.deepEqual(told(kind, header, [...lines]), expected))

test('where a named piece must be taken from is told, whatever stores there are', () => {
  const { pieces } = demandsOf(documentKind('GsTransOrder')!, { receiver: '9', reason: '转' }, [{ asset: '11' }])
  assert.deepEqual(pieces, [{ line: 0, asset: '11', from: { where: ['person'] } }])
})
