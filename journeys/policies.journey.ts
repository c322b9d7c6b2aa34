import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, openStage, visit } from './stage.ts'

/** What an organisation lays down: idle pieces before purchases, the pool, and a leaver who is cleared in one act. */
const { ask, windowOf } = await openStage()

test('a purchase stops at idle pieces: one is taken instead, or a reason goes to the approver', async () => {
  const { list } = (await ask('admin', '/api/goods/gsgoods/list', { pageSize: 50 })).page
  const model = list.find(({ goodsCode }: { goodsCode: string }) => goodsCode === 'NB-T14')
  const form = `/pages/goods/GsPurchaseOrder/gspurchaseorder-pedit?items=${model.id}`
  const { page, complaints } = await windowOf('admin', 'desk')
  await visit(page, form)
  await page.getByText(/第1行.*件闲置/).waitFor()
  await page.getByLabel('采购原因').fill('新人入职')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  const stop = page.getByRole('dialog', { name: '提交前请看一下' })
  assert.equal(await stop.getByRole('button', { name: '说明原因并提交' }).isDisabled(), true)
  await stop.getByRole('button', { name: '领用' }).first().click()
  await page.waitForURL(/GsOutstockOrder.*avoided=8299/)
  await page.getByLabel('代替采购的单价').filter({ visible: true }).first().waitFor()

  const phone = await windowOf('keeper')
  await visit(phone.page, form)
  await phone.page.getByLabel('采购原因').fill('新人入职')
  await phone.page.getByRole('button', { name: '提交', exact: true }).tap()
  const sheet = phone.page.getByRole('dialog', { name: '提交前请看一下' })
  await sheet.getByLabel('不用闲置资产的原因').fill('闲置的配置不够')
  const { code, msg, result } = await answered(phone.page, '/gspurchaseorder/submit', () =>
    sheet.getByRole('button', { name: '说明原因并提交' }).tap(),
  )
  assert.equal(code, 0, msg)
  const { header } = (await ask('admin', '/api/goods/gspurchaseorder/list', { pageSize: 1 })).page.list[0]
  assert.ok(result.id, JSON.stringify(header))
  await phone.page.getByText('闲置的配置不够').filter({ visible: true }).first().waitFor()
  assert.deepEqual([complaints, phone.complaints], [[], []])
})

test('a colleague asks for a piece of the pool, and the administrator reads what was not bought', async () => {
  const { page, complaints } = await windowOf('staff')
  await visit(page, '/pages/goods/mainpage/pool')
  await page.getByText('旧项目退下来的，功能正常，欢迎领用').waitFor()
  await page.getByRole('button', { name: '领用', exact: true }).tap()
  await page.getByLabel('领用原因').fill('开发备用机')
  const { code, msg } = await answered(page, '/gsoutstockorder/submit', () =>
    page.getByRole('button', { name: '提交', exact: true }).filter({ visible: true }).tap(),
  )
  assert.equal(code, 0, msg)
  const desk = await windowOf('admin', 'desk')
  await visit(desk.page, '/pages/goods/mainpage/pool')
  await desk.page.getByText('已有人申请').waitFor()
  await desk.page.getByText('少买的资产').click()
  await desk.page.getByText('代替了1件').waitFor()
  assert.deepEqual([complaints, desk.complaints], [[], []])
})

test('a leaver is cleared in one act, with the paper of it', async () => {
  const { list } = (await ask('admin', '/api/pro/person/list', { likeQuery: '曹静', pageSize: 5 })).page
  const { page, complaints } = await windowOf('admin', 'desk')
  await visit(page, `/pages/addressbook/clearance?uid=${list[0].id}`)
  await page.getByText('名下资产').first().waitFor()
  await page.getByText('请选择归还到').click()
  const places = page.getByRole('dialog')
  await places.getByPlaceholder(/搜索/).fill('总部资产库')
  await places
    .getByRole('button', { name: /总部资产库/ })
    .first()
    .click()
  const { code, msg } = await answered(page, '/sysuser/clear', async () => {
    await page.getByRole('button', { name: '一次清退' }).click()
    await page.getByRole('button', { name: '办理', exact: true }).click()
  })
  assert.equal(code, 0, msg)
  await page.getByText('资产退库').filter({ visible: true }).first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '离职清退单' }).click()])
  assert.match(download.suggestedFilename(), /^离职清退单-曹静\.pdf$/)
  assert.deepEqual(complaints, [])
})
