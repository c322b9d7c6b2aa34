import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { goTo, openStage, says } from './stage.ts'

const stage = await openStage()

const alert = '当前管理员未指定管理区域'

test("a token alone makes the whole session: name, organisation, roles and what is one's own", async () => {
  const { page, complaints } = await stage.windowOf('staff')
  await page.getByRole('button', { name: /我的资产/ }).waitFor()
  await goTo(page, '/pages/user/people')
  await page.getByText('普通员工').filter({ visible: true }).first().waitFor()
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value)
  assert.equal(kept['X-UserId'], 'staff')
  assert.deepEqual(complaints, [])
})

test('a manager without a place is told so in a dialog, once; an employee and finance are not', async () => {
  const { page, complaints } = await stage.windowOf('newadmin')
  const dialog = page.getByRole('alertdialog', { name: alert })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.getByRole('button', { name: '开始盘点' }).count(), 0)
  const other = await stage.windowOf('staff')
  await other.page.getByRole('button', { name: /我的资产/ }).waitFor()
  assert.equal(await other.page.getByText(alert).count(), 0)
  const finance = await stage.windowOf('finance', 'desk')
  await finance.page.getByText('月末结账').first().waitFor()
  await finance.page.waitForLoadState('networkidle')
  assert.equal(await finance.page.getByText(alert).count(), 0)
  assert.deepEqual([...complaints, ...other.complaints, ...finance.complaints], [])
})

test('with no valid order everybody is led to what says so, until there is one', async () => {
  const window = await stage.windowOf('trial')
  const { page } = window
  const uid = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value['X-OperationId'] as string)
  const write = (statement: string) => stage.database.inTransaction(uid, (tx) => tx.query(statement, [uid]))
  const past = `update licence_order set start_date = '2020-01-01', end_date = '2020-02-01' where org_id = $1`

  await write(past)
  await page.reload()
  await page.getByRole('heading', { name: '试用已到期' }).waitFor()
  await goTo(page, '/pages/goods/GsGoodsInstance/index')
  await page.getByRole('heading', { name: '试用已到期' }).waitFor()
  await says(page.getByRole('alert').getByText('试用已到期'), () => page.getByRole('button', { name: '重新检查' }).click())

  await write(`update licence_order set period_name = '企业版一年', price = 9800, asset_scope = 100 where org_id = $1`)
  await page.reload()
  await page.getByRole('heading', { name: '会员已到期' }).waitFor()

  await write('delete from licence_order where org_id = $1')
  await page.reload()
  await page.getByRole('heading', { name: '尚未开通' }).waitFor()

  await stage.database.inTransaction(uid, (tx) =>
    tx.query(
      `insert into licence_order (org_id, id, purchase_type, start_date, end_date, order_state, period_name, price, asset_scope)
       values ($1, $2, 'new', current_date - 2, current_date + 300, 1, '企业版一年', 9800, 100)`,
      [uid, newId()],
    ),
  )
  await page.getByRole('button', { name: '重新检查' }).click()
  await page.waitForURL(/#\/pages\/goods\/GsGoodsInstance\/index/)
  assert.deepEqual(window.complaints, [])
})
