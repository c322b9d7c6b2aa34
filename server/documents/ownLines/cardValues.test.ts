import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../../kernel/id.ts'
import { type Company, testApp } from '../../testing/app.ts'
import { handlers } from '../../routes.ts'
import { insert } from '../../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers)

const call = async (token: string, path: string, body: object) => {
  const { json } = await ask({ path: `/api/${path}`, body, token })
  assert.equal(json.code, 0, `${path}: ${json.msg} ${JSON.stringify(json.details ?? '')}`)
  return json.result ?? json.page
}

/** A company with an asset that an own field names, which documents show, and another own field that they do not. */
const withShownField = async () => {
  const company: Company = await newCompany()
  const admin = await company.tokenOf(company.admin)
  const ids = { place: newId(), model: newId() }
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: ids.place, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin }])
    await insert(tx, 'model', [{ id: ids.model, goods_code: 'M1', goods_name: '笔记本' }])
  })
  const save = (label: string, more: object = {}) =>
    call(admin, 'records/ownfield/save', { noun: 'asset', label, control: { type: 'text', max: 60, lines: 1 }, ...more })
  const { key: mac } = await save('MAC地址', { isOnLines: true })
  const { key: memo } = await save('备查')
  const { key: keeper } = await save('保管人', { isOnLines: true, control: { type: 'reference', to: 'person', many: false } })
  const piece = await call(admin, 'goods/gsgoodsinstance/save', {
    goodsId: ids.model,
    locId: ids.place,
    instanceName: '笔记本一号',
    ownValues: { [mac]: 'AA-01', [memo]: '不显示', [keeper]: company.admin },
  })
  const asset: Id = piece.id
  const repair = { header: { reason: '屏幕' }, lines: [{ asset, fault: '花屏' }] }
  return { company, admin, ids, asset, mac, memo, keeper, repair }
}

test('the cards of assets on lines say what documents show, and of assets outside the scope what is open', async () => {
  const { company, admin, asset, mac, keeper } = await withShownField()
  const { cards, names } = await call(admin, 'records/ownfield/cards', { assetIds: [asset, newId()] })
  assert.deepEqual(cards, { [asset]: { [mac]: 'AA-01', [keeper]: company.admin } })
  assert.ok(names[company.admin])
  const employee = await company.tokenOf(await company.hire('li'))
  assert.deepEqual((await call(employee, 'records/ownfield/cards', { assetIds: [asset] })).cards, { [asset]: {} })
  const field = (await call(admin, 'records/ownfield/list', { noun: 'asset' })).list.find(({ key }: { key: string }) => key === mac)
  await call(admin, 'records/ownfield/save', { ...rulesOf(field), isOpen: true })
  assert.deepEqual((await call(employee, 'records/ownfield/cards', { assetIds: [asset] })).cards, { [asset]: { [mac]: 'AA-01' } })
})

/** A field as it is sent again. */
const rulesOf = ({ isRetired: _, ...field }: Record<string, unknown>): Record<string, unknown> => field

test('lists and files of lines have the own fields of the assets that they are about', async () => {
  const office = await withShownField()
  const { company, admin, mac, memo, keeper, repair } = office
  await call(admin, 'goods/gsrepairorder/save', repair)
  const { list } = await call(admin, 'goods/gslines/list', { pageSize: 10 })
  const line = list.find(({ kind }: { kind: string }) => kind === 'GsRepairOrder')
  assert.deepEqual([line[mac], line[memo], line[keeper]], ['AA-01', undefined, company.admin])
  assert.ok(line.names[company.admin])
  const fileOf = async (path: string, body: object) => (await ask({ path, body, token: admin })).bytes.toString('utf8')
  const ofLines = await fileOf('/api/goods/gslines/export', { format: 'csv', columns: ['code', mac, keeper] })
  assert.match(ofLines, /MAC地址.*保管人[^]*AA-01/)
  const ofRepairs = await fileOf('/api/goods/gsrepairorder/export', { format: 'csv', withLines: true })
  assert.match(ofRepairs, /MAC地址[^]*AA-01/)
  assert.doesNotMatch(ofRepairs, /备查/)
})

test('lines are narrowed, sorted and grouped by own fields of their assets, of assets outside the scope by the open ones alone', async () => {
  const { company, admin, asset, mac, keeper, ids, repair } = await withShownField()
  const otherAsset = await call(admin, 'goods/gsgoodsinstance/save', {
    goodsId: ids.model,
    locId: ids.place,
    instanceName: '笔记本二号',
    ownValues: { [mac]: 'BB-02' },
  })
  await call(admin, 'goods/gsrepairorder/save', repair)
  await call(admin, 'goods/gsrepairorder/save', { ...repair, lines: [{ asset: otherAsset.id, fault: '黑屏' }] })
  const assetsListed = async (token: string, question: object): Promise<Id[]> => {
    const { list } = await call(token, 'goods/gslines/list', { pageSize: 10, ...question })
    return list.filter(({ kind }: { kind: string }) => kind === 'GsRepairOrder').map((row: { assetId: Id }) => row.assetId)
  }
  const where = (key: string, is: string, value?: unknown) => ({ where: [{ key, is, ...(value !== undefined && { value }) }] })
  assert.deepEqual(await assetsListed(admin, where(mac, 'contains', 'bb')), [otherAsset.id])
  assert.deepEqual(await assetsListed(admin, where(keeper, 'in', [company.admin])), [asset])
  assert.deepEqual(await assetsListed(admin, where(keeper, 'empty')), [otherAsset.id])
  assert.deepEqual(await assetsListed(admin, { sort: [{ key: mac }] }), [asset, otherAsset.id])
  assert.deepEqual(await assetsListed(admin, { sort: [{ key: mac, descending: true }] }), [otherAsset.id, asset])
  const groupsFor = (token: string) =>
    ask({ path: '/api/table/groups', body: { table: 'gslines', asked: where(mac, 'filled'), by: [{ key: mac }], figures: [] }, token })
  assert.deepEqual(
    (await groupsFor(admin)).json.result.list.map(({ keys, count }: { keys: string[]; count: number }) => [keys[0], count]),
    [
      ['AA-01', 1],
      ['BB-02', 1],
    ],
  )
  const stranger = await company.tokenOf(await company.hire('wang', ['goodsmanager']))
  await call(stranger, 'goods/gsrepairorder/save', { ...repair, header: { reason: '键盘' } })
  assert.deepEqual(await assetsListed(stranger, where(mac, 'filled')), [])
  assert.deepEqual(await assetsListed(stranger, where(mac, 'empty')), [asset])
  const field = (await call(admin, 'records/ownfield/list', { noun: 'asset' })).list.find(({ key }: { key: string }) => key === mac)
  await call(admin, 'records/ownfield/save', { ...rulesOf(field), isOpen: true })
  assert.deepEqual(await assetsListed(stranger, where(mac, 'contains', 'AA')), [asset])
})
