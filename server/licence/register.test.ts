import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers, { poolSize: 12 })

/** An organisation that may keep `limit` assets, with `kept` of them in its store. */
const licensed = async (limit: number, kept: number) => {
  const company = await newCompany(undefined, [])
  const [store, model] = [newId(), newId()]
  const today = dayAt(Date.now())
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: store, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin }])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
    await insert(tx, 'licence_order', [
      {
        id: newId(),
        purchase_type: 'new',
        start_date: addDays(today, -9),
        end_date: addDays(today, 90),
        order_state: 1,
        period_name: '企业版一年',
        price: '9800',
        asset_scope: limit,
      },
    ])
  })
  const token = await company.tokenOf(company.admin)
  const post = async (path: string, body: unknown) => (await ask({ path: `/api/goods/${path}`, body, token })).json
  const bought = (quantity: number) =>
    post('gsinstockorder/submit', { id: newId(), header: { to: store }, lines: [{ model, quantity: String(quantity) }] })
  const idle = () =>
    database.reading(company.orgId, (tx) =>
      tx.query<{ id: Id }>("select id from asset where org_id = $1 and state = 'idle' order by id", [company.orgId]),
    )
  if (kept > 0) assert.equal((await bought(kept)).success, true)
  return { ...company, store, model, post, bought, idle }
}

test('of twenty stock-ins of five at once with room for five exactly one passes', async () => {
  const { bought, idle } = await licensed(21, 16)
  const answers = await Promise.all(Array.from({ length: 20 }, () => bought(5)))
  assert.deepEqual(
    [answers.filter(({ success }) => success).length, new Set(answers.map(({ reason }) => reason)), (await idle()).length],
    [1, new Set([undefined, 'licence.full']), 21],
  )
})

test('cards, stock-ins and what else adds assets take turns', async () => {
  const { post, bought, idle, store, model } = await licensed(4, 0)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      at % 2 ? bought(1) : post('gsgoodsinstance/save', { goodsId: model, locId: store, instanceCode: `X${at}` }),
    ),
  )
  assert.deepEqual([answers.filter(({ success }) => success).length, (await idle()).length], [4, 4])
})

for (const [kind, header, line] of [
  ['gshandleorder', { method: 'scrap', reason: '旧' }, {}],
  ['gsinventoryorder', { name: '年终盘点' }, { result: 'missing' }],
] as const)
  test(`${kind}: what left may be replaced, and then does not come back beyond the limit`, async () => {
    const { post, bought, idle, store } = await licensed(10, 10)
    const pieces = await idle()
    const id = newId()
    const gone = await post(`${kind}/submit`, {
      id,
      header: { ...header, ...(kind === 'gsinventoryorder' && { place: store }) },
      lines: pieces.map((piece) => ({ asset: piece.id, ...line })),
    })
    assert.equal(gone.success, true, gone.msg)
    assert.equal((await bought(10)).success, true)
    const back = await post(`${kind}/reverse`, { id, reason: '错了' })
    assert.deepEqual([back.reason, back.msg], ['licence.full', '当前套餐最多10件资产，已有10件，还能新增0件，这次要新增10件'])
    assert.equal((await idle()).length, 10)
  })

test('what is taken back makes room again', async () => {
  const { post, store, model, bought } = await licensed(10, 0)
  const id = newId()
  await post('gsinstockorder/submit', { id, header: { to: store }, lines: [{ model, quantity: '10' }] })
  assert.equal((await bought(1)).reason, 'licence.full')
  assert.equal((await post('gsinstockorder/reverse', { id, reason: '错了' })).success, true)
  assert.equal((await bought(10)).success, true)
})
