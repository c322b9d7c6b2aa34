import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { documentFlows } from '../approval/process/documentFlows.ts'
import { documentPort } from '../documents/approval.ts'
import { documentHandlers } from '../documents/handlers.ts'
import { enterAssets } from '../records/assetEntry.ts'
import { recordHandlers } from '../records/handlers.ts'
import { person } from '../../domain/records/person.ts'
import { seekAnew } from '../search/recordSearch.ts'
import { testApp } from '../testing/app.ts'
import { viewHandlers } from '../views/handlers.ts'
import { findHandlers } from './find.ts'

type Json = ReturnType<typeof JSON.parse>

const port = documentPort(() => flows)
const flows = documentFlows(port)
const { ask, newCompany, database } = await testApp([...recordHandlers, ...documentHandlers(flows), ...findHandlers, ...viewHandlers])
const company = await newCompany('甲公司')
const admin = await company.tokenOf(company.admin)
const keeper = await company.hire('keeper', ['goodsmanager'])
const staff = await company.hire('wangxiaoyu')
const [asKeeper, asStaff] = [await company.tokenOf(keeper), await company.tokenOf(staff)]

const saved = async (path: string, body: unknown, token = admin): Promise<Json> => {
  const { json } = await ask({ path: `/api/${path}/save`, body, token })
  assert.equal(json['code'], 0, json['msg'])
  return json['result']
}
const found = async (text: string, token = admin, language?: string, here?: string): Promise<Record<string, Json[]>> => {
  const { json } = await ask({
    path: '/api/pro/find',
    body: { text, ...(here && { here }) },
    token,
    ...(language && { headers: { 'accept-language': language } }),
  })
  assert.equal(json['code'], 0, json['msg'])
  return Object.fromEntries(json['result'].map(({ group, rows }: Json) => [group, rows]))
}
const titles = async (text: string, group: string, token = admin): Promise<string[]> =>
  ((await found(text, token))[group] ?? []).map(({ title }) => title)

const store = await saved('goods/gsgoodsloc', { locCode: 'A1', locName: '重庆仓库' })
const office = await saved('goods/gsgoodsloc', { locCode: 'B1', locName: '办公室' })
const model = await saved('goods/gsgoods', { goodsCode: 'M1', goodsName: '笔记本电脑', spec: 'ThinkPad X1' })
await database.inTransaction(company.orgId, async (tx) => {
  await tx.query('update location set manager_uid = $3 where org_id = $1 and id = $2', [tx.orgId, store['id'], keeper])
  await tx.query(`update person set user_name = '王小雨' where org_id = $1 and id = $2`, [tx.orgId, staff])
  await seekAnew(tx, person, [staff])
  await enterAssets(
    tx,
    { documentId: newId(), author: { uid: company.admin, departmentIds: [] }, at: Date.now(), action: 'takenOver', remark: '期初' },
    [
      { code: 'ZC-1', name: '研发笔记本', to: `store:${store['id']}` as const, serialNo: 'PF3K9X' },
      { code: 'ZC-2', name: '笔记本', to: `store:${office['id']}` as const, serialNo: 'QQ1' },
      { code: 'ZC-3', name: '投影仪', to: `person:${staff}` as const, serialNo: 'QQ2' },
    ].map(({ code, name, to, serialNo }) => ({
      id: newId(),
      values: {
        instanceCode: code,
        instanceName: name,
        goodsId: model['id'],
        locId: to.startsWith('store') ? to.slice(6) : office['id'],
        serialNo,
      },
      to,
    })),
  )
})
const purchase = await saved('goods/gspurchaseorder', { header: { reason: '扩编' }, lines: [] })

const cases: [text: string, group: string, expected: string[], token?: string][] = [
  ['笔记本', 'asset', ['笔记本', '研发笔记本']],
  ['bijiben', 'asset', ['笔记本', '研发笔记本']],
  ['yfbjb', 'asset', ['研发笔记本']],
  ['zc-3', 'asset', ['投影仪']],
  ['pf3k9x', 'asset', ['研发笔记本']],
  ['ThinkPad', 'asset', ['投影仪', '研发笔记本', '笔记本']],
  ['重', 'record', ['重庆仓库']],
  ['cqck', 'record', ['重庆仓库']],
  ['王小雨', 'person', ['王小雨', '王小雨名下的资产']],
  ['wxy', 'person', ['王小雨'], asStaff],
  ['王小雨', 'asset', ['投影仪']],
  ['台账', 'screen', ['资产台账']],
  ['zctz', 'screen', ['资产台账', '资产调整']],
  ['tz', 'screen', [], asStaff],
  ['register', 'screen', ['资产台账']],
  ['采购', 'action', ['新建资产采购', '新建耗材采购']],
  ['采购', 'action', [], asStaff],
  ['笔记本', 'asset', ['研发笔记本'], asKeeper],
  ['投影', 'asset', ['投影仪'], asStaff],
  ['研发', 'asset', [], asStaff],
  ['z', 'asset', []],
  ['w', 'person', ['王小雨']],
  ['zc1', 'asset', ['研发笔记本']],
  ['zc.3', 'asset', ['投影仪']],
  ['研发 重庆', 'asset', ['研发笔记本']],
  ['笔记本 办公室', 'asset', ['笔记本', '投影仪']],
  ['投影 王小雨', 'asset', ['投影仪']],
  ['投影 重庆', 'asset', []],
  ['投影 wxy', 'asset', ['投影仪'], asStaff],
  ['领用 研发', 'action', ['发放 研发笔记本（ZC-1）']],
  ['发放研发', 'action', ['发放 研发笔记本（ZC-1）']],
  ['ff zc-1', 'action', ['发放 研发笔记本（ZC-1）']],
  ['报修 投影', 'action', ['报修 投影仪（ZC-3）']],
  ['报修 投影', 'action', [], asKeeper],
  ['发放 投影仪', 'action', []],
]
for (const [text, group, expected, token = admin] of cases)
  test(`${text} finds of ${group} ${expected.join(', ') || 'nothing'}`, async () => {
    const got = await titles(text, group, token)
    assert.deepEqual(got.slice(0, Math.max(1, expected.length)).toSorted(), expected.toSorted())
  })

test('a document is found by its code in any case, and by whoever may see it alone', async () => {
  const [row] = (await found(purchase['code'].toLowerCase()))['document']!
  assert.deepEqual(
    [row!.key, row!.href],
    [`document ${purchase['id']}`, `/pages/goods/GsPurchaseOrder/gspurchaseorder-pedit?id=${purchase['id']}`],
  )
  assert.equal((await found(purchase['code'], asKeeper))['document'], undefined)
})

test('what stands in another field than one sees says where', async () => {
  const [row] = (await found('pf3k9x'))['asset']!
  assert.deepEqual(row!.why, { label: '序列号', value: 'PF3K9X' })
  const [held] = (await found('投影 X1'))['asset']!
  assert.deepEqual(held!.why, { label: '资产型号', value: 'ThinkPad X1' })
  const [plain] = (await found('ZC-1'))['asset']!
  assert.equal(plain!.why, null)
})

test('what is called so stands before what begins so, and both before the rest', async () => {
  const { asset } = await found('笔记本')
  assert.deepEqual(
    asset!.map(({ title, fit }) => [title, fit]),
    [
      ['笔记本', 0],
      ['研发笔记本', 2],
      ['投影仪', 3],
    ],
  )
  const groups = Object.keys(await found('zc2'))
  assert.equal(groups[0], 'asset')
})

test('of screens that fit as well the frequent services stand first', async () => {
  assert.deepEqual(await titles('zctz', 'screen'), ['资产台账', '资产调整'])
})

test('what stands on the screen says what may be done with it, as far as one may', async () => {
  const [asset] = (await found('ZC-1'))['asset']!
  const here = asset!.key.replace(' ', ':')
  const actions = async (text: string, token: string) =>
    ((await found(text, token, undefined, here))['here'] ?? []).map(({ title }) => title)
  assert.ok((await actions('', admin)).includes('发放 研发笔记本（ZC-1）'))
  assert.deepEqual(await actions('ff', admin), ['发放 研发笔记本（ZC-1）'])
  assert.ok(!(await actions('', asStaff)).includes('发放 研发笔记本（ZC-1）'))
  assert.deepEqual(asset!.actions.map(({ title }: Json) => title).includes('发放'), true)
  for (const nothing of ['asset:1', 'nothing:1', 'asset', ''])
    assert.deepEqual((await found('', admin, undefined, nothing || undefined))['here'], undefined)
})

test('a saved view is found by its title and opens its list, for whoever has it and the list', async () => {
  const keep = async (title: string, shared: string): Promise<string> => {
    const id = newId()
    const view = { where: [{ key: 'state', is: 'in', value: ['idle'] }] }
    const { json } = await ask({ path: '/api/table/view/save', body: { id, table: 'gsgoodsinstance', title, view, shared }, token: admin })
    assert.equal(json['code'], 0, json['msg'])
    return id
  }
  const [own] = [await keep('可以发放的电脑', 'nobody'), await keep('大家的电脑', 'everybody')]
  const [row] = (await found('kyff'))['screen']!
  assert.deepEqual([row!.title, row!.text, row!.href], ['可以发放的电脑', '资产台账', `/pages/goods/GsGoodsInstance/index?view=${own}`])
  assert.deepEqual(await titles('电脑', 'screen', asKeeper), ['大家的电脑'])
  assert.deepEqual(await titles('电脑', 'screen', asStaff), [])
})

test('another organisation finds nothing of it', async () => {
  const other = await newCompany('乙公司')
  const token = await other.tokenOf(other.admin)
  for (const text of ['笔记本', '王小雨', '重庆', purchase['code']]) {
    const { asset, person, record, document } = await found(text, token)
    assert.deepEqual([asset, person, record, document], [undefined, undefined, undefined, undefined])
  }
})
