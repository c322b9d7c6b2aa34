import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, says, visit } from './stage.ts'

const { windowOf } = await openStage()

test('an administrator makes a role, gives it and looks at what it comes to', async () => {
  const { page, complaints } = await windowOf('admin')
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  await visit(page, '/pages/addressbook/roleedit')
  await page.getByRole('textbox', { name: '角色名称' }).fill('资产查看')
  await page.getByRole('checkbox', { name: '全部', exact: true }).click()
  await page.getByRole('checkbox', { name: '价格与价值' }).click()
  await page.locator('section', { hasText: '资产档案' }).getByRole('button', { name: '只选查看' }).first().click()
  await says(page.getByText('已保存'), () => button('保存').click())

  await visit(page, '/pages/addressbook/rolelist')
  await button(/^资产查看/).click()
  await button('添加成员').click()
  const picker = page.getByRole('dialog')
  const rows = picker.locator('[aria-pressed]')
  await rows.first().waitFor()
  await picker.getByRole('searchbox').fill('周明')
  // A row that moves while it is pressed is not pressed.
  await rows.filter({ hasNotText: '周明' }).first().waitFor({ state: 'detached' })
  await rows.first().click()
  await picker.getByRole('button', { name: /^确定/ }).click()
  await page.getByText('谁有这个角色（1人）').waitFor()
  await button('预览权限').click()
  await page.getByRole('dialog').getByText('资产台账').waitFor()
  await page.keyboard.press('Escape')
  await button('删除').click()
  await page.getByText('1人会立即失去这个角色的权限。').waitFor()
  await button('取消').click()
  assert.deepEqual(complaints, [])
})
