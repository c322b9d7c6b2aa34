import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { holdingsOf } from './holdings.ts'
import { disablePerson } from './people.ts'

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
        ['assets', '名下资产', '电脑'],
        ['supplies', '领用的耗材', '复印纸'],
      ],
    ],
    [keeper, [['places', '管理的区域', '一号库']]],
    [head, [['departments', '负责的部门', '研发部']]],
  ] as const) {
    const refused = await call('pro/sysuser/update', { uid, state: 'disabled' })
    assert.deepEqual(
      [refused.reason, refused.details],
      [
        'person.holds',
        holdings.map(([key, what, name]) => ({ key, what, count: 1, names: [name], ids: key === 'assets' ? [ids.piece] : [] })),
      ],
    )
    for (const [, what, name] of holdings) assert.ok(refused.msg.includes(`${what}1项（${name}）`), refused.msg)
    assert.equal((await call('pro/sysuser/getUserInfo', { uid })).result.state, 'active')
    assert.equal((await call('pro/sysuser/update', { uid, state: 'disabled', confirmed: true })).result.state, 'disabled')
  }
  // The piece waits for its keepers until it is in no one's name who left.
  const leaver = async () => [
    (await call('goods/gsgoodsinstance/leftBehind', {})).result.list.map(({ uid, pieces }: { uid: string; pieces: number }) => [
      uid,
      pieces,
    ]),
    (await call('pro/workbench/counts', {})).result.leaverCount,
  ]
  assert.deepEqual(await leaver(), [[[holder, 1]], 1])
  // What is held keeps its holder from being deleted whatever is confirmed.
  assert.equal((await call('pro/person/delete', { ids: [holder], confirmed: true })).reason, 'record.used')
  assert.equal((await call('pro/sysuser/update', { uid: free, state: 'disabled' })).result.state, 'disabled')
  assert.equal((await submit('goods/gsreturnorder', { to: ids.store, reason: '离职' }, { asset: ids.piece })).code, 0)
  assert.deepEqual(await leaver(), [[], 0])
})

/** A flow in use that this person alone administers and decides in. */
const flowOf = (uid: Id, more: readonly Id[] = []): object => ({
  policy: { admins: [uid, ...more] },
  body: [
    { t: 'branch', arms: [{ body: [{ t: 'approve', id: 'a', name: '复核', assignees: [{ k: 'users', ids: [uid] }] }] }] },
    { t: 'approve', id: 'b', name: '会签', assignees: [{ k: 'users', ids: [uid, ...more] }] },
    { t: 'approve', id: 'c', name: '主管', assignees: [{ k: 'users', ids: [uid] }, { k: 'deptHead' }] },
  ],
})

for (const [others, flows, steps] of [
  ['nobody', ['采购'], ['采购 · 复核', '采购 · 会签']],
  ['a colleague in service', [], ['采购 · 复核']],
  ['a colleague who left', ['采购'], ['采购 · 复核', '采购 · 会签']],
] as const)
  test(`the flows that hang on one person are named before that person leaves; beside: ${others}`, async () => {
    const office = await newCompany()
    const [only, colleague] = [await office.hire('only'), await office.hire('colleague')]
    await database.inTransaction(office.orgId, async (tx) => {
      if (others === 'a colleague who left') await disablePerson(tx, colleague, office.admin)
      await insert(tx, 'wf_flow', [
        { flow_key: 'buy', name: '采购', module_code: 'oa', icon: '', color: '', document_kind: 'GsPurchaseOrder', sort_order: 1 },
        { flow_key: 'old', name: '停用的', module_code: 'oa', icon: '', color: '', document_kind: 'GsPurchaseOrder', sort_order: 2 },
      ])
      for (const flow_key of ['buy', 'old'])
        await insert(tx, 'wf_definition', [{ flow_key, version: 1, body: flowOf(only, others === 'nobody' ? [] : [colleague]) }])
      await tx.query(`update wf_flow set active_version = 1, state = case flow_key when 'buy' then 2 else 3 end where org_id = $1`, [
        tx.orgId,
      ])
    })
    const found = await database.reading(office.orgId, (tx) => holdingsOf(tx, [only]))
    const namesOf = (wanted: string) => found.find(({ key }) => key === wanted)?.names ?? []
    assert.deepEqual([namesOf('flows'), namesOf('steps')], [flows, steps])
  })
