import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoPassword } from '../server/access/demoUsers.ts'
import { openStage, says, visit } from './stage.ts'

const stage = await openStage()
const { ask, windowOf } = stage

const supplies = '/pages/consumables/CsOutstockOrder/csoutstockorder-pedit'
const restored = '已恢复上次没有提交的内容。'
const submit = (page: Page) => page.getByRole('button', { name: '提交', exact: true }).tap()
const waiting = async (flowKey: string): Promise<number> =>
  (await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, flowKey })).page.totalCount

/** Begins to ask for the first of the supplies, with a reason. */
const askFor = async (page: Page, reason: string): Promise<void> => {
  await visit(page, supplies)
  await page.getByRole('button', { name: /^添加/ }).first().tap()
  await page.getByRole('button', { name: '下一步' }).tap()
  await page
    .getByRole('button', { name: /领用仓库/ })
    .filter({ hasText: '总部耗材库' })
    .waitFor()
  await page.getByLabel('用途').fill(reason)
}

/** The phone of an employee, the same in each test. */
const { page: phonePage } = await windowOf('staff')
const { page: deskPage } = await windowOf('admin', 'desk')

const { page: flows } = await ask('staff', '/api/workflow/queryModuleFlowInstall', { pageSize: 100 })
const keyOf = (name: string): string => flows.list.find((flow: { flowName: string }) => flow.flowName === name).flowKey

test('what is sent without a network goes by itself when it is back, once', async () => {
  const page = phonePage
  const before = await waiting(keyOf('耗材领用流程'))
  await askFor(page, '断网的时候')
  await page.context().setOffline(true)
  await submit(page)
  await page.getByText('联网后会自动提交').waitFor()
  await page.getByRole('button', { name: '1 件待发送' }).waitFor()
  await says(page.getByText('已送达'), () => page.context().setOffline(false))
  await page.getByRole('button', { name: '1 件待发送' }).waitFor({ state: 'detached' })
  assert.equal(await waiting(keyOf('耗材领用流程')), before + 1)
  await visit(page, supplies)
  await page.getByRole('button', { name: '下一步' }).waitFor()
  assert.equal(await page.getByText(restored).count(), 0)
})

test('an application whose answer was lost is the same one when it is sent again, also after the window was loaded anew', async () => {
  const flowKey = keyOf('采购申请')
  const page = phonePage
  const before = await waiting(flowKey)
  await visit(page, `/pages/flow/formApply?flowKey=${flowKey}`)
  await page.getByLabel('采购事由').fill('答复丢失')
  await page.getByText('办公用品', { exact: true }).tap()
  await page.getByRole('button', { name: /还没有填写/ }).tap()
  const row = page.getByRole('dialog')
  await row.getByLabel('物品').fill('显示器')
  await row.getByRole('textbox', { name: '数量' }).fill('2')
  await row.getByLabel('单价').fill('1500')
  await row.getByRole('button', { name: '完成' }).tap()
  await page.route('**/api/workflow/startProcess', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit(page)
  await page.getByText('网络恢复后会自动提交').filter({ visible: true }).first().waitFor()
  assert.equal(await waiting(flowKey), before + 1)
  await page.unrouteAll()
  await page.reload()
  await page.getByText(restored).waitFor()
  await submit(page)
  await page.waitForURL(/#\/pages\/flow\/progress/)
  assert.equal(await waiting(flowKey), before + 1)
})

test('two people change one record: both changes stay, and what both changed is marked', async () => {
  const { page: suppliers } = await ask('admin', '/api/goods/gssupplier/list', { pageSize: 1 })
  const { id, supplierName } = suppliers.list[0]
  const { page: otherPage } = await windowOf('admin', 'desk')
  for (const page of [deskPage, otherPage]) await visit(page, `/pages/goods/GsSupplier/gssupplieredit?id=${id}`)
  await deskPage.getByLabel('联系人').fill('甲')
  await deskPage.getByLabel('备注').fill('甲写的')
  await otherPage.getByLabel('联系人').fill('乙')
  await otherPage.getByLabel('地址').fill('乙路 1 号')
  await says(deskPage.getByText('已保存'), () => deskPage.getByRole('button', { name: '保存' }).click())
  await otherPage.getByRole('button', { name: '保存' }).click()
  await otherPage.getByText('别人也改了这一项').waitFor()
  assert.equal(await otherPage.getByLabel('备注').inputValue(), '甲写的')
  await says(otherPage.getByText('已保存'), () => otherPage.getByRole('button', { name: '保存' }).click())
  const { page: after } = await ask('admin', '/api/goods/gssupplier/list', { pageSize: 100 })
  const row = after.list.find((each: { id: string }) => each.id === id)
  assert.deepEqual([row.supplierName, row.contact, row.remark, row.address], [supplierName, '乙', '甲写的', '乙路 1 号'])
})

test('without a network the workbench shows what it said last, and what cannot be had takes nothing with it', async () => {
  const { page } = await windowOf('admin')
  const said = page.getByText('没有连上服务器，这里是上次的内容')
  await page.getByText('资产业务', { exact: true }).waitFor()
  await page.waitForFunction(() => localStorage.getItem('pro__first_screen') !== null)
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await said.waitFor()
  await page.getByText('资产业务', { exact: true }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: '重试' }).first().tap()
  await said.waitFor({ state: 'detached' })

  // No one's code comes any more: whatever is not there yet is missing, and the screen stands.
  const { page: suppliers } = await ask('admin', '/api/goods/gssupplier/list', { pageSize: 1 })
  await visit(page, `/pages/goods/GsSupplier/gssupplieredit?id=${suppliers.list[0].id}`)
  await page.getByLabel('备注').fill('还没有保存')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '返回' }).filter({ visible: true }).first().tap()
  await page.getByRole('alertdialog').or(page.getByRole('alert')).first().waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByLabel('备注').inputValue(), '还没有保存')
  await page.context().setOffline(false)
})

test('whoever signs in after somebody sees nothing of them; who comes back finds what was typed', async () => {
  const page = phonePage
  const name = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value['X-UserName'] as string)
  await askFor(page, '只给自己看')
  await page.getByText(name).filter({ visible: true }).first().waitFor()
  const enter = async (username: string) => {
    await visit(page, '/pages/user/people')
    await page.getByRole('button', { name: '退出登录' }).tap()
    await page.getByRole('button', { name: '退出', exact: true }).tap()
    await page.getByLabel('登录名').fill(username)
    await page.getByLabel('密码', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: '登录', exact: true }).tap()
    await page.waitForURL(/#\/pages\/index\/index/)
    await visit(page, supplies)
  }
  await enter('staff2')
  await page.getByRole('button', { name: '下一步' }).waitFor()
  assert.equal(await page.getByText(restored).count(), 0)
  await page.getByRole('button', { name: /^添加/ }).first().tap()
  await page.getByRole('button', { name: '下一步' }).tap()
  await page.getByLabel('用途').waitFor()
  assert.equal(await page.getByText(name).count(), 0)
  assert.equal(await page.getByLabel('用途').inputValue(), '')
  await enter('staff')
  await page.getByText(restored).waitFor()
  assert.equal(await page.getByLabel('用途').inputValue(), '只给自己看')
})

test('pickers of a form on a desk are worked by keys: typed at once, chosen by arrows and Enter, and Tab goes on to the next field', async () => {
  const page = deskPage
  await visit(page, '/pages/goods/GsGoodsInstance/gsgoodsinstance-pedit')
  const field = (label: string) => page.getByRole('main').getByRole('button', { name: label })
  const focused = () =>
    page.evaluate(() => document.querySelector(`label[for="${document.activeElement?.id}"]`)?.textContent?.replace('*', ''))
  const dialog = page.getByRole('dialog')
  await field('资产分类').click()
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('便携')
  // The list has answered the word once its first row fits.
  await dialog.locator('[data-pick], [role=listitem] > button').first().filter({ hasText: /便携/ }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  assert.match(await field('资产分类').innerText(), /便携/)
  for (const label of ['供应商', '使用部门', '所在区域']) {
    while ((await focused()) !== label) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const row = dialog.locator('[data-pick]').first()
    await row.waitFor()
    const name = (await row.innerText()).split('\n')[0] ?? ''
    await dialog.locator(':focus').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await dialog.locator('[data-pick]:focus').first().waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await focused(), label)
    assert.match(await field(label).innerText(), new RegExp(name.replace(/[()（）]/g, '.')))
  }
  await page.keyboard.press('Delete')
  assert.match(await field('所在区域').innerText(), /请选择/)
})
