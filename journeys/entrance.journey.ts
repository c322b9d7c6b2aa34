import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finderCode } from '../domain/labels/content.ts'
import { boughtOrder } from '../domain/licence/offers.ts'
import { noLicence } from '../domain/rules/constants.ts'
import { dayAt } from '../kernel/day.ts'
import { newId } from '../kernel/id.ts'
import { demoPassword } from '../server/access/demoUsers.ts'
import { giveLicence } from '../server/organisations/operator.ts'
import { until } from '../server/testing/until.ts'
import { goTo, openStage, says, visit } from './stage.ts'

/** Who is let in, and to what: by a token, by a link from outside, in the window of another company, with a licence or without. */
const { ask, base, database, stranger, windowOf } = await openStage({ isAlone: true })
const staff = await windowOf('staff')
const admin = await windowOf('admin')
const trial = await windowOf('trial')
const outside = await stranger()
const today = dayAt(Date.now())

const alert = '当前管理员未指定管理区域'

test("a token alone makes the whole session: name, organisation, roles and what is one's own", async () => {
  const { page, complaints } = staff
  await page.getByRole('button', { name: /我的资产/ }).waitFor()
  await goTo(page, '/pages/user/people')
  await page.getByText('普通员工').filter({ visible: true }).first().waitFor()
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value)
  assert.equal(kept['X-UserId'], 'staff')
  assert.deepEqual(complaints, [])
})

test('a manager without a place is told so in a dialog, once; an employee and finance are not', async () => {
  const { page, complaints } = await windowOf('newadmin')
  const dialog = page.getByRole('alertdialog', { name: alert })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.getByRole('button', { name: '开始盘点' }).count(), 0)
  await visit(staff.page, '/pages/index/index')
  await staff.page.getByRole('button', { name: /我的资产/ }).waitFor()
  assert.equal(await staff.page.getByText(alert).count(), 0)
  const finance = await windowOf('finance', 'desk')
  await finance.page.getByText('月末结账').first().waitFor()
  await finance.page.waitForLoadState('networkidle')
  assert.equal(await finance.page.getByText(alert).count(), 0)
  assert.deepEqual([...complaints, ...staff.complaints, ...finance.complaints], [])
})

test('who signs in after the end looks around, is refused in words, and goes on without reloading once it is renewed', async () => {
  const { page, complaints } = trial
  const orgId = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value['X-OperationId'] as string)
  const ended = `update licence_order set start_date = $2::date - 40, end_date = $2 where org_id = $1`
  await database.inTransaction(orgId, (tx) => tx.query(ended, [orgId, today]))
  // What a server remembers of a session may be a second old.
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__Access-Token')!).value as string)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const refusal = async () => {
    const answer = await fetch(`${base}/api/goods/gssupplier/save`, { method: 'POST', headers, body: '{"notAField":1}' })
    return ((await answer.json()) as { reason?: string }).reason
  }
  await until('the server knows of it', async () => (await refusal()) === noLicence)

  // A write on an open screen is refused, and leads to what says why.
  await goTo(page, '/pages/goods/GsSupplier/gssupplieredit')
  await page.getByRole('textbox', { name: '供应商名称' }).fill('到期供应商')
  await page.getByRole('textbox', { name: '供应商编码' }).fill('DQ1')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('heading', { name: '试用已到期' }).waitFor()
  await page.getByText('查看、搜索和打印').waitFor()

  await page.getByRole('button', { name: '先只读查看' }).click()
  await page.getByText('现在不能保存和提交').waitFor()
  await goTo(page, '/pages/goods/GsGoodsInstance/index')
  await page.getByRole('alertdialog').getByRole('button', { name: '离开' }).click()
  await page.waitForURL(/GsGoodsInstance\/index/)
  await page.getByRole('button', { name: /试用已到期，只能查看和导出/ }).waitFor()
  await page.locator('main').getByRole('button').first().waitFor()

  // What writes at once cannot be pressed and says why; what leads on can.
  await goTo(page, '/pages/user/robots')
  await page.getByRole('button', { name: '添加群机器人' }).first().click()
  const save = page.getByRole('button', { name: '保存', exact: true })
  assert.equal(await save.getAttribute('aria-disabled'), 'true')
  await save.dispatchEvent('click')
  await page.getByRole('status').getByText('现在不能保存和提交').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /试用已到期，只能查看和导出/ }).click()
  await page.getByRole('heading', { name: '试用已到期' }).waitFor()
  const order = boughtOrder(today, { periodName: '企业版', price: '9800', assetScope: 100, days: 365 })
  await database.inTransaction(orgId, (tx) => giveLicence(tx, '王运维', order))
  await page.getByRole('heading', { name: '试用已到期' }).waitFor({ state: 'hidden' })
  await goTo(page, '/pages/goods/GsSupplier/gssupplieredit')
  await page.getByRole('textbox', { name: '供应商名称' }).fill('续费供应商')
  await page.getByRole('textbox', { name: '供应商编码' }).fill('XF1')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL((url) => !url.hash.includes('gssupplieredit'))
  await page.getByRole('button', { name: /只能查看和导出/ }).waitFor({ state: 'hidden' })
  assert.deepEqual(complaints, [])
})

test('with no valid order everybody is led to what says so, until there is one', async () => {
  const { page, complaints } = trial
  const uid = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value['X-OperationId'] as string)
  const write = (statement: string) => database.inTransaction(uid, (tx) => tx.query(statement, [uid]))

  await write(`update licence_order set start_date = '2020-01-01', end_date = '2020-02-01' where org_id = $1`)
  await page.reload()
  await page.getByRole('heading', { name: '会员已到期' }).waitFor()
  await goTo(page, '/pages/goods/GsGoodsInstance/index')
  await page.getByRole('heading', { name: '会员已到期' }).waitFor()
  await says(page.getByRole('alert').getByText('会员已到期'), () => page.getByRole('button', { name: '重新检查' }).click())

  await write('delete from licence_order where org_id = $1')
  await page.reload()
  await page.getByRole('heading', { name: '尚未开通' }).waitFor()

  await database.inTransaction(uid, (tx) =>
    tx.query(
      `insert into licence_order (org_id, id, purchase_type, start_date, end_date, order_state, period_name, price, asset_scope)
       values ($1, $2, 'new', current_date - 2, current_date + 300, 1, '企业版一年', 9800, 100)`,
      [uid, newId()],
    ),
  )
  await page.getByRole('button', { name: '重新检查' }).click()
  await page.waitForURL(/#\/pages\/goods\/GsGoodsInstance\/index/)
  assert.deepEqual(complaints, [])
})

test('a stranger who finds a thing reports it by its label, and it stands on its card; without the letters nothing is shown', async () => {
  const { page: organisations } = await ask('admin', '/api/operation/sysoperation/list', {})
  const [{ operationId: orgId, operationName }] = organisations.list as [{ operationId: string; operationName: string }]
  const { page: assets } = await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 1 })
  const [{ id, instanceCode, instanceName }] = assets.list as [{ id: string; instanceCode: string; instanceName: string }]
  const finder = finderCode(crypto.getRandomValues(new Uint8Array(12)))
  await database.inTransaction(orgId, (tx) =>
    tx.query('insert into asset_finder (org_id, asset_id, code) values ($1, $2, $3)', [orgId, id, finder]),
  )
  const { page } = outside
  const open = (end = '') => page.goto(`${base}/Q/${encodeURIComponent(instanceCode)}${end}`)
  await open(`/${finder}`)
  await page.getByText('详情只对所属单位的人开放').waitFor()
  const strangers = { isOn: true, contact: '请送到一楼前台', showsName: true, showsPicture: false }
  await ask('admin', '/api/operation/sysoperation/update', { strangers })
  await open()
  await page.reload()
  await page.getByText('详情只对所属单位的人开放').waitFor()
  await open(`/${finder}`)
  await page.reload()
  await page.getByRole('heading', { name: `这是${operationName}的物品` }).waitFor()
  await page.getByText('请送到一楼前台').waitFor()
  await page.getByText(instanceName).waitFor()
  await page.getByRole('button', { name: '告诉他们' }).tap()
  await page.getByRole('alert').getByText('请写一句').waitFor()
  await page.getByLabel('在哪里、怎样发现的').fill('在2号线地铁上')
  await page.getByLabel('您的电话').fill('13800001111')
  await page.getByRole('button', { name: '告诉他们' }).tap()
  await page.getByText('已告知，谢谢您').waitFor()

  await visit(admin.page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${id}`)
  await admin.page.getByText('在2号线地铁上').waitFor()
  await admin.page.getByRole('button', { name: '标为已处理' }).tap()
  await admin.page
    .getByText(/^(?!标为).+已处理$/)
    .first()
    .waitFor()
  assert.deepEqual(admin.complaints, [])
})

test('a link in an old form waits until somebody has signed in', async () => {
  const { page } = outside
  await page.goto(`${base}/pages/message/settings`)
  await page.getByLabel('登录名').fill('staff')
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).tap()
  await page.waitForURL(/#\/pages\/message\/settings/)
})

test('a window of the same company goes on with its session; one of another ends it before anything of it is drawn', async () => {
  const { page } = admin
  await visit(page, '/pages/index/index')
  const name = await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('pro__login_user_info') ?? '{}') as { value: Record<string, string> }
    return kept.value['X-UserName'] ?? ''
  })
  assert.notEqual(name, '')
  await page.evaluate(() => localStorage.setItem('pro___corp_id', JSON.stringify({ value: 'corp1', expire: null })))
  // The window of a chat, as the chat calls itself, that notes every word that it shows.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 wxwork/4.1' })
    const seen = new Set<string>()
    Object.assign(globalThis, { seenWords: seen })
    new MutationObserver(() => seen.add(document.getElementById('root')?.innerText ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  const hasToken = () => page.evaluate(() => localStorage.getItem('pro__Access-Token') !== null)
  await page.goto(`${base}/?corpId=corp1#/pages/index/index`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  assert.equal(await hasToken(), true)
  await page.goto(`${base}/?corpId=corp2#/pages/index/index`)
  await page.waitForURL(/#\/pages\/login/)
  assert.equal(await hasToken(), false)
  const words = await page.evaluate(() => [...(globalThis as unknown as { seenWords: Set<string> }).seenWords].join('\n'))
  assert.ok(!words.includes(name), name)
})
