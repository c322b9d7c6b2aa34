import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoPassword } from '../server/access/demoUsers.ts'
import { openStage, says, visit } from './stage.ts'

const { stranger, windowOf } = await openStage()

test('an administrator makes a department, hires for it, takes the person out of service and back', async () => {
  const { page, complaints } = await windowOf('admin')
  const box = (name: string) => page.getByRole('textbox', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const row = (name: string | RegExp) => page.getByRole('button', { name })

  await visit(page, '/pages/addressbook/deptlist')
  await button('在财务部下新增').click()
  await box('部门编码').fill('D99')
  await box('部门名称').fill('资产核算组')
  await button('保存').click()
  await row(/^资产核算组/).waitFor()

  await visit(page, '/pages/addressbook/personlist')
  await button('新增').click()
  await box('登录名').fill('staff')
  await box('姓名').fill('黎新')
  await page.getByText('登录名数据已经存在').waitFor()
  await box('登录名').fill('lixin')
  await row(/^部门/).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('searchbox').fill('zchs')
  await picker.getByText('资产核算组').click()
  await button('保存').click()

  await page.getByRole('heading', { name: '黎新' }).waitFor()
  await row('重置密码').click()
  await page.getByRole('dialog').getByLabel('新密码').fill(demoPassword)
  await button('确定').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await row(/^角色/).click()
  await page.getByRole('dialog').getByText('资产管理员').click()
  await button('确定').click()
  await row(/^角色.*资产管理员/).waitFor()

  const { page: hired } = await stranger()
  const signIn = async (password = demoPassword) => {
    await hired.getByLabel('登录名').fill('lixin')
    await hired.getByLabel('密码', { exact: true }).fill(password)
    await hired.getByRole('button', { name: '登录', exact: true }).click()
  }
  await signIn()
  await hired.getByRole('heading', { name: '黎新，请设置自己的密码' }).waitFor()
  await hired.getByLabel('新密码').first().fill('Mine2026')
  await hired.getByLabel('再次输入新密码').fill('Mine2026')
  await hired.getByRole('button', { name: '确定', exact: true }).click()
  await hired.waitForURL(/#\/pages\/index\/index/)

  const turn = async (name: string) => {
    await row(name).click()
    await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
  }
  await turn('停用账号')
  await hired.waitForURL(/#\/pages\/login/)
  await row('恢复账号').waitFor()
  await says(hired.getByText('用户名或密码错误'), () => signIn('Mine2026'))

  await visit(page, '/pages/addressbook/deptlist')
  await row(/^资产核算组/).click()
  await button('删除').click()
  await says(page.getByText('资产核算组还有1条人员在使用，不能删除'), () =>
    page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click(),
  )

  await visit(page, '/pages/addressbook/personlist')
  await row(/黎新/).click()
  await turn('恢复账号')
  await row('停用账号').waitFor()
  await signIn('Mine2026')
  await hired.waitForURL(/#\/pages\/index\/index/)
  assert.deepEqual(complaints, [])
})

test('people are pasted on a phone that does not let the page read the clipboard', async () => {
  const { page, complaints } = await windowOf('admin')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await visit(page, '/pages/addressbook/personlist')
  await button('导入和导出').click()
  await page.getByText('导入表格').click()
  await button('粘贴表格').click()
  // As high as a keyboard leaves it: the field and its button are in sight.
  await page.setViewportSize({ width: 390, height: 480 })
  const field = page.getByRole('textbox', { name: '粘贴表格' })
  await field.fill('姓名\t登录名\t手机号码\n韩一\thanyi\t13900010001\n韩二\thaner\t13900010002')
  assert.ok((await button('读取粘贴的表格').boundingBox())!.y < 440)
  await button('读取粘贴的表格').click()
  await button('检查数据').click()
  await button('导入 2 行').click()
  await page.getByText('已导入 2 项').waitFor()
  assert.deepEqual(complaints, [])
})
