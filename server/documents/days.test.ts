import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { addMonths } from '../../kernel/month.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { postApproved } from './engine.ts'

// A loan waits for its approval without a flow.
const { ask, database, newCompany } = await testApp(handlers, {
  breaks: ['approval: a document is in approval exactly where its flow is under way'],
})
const today = dayAt(Date.now())
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]

const company = await newCompany()
const [store, model] = [newId(), newId()]
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [{ id: store, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin }])
  await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
})
const token = await company.tokenOf(company.admin)
const post = async (path: string, body: unknown) => (await ask({ path: `/api/${path}`, body, token })).json
const instock = (id: Id) => post('goods/gsinstockorder/submit', { id, header: { to: store }, lines: [{ model, quantity: '1' }] })
await instock(newId())
await instock(newId())
const [asset, other] = (
  await database.reading(company.orgId, (tx) => tx.query<{ id: Id }>('select id from asset where org_id = $1 order by id', [company.orgId]))
).map(({ id }) => id)

const refused: [title: string, path: string, body: object, words: string][] = [
  [
    'a loan due yesterday',
    'goods/gsborroworder/submit',
    {
      header: { borrower: company.admin, dueOn: yesterday, reason: '出差' },
      lines: [{ model, quantity: '1', assets: [asset] }],
    },
    '归还日期不能早于今天',
  ],
  [
    'maintenance done tomorrow',
    'goods/gshealthorder/submit',
    { header: { doneOn: tomorrow, content: '除尘' }, lines: [{ asset }] },
    '保养日期不能晚于今天',
  ],
  [
    'maintenance that was due before it was done',
    'goods/gshealthorder/submit',
    { header: { doneOn: yesterday, content: '除尘' }, lines: [{ asset, nextOn: addDays(today, -9) }] },
    '下次保养不能早于保养日期',
  ],
  [
    'something bought tomorrow',
    'goods/gsinstockorder/submit',
    { header: { to: store, boughtOn: tomorrow }, lines: [{ model, quantity: '1' }] },
    '购置日期不能晚于今天',
  ],
  [
    'a warranty over before the purchase',
    'goods/gsinstockorder/submit',
    { header: { to: store, boughtOn: yesterday }, lines: [{ model, quantity: '1', warrantyUntil: '2001-01-01' }] },
    '保修到期不能早于购置日期',
  ],
  [
    'a repair finished yesterday',
    'goods/gsrepairorder/submit',
    { header: { reason: '坏', expectedOn: yesterday }, lines: [{ asset }] },
    '预计完成日期不能早于今天',
  ],
  ['a card bought tomorrow', 'goods/gsgoodsinstance/save', { goodsId: model, locId: store, boughtOn: tomorrow }, '购置日期不能晚于今天'],
]
for (const [title, path, body, words] of refused)
  test(`${title} is refused at its field`, async () => {
    const answer = await post(path, { ...(path.endsWith('submit') && { id: newId() }), ...body })
    assert.deepEqual([answer.success, answer.msg], [false, words])
  })

test('a draft may wait until its day has passed and is refused then; an approval that comes late is carried out', async () => {
  const header = (dueOn: string) => ({ borrower: company.admin, dueOn, reason: '出差' })
  const lines = [{ model, quantity: '1', assets: [other] }]
  const id = newId()
  assert.equal((await post('goods/gsborroworder/save', { id, header: header(yesterday), lines })).success, true)
  assert.equal((await post('goods/gsborroworder/submit', { id })).msg, '归还日期不能早于今天')
  await database.inTransaction(company.orgId, async (tx) => {
    await tx.query("update document set state = 'inApproval', submitted_at = now() - interval '9 days' where org_id = $1 and id = $2", [
      tx.orgId,
      id,
    ])
    await postApproved(tx, id, company.admin, tx.now())
  })
  const info = (await ask({ method: 'GET', path: `/api/goods/gsborroworder/info/${id}`, token })).json
  assert.equal(info.result?.state ?? info.data?.state, 'posted')
})

test('a card keeps an old day that would be refused today', async () => {
  await database.inTransaction(company.orgId, (tx) =>
    tx.query('update asset set bought_on = $3 where org_id = $1 and id = $2', [tx.orgId, asset, tomorrow]),
  )
  assert.equal((await post('goods/gsgoodsinstance/update', { id: asset, remark: '新' })).success, true)
  assert.equal((await post('goods/gsgoodsinstance/update', { id: asset, boughtOn: addDays(today, 2) })).msg, '购置日期不能晚于今天')
})

test('maintenance of which nobody says when it is due again leaves what is planned for later, ends what was due, and stands in the history', async () => {
  const card = newId()
  assert.equal((await post('goods/gsgoodsinstance/save', { id: card, goodsId: model, locId: store })).success, true)
  const maintain = async (doneOn: string, nextOn?: string) => {
    const lines = [{ asset: card, ...(nextOn && { nextOn }) }]
    assert.equal((await post('goods/gshealthorder/submit', { id: newId(), header: { doneOn, content: '除尘' }, lines })).msg, '操作成功')
    const { result } = (await ask({ method: 'GET', path: `/api/goods/gsgoodsinstance/info/${card}`, token })).json
    const { page } = await post('goods/gsgoodsinstance/history', { instanceId: card })
    return [result.nextMaintenanceOn, page.list.length]
  }
  assert.deepEqual(await maintain(yesterday, today), [today, 2])
  assert.deepEqual(await maintain(yesterday), [today, 3])
  assert.deepEqual(await maintain(today), [null, 4])
})

test('pieces of a model with an interval are due that long after they are registered or maintained', async () => {
  const extinguisher = newId()
  await post('goods/gsgoods/save', { id: extinguisher, goodsCode: 'MH', goodsName: '灭火器', maintenanceMonths: 12 })
  const dueDays = async () => {
    const { page } = await post('goods/gsgoodsinstance/list', { goodsId: extinguisher, pageSize: 10 })
    return page.list.map(({ nextMaintenanceOn }: { nextMaintenanceOn: string }) => nextMaintenanceOn)
  }
  const inOneYear = addMonths(today, 12)
  await post('goods/gsinstockorder/submit', { id: newId(), header: { to: store }, lines: [{ model: extinguisher, quantity: '2' }] })
  assert.deepEqual(await dueDays(), [inOneYear, inOneYear])
  const card = newId()
  await post('goods/gsgoodsinstance/save', { id: card, goodsId: extinguisher, locId: store })
  await post('goods/gsgoodsinstance/save', { id: newId(), goodsId: extinguisher, locId: store, nextMaintenanceOn: tomorrow })
  assert.deepEqual((await dueDays()).toSorted(), [tomorrow, inOneYear, inOneYear, inOneYear].toSorted())
  const [dueOn, doneOn] = [addDays(today, 9), addDays(today, -30)]
  const maintain = (line: object) =>
    post('goods/gshealthorder/submit', { id: newId(), header: { doneOn, content: '换药' }, lines: [{ asset: card, ...line }] })
  for (const [line, expected] of [
    [{ nextOn: dueOn }, dueOn],
    [{}, addMonths(doneOn, 12)],
  ] as const) {
    assert.equal((await maintain(line)).msg, '操作成功')
    assert.equal(
      (await ask({ method: 'GET', path: `/api/goods/gsgoodsinstance/info/${card}`, token })).json.result.nextMaintenanceOn,
      expected,
    )
  }
})
