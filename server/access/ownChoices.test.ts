import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { type Desk, desks, type Row, rowsOf } from '../testing/desk.ts'

const { newDesk, committed, list, faults } = await desks()
const assets = 'goods/gsgoodsinstance'
const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['result']
}
const word = (value: string | undefined, zh: string, more: object = {}) => ({
  ...(value && { value }),
  zh,
  en: null,
  isRetired: false,
  ...more,
})

test('conditions of assets are the organisation’s: called otherwise, added, retired; cards, filters, imports, exports, documents and the audit follow', async () => {
  const desk = await newDesk()
  const place = await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' })
  const model = await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' })
  const base = { goodsId: model['id'], locId: place['id'] }
  const broken = await ok(desk, `${assets}/save`, { ...base, condition: 'broken' })
  const words = [
    word('good', '全新'),
    word('worn', '轻微磨损', { en: 'Scratched' }),
    word('broken', '损坏', { isRetired: true }),
    word(undefined, '待检'),
  ]
  await ok(desk, 'operation/sysoperation/saveWords', { dictCode: 'asset_condition', words })

  const fresh = await ok(desk, `${assets}/save`, { ...base, condition: '待检' })
  assert.equal(fresh['condition'], '待检')
  const refused = async (condition: string) => (await desk.call(`${assets}/save`, { ...base, condition }))['details']?.[0]?.['path']
  assert.deepEqual([await refused('broken'), await refused('没有')], ['condition', 'condition'])
  assert.equal((await ok(desk, `${assets}/update`, { id: broken['id'], remark: '还是坏的' }))['condition'], 'broken')

  const where = [{ key: 'condition', is: 'in', value: ['待检'] }]
  assert.deepEqual(
    (await list(desk, assets, { where })).map(({ id }) => id),
    [fresh['id']],
  )
  await committed(desk, assets, [
    ['资产名称', '资产型号', '所在区域', '资产状况'],
    ['鼠标', '笔记本', 'A座', '轻微磨损'],
  ])
  const [imported] = await list(desk, assets, {})
  assert.equal(imported?.['condition'], 'worn')
  const exported = (await rowsOf((await desk.get(`${assets}/export?format=csv`)).bytes)).flat().join()
  assert.match(exported, /轻微磨损/)
  assert.match(exported, /待检/)
  const english = (await rowsOf((await desk.get(`${assets}/export?format=csv`, 'en')).bytes)).flat().join()
  assert.match(english, /Scratched/)

  const adjust = (condition: string) =>
    desk.call('goods/gsajustorder/submit', { id: newId(), header: { reason: '检查' }, lines: [{ asset: fresh['id'], condition }] })
  assert.equal((await adjust('broken'))['reason'], 'unknown-choice')
  assert.equal((await adjust('worn'))['code'], 0)
  assert.deepEqual(await faults(), [])
})

test('ways of disposal are the organisation’s: a delivered one is called otherwise, one is added, one retired; slips, lists, filters and exports follow', async () => {
  const desk = await newDesk()
  const place = await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座', managerUid: desk.company.admin })
  const model = await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' })
  const newAsset = async () => (await ok(desk, `${assets}/save`, { goodsId: model['id'], locId: place['id'] }))['id']
  const words = [
    word('scrap', '报废拆解', { en: 'Dismantled' }),
    word('loss', '丢失', { isRetired: true }),
    word(undefined, '无偿调拨', { en: 'Given to another public body' }),
  ]
  await ok(desk, 'operation/sysoperation/saveWords', { dictCode: 'disposal_method', words })
  const dispose = async (method: string) => {
    const id = newId()
    const body = { id, header: { method, reason: '到期' }, lines: [{ asset: await newAsset() }] }
    return { id, answer: await desk.call('goods/gshandleorder/submit', body) }
  }
  const [scrapDocument, transferDocument] = [await dispose('scrap'), await dispose('无偿调拨')]
  assert.deepEqual([scrapDocument.answer['code'], transferDocument.answer['code']], [0, 0])
  assert.equal((await dispose('loss')).answer['reason'], 'unknown-choice')
  assert.equal((await dispose('没有')).answer['reason'], 'unknown-choice')

  const where = [{ key: 'method', is: 'in', value: ['无偿调拨'] }]
  assert.deepEqual(
    (await list(desk, 'goods/gshandleorder', { where })).map(({ id }) => id),
    [transferDocument.id],
  )
  const [slip] = (await ok(desk, 'pro/slip/list', { ids: [scrapDocument.id] })) as Row[]
  assert.match(JSON.stringify(slip?.paper.fields), /报废拆解/)
  const exportText = async (language: 'zh' | 'en') =>
    (await rowsOf((await desk.get('goods/gshandleorder/export?format=csv&columns=code,method', language)).bytes)).flat().join()
  assert.match(await exportText('zh'), /报废拆解/)
  assert.match(await exportText('zh'), /无偿调拨/)
  assert.match(await exportText('en'), /Given to another public body/)
  assert.deepEqual(await faults(), [])
})
