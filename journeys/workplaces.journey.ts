import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../server/testing/until.ts'
import { openStage, patienceMs, visit, type Window } from './stage.ts'

/** Companies that install the app in a chat in which they work, with the page of the chat beside the clients that it opens. */
const stage = await openStage({ whole: true, empty: true, env: { STAND_INS: 'on' } })
const standInOf = (title: string): string => stage.standIns.find((standIn) => standIn.title === title)?.url ?? ''

/** The page of a chat in a window of its own. */
const officeOf = async (title: string): Promise<Window> => {
  const window = await stage.stranger()
  await window.page.goto(standInOf(title))
  return window
}
/** The client that a link or a button of the chat opens. */
const opensClient = async ({ page, complaints }: Window, press: () => Promise<void>): Promise<Page> => {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), press()])
  opened.setDefaultTimeout(patienceMs)
  opened.on('pageerror', (error) => complaints.push(String(error.stack)))
  return opened
}
const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

const isAtWork = (page: Page) => page.waitForURL(/#\/pages\/index\/index/)
/** Opens what the chat has told somebody. */
const openInbox = async (page: Page, name: string): Promise<void> => {
  await page.goto(standInOf('WeCom'))
  await page.getByRole('link', { name: '成员与消息' }).first().click()
  await page.getByRole('link', { name, exact: true }).click()
}

test('an administrator installs the app in WeCom, somebody says their name and applies, and the head approves on the card', async () => {
  const installing = await officeOf('WeCom')
  const administrator = await opensClient(installing, () =>
    installing.page.getByRole('link', { name: '以管理员身份打开安装页' }).first().click(),
  )
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
  const second = await officeOf('WeCom')
  await openInbox(second.page, '王思远')
  const worker = await opensClient(second, () => second.page.getByRole('link', { name: '打开在册' }).first().click())
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
  const { page } = installing
  await openInbox(page, '钱丽')
  const isShown = async (words: string): Promise<boolean> => (await (await fetch(page.url())).text()).includes(words)
  await until('the card is there', () => isShown('同意'))
  await page.reload()
  await page.getByText('王思远').filter({ visible: true }).first().waitFor()
  await answer(page, '同意')
  await until('the card says what became of it', () => isShown('已同意'))
  await page.reload()
  await page.getByText('已同意').waitFor()
  assert.equal(await page.getByRole('button', { name: '同意' }).count(), 0)
  await visit(worker, '/pages/personal/myapply')
  await worker.getByText('已通过').filter({ visible: true }).first().waitFor()
  assert.deepEqual([...installing.complaints, ...second.complaints], [])
})

test('an administrator installs the app in DingTalk, and opens it there', async () => {
  const office = await officeOf('DingTalk')
  await office.page.getByRole('button', { name: '开通' }).click()
  await office.page.getByRole('heading', { name: '应用管理' }).waitFor()

  const corpId = new URL(office.page.url()).searchParams.get('corpId')!
  const installing = await stage.stranger()
  await visit(installing.page, `/pages/goods/mainpage/sampleIndex?corpId=${corpId}`)
  await installing.page.getByRole('heading', { name: '已安装完成' }).waitFor()

  const administrator = await opensClient(office, () =>
    office.page.locator('.person', { hasText: '沈知行' }).getByRole('link', { name: '打开在册' }).click(),
  )
  await administrator.getByText('您好，沈知行').waitFor()
  await administrator.getByRole('button', { name: '知道了' }).click()
  assert.deepEqual([...office.complaints, ...installing.complaints], [])
})
