import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKinds } from '../../domain/documents/all.ts'
import { catalogueOf } from '../../domain/documents/catalogue.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import type { catalogueList, documentBeginning } from '../../domain/documents/catalogueOperations.ts'
import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf, insert } from '../testing/company.ts'
import { livedCompany } from '../testing/lived.ts'
import { beginningOf } from './beginning.ts'
import { listCatalogue } from './catalogue.ts'

const { database } = await testDatabase()
const company = await livedCompany(database)
const stranger = await livedCompany(database)
const { orgId, keeper, staff, boss, paper, storeA, storeB, laptops, dept } = company
const [screens, pens, shelf, desk] = [newId(), newId(), newId(), newId()]
await database.inTransaction(orgId, async (tx) => {
  await insert(tx, 'category', [
    { id: shelf, cat_code: 'Z', cat_name: '电脑' },
    { id: desk, cat_code: 'Z1', cat_name: '显示', parent_id: shelf },
  ])
  await insert(tx, 'model', [{ id: screens, goods_code: 'A0', goods_name: '显示器', cat_id: desk, search: 'a0\n显示器\nxianshiqi' }])
  await insert(tx, 'consumable', [{ id: pens, goods_code: 'A0', goods_name: '签字笔' }])
})
const call = <R>(uid: Id, codes: readonly string[], run: (call: ReturnType<typeof callOf>) => Promise<R>, locations: 'all' | Id[] = []) =>
  database.reading(orgId, (tx) => run(callOf(tx, uid, codes, { locations })))

const catalogue: [title: string, uid: Id, input: InputOf<typeof catalogueList>, rows: unknown[][]][] = [
  // Five laptops: one issued, one lent, one in repair, one named and issued by approval, one idle.
  [
    'what one asked for before comes first, with what is idle',
    staff,
    { of: 'model' },
    [
      ['笔记本电脑', '1', true],
      ['显示器', '0', false],
    ],
  ],
  [
    'to whoever asked for none what can be had comes first',
    boss,
    { of: 'model' },
    [
      ['笔记本电脑', '1', false],
      ['显示器', '0', false],
    ],
  ],
  // Thirteen sheets came; two wait for the staff member, two were on the road to the second store.
  [
    'supplies count what nobody else is about to get',
    boss,
    { of: 'consumable' },
    [
      ['复印纸', '9', false],
      ['签字笔', '0', false],
    ],
  ],
  ['a category brings what is below it', boss, { of: 'model', catId: shelf }, [['显示器', '0', false]]],
  ['a search', boss, { of: 'model', likeQuery: 'xianshi' }, [['显示器', '0', false]]],
  ['a page', boss, { of: 'model', pageSize: 1, page: 2 }, [['显示器', '0', false]]],
]
for (const [title, uid, input, rows] of catalogue)
  test(`the catalogue: ${title}`, async () => {
    const { list } = await call(uid, [], (asking) => listCatalogue(asking, input as never))
    assert.deepEqual(
      list.map(({ name, free, asked }) => [name, free, asked]),
      rows,
    )
  })

const all = ['gsoutstockorder', 'gsreturnorder', 'gsrevertorder', 'gsinstockorder', 'csoutstockorder', 'csreturnorder', 'gstransorder'].map(
  (noun) => `${noun}:post`,
)
type Asked = InputOf<typeof documentBeginning>
const begun: [title: string, uid: Id, codes: readonly string[], asked: Asked, header: Record<string, unknown>, locations?: 'all' | Id[]][] =
  [
    ['employees ask for themselves and their department', staff, [], { kind: 'GsOutstockOrder' }, { recipient: staff, department: dept }],
    ['a keeper asks for others', keeper, all, { kind: 'GsOutstockOrder' }, {}],
    ['whose department comes along', keeper, all, { kind: 'GsOutstockOrder', subject: staff }, { department: dept }],
    ['a transfer begins with nobody', staff, [], { kind: 'GsTransOrder' }, {}],
    ['its receiver brings a department', staff, [], { kind: 'GsTransOrder', subject: boss }, { department: dept }],
    ['what was lent goes back where it came from', boss, [], { kind: 'GsRevertOrder', items: [{ id: laptops[1]! }] }, { to: storeA }],
    ['what was issued as well', staff, [], { kind: 'GsReturnOrder', items: [{ id: laptops[0]! }] }, { to: storeA }],
    ['where somebody else’s things came from is not told', staff, [], { kind: 'GsRevertOrder', items: [{ id: laptops[1]! }] }, {}],
    ['but to who keeps them', keeper, all, { kind: 'GsRevertOrder', items: [{ id: laptops[1]! }] }, { to: storeA }, 'all'],
    [
      'the fullest store that has it',
      staff,
      [],
      { kind: 'CsOutstockOrder', items: [{ id: paper, quantity: '2' }] },
      { recipient: staff, from: storeA },
    ],
    ['to a keeper one of his', keeper, all, { kind: 'CsOutstockOrder', items: [{ id: paper, quantity: '2' }] }, {}, [storeB]],
    ['nothing where nobody has it', staff, [], { kind: 'CsOutstockOrder', items: [{ id: pens, quantity: '2' }] }, { recipient: staff }],
    [
      'a quantity that is none counts for nothing',
      staff,
      [],
      { kind: 'CsOutstockOrder', items: [{ id: paper, quantity: 'x' }] },
      { recipient: staff },
    ],
    ['where one stocked in last', keeper, all, { kind: 'GsInstockOrder' }, { to: storeA }, 'all'],
    ['not where one keeps nothing any more', keeper, all, { kind: 'GsInstockOrder' }, { to: storeA }, [storeB]],
    ['today', keeper, ['gshealthorder:post'], { kind: 'GsHealthOrder' }, { doneOn: dayAt(Date.now()) }],
    [
      'another organisation is unknown',
      staff,
      [],
      { kind: 'GsTransOrder', subject: stranger.boss, items: [{ id: stranger.laptops[0]! }] },
      {},
    ],
  ]
for (const [title, uid, codes, asked, header, locations] of begun)
  test(`a form begins: ${title}`, async () => {
    const answer = await call(uid, codes, (asking) => beginningOf(asking, asked), locations)
    assert.deepEqual(answer.header, header)
    assert.deepEqual(
      Object.values(header).filter((value) => /^\d+$/.test(String(value)) && answer.names[value as Id] === undefined),
      [],
    )
  })

test('whoever asks for pieces or for what somebody holds has no catalogue', () => {
  assert.deepEqual(
    documentKinds.flatMap((kind) => (catalogueOf(kind) ? [kind.kind] : [])),
    [
      'GsOutstockOrder',
      'GsBorrowOrder',
      'GsPurchaseOrder',
      'GsInstockOrder',
      'CsOutstockOrder',
      'CsPurchaseOrder',
      'CsInstockOrder',
      'CsAllocateOrder',
      'CsAjustOrder',
    ],
  )
})
