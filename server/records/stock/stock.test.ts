import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { csOutstockOrder } from '../../../domain/documents/consumable/outstock.ts'
import { consumable } from '../../../domain/records/consumable.ts'
import { insertDocument } from '../../documents/store.ts'
import { post, reserve } from '../../ledger/ledger.ts'
import { testApp } from '../../testing/app.ts'
import { recordHandlers } from '../handlers.ts'
import { writeConsumables } from '../import/write.ts'

type Row = ReturnType<typeof JSON.parse>

// A request is planted without its flow, and moves without documents of their own; what is opened is no import.
const app = await testApp(recordHandlers, {
  breaks: [
    'ledger: only documents in approval, or that wait for their receiver, have reservations',
    'documents: the moves are the ones that the content asks for',
    'documents: whoever stands behind a move did what made it, on its day',
  ],
})
const company = await app.newCompany()
const [admin, keeper, staff] = [company.admin, await company.hire('stock', ['consummanager']), await company.hire('staff')]
const tokens = { admin: await company.tokenOf(admin), keeper: await company.tokenOf(keeper), staff: await company.tokenOf(staff) }
const call = async (path: string, body: unknown, as: keyof typeof tokens = 'admin') =>
  (await app.ask({ path: `/api/${path}`, body, token: tokens[as] })).json
const place = async (body: Row): Promise<Id> => (await call('goods/gsgoodsloc/save', body))['result']['id']

const site = await place({ locCode: 'A', locName: '园区' })
const store = await place({ locCode: 'A1', locName: '一号库', parentId: site, managerUid: keeper })
const other = await place({ locCode: 'B', locName: '二号库' })
const [paper, pens, ink] = [newId(), newId(), newId()]
const documentId = await app.database.inTransaction(company.orgId, (tx) =>
  writeConsumables({
    tx,
    kind: consumable,
    author: { uid: admin, departmentIds: [] },
    at: Date.now(),
    remark: '期初',
    onProgress: async () => undefined,
    rows: [
      {
        id: paper,
        goodsCode: 'C1',
        goodsName: '复印纸',
        unit: '包',
        price: '10',
        minStock: '20',
        openingLoc: store,
        openingQuantity: '12',
      },
      { id: pens, goodsCode: 'C2', goodsName: '签字笔', unit: '支', price: '2.5', openingLoc: other, openingQuantity: '8' },
      { id: ink, goodsCode: 'C3', goodsName: '墨盒' },
    ].map(({ id, ...values }, rowAt) => ({ rowAt, id, values, more: [] })),
    places: new Map(),
  }),
)
await app.database.inTransaction(company.orgId, async (tx) => {
  const move = {
    lineNo: 9,
    itemKind: 'consumable',
    item: paper,
    from: `store:${store}`,
    to: `consumed:${staff}`,
    quantity: '2',
    cost: undefined,
  } as const
  await post(tx, { documentId: documentId!, stage: 0, actor: admin, date: dayAt(Date.now()), moves: [move] })
  const request = newId()
  const body = { header: { from: store, recipient: staff, reason: '用' }, lines: [], sourceId: undefined }
  await insertDocument(
    tx,
    { uid: staff, departmentIds: [] },
    { id: request, kind: csOutstockOrder, code: 'CL1', body, names: [], state: 'returned', stage: 0, complete: false, at: Date.now() },
    { action: 'submit' },
  ).written
  await reserve(tx, request, [{ ...move, quantity: '3' }])
})

const stock = async (body: Row, as: keyof typeof tokens): Promise<unknown[][]> =>
  (await call('consum/cslocstock/list', body, as))['page']['list'].map((row: Row) => [
    row['goodsName'],
    row['locName'],
    row['onHand'],
    row['reserved'],
    row['available'],
    row['value'],
    row['low'],
  ])

const rows: [title: string, body: Row, as: keyof typeof tokens, expected: unknown[][]][] = [
  [
    'everything for who keeps all places',
    {},
    'admin',
    [
      ['复印纸', '一号库', '10', '3', '7', '100', true],
      ['签字笔', '二号库', '8', '0', '8', '20', false],
    ],
  ],
  ['the places of a keeper', {}, 'keeper', [['复印纸', '一号库', '10', '3', '7', '100', true]]],
  [
    'what is free, and no value, for an employee',
    {},
    'staff',
    [
      ['复印纸', '一号库', '7', '0', '7', '', true],
      ['签字笔', '二号库', '8', '0', '8', '', false],
    ],
  ],
  ['a place with what is below it', { locId: site }, 'admin', [['复印纸', '一号库', '10', '3', '7', '100', true]]],
  ['what runs low', { low: true }, 'admin', [['复印纸', '一号库', '10', '3', '7', '100', true]]],
  ['a keyword in pinyin', { likeQuery: 'qzb' }, 'admin', [['签字笔', '二号库', '8', '0', '8', '20', false]]],
  ['nothing', { goodsId: ink }, 'admin', []],
]
for (const [title, body, as, expected] of rows) test(`stock: ${title}`, async () => assert.deepEqual(await stock(body, as), expected))

test('moves are seen from the place, newest first, in words', async () => {
  const { list, totalCount } = (await call('consum/cslocstock/moves', { goodsId: paper, locId: store }, 'keeper'))['page']
  assert.equal(totalCount, 2)
  assert.deepEqual(
    list.map((row: Row) => [row['from'], row['to'], row['quantity'], row['after'], row['cost']]),
    [
      ['在库 · 一号库', '已领用 · staff', '2', '10', '20'],
      ['供应商', '在库 · 一号库', '12', '12', '120'],
    ],
  )
})

test('moves of another place are refused', async () => {
  const asked = await app.ask({ path: '/api/consum/cslocstock/moves', body: { goodsId: pens, locId: other }, token: tokens.keeper })
  assert.equal(asked.status, 403)
  assert.equal((await call('consum/cslocstock/moves', { goodsId: pens }, 'keeper'))['page']['totalCount'], 0)
  assert.equal((await app.ask({ path: '/api/consum/cslocstock/moves', body: { goodsId: pens }, token: tokens.staff })).status, 403)
})

test('a place with stock is kept', async () => {
  const answer = await call('goods/gsgoodsloc/delete', [other])
  assert.deepEqual([answer['reason'], answer['msg']], ['record.used', '二号库还有1条库存在使用，不能删除'])
})

test('what somebody holds of supplies he is told, and whoever keeps them', async () => {
  const held = async (as: keyof typeof tokens, body: Row = {}) =>
    (await call('consum/cslocstock/held', body, as))['result']?.['list'].map((row: Row) => [
      row['goodsName'],
      row['onHand'],
      row['available'],
    ])
  assert.deepEqual(await held('staff'), [['复印纸', '2', '2']])
  assert.deepEqual(await held('keeper', { uid: staff }), [['复印纸', '2', '2']])
  assert.deepEqual(await held('keeper'), [])
  assert.equal((await app.ask({ path: '/api/consum/cslocstock/held', body: { uid: keeper }, token: tokens.staff })).status, 403)
})
