import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

test('an administrator makes a rule on the phone: what it would have met is seen, it acts, and its log says what it did', async () => {
  const { page, complaints } = await windowOf('admin')
  await visit(page, '/pages/user/eventrules')
  await page.getByRole('button', { name: '新增规则' }).first().tap()
  await page.getByLabel('规则名称').fill('贵重资产入账')
  await page.getByText('添加条件').tap()
  await page.getByRole('dialog').getByRole('button', { name: '原值', exact: true }).tap()
  await page.getByLabel('原值从').fill('1')
  await page.keyboard.press('Escape')
  await page.getByText('原值 从 1').waitFor()
  await page.getByRole('button', { name: '试算最近的事件' }).tap()
  await page.getByText(/最近\d+次事件中，有\d+次符合/).waitFor()
  await page.getByRole('switch', { name: '通知区域管理员' }).tap()
  await page.getByLabel('通知文字').fill('{资产名称}入账')
  const { code, msg } = await answered(page, '/eventrule/save', () => page.getByRole('button', { name: '保存', exact: true }).tap())
  assert.equal(code, 0, msg)

  const [model] = (await ask('admin', '/api/goods/gsgoods/list', { pageSize: 1 })).page.list
  const [place] = (await ask('admin', '/api/goods/gsgoodsloc/list', { pageSize: 1 })).page.list
  const piece = { goodsId: model.id, locId: place.id, instanceName: '新服务器', value: '9000' }
  assert.equal((await ask('admin', '/api/goods/gsgoodsinstance/save', piece)).code, 0)

  await page.getByText('贵重资产入账').tap()
  const run = page.locator('section').filter({ has: page.getByRole('heading', { name: '执行记录' }) })
  for (let tries = 0; tries < 20 && !(await run.getByText('已执行').isVisible()); tries++) {
    await page.reload()
    await run
      .getByText(/新服务器|还没有执行过/)
      .first()
      .waitFor()
  }
  await run.getByText('新服务器').waitFor()
  await run.getByText(/已通知\d+人/).waitFor()
  assert.deepEqual(complaints, [])
  const shots = process.env['ZAICE_SHOTS']
  if (shots === undefined) return
  for (const size of ['phone', 'desk'] as const)
    for (const language of ['zh', 'en']) {
      const window = await windowOf('admin', size)
      await window.page.evaluate((name) => localStorage.setItem('pro___language', JSON.stringify({ value: name, expire: null })), language)
      await window.page.emulateMedia({ colorScheme: language === 'zh' ? 'light' : 'dark' })
      await window.page.reload()
      await visit(window.page, '/pages/user/eventrules')
      await window.page.getByText('贵重资产入账').waitFor()
      await window.page.screenshot({ path: `${shots}/rules-${size}-${language}.png` })
      await window.page.getByText('贵重资产入账').click()
      await window.page.getByText('新服务器').waitFor()
      await window.page.waitForTimeout(500)
      await window.page.screenshot({ path: `${shots}/rule-${size}-${language}.png` })
      await window.page.setViewportSize({ width: size === 'phone' ? 390 : 1440, height: 2600 })
      await window.page.waitForTimeout(300)
      await window.page.screenshot({ path: `${shots}/ruleall-${size}-${language}.png` })
    }
})
