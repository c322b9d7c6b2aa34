import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Id, newId } from '../../kernel/id.ts'
import { type RoleScope, scopeKeys } from '../../domain/access/roleRights.ts'
import { ownRoleCode } from '../../domain/access/roles.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

/**
 * People in roles with scopes made at random before a register made at random: what lists, counts, searches, sorted lists, sums and single cards
 * answer is what the scope takes in, and what it does not take in says no more than is open to all.
 */
const { ask, database, newCompany } = await testApp(handlers, { breaks: 'everything' })
const company = await newCompany()
const { orgId } = company
const admin = await company.tokenOf(company.admin)

const [storeA, shelf, storeB] = [newId(), newId(), newId()]
const [head, team, otherDepartment] = [newId(), newId(), newId()]
const [computers, laptops, chairs] = [newId(), newId(), newId()]
const model = newId()
await database.inTransaction(orgId, async (tx) => {
  await insert(tx, 'department', [
    { id: head, dept_code: 'D1', dept_name: '研发', search: '研发' },
    { id: team, dept_code: 'D2', dept_name: '前端', parent_id: head, search: '前端' },
    { id: otherDepartment, dept_code: 'D3', dept_name: '行政', search: '行政' },
  ])
  await insert(tx, 'location', [
    { id: storeA, loc_code: 'A', loc_name: '一号库' },
    { id: shelf, loc_code: 'A1', loc_name: '货架', parent_id: storeA },
    { id: storeB, loc_code: 'B', loc_name: '二号库' },
  ])
  await insert(tx, 'category', [
    { id: computers, cat_code: 'K1', cat_name: '电脑', cat_kind: 'asset' },
    { id: laptops, cat_code: 'K2', cat_name: '笔记本', cat_kind: 'asset', parent_id: computers },
    { id: chairs, cat_code: 'K3', cat_name: '椅子', cat_kind: 'asset' },
  ])
  await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '型号' }])
})

type Asset = { id: Id; place: Id | null; department: Id | null; category: Id | null; holder: Id | null }
const colleague = await company.hire('colleague')
let roleCount = 0
/** A person with a role of these scopes, in department D1, who manages the first store. */
const hire = async (scopes: readonly RoleScope[], categoryIds: readonly Id[]) => {
  const id = newId()
  const uid = await company.hire(`person-${++roleCount}`, [], { deptId: head })
  const answer = await ask({
    path: '/api/pro/sysrole/save',
    body: { id, roleName: `角色${roleCount}`, description: '', codes: ['gsgoodsinstance:list'], scopes, categoryIds, hiddenFields: [] },
    token: admin,
  })
  assert.equal(answer.json['success'], true, answer.text)
  await ask({ path: '/api/pro/sysuser/grantRole', body: { roleCode: ownRoleCode(id), uids: [uid], granted: true }, token: admin })
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'location_user', [{ loc_id: storeA, uid, kind: 'manager' }])
  })
  return { uid, token: await company.tokenOf(uid) }
}

const place = fc.constantFrom(storeA, shelf, storeB, null)
const anyAsset = (uid: Id) =>
  fc.record({
    place,
    department: fc.constantFrom(head, team, otherDepartment, null),
    category: fc.constantFrom(computers, laptops, chairs, null),
    holder: fc.constantFrom(uid, colleague, null),
  })

const reachTest = (uid: Id, scopes: readonly RoleScope[], categoryIds: readonly Id[]) => (asset: Asset) => {
  const takesIn: Record<RoleScope, boolean> = {
    all: true,
    own: false,
    department: asset.department === head,
    departmentsBelow: asset.department === head || asset.department === team,
    places: asset.place === storeA,
    placesBelow: asset.place === storeA || asset.place === shelf,
    categories: categoryIds.some((id) => id === asset.category || (id === computers && asset.category === laptops)),
  }
  return asset.holder === uid || scopes.some((scope) => takesIn[scope])
}

const plant = async (assets: readonly Asset[]) =>
  database.inTransaction(orgId, async (tx) => {
    await tx.query('update asset set deleted_at = now() where org_id = $1 and deleted_at is null', [orgId])
    await insert(
      tx,
      'asset',
      assets.map(({ id, place: loc, department, category, holder }) => ({
        id,
        instance_code: `ZC${id}`,
        instance_name: '设备',
        goods_id: model,
        loc_id: loc,
        dept_id: department,
        cat_id: category,
        holder_uid: holder,
        account: loc && !holder ? `store:${loc}` : `person:${holder ?? colleague}`,
        state: holder ? 'inUse' : 'idle',
        value: '10.00',
        search: `zc${id}\n设备\n\u0001\n`,
      })),
    )
  })

const listAssets = async (token: string, body: object): Promise<{ ids: Id[]; total: number; restrictedCount: number }> => {
  const { json, text } = await ask({ path: '/api/goods/gsgoodsinstance/list', body: { pageSize: 100, ...body }, token })
  assert.ok(json['page'], text)
  const { list, totalCount } = json['page'] as { list: { id: Id; restricted?: boolean }[]; totalCount: number }
  return { ids: list.map(({ id }) => id).toSorted(), total: totalCount, restrictedCount: list.filter((row) => row.restricted).length }
}

test('whatever is asked answers what the scope takes in', async () => {
  const scopeSets = fc.sample(
    fc.record({ scopes: fc.subarray(scopeKeys), categoryIds: fc.subarray([computers, chairs], { minLength: 1 }) }),
    {
      seed: 492,
      numRuns: 6,
    },
  )
  for (const { scopes, categoryIds } of scopeSets) {
    const { uid, token } = await hire(scopes, scopes.includes('categories') ? categoryIds : [])
    const assets = fc.sample(anyAsset(uid), { seed: roleCount, numRuns: 24 }).map((asset) => ({ id: newId(), ...asset }))
    await plant(assets)
    const isReached = reachTest(uid, scopes, categoryIds)
    const wantedIds = (filter: (asset: Asset) => boolean = () => true) =>
      assets
        .filter((asset) => isReached(asset) && filter(asset))
        .map(({ id }) => id)
        .toSorted()
    const questions: [title: string, body: object, filter?: (asset: Asset) => boolean][] = [
      ['the list', {}],
      ['sorted', { sort: [{ key: 'value', descending: true }] }],
      ['a keyword', { likeQuery: '设备' }],
      ['a keyword, sorted', { likeQuery: '设备', sort: [{ key: 'instanceCode', descending: false }] }],
      ['a place with those below', { locId: storeA }, (asset) => asset.place === storeA || asset.place === shelf],
      ['a place and a keyword', { locId: storeA, likeQuery: '设备' }, (asset) => asset.place === storeA || asset.place === shelf],
      [
        'a place, sorted',
        { locId: storeA, sort: [{ key: 'value', descending: true }] },
        (asset) => asset.place === storeA || asset.place === shelf,
      ],
      ['a state', { state: 'idle' }, (asset) => asset.holder === null],
      ['a condition', { where: [{ key: 'deptId', is: 'in', value: [team] }] }, (asset) => asset.department === team],
    ]
    for (const [title, body, filter] of questions) {
      const { ids, total, restrictedCount } = await listAssets(token, body)
      assert.deepEqual(ids, wantedIds(filter), `${title} of ${scopes.join()}`)
      assert.deepEqual([total, restrictedCount], [ids.length, 0], title)
    }
    for (const asset of assets) {
      const { json } = await ask({ method: 'GET', path: `/api/goods/gsgoodsinstance/info/${asset.id}`, token })
      assert.equal(json['result'].restricted !== true, isReached(asset), `${JSON.stringify(asset)} of ${scopes.join()}`)
      assert.equal(json['result'].value, isReached(asset) ? '10' : null)
    }
    const findAnswer = await ask({ path: '/api/pro/find', body: { text: '设备' }, token })
    assert.equal(findAnswer.status, 200, findAnswer.text)
    const sums = await ask({
      path: '/api/table/sums',
      body: { table: 'gsgoodsinstance', selection: { asked: {} } },
      token,
    })
    assert.equal(sums.json['result']?.count, wantedIds().length, sums.text)
    for (const asset of assets) if (!isReached(asset)) assert.ok(!findAnswer.text.includes(asset.id), 'what is not reachTest is not found')
  }
})

test('the head of a department looks at what it and those below it have, and changes nothing', async () => {
  const uid = await company.hire('department-head')
  await database.inTransaction(orgId, (tx) =>
    tx.query('update department set manager_uid = $3 where org_id = $1 and id = $2', [orgId, head, uid]),
  )
  const assets: Asset[] = [head, team, otherDepartment].map((department) => ({
    id: newId(),
    place: storeB,
    department,
    category: null,
    holder: null,
  }))
  await plant(assets)
  const token = await company.tokenOf(uid)
  assert.deepEqual((await listAssets(token, {})).ids, [assets[0]!.id, assets[1]!.id].toSorted())
  const menu = (await ask({ method: 'GET', path: '/api/auth/resources', token })).json['result']
  assert.ok(menu.some((entry: { mobilePath: string }) => entry.mobilePath === '/pages/goods/GsGoodsInstance/index'))
  const update = await ask({ path: '/api/goods/gsgoodsinstance/update', body: { instanceId: assets[0]!.id, remark: 'x' }, token })
  assert.equal(update.status, 403)
  const rights = (await ask({ path: '/api/pro/sysrole/rights', body: { uid }, token: admin })).json['result']
  assert.deepEqual(rights.codes, [{ code: 'gsgoodsinstance:list', roles: ['部门负责人'] }])
  assert.deepEqual(rights.departments.toSorted(), ['前端', '研发'].toSorted())
})

test('what one role shows, another does not let change', async () => {
  const { uid } = await hire(['all'], [])
  const writer = newId()
  await ask({
    path: '/api/pro/sysrole/save',
    body: {
      id: writer,
      roleName: '改卡片',
      description: '',
      codes: ['gsgoodsinstance:update'],
      scopes: ['placesBelow'],
      categoryIds: [],
      hiddenFields: [],
    },
    token: admin,
  })
  await ask({ path: '/api/pro/sysuser/grantRole', body: { roleCode: ownRoleCode(writer), uids: [uid], granted: true }, token: admin })
  const [inside, outside]: Asset[] = [shelf, storeB].map((loc) => ({
    id: newId(),
    place: loc,
    department: null,
    category: null,
    holder: null,
  }))
  await plant([inside!, outside!])
  const token = await company.tokenOf(uid)
  assert.equal((await listAssets(token, {})).ids.length, 2)
  const update = (id: Id) => ask({ path: '/api/goods/gsgoodsinstance/update', body: { instanceId: id, remark: 'x' }, token })
  assert.equal((await update(inside!.id)).json['success'], true)
  assert.equal((await update(outside!.id)).json['reason'], 'not-your-location')
})

test('documents of a department show to who reads its department, those of others do not', async () => {
  const id = newId()
  const uid = await company.hire('department-reader', [], { deptId: team })
  await ask({
    path: '/api/pro/sysrole/save',
    body: {
      id,
      roleName: '部门单据',
      description: '',
      codes: ['gsborroworder:list', 'gsborroworder:read'],
      scopes: ['department'],
      categoryIds: [],
      hiddenFields: [],
    },
    token: admin,
  })
  await ask({ path: '/api/pro/sysuser/grantRole', body: { roleCode: ownRoleCode(id), uids: [uid], granted: true }, token: admin })
  const [ownDocument, foreign] = [newId(), newId()]
  await database.inTransaction(orgId, (tx) =>
    insert(
      tx,
      'document',
      [
        [ownDocument, team],
        [foreign, otherDepartment],
      ].map(([document, dept], index) => ({
        id: document,
        kind: 'GsBorrowOrder',
        code: `JY${index}`,
        state: 'posted',
        author_uid: colleague,
        dept_id: dept,
        header: {},
        summary: '设备',
        search: '设备',
        body_hash: '',
        loc_ids: '{}',
      })),
    ),
  )
  const token = await company.tokenOf(uid)
  const { list } = (await ask({ path: '/api/goods/gsborroworder/list', body: {}, token })).json['page']
  assert.deepEqual(
    list.map((row: { id: Id }) => row.id),
    [ownDocument],
  )
  const statuses = await Promise.all(
    [ownDocument, foreign].map(
      async (document) => (await ask({ method: 'GET', path: `/api/goods/gsborroworder/info/${document}`, token })).status,
    ),
  )
  assert.deepEqual(statuses, [200, 404])
})
