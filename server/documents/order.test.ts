import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { serverBehind } from '../testing/behind.ts'
import { insert } from '../testing/company.ts'

const { ask, database, newCompany, url } = await testApp(handlers)
const behind = await serverBehind(url)
type Asking = typeof ask | typeof behind

const founded = async () => {
  const company = await newCompany()
  const [stores, model] = [[newId(), newId(), newId(), newId()], newId()]
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(
      tx,
      'location',
      stores.map((id, at) => ({ id, loc_code: `L${at}`, loc_name: `${at}号库`, manager_uid: company.admin })),
    )
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
  })
  const token = await company.tokenOf(company.admin)
  const post = async (through: Asking, path: string, body: unknown) => (await through({ path: `/api/${path}`, body, token })).json
  const bought = await post(ask, 'goods/gsinstockorder/submit', {
    id: newId(),
    header: { to: stores[0] },
    lines: [{ model, quantity: '1' }],
  })
  assert.equal(bought.success, true, bought.msg)
  const [asset] = await database.reading(company.orgId, (tx) =>
    tx.query<{ id: Id }>('select id from asset where org_id = $1', [company.orgId]),
  )
  const place = (through: Asking, store: number, id: Id) =>
    post(through, 'goods/gsajustorder/submit', { id, header: { reason: '搬库' }, lines: [{ asset: asset!.id, place: stores[store] }] })
  return { ...company, token, post, place, asset: asset!.id }
}

test('a document is not reversed before what came after it, whichever server took that', async () => {
  const { post, place } = await founded()
  const first = newId()
  for (const [through, store, id] of [
    [ask, 1, first],
    [behind, 2, newId()],
    [behind, 3, newId()],
  ] as const)
    assert.equal((await place(through, store, id)).success, true)
  for (const through of [ask, behind])
    assert.equal((await post(through, 'goods/gsajustorder/reverse', { id: first, reason: '错' })).reason, 'moved-since')
})

test('the history of an asset and of a document is told in the order in which it happened', async () => {
  const { post, place, asset } = await founded()
  const last = newId()
  await place(ask, 1, newId())
  await place(behind, 2, newId())
  await place(ask, 3, last)
  await post(behind, 'goods/gsajustorder/reverse', { id: last, reason: '错' })
  const pages = [await post(ask, 'goods/gsgoodsinstance/history', { instanceId: asset, pageSize: 2 })]
  pages.push(await post(ask, 'goods/gsgoodsinstance/history', { instanceId: asset, pageSize: 2, after: pages[0].page.next }))
  const places = pages.flatMap(({ page }) =>
    page.list.flatMap(({ changes }: { changes: { field: string; after: string }[] }) =>
      changes.filter(({ field }) => field === 'locId').map((change) => change.after),
    ),
  )
  assert.deepEqual(places, ['2号库', '3号库', '2号库', '1号库'])
})

test('messages of a server whose clock is behind are pulled and stand in the list as they came', async () => {
  const { post, hire, tokenOf } = await founded()
  const token = await tokenOf(await hire(`reader${newId()}`))
  const read = async (path: string, body: unknown) => (await ask({ path: `/api/msg/msgmessage/${path}`, body, token })).json
  const tell = async (through: Asking, title: string) => {
    const id = newId()
    await post(through, 'news/newannnews/save', { id, title, newsType: 'notice' })
    assert.equal((await post(through, 'news/newannnews/publish', { id })).success, true)
  }
  await tell(ask, '零')
  const begin = (await read('pullMessage', {})).result.lastId
  for (const [through, title] of [
    [ask, '一'],
    [behind, '二'],
    [ask, '三'],
  ] as const)
    await tell(through, title)
  const pulled = (await read('pullMessage', { since: begin })).result.list.map((row: { title: string }) => row.title)
  const listed = (await read('list', {})).page.list as { title: string; createdAt: string }[]
  assert.deepEqual(
    [pulled, listed.map(({ title }) => title).toReversed()],
    [
      ['零', '一', '二', '三'],
      ['零', '一', '二', '三'],
    ],
  )
  assert.deepEqual(
    listed.map(({ createdAt }) => createdAt),
    listed
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
})

test('what a server whose clock is behind writes bears the moment of the database', async () => {
  const { orgId, place } = await founded()
  await place(behind, 1, newId())
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ day: string; late: boolean }>(
      `select business_date::text as day, abs(extract(epoch from now() - e.at)) > 60 as late from move m
       join asset_event e on e.org_id = m.org_id and e.document_id = m.document_id where m.org_id = $1`,
      [orgId],
    ),
  )
  assert.deepEqual(
    rows,
    rows.map(() => ({ day: dayAt(database.now()), late: false })),
  )
  assert.equal(rows.length, 2)
})
