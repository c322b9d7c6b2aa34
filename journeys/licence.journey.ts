import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../kernel/day.ts'
import { boughtOrder } from '../domain/licence/offers.ts'
import { noLicence } from '../domain/rules/constants.ts'
import { giveLicence } from '../server/organisations/operator.ts'
import { goTo, openStage } from './stage.ts'

const stage = await openStage({ isAlone: true })
const today = dayAt(Date.now())

test('who signs in after the end looks around, is refused in words, and goes on without reloading once it is renewed', async () => {
  const { page, complaints } = await stage.windowOf('trial')
  const orgId = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value['X-OperationId'] as string)
  const ended = `update licence_order set start_date = $2::date - 40, end_date = $2 where org_id = $1`
  await stage.database.inTransaction(orgId, (tx) => tx.query(ended, [orgId, today]))
  // What a server remembers of a session may be a second old.
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__Access-Token')!).value as string)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const refusal = async () => {
    const answer = await fetch(`${stage.base}/api/goods/gssupplier/save`, { method: 'POST', headers, body: '{"notAField":1}' })
    return ((await answer.json()) as { reason?: string }).reason
  }
  while ((await refusal()) !== noLicence) await page.waitForTimeout(50)

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
  await stage.database.inTransaction(orgId, (tx) => giveLicence(tx, '王运维', order))
  await page.getByRole('heading', { name: '试用已到期' }).waitFor({ state: 'hidden' })
  await goTo(page, '/pages/goods/GsSupplier/gssupplieredit')
  await page.getByRole('textbox', { name: '供应商名称' }).fill('续费供应商')
  await page.getByRole('textbox', { name: '供应商编码' }).fill('XF1')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL((url) => !url.hash.includes('gssupplieredit'))
  await page.getByRole('button', { name: /只能查看和导出/ }).waitFor({ state: 'hidden' })
  assert.deepEqual(complaints, [])
})
