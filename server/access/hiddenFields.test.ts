import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { allCodes } from '../../domain/access/codes.ts'
import { ownRoleCode } from '../../domain/access/roles.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import type { Words } from '../testing/arbitrary.ts'
import { askInFreshSession } from '../testing/freshSession.ts'
import { insert } from '../testing/company.ts'
import { inputsOf, requestOf, sweepSeed } from '../testing/sweep.ts'

/**
 * A person who may do everything, in a role that hides money and the supplier of the register: no operation shows them, no question asks by them,
 * and nothing that he sends changes or wipes them.
 */
const { ask, database, newCompany } = await testApp(handlers, { breaks: 'everything' })
const company = await newCompany()
const [assetId, supplier, paper, order] = [newId(), newId(), newId(), newId()]
const secret = '7654321'
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [{ id: assetId, loc_code: 'B', loc_name: '二号库', manager_uid: company.admin }])
  await insert(tx, 'supplier', [{ id: supplier, supplier_code: 'S', supplier_name: '联想' }])
  await insert(tx, 'model', [{ id: assetId, goods_code: 'M', goods_name: '笔记本' }])
  await insert(tx, 'consumable', [{ id: paper, goods_code: 'C', goods_name: '复印纸', unit: '包' }])
  await insert(
    tx,
    'own_field',
    [
      { key: 'x1', label: '功率', control: { type: 'quantity', places: 2 } },
      { key: 'x2', label: '残值', control: { type: 'money' } },
    ].map((field, position) => ({ noun: 'asset', value_column: 'number', position, created_by: company.admin, ...field })),
  )
  await insert(tx, 'asset', [
    {
      id: assetId,
      instance_code: 'ZC1',
      instance_name: '电脑',
      goods_id: assetId,
      loc_id: assetId,
      account: `store:${assetId}`,
      state: 'idle',
      value: `${secret}.98`,
      supplier_id: supplier,
      search: 'zc1\n电脑\n\u0001\n',
      own_values: { x1: `${secret}.5`, x2: `${secret}.98` },
    },
  ])
  await insert(tx, 'balance', [
    { account: `store:${assetId}`, item_id: paper, item_kind: 'consumable', on_hand: '1', reserved: '0', value: `${secret}.98`, seq: 1 },
  ])
  await insert(tx, 'document', [
    {
      id: order,
      kind: 'GsInstockOrder',
      code: 'RK1',
      state: 'posted',
      author_uid: company.admin,
      header: {},
      amount: `${secret}.98`,
      summary: '笔记本',
      body_hash: '',
      loc_ids: `{${assetId}}`,
    },
  ])
  await insert(tx, 'document_line', [
    {
      document_id: order,
      line_no: 1,
      item_id: assetId,
      quantity: '1',
      data: { model: assetId, quantity: '1', price: `${secret}.98`, x1: `${secret}.5`, x2: `${secret}.98` },
    },
  ])
  await insert(tx, 'asset_event', [
    { id: newId(), asset_id: assetId, action: 'update', actor_uid: company.admin, changes: { value: ['1.00', `${secret}.98`] } },
  ])
})

const admin = await company.tokenOf(company.admin)
const role = newId()
const roleAnswer = await ask({
  path: '/api/pro/sysrole/save',
  body: {
    id: role,
    roleName: '看不到价格',
    description: '',
    codes: allCodes().filter((code) => !/^(?:sysrole|sysuser|sysoperation)/.test(code)),
    scopes: ['all'],
    categoryIds: [],
    hiddenFields: ['value', 'supplierId', 'x1'],
  },
  token: admin,
})
assert.equal(roleAnswer.json['success'], true)
const uid = await company.hire('blind')
await ask({ path: '/api/pro/sysuser/grantRole', body: { roleCode: ownRoleCode(role), uids: [uid], granted: true }, token: admin })
const token = await company.tokenOf(uid)
const post = (path: string, body: object) => ask({ path: `/api/${path}`, body, token })

test('a card, a list, the history and the stock leave the hidden out, and say so', async () => {
  const card = (await ask({ method: 'GET', path: `/api/goods/gsgoodsinstance/info/${assetId}`, token })).json['result']
  assert.deepEqual(
    [card.value, card.supplierId, card.names[supplier], card.hidden?.toSorted()],
    [null, null, undefined, ['supplierId', 'value', 'x1', 'x2']],
  )
  assert.deepEqual([card.x1 ?? null, card.x2 ?? null], [null, null])
  const [row] = (await post('goods/gsgoodsinstance/list', {})).json['page'].list
  assert.deepEqual([row.instanceCode, row.value], ['ZC1', null])
  const history = (await post('goods/gsgoodsinstance/history', { instanceId: assetId })).json['page'].list
  assert.deepEqual(history[0].changes, [])
  const order1 = (await ask({ method: 'GET', path: `/api/goods/gsinstockorder/info/${order}`, token })).json['result']
  assert.deepEqual(
    [order1?.code, order1?.amount, order1?.lines[0].price, order1?.lines[0].x1, order1?.lines[0].x2],
    ['RK1', null, undefined, undefined, undefined],
  )
  const adminCard = (await ask({ method: 'GET', path: `/api/goods/gsgoodsinstance/info/${assetId}`, token: admin })).json['result']
  assert.deepEqual([adminCard.value, adminCard.supplierId, adminCard.hidden], [`${secret}.98`, supplier, undefined])
})

test('tables and exports have no column for what is hidden', async () => {
  const hidden = (await ask({ method: 'POST', path: '/api/table/view/hidden', body: {}, token })).json['result']
  assert.deepEqual(
    [hidden.gsgoodsinstance.toSorted(), hidden.cslocstock],
    [
      ['supplierId', 'value', 'x1', 'x2'],
      ['unitCost', 'value', 'valueDays90', 'valueDays180', 'valueDays365', 'valueOlder'],
    ],
  )
  assert.deepEqual((await ask({ method: 'POST', path: '/api/table/view/hidden', body: {}, token: admin })).json['result'], {})
  const exported = async (more: object, who = token) =>
    (await ask({ path: '/api/goods/gsgoodsinstance/export', body: { format: 'csv', ...more }, token: who })).bytes.toString()
  assert.doesNotMatch(await exported({}), /原值|供应商/)
  assert.doesNotMatch(await exported({ columns: ['instanceCode', 'value'] }), /原值/)
  assert.match(await exported({}, admin), /原值/)
})

test('nobody asks, sorts or adds up by the hidden', async () => {
  const list = (body: object) => post('goods/gsgoodsinstance/list', body)
  const refusedQuestions: object[] = [
    { sort: [{ key: 'value', descending: true }] },
    { where: [{ key: 'value', is: 'between', value: ['1', ''] }] },
    { where: [{ key: 'supplierId', is: 'in', value: [supplier] }] },
    { supplierId: supplier },
    { sort: [{ key: 'x1' }] },
    { where: [{ key: 'x2', is: 'filled' }] },
    {
      where: [
        {
          any: [
            { key: 'supplierId', is: 'filled' },
            { key: 'instanceCode', is: 'contains', value: 'Z' },
          ],
        },
      ],
    },
  ]
  for (const body of refusedQuestions) assert.equal((await list(body)).status, 400, JSON.stringify(body))
  assert.equal((await list({ sort: [{ key: 'boughtOn', descending: true }] })).status, 200)
  const stock = (body: object) => post('consum/cslocstock/list', body)
  assert.equal((await stock({ sort: [{ key: 'value', descending: true }] })).status, 400)
  assert.equal((await stock({})).json['page'].list[0].value, '')
})

test('applications of others, which show amounts, are not looked through', async () => {
  const processes = (asker: string) => ask({ path: '/api/workflow/getPageRuntimeProcess', body: { scope: 'all' }, token: asker })
  assert.deepEqual([(await processes(token)).status, (await processes(admin)).status], [403, 200])
})

test('a form that does not show it neither wipes nor sets it', async () => {
  const update = (body: object) => post('goods/gsgoodsinstance/update', { instanceId: assetId, ...body })
  const readStored = () =>
    database.reading(company.orgId, (tx) =>
      tx.query('select value, supplier_id, remark from asset where org_id = $1 and id = $2', [tx.orgId, assetId]),
    )
  assert.equal((await update({ remark: '新的', value: null, supplierId: '' })).json['success'], true)
  assert.equal((await update({ supplierId: newId() })).json['reason'] === undefined, false)
  assert.deepEqual(await readStored(), [{ value: `${secret}.98`, supplier_id: supplier, remark: '新的' }])
})

const samples = 2
const operations = handlers.map(({ operation }) => operation).filter(({ access }) => access !== 'public' && access !== 'client')
const words: Words = { ids: [assetId, order, paper], text: '电脑', keys: ['value', 'supplierId', 'amount', 'price'] }

test('no operation shows an amount, whatever is asked', async () => {
  const askAs = askInFreshSession(ask, () => company.tokenOf(uid))
  const wrong: string[] = []
  let understood = 0
  for (const [place, operation] of operations.entries())
    for (const input of inputsOf(operation, place, words, samples)) {
      const request = requestOf(operation, input, assetId)
      const { text, status } = await askAs(operation, request)
      if (status === 200) understood++
      if (text.replaceAll(',', '').includes(secret))
        wrong.push(`${operation.name}: ${JSON.stringify(request).slice(0, 200)} ${text.slice(0, 300)}`)
    }
  assert.deepEqual(wrong, [], `seed ${sweepSeed}`)
  assert.ok(understood > (operations.length * samples) / 4, `${understood} of ${operations.length} were understood`)
})
