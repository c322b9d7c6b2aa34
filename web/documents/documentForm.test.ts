import assert from 'node:assert/strict'
import test from 'node:test'
import { documentKind, documentKinds } from '../../domain/documents/all.ts'
import { sum } from '../../kernel/decimal.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import {
  amountOf,
  beginForm,
  documentShape,
  type DocumentForm,
  fieldFor,
  formAgain,
  formFrom,
  formOf,
  headerFrom,
  linesFor,
  problemsOf,
  rawOf,
  stillWrong,
  unkept,
  withAssets,
  withHeld,
  withPicked,
} from './documentForm.ts'

const kind = (name: string) => documentKind(name)!
const asset = (id: string, goodsId: string): RecordRow => ({ id, version: 1, names: {}, goodsId, state: 'idle' })
const form = (header: Record<string, unknown>, ...lines: Record<string, unknown>[]): DocumentForm => ({
  header,
  lines: lines.map((values, index) => ({ key: `k${index}`, values })),
})
const valuesOf = (of: readonly { values: unknown }[]) => of.map(({ values }) => values)

test('scanned assets fill the line of their model, raise its quantity where needed, and count once', () => {
  const outstock = kind('GsOutstockOrder')
  const begun = form({}, { model: '1', quantity: '1' }).lines
  const first = withAssets(outstock, begun, [asset('10', '1'), asset('11', '1'), asset('20', '2')])
  assert.deepEqual(valuesOf(first), [
    { model: '1', quantity: '2', assets: ['10', '11'] },
    { model: '2', quantity: '1', assets: ['20'] },
  ])
  assert.deepEqual(valuesOf(withAssets(outstock, first, [asset('11', '1'), asset('20', '2'), asset('20', '2')])), valuesOf(first))
  const many = withAssets(outstock, form({}, { model: '1', quantity: '5' }).lines, [asset('10', '1')])
  assert.deepEqual(valuesOf(many), [{ model: '1', quantity: '5', assets: ['10'] }])
})

test('kinds whose lines are single assets get a line for each', () => {
  const lines = withAssets(kind('GsReturnOrder'), form({}, { asset: '10', remark: 'kept' }).lines, [asset('10', '1'), asset('11', '1')])
  assert.deepEqual(valuesOf(lines), [{ asset: '10', remark: 'kept' }, { asset: '11' }])
})

test('kinds without assets in their lines take none', () => {
  assert.deepEqual(withAssets(kind('CsOutstockOrder'), [], [asset('10', '1')]), [])
})

test('assets from one place say where they come from', () => {
  const at = (id: string, locId: string) => ({ ...asset(id, '1'), locId })
  const allocate = kind('GsAllocateOrder')
  assert.deepEqual(headerFrom(allocate, [at('10', '9'), at('11', '9')]), { from: '9' })
  assert.deepEqual(headerFrom(allocate, [at('10', '9'), at('11', '8')]), {})
  assert.deepEqual(headerFrom(allocate, []), {})
  assert.deepEqual(headerFrom(kind('GsOutstockOrder'), [at('10', '9')]), {})
})

test('things of a catalogue begin with one piece at the price on record', () => {
  const rows: RecordRow[] = [
    { id: '1', version: 1, names: {}, price: '22.5' },
    { id: '2', version: 1, names: {}, price: null },
  ]
  assert.deepEqual(valuesOf(linesFor(kind('CsPurchaseOrder'), rows)), [
    { item: '1', quantity: '1', price: '22.5' },
    { item: '2', quantity: '1' },
  ])
  assert.deepEqual(valuesOf(linesFor(kind('CsOutstockOrder'), rows)), [
    { item: '1', quantity: '1' },
    { item: '2', quantity: '1' },
  ])
})

test('a form that follows a document takes what remains and what both call the same', () => {
  const purchase = kind('GsPurchaseOrder')
  const made = formFrom(kind('GsInstockOrder'), {
    kind: purchase,
    id: '77',
    header: { supplier: '5', reason: 'not taken over' },
    lines: [
      { lineNo: 1, doneQuantity: '1', givenUp: '1', model: '1', quantity: '5', price: '9800', remark: 'not taken over' },
      { lineNo: 2, doneQuantity: '3', givenUp: '0', model: '2', quantity: '3', price: '100' },
    ],
  })
  assert.equal(made.sourceId, '77')
  assert.deepEqual(made.header, { supplier: '5' })
  assert.deepEqual(rawOf(made).lines, [{ model: '1', quantity: '3', price: '9800', sourceLine: 1 }])
})

test('what is stored comes back as it was sent', () => {
  const outstock = kind('GsOutstockOrder')
  const stored = {
    header: { recipient: '1' },
    lines: [{ lineNo: 1, doneQuantity: '0', givenUp: '0', sourceLine: null, model: '2', quantity: '1' }],
    sourceId: null,
  }
  assert.deepEqual(rawOf(formOf(outstock, stored)), { header: { recipient: '1' }, lines: [{ model: '2', quantity: '1' }] })
})

const complete = form({ recipient: '1', reason: 'work' }, { model: '2', quantity: '2' })
const checks: [title: string, name: string, filled: DocumentForm, stage: 'submitting' | 'posting', paths: string[]][] = [
  ['nothing filled in', 'GsOutstockOrder', form({}), 'submitting', ['header.recipient', 'header.reason', 'lines']],
  ['what only posting needs may be missing', 'GsOutstockOrder', complete, 'submitting', []],
  ['posting asks for it', 'GsOutstockOrder', complete, 'posting', ['lines.0.assets']],
  [
    'a line that cannot be read',
    'GsOutstockOrder',
    form({ recipient: '1', reason: 'x' }, { model: '2', quantity: '1.5' }),
    'submitting',
    ['lines.0.quantity'],
  ],
  [
    'the kind has a word of its own',
    'CsAllocateOrder',
    form({ from: '1', to: '1', reason: 'x' }, { item: '2', quantity: '1' }),
    'submitting',
    ['lines'],
  ],
  [
    'white space is nothing',
    'CsOutstockOrder',
    form({ from: '1', recipient: '1', reason: '' }, { item: '2', quantity: '1' }),
    'submitting',
    ['header.reason'],
  ],
  ...(['submitting', 'posting'] as const).map((stage): (typeof checks)[number] => [
    `a day that cannot be yet, ${stage}`,
    'GsHealthOrder',
    form({ doneOn: '9999-12-31', content: 'x' }, { asset: '2' }),
    stage,
    ['header.doneOn'],
  ]),
]
for (const [title, name, filled, stage, paths] of checks)
  test(`${title}: ${paths.join(', ') || 'no problem'}`, () =>
    assert.deepEqual(
      problemsOf(kind(name), filled, stage).map(({ path }) => path),
      paths,
    ))

test('the amount follows the lines as soon as all can be read', () => {
  const purchase = kind('GsPurchaseOrder')
  assert.equal(amountOf(purchase, form({}, { model: '1', quantity: '2', price: '10.5' }, { model: '2', quantity: '1', price: '3' })), '24')
  assert.equal(amountOf(purchase, form({}, { model: '1', quantity: '2', price: '' })), undefined)
  assert.equal(amountOf(kind('GsBorrowOrder'), form({}, { model: '1', quantity: '2' })), undefined)
})

for (const { kind: name, amount } of documentKinds)
  if (amount)
    test(`${name}: each line adds its own to the amount`, () => {
      const lines = ['3', '7.5'].map((quantity) => ({ quantity, price: '1.115', cost: '2.5', proceeds: '4', value: '6' }))
      const each = lines.map((line) => amount({} as never, [line] as never))
      assert.equal(amount({} as never, lines as never), sum(each))
      assert.equal(each.includes('0'), false)
    })

const filters: [
  title: string,
  name: string,
  key: string,
  line: Record<string, unknown>,
  header: Record<string, unknown>,
  filter: unknown,
][] = [
  ['a line value', 'GsOutstockOrder', 'assets', { model: '7' }, {}, { state: 'idle', match: 'model', instead: 'instead', goodsId: '7' }],
  [
    'a header value, that place alone',
    'GsAllocateOrder',
    'asset',
    {},
    { from: '9' },
    { state: 'idle', match: 'from', locId: '9', below: false },
  ],
  ['nothing chosen yet', 'GsOutstockOrder', 'assets', {}, {}, { state: 'idle', match: 'model', instead: 'instead' }],
  ['no match asked for', 'GsReturnOrder', 'asset', {}, {}, { state: 'inUse', mine: true }],
]
for (const [title, name, key, line, header, filter] of filters)
  test(`the picker's filter matches ${title}`, () => {
    const of = kind(name)
    const { control } = fieldFor(of.line[key]!, of.line, line, { fields: of.header, values: header })
    assert.deepEqual(control.type === 'reference' && control.filter, filter)
  })

test('words about a field go when it is changed, and follow their line', () => {
  const found = form({ reason: '' }, { model: '1', quantity: '0' }, { model: '2', quantity: '0' })
  const said = new Map([
    ['header.reason', 'a'],
    ['lines.0.quantity', 'b'],
    ['lines.1.quantity', 'c'],
    ['lines', 'd'],
    ['chosen.n1', 'e'],
  ])
  const left = (now: DocumentForm) => [...stillWrong(said, found, now)]
  assert.deepEqual(left(found), [...said])
  assert.deepEqual(left({ ...found, header: { reason: 'x' } }), [
    ['lines.0.quantity', 'b'],
    ['lines.1.quantity', 'c'],
    ['chosen.n1', 'e'],
  ])
  assert.deepEqual(left({ ...found, lines: [found.lines[1]!] }), [
    ['header.reason', 'a'],
    ['lines.0.quantity', 'c'],
    ['chosen.n1', 'e'],
  ])
  assert.deepEqual(left({ ...found, lines: [{ key: 'k0', values: { model: '1', quantity: '2' } }] }), [
    ['header.reason', 'a'],
    ['chosen.n1', 'e'],
  ])
})

test('a document that asks for the same again follows nothing and leaves out what is not kept', () => {
  const stored = {
    header: { reason: '急', from: '5' },
    lines: [{ lineNo: 1, doneQuantity: '1', givenUp: '0', model: '1', quantity: '2', assets: ['10', '11'], sourceLine: 3 }],
    sourceId: '9',
  }
  const again = formAgain(kind('GsOutstockOrder'), stored, (path) => path !== 'from' && path !== 'lines.assets')
  assert.deepEqual(rawOf(again), { header: { reason: '急' }, lines: [{ model: '1', quantity: '2' }] })
})

type Header = Record<string, unknown>
const beginnings: [title: string, header: Header, given: Header, offered: Header, after: Header][] = [
  ['goes where nothing stands', {}, {}, { to: '1' }, { to: '1' }],
  ['goes where one emptied nothing', { to: '' }, {}, { to: '1' }, { to: '1' }],
  ['leaves what somebody chose', { to: '2' }, {}, { to: '1' }, { to: '2' }],
  ['replaces what it gave before', { to: '1' }, { to: '1' }, { to: '3' }, { to: '3' }],
  ['leaves what was chosen instead of it', { to: '2' }, { to: '1' }, { to: '3' }, { to: '2' }],
  ['leaves empty what somebody emptied', { to: '' }, { to: '1' }, { to: '1' }, { to: '' }],
  ['takes away what is not known any more', { to: '1' }, { to: '1' }, {}, { to: undefined }],
]
for (const [title, header, given, offered, after] of beginnings)
  test(`what a form begins with ${title}`, () => assert.deepEqual(beginForm(form(header), given, offered).header, after))

test('only keepers are held to their own places', () => {
  const { from } = kind('CsOutstockOrder').header
  assert.deepEqual((unkept(from!).control as { filter?: unknown }).filter, { stocked: true })
})

test('exactly what is picked stands in the lines, and what was there stays as it is', () => {
  const lines = form({}, { model: '1', quantity: '5' }, { model: '2', quantity: '1' }).lines
  const row = (id: string) => ({ id, version: 1, names: {} })
  const picked = withPicked(kind('GsOutstockOrder'), lines, ['1', '3'], [row('1'), row('3')])
  assert.deepEqual(
    picked.map(({ values }) => values),
    [
      { model: '1', quantity: '5' },
      { model: '3', quantity: '1' },
    ],
  )
  assert.equal(picked[0], lines[0])
})

test('all that somebody has comes into lines of its own, once', () => {
  const lines = form({}, { item: '1', quantity: '2' }).lines
  const held = withHeld(kind('CsReturnOrder'), lines, [
    { goodsId: '1', available: '9' },
    { goodsId: '2', available: '4' },
  ])
  assert.deepEqual(
    held.map(({ values }) => values),
    [
      { item: '1', quantity: '2' },
      { item: '2', quantity: '4' },
    ],
  )
})

const met = form({ reason: '急', to: '1' }, { model: '1', quantity: '1' })
const others: [title: string, theirs: DocumentForm, ours: DocumentForm, raw: object, contested: string[]][] = [
  [
    'takes their lines where only they changed them',
    form({ reason: '急', to: '1' }, { model: '1', quantity: '3' }),
    { ...met, header: { reason: '不急', to: '1' } },
    { header: { reason: '不急', to: '1' }, lines: [{ model: '1', quantity: '3' }] },
    [],
  ],
  [
    'keeps the lines that were changed here',
    form({ reason: '急', to: '2' }, { model: '1', quantity: '1' }),
    { ...met, lines: [] },
    { header: { reason: '急', to: '2' }, lines: [] },
    [],
  ],
  [
    'names what both changed',
    form({ reason: '他', to: '1' }, { model: '2', quantity: '1' }),
    form({ reason: '我', to: '1' }, { model: '3', quantity: '1' }),
    { header: { reason: '我', to: '1' }, lines: [{ model: '3', quantity: '1' }] },
    ['header.reason', 'lines'],
  ],
]
for (const [title, theirs, ours, raw, contested] of others)
  test(`a document that was changed elsewhere ${title}`, () => {
    const merged = documentShape.merge(met, theirs, { ...ours, deptId: '7' })
    assert.deepEqual(rawOf(merged.form), raw)
    assert.deepEqual([merged.contested, merged.form.deptId], [contested, '7'])
  })
