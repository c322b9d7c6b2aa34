import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers)

test('somebody who still has or does something is disabled only once that was read, and says so', async () => {
  const office = await newCompany()
  const token = await office.tokenOf(office.admin)
  const call = async (path: string, body: object) => (await ask({ path: `/api/${path}`, body, token })).json
  const [holder, keeper, head, free] = [
    await office.hire('holder'),
    await office.hire('keeps', ['goodsmanager']),
    await office.hire('head'),
    await office.hire('free'),
  ]
  const ids = { store: newId(), model: newId(), piece: newId(), paper: newId() }
  await database.inTransaction(office.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: ids.store, loc_code: 'A', loc_name: '一号库', manager_uid: office.admin }])
    await insert(tx, 'location_user', [{ loc_id: ids.store, uid: keeper, kind: 'manager' }])
    await insert(tx, 'department', [{ id: newId(), dept_code: 'D', dept_name: '研发部', manager_uid: head }])
    await insert(tx, 'model', [{ id: ids.model, goods_code: 'M', goods_name: '笔记本' }])
    await insert(tx, 'consumable', [{ id: ids.paper, goods_code: 'P', goods_name: '复印纸' }])
  })
  const submit = (kind: string, header: object, line: object) => call(`${kind}/submit`, { id: newId(), header, lines: [line] })
  assert.equal(
    (await call('goods/gsgoodsinstance/save', { id: ids.piece, goodsId: ids.model, instanceName: '电脑', locId: ids.store })).code,
    0,
  )
  const to = { recipient: holder, reason: '办公' }
  assert.equal((await submit('goods/gsoutstockorder', to, { model: ids.model, quantity: '1', assets: [ids.piece] })).code, 0)
  assert.equal((await submit('consum/csinstockorder', { to: ids.store }, { item: ids.paper, quantity: '9' })).code, 0)
  assert.equal((await submit('consum/csoutstockorder', { from: ids.store, ...to }, { item: ids.paper, quantity: '2' })).code, 0)

  for (const [uid, holdings] of [
    [
      holder,
      [
        ['名下资产', '电脑'],
        ['领用的耗材', '复印纸'],
      ],
    ],
    [keeper, [['管理的区域', '一号库']]],
    [head, [['负责的部门', '研发部']]],
  ] as const) {
    const refused = await call('pro/sysuser/update', { uid, state: 'disabled' })
    assert.deepEqual(
      [refused.reason, refused.details],
      ['person.holds', holdings.map(([what, name]) => ({ what, count: 1, names: [name] }))],
    )
    for (const [what, name] of holdings) assert.ok(refused.msg.includes(`${what}1项（${name}）`), refused.msg)
    assert.equal((await call('pro/sysuser/getUserInfo', { uid })).result.state, 'active')
    assert.equal((await call('pro/sysuser/update', { uid, state: 'disabled', confirmed: true })).result.state, 'disabled')
  }
  // What is held keeps its holder from being deleted whatever is confirmed.
  assert.equal((await call('pro/person/delete', { ids: [holder], confirmed: true })).reason, 'record.used')
  assert.equal((await call('pro/sysuser/update', { uid: free, state: 'disabled' })).result.state, 'disabled')
})
