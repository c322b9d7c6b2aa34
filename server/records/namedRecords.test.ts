import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { enterAssets } from './assetEntry.ts'

const { ask, database, newCompany } = await testApp(handlers)
const company = await newCompany()
const elsewhere = await newCompany('别家')
const [site, store, shelf, otherShelf, model] = [newId(), newId(), newId(), newId(), newId()]
const [small, large, ink, twin, other] = [newId(), newId(), newId(), newId(), newId()]
const [laptop, first, second] = [newId(), newId(), newId()]
const keeper = await company.hire('keeper', ['goodsmanager'], { phone: '13800000001' } as never)
const staff = await company.hire('staff', [])
await database.inTransaction(company.orgId, async (tx) => {
  await insert(tx, 'location', [
    { id: site, loc_code: 'S', loc_name: '总部' },
    { id: store, loc_code: 'S1', loc_name: '一号库', parent_id: site, manager_uid: keeper },
    { id: shelf, loc_code: 'S2', loc_name: '货架', parent_id: store },
    { id: otherShelf, loc_code: 'S3', loc_name: '货架', parent_id: site },
  ])
  await insert(tx, 'model', [{ id: model, goods_code: 'M1', goods_name: '笔记本' }])
  await insert(tx, 'consumable', [
    { id: small, goods_code: 'C1', goods_name: '复印纸', spec: 'A4', barcode: '6901' },
    { id: large, goods_code: 'C2', goods_name: '复印纸', spec: 'A3 80g' },
    { id: ink, goods_code: 'c3', goods_name: '墨盒 黑' },
    { id: twin, goods_code: '墨盒 黑', goods_name: '别的' },
    { id: other, goods_code: 'C9', goods_name: '旧的', deleted_at: new Date() },
  ])
  await enterAssets(
    tx,
    { documentId: newId(), author: { uid: keeper, departmentIds: [] }, at: Date.now(), action: 'takenOver', remark: '期初' },
    (
      [
        [laptop, 'ZC1', 'SN-1'],
        [first, 'ZC2', 'DOUBLE'],
        [second, 'ZC3', 'DOUBLE'],
      ] as const
    ).map(([id, instanceCode, serialNo]) => ({
      id,
      values: { instanceCode, instanceName: '笔记本', serialNo, goodsId: model, locId: store },
      to: `store:${store}` as const,
    })),
  )
})
await database.inTransaction(elsewhere.orgId, (tx) => insert(tx, 'consumable', [{ id: newId(), goods_code: 'C77', goods_name: '别家的' }]))

const named = async (noun: string, names: readonly string[], uid: Id = keeper) => {
  const { json } = await ask({ path: '/api/pro/record/named', body: { noun, names }, token: await company.tokenOf(uid) })
  assert.equal(json.code, 0, json.msg)
  const { found, rows } = json.result as { found: { t: string; id?: Id }[]; rows: { id: Id }[] }
  assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(found.flatMap(({ id }) => id ?? [])))
  return found.map(({ t, id }) => id ?? t)
}

const table: [title: string, noun: string, name: string, expected: Id, uid?: Id][] = [
  ['a code', 'consumable', 'C1', small],
  ['a code in another case and width', 'consumable', ' ｃ2 ', large],
  ['a code that was written small', 'consumable', 'C3', ink],
  ['a barcode', 'consumable', '6901', small],
  ['what a list calls it', 'consumable', '复印纸 A3 80g', large],
  ['a name that two have', 'consumable', '复印纸', 'several'],
  ['a code that is a name as well', 'consumable', '墨盒 黑', twin],
  ['what was deleted', 'consumable', 'C9', 'none'],
  ['another organisation’s', 'consumable', 'C77', 'none'],
  ['nothing', 'consumable', '', 'none'],
  ['an asset by its code in small letters', 'asset', 'zc1', laptop],
  ['an asset by its serial number', 'asset', 'SN-1', laptop],
  ['an asset as a list calls it', 'asset', '笔记本（ZC1）', laptop],
  ['a serial number that two have', 'asset', 'DOUBLE', 'several'],
  ['an asset by its name alone', 'asset', '笔记本', 'none'],
  ['a place by its path', 'location', '总部/一号库/货架', shelf],
  ['a place by the end of its path', 'location', '一号库 / 货架', shelf],
  ['a place that two are called', 'location', '货架', 'several'],
  ['a person by the phone', 'person', '13800000001', keeper, company.admin],
]
for (const [title, noun, name, expected, uid] of table)
  test(`${title} names what it should`, async () => assert.deepEqual(await named(noun, [name], uid), [expected]))

test('many are told in their order', async () =>
  assert.deepEqual(await named('consumable', ['C2', 'x', 'C1', 'C2']), [large, 'none', small, large]))

test('what somebody may not see of a record finds none of them', async () => {
  assert.deepEqual(await named('person', ['13800000001'], staff), ['none'])
  assert.deepEqual(await named('supplier', ['任何'], staff), ['none'])
})
