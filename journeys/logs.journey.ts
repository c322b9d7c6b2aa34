import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, says, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

test('a weekly log is begun on a phone, kept, filled in with what was done, handed in, read and commented in another window', async () => {
  const { result: templates } = await ask('boss', '/api/mylog/mylogtemplate/list', {}).then(({ page }) => ({ result: page.list }))
  const monthly = templates.find(({ name }: { name: string }) => name === '月报')
  const author = await windowOf('staff')
  const { page } = author
  await visit(page, '/pages/mylog/myloglist')
  await page.getByRole('button', { name: '写日志' }).click()
  await page.getByRole('dialog').getByText('月报').click()
  await page.getByLabel('本月完成').fill('资产卡片改版上线')
  await says(page.getByText('草稿已保存'), () => page.getByRole('button', { name: '存草稿' }).click())
  await page.reload()
  assert.equal(await page.getByLabel('本月完成').inputValue(), '资产卡片改版上线')
  await page.getByLabel('下月计划').fill('标签打印预览')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('未读 1').waitFor()
  assert.match(page.url(), /logdetail/)

  const reader = await windowOf('boss', 'desk')
  await visit(reader.page, '/pages/mylog/myloglist?view=toMe')
  await reader.page
    .getByRole('button', { name: /王小雨.*月报/ })
    .first()
    .click()
  await reader.page.getByText('标签打印预览').waitFor()
  await page.getByText('已读 1').waitFor()
  await reader.page.getByRole('button', { name: '写评论' }).click()
  await reader.page.getByRole('dialog').getByLabel('内容').fill('下周先给仓库试用')
  await reader.page.getByRole('button', { name: '发表' }).click()
  await page.getByText('下周先给仓库试用', { exact: true }).waitFor()
  await reader.page.getByRole('tab', { name: '提交情况' }).click()
  await reader.page.getByText('应交人数').waitFor()
  const { page: sent } = await ask('boss', '/api/mylog/mylog/list', { view: 'toMe', templateId: monthly.id })
  assert.deepEqual([sent.list.length, sent.list[0].commentCount, sent.list[0].read], [1, 1, true])
  assert.deepEqual([...author.complaints, ...reader.complaints], [])
})
