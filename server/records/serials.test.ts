import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'

const { ask, database, newCompany } = await testApp(handlers)

const founded = async (rule?: 'warn' | 'refuse') => {
  const company = await newCompany()
  const [store, model] = [newId(), newId()]
  await database.inTransaction(company.orgId, async (tx) => {
    await insert(tx, 'location', [{ id: store, loc_code: 'A', loc_name: '一号库', manager_uid: company.admin }])
    await insert(tx, 'model', [{ id: model, goods_code: 'M', goods_name: '电脑' }])
  })
  const token = await company.tokenOf(company.admin)
  const post = async (path: string, body: unknown) => (await ask({ path: `/api/${path}`, body, token })).json
  if (rule) assert.equal((await post('operation/sysoperation/update', { duplicateSerials: rule })).success, true)
  const bought = (...serials: string[]) =>
    post('goods/gsinstockorder/submit', {
      id: newId(),
      header: { to: store },
      lines: [{ model, quantity: String(serials.length), serials: serials.join(',') }],
    })
  const card = (serialNo: string, id = newId()) =>
    post('goods/gsgoodsinstance/save', { instanceId: id, goodsId: model, locId: store, instanceCode: `X${id}`, serialNo })
  return { ...company, store, model, post, bought, card }
}

const told = ({ success, reason, warnings }: Record<string, unknown>) => [success, reason, warnings]

test('a serial number that is taken is warned of by every way in, unless the organisation says otherwise', async () => {
  const { bought, card, post } = await founded()
  assert.deepEqual(told(await bought('SN1', 'SN2')), [true, undefined, undefined])
  const again = await bought('SN1', 'SN3')
  assert.match(again.warnings[0], /^序列号SN1已用于电脑（ZC\d+）$/)
  assert.match((await bought('SN1', 'SN2')).warnings[0], /^序列号SN1等2个已用于电脑（ZC\d+）等资产$/)
  const id = newId()
  assert.match((await card('SN2', id)).warnings[0], /^序列号SN2已用于/)
  assert.deepEqual(told(await post('goods/gsgoodsinstance/update', { id, remark: '新' })), [true, undefined, undefined])
  assert.match((await post('goods/gsgoodsinstance/update', { id, serialNo: 'SN3' })).warnings[0], /^序列号SN3已用于/)
  assert.deepEqual(told(await post('goods/gsgoodsinstance/update', { id, serialNo: 'SN9' })), [true, undefined, undefined])
})

test('where it is refused, of several at once one passes, and what left the register frees its number', async () => {
  const { bought, card, post, orgId } = await founded('refuse')
  const answers = await Promise.all([bought('SN1'), bought('SN1'), card('SN1'), card('SN1'), bought('SN1', 'SN2')])
  assert.equal(answers.filter(({ success }) => success).length, 1)
  assert.deepEqual(new Set(answers.map(({ reason }) => reason)), new Set([undefined, 'serial-taken']))
  const [piece] = await database.reading(orgId, (tx) => tx.query<{ id: Id }>('select id from asset where org_id = $1', [orgId]))
  assert.deepEqual(told(await post('goods/gsgoodsinstance/update', { id: piece!.id, serialNo: 'SN1' })), [true, undefined, undefined])
  const scrapped = await post('goods/gshandleorder/submit', {
    id: newId(),
    header: { method: 'scrap', reason: '旧' },
    lines: [{ asset: piece!.id }],
  })
  assert.equal(scrapped.success, true, scrapped.msg)
  const next = await card('SN1')
  assert.equal(next.success, true, next.msg)
})

test('the rule is told to everybody and made by the administrator', async () => {
  const { orgId, hire, tokenOf, admin } = await founded('refuse')
  const staff = await tokenOf(await hire(`staff${newId()}`))
  const info = (await ask({ method: 'GET', path: `/api/operation/sysoperation/info/${orgId}`, token: await tokenOf(admin) })).json
  assert.equal(info.result.duplicateSerials, 'refuse')
  assert.equal((await ask({ path: '/api/operation/sysoperation/update', body: { duplicateSerials: 'warn' }, token: staff })).status, 403)
})
