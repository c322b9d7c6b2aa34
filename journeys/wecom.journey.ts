import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, patienceMs, visit } from './stage.ts'

const stage = await openStage({ whole: true, empty: true, env: { STAND_INS: 'on' } })
const standIn = stage.standIns.find(({ title }) => title === 'WeCom')!.url

/** WeCom's own page in a window, in which one person's client is opened. */
const office = async () => {
  const { page, complaints } = await stage.stranger()
  await page.goto(standIn)
  const opens = async (name: string | RegExp): Promise<Page> => {
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name }).first().click()])
    opened.setDefaultTimeout(patienceMs)
    opened.on('pageerror', (error) => complaints.push(String(error.stack)))
    return opened
  }
  const people = () => page.getByRole('link', { name: '成员与消息' }).first().click()
  const inboxOf = (name: string) => page.getByRole('link', { name, exact: true }).click()
  return { page, complaints, opens, people, inboxOf }
}
const isAtWork = (page: Page) => page.waitForURL(/#\/pages\/index\/index/)
const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

test('an administrator installs the app in WeCom, somebody says their name and applies, and the head approves on the card', async () => {
  const installing = await office()
  const administrator = await installing.opens('以管理员身份打开安装页')
  await answer(administrator, '去企业微信安装')
  await answer(administrator, '同意并安装（赵晓明）')
  await administrator.getByRole('heading', { name: '已安装完成' }).waitFor()
  assert.doesNotMatch(administrator.url(), /auth_code/)
  await answer(administrator, '进入在册')
  await isAtWork(administrator)
  // He is told of what is not set up yet and asked for his name, one after the other: which first is a matter of what was answered first.
  const said = administrator.getByRole('button', { name: /^(知道了|以后再说)$/ })
  const first = await said.innerText()
  await said.click()
  await answer(administrator, first === '知道了' ? '以后再说' : '知道了')
  await visit(administrator, '/pages/user/beginning')
  await administrator.getByRole('button', { name: /审批流程/ }).click()
  await answer(administrator, '安装推荐流程')
  await administrator.getByRole('button', { name: /个流程使用中/ }).waitFor()

  // No one here knows a name: the chat draws them, and the person who says theirs is called by it.
  const second = await office()
  await second.people()
  await second.inboxOf('王思远')
  const worker = await second.opens('打开在册')
  await isAtWork(worker)
  await worker.locator('header ww-open-data').waitFor({ state: 'attached' })
  await answer(worker, '填写姓名')
  await worker.getByRole('textbox', { name: /^姓名/ }).fill('王思远')
  await answer(worker, '保存')
  await isAtWork(worker)
  await visit(worker, '/pages/addressbook/address-book')
  await worker.locator('ww-open-data').first().waitFor({ state: 'attached' })

  await visit(worker, '/pages/office/OaLeaveOrder/oaleaveorder-pedit')
  await worker.getByLabel(/请假类型/).click()
  await worker
    .getByRole('option', { name: '事假' })
    .or(worker.getByRole('radio', { name: '事假' }))
    .first()
    .click()
  await worker.getByLabel(/请假原因/).fill('去医院')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await worker.getByLabel('开始', { exact: true }).fill(`${tomorrow}T09:00`)
  await worker.getByLabel('结束', { exact: true }).fill(`${tomorrow}T18:00`)
  await answer(worker, '提交')
  await worker.getByText('已提交审批，结果会在消息中通知您').waitFor()

  // The card comes some seconds later; pressed it is decided, and says so.
  const third = await office()
  await third.people()
  await third.inboxOf('钱丽')
  const { page } = third
  const seen = async (what: ReturnType<Page['locator']>) => {
    for (const end = Date.now() + 60_000; (await what.count()) === 0 && Date.now() < end; await page.waitForTimeout(300))
      await page.reload()
  }
  await seen(page.getByRole('button', { name: '同意' }))
  await page.getByText('王思远').filter({ visible: true }).first().waitFor()
  await answer(page, '同意')
  await seen(page.getByText('已同意'))
  assert.equal(await page.getByRole('button', { name: '同意' }).count(), 0)
  await visit(worker, '/pages/personal/myapply')
  await worker.getByText('已通过').filter({ visible: true }).first().waitFor()
  assert.deepEqual([...installing.complaints, ...second.complaints, ...third.complaints], [])
})
