import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { postApproved } from './engine.ts'

// A count waits for its approval without a flow.
const { ask, database, newCompany } = await testApp(handlers, {
  breaks: ['approval: a document is in approval exactly where its flow is under way'],
})

/** A laptop in the first of two stores, and a person who may want it. */
const founded = async () => {
  const company = await newCompany()
  const [store, other, model] = [newId(), newId(), newId()]
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'location', [
      { id: store, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin },
      { id: other, loc_code: 'B', loc_name: '二号库', manager_uid: company.admin },
    ])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
  })
  const staff = await company.hire(`staff${newId()}`)
  const token = await company.tokenOf(company.admin)
  const post = async (path: string, body: unknown) => (await ask({ path: `/api/goods/${path}`, body, token })).json
  const done = async (path: string, body: unknown) => {
    const answer = await post(path, body)
    assert.equal(answer.success, true, answer.msg)
    return answer.result
  }
  await done('gsinstockorder/submit', { id: newId(), header: { to: store }, lines: [{ model, quantity: '1' }] })
  const [asset] = await database.reading(company.orgId, (tx) =>
    tx.query<{ id: Id }>('select id from asset where org_id = $1', [company.orgId]),
  )
  const state = async () =>
    (
      await database.reading(company.orgId, (tx) =>
        tx.query<{ state: string }>('select state from asset where org_id = $1 and id = $2', [company.orgId, asset!.id]),
      )
    )[0]!.state
  const issue = () =>
    done('gsoutstockorder/submit', {
      id: newId(),
      header: { recipient: staff, reason: '办公' },
      lines: [{ model, quantity: '1', assets: [asset!.id] }],
    })
  const back = () => done('gsreturnorder/submit', { id: newId(), header: { to: store, reason: '不用' }, lines: [{ asset: asset!.id }] })
  return { ...company, store, other, model, staff, asset: asset!.id, post, done, state, issue, back }
}
type World = Awaited<ReturnType<typeof founded>>

const count = ({ store, asset }: World, result: Record<string, unknown> = { result: 'missing' }) => ({
  header: { name: '年终盘点', place: store },
  lines: [{ asset, ...result }],
})

test('what was missing when it was counted and was issued since is not lost, however the count is sent', async () => {
  const world = await founded()
  const { post, done, issue, state } = world
  const id = newId()
  await done('gsinventoryorder/save', { id, ...count(world) })
  const { code } = await issue()
  for (const content of [{}, count(world), count(world, { result: 'missing', remark: '找过' })]) {
    const answer = await post('gsinventoryorder/submit', { id, ...content })
    assert.equal(answer.reason, 'moved-since-seen')
    assert.match(answer.msg, new RegExp(`清点后又办理了${code}`))
  }
  await done('gsinventoryorder/update', { id, ...count(world, { result: 'missing', remark: '再找' }) })
  assert.equal((await post('gsinventoryorder/submit', { id })).reason, 'moved-since-seen')
  assert.equal(await state(), 'inUse')
})

test('a piece that was issued and came back since is counted anew', async () => {
  const world = await founded()
  const { post, done, issue, back, state } = world
  const id = newId()
  await done('gsinventoryorder/save', { id, ...count(world) })
  await issue()
  await back()
  assert.equal((await post('gsinventoryorder/submit', { id })).reason, 'moved-since-seen')
  await done('gsinventoryorder/update', { id, ...count(world), lines: [] })
  await done('gsinventoryorder/update', { id, ...count(world) })
  await done('gsinventoryorder/submit', { id })
  assert.equal(await state(), 'lost')
})

test('what was found may have moved since, and what was counted just now is reported', async () => {
  const world = await founded()
  const { done, issue, state } = world
  const id = newId()
  await done('gsinventoryorder/save', { id, ...count(world, { result: 'found' }) })
  await issue()
  await done('gsinventoryorder/submit', { id })
  await done('gsinventoryorder/submit', { id: newId(), ...count(world) })
  assert.equal(await state(), 'lost')
})

test('a place that was seen before the piece moved is not written when the approval comes', async () => {
  const world = await founded()
  const { orgId, admin, other, done, issue, back, state } = world
  await issue()
  const id = newId()
  await done('gsinventoryorder/save', { id, ...count(world, { result: 'moved', foundAt: other }) })
  await database.inTransaction(orgId, (tx) =>
    tx.query("update document set state = 'inApproval' where org_id = $1 and id = $2", [orgId, id]),
  )
  await back()
  await assert.rejects(
    database.inTransaction(orgId, (tx) => postApproved(tx, id, admin, tx.now())),
    /清点后又办理了/,
  )
  assert.equal(await state(), 'idle')
})

const takers: [path: string, body: (world: World) => object][] = [
  ['gshandleorder', ({ asset }) => ({ header: { method: 'scrap', reason: '旧' }, lines: [{ asset }] })],
  ['gsrepairorder', ({ asset }) => ({ header: { reason: '坏了' }, lines: [{ asset }] })],
  ['gsajustorder', ({ asset, other }) => ({ header: { reason: '搬库' }, lines: [{ asset, place: other }] })],
]
for (const [path, body] of takers)
  test(`${path}: a draft about a piece that has moved since is not sent unread, and is when it was looked at`, async () => {
    const world = await founded()
    const { post, done, issue } = world
    const id = newId()
    await done(`${path}/save`, { id, ...body(world) })
    await issue()
    const answer = await post(`${path}/submit`, { id })
    assert.deepEqual([answer.reason, /请打开单据核对/.test(answer.msg)], ['moved-since-seen', true])
    await done(`${path}/submit`, { id, ...body(world) })
  })

test('gshealthorder: what does not depend on the place is sent wherever the piece is', async () => {
  const world = await founded()
  const { done, issue, asset } = world
  const id = newId()
  await done('gshealthorder/save', { id, header: { doneOn: '2026-01-05', content: '除尘' }, lines: [{ asset }] })
  await issue()
  await done('gshealthorder/submit', { id })
})
