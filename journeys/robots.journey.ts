import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { goTo, openStage } from './stage.ts'

const stage = await openStage({ env: { STAND_INS: 'on' } })
const groups = stage.standIns.find(({ title }) => title === 'Robots of groups')!.url

test('an administrator sets up a robot, tries it, and the group hears of news', async () => {
  const { page, complaints } = await stage.windowOf('admin', 'desk')
  await goTo(page, '/pages/user/robots')
  await page.getByRole('button', { name: '添加群机器人' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('名称').fill('资产管理群')
  await sheet.getByLabel('机器人地址').fill('https://example.com/robot/send?access_token=1')
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await sheet.getByText('这不是钉钉、企业微信或飞书群机器人的地址').waitFor()
  await sheet.getByLabel('机器人地址').fill(`${groups}dingtalk/group`)
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: /资产管理群/ }).click()
  await sheet.getByRole('button', { name: '发送测试消息' }).click()
  await sheet.getByText('测试消息已发到群里。').waitFor()

  const made = await stage.ask('admin', '/api/news/newannnews/save', {
    id: newId(),
    title: '年终盘点安排',
    body: [{ kind: 'text', text: '下周一开始。' }],
  })
  assert.equal(made.code, 0, JSON.stringify(made))
  assert.equal((await stage.ask('admin', '/api/news/newannnews/publish', { id: made.result.newsId })).code, 0)
  const { page: group } = await stage.stranger()
  const heard = group.getByText('年终盘点安排')
  for (const end = Date.now() + 60_000; (await heard.count()) === 0 && Date.now() < end; await group.waitForTimeout(300))
    await group.goto(groups)
  assert.equal(await heard.count(), 1)
  await group.getByText('机器人“资产管理群”已连通').waitFor()
  await page.reload()
  await page.getByText('使用中').waitFor()
  assert.deepEqual(complaints, [])
})
