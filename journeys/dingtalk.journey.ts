import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { answered, openStage, patienceMs, visit } from './stage.ts'

const stage = await openStage({ whole: true, empty: true, env: { STAND_INS: 'on' } })
const standIn = stage.standIns.find(({ title }) => title === 'DingTalk')!.url

/** The stand-in's page in a window of its own, with whatever opens beside it. */
const besides = async () => {
  const { page, complaints } = await stage.stranger()
  await page.goto(standIn)
  const opens = async (press: () => Promise<void>): Promise<Page> => {
    const [opened] = await Promise.all([page.context().waitForEvent('page'), press()])
    opened.setDefaultTimeout(patienceMs)
    opened.on('pageerror', (error) => complaints.push(String(error.stack)))
    return opened
  }
  const openedBy = (name: string) =>
    opens(async () => {
      await page.locator('.person', { hasText: name }).getByRole('link', { name: '打开在册' }).click()
    })
  return { page, complaints, opens, openedBy }
}
const isAtWork = (page: Page, name: string) => page.getByText(`您好，${name}`).waitFor()

test('an administrator installs the app in DingTalk, somebody applies there, and the head approves from the notice', async () => {
  const office = await besides()
  await office.page.getByRole('button', { name: '开通' }).click()
  await office.page.getByRole('heading', { name: '应用管理' }).waitFor()

  const corpId = new URL(office.page.url()).searchParams.get('corpId')!
  const installing = await stage.stranger()
  await visit(installing.page, `/pages/goods/mainpage/sampleIndex?corpId=${corpId}`)
  await installing.page.getByRole('heading', { name: '已安装完成' }).waitFor()

  const administrator = await office.openedBy('沈知行')
  await isAtWork(administrator, '沈知行')
  await administrator.getByRole('button', { name: '知道了' }).click()
  await visit(administrator, '/pages/user/beginning')
  await administrator.getByRole('button', { name: /审批流程/ }).click()
  await administrator.getByRole('button', { name: '安装推荐流程' }).click()
  await administrator.getByRole('button', { name: /个流程使用中/ }).waitFor()

  const floor = await besides()
  const worker = await floor.openedBy('周子涵')
  await isAtWork(worker, '周子涵')
  await visit(worker, '/pages/office/OaLeaveOrder/oaleaveorder-pedit')
  await worker
    .getByLabel(/请假类型/)
    .first()
    .click()
  await worker.getByRole('dialog').getByText('事假', { exact: true }).click()
  await worker.getByLabel(/请假原因/).fill('去医院')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await worker.getByLabel('开始', { exact: true }).fill(`${tomorrow}T09:00`)
  await worker.getByLabel('结束', { exact: true }).fill(`${tomorrow}T18:00`)
  await worker.getByRole('button', { name: '提交' }).click()
  await worker.getByText('已提交审批，结果会在消息中通知您').waitFor()

  // The notice is pushed some seconds later, to the head of the workshop.
  const notice = office.page.locator('article', { hasText: '发给 唐小舟' })
  for (const end = Date.now() + 60_000; (await notice.count()) === 0 && Date.now() < end; await office.page.waitForTimeout(500))
    await office.page.reload()
  const head = await office.opens(() => notice.first().getByRole('link', { name: '查看' }).click())
  await head.waitForURL(/#\/pages\/flow\/formApprove/)
  await head.getByText('周子涵').filter({ visible: true }).first().waitFor()
  const agreed = await answered(head, '/flowApprove', () => head.getByRole('button', { name: '同意', exact: true }).last().click())
  assert.equal(agreed.code, 0, agreed.msg)

  assert.equal(await notice.count(), 1)
  assert.deepEqual([...office.complaints, ...floor.complaints, ...installing.complaints], [])
})
