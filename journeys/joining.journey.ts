import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { openStage, visit } from './stage.ts'

const { ask, stranger, windowOf } = await openStage()

/** What an import leaves: people with a name and a phone, or with a name alone, and no way in. */
const newcomers = [
  { id: newId(), userName: '迎新甲', phone: '13766660001' },
  { id: newId(), userName: '迎新乙' },
]

test('an administrator invites two people, who come in by their links on phones; a used and a revoked link say so', async () => {
  for (const person of newcomers) await ask('admin', '/api/pro/person/save', person)
  const { page, complaints } = await windowOf('admin', 'desk')
  const sheet = page.getByRole('dialog')

  await visit(page, '/pages/addressbook/invite')
  await page.getByText('迎新甲').waitFor()
  await page.evaluate(() => {
    const writeText = async (text: string) => void Object.assign(globalThis, { copied: text })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  await page.getByRole('button', { name: '邀请全部2人' }).click()
  await sheet.getByRole('button', { name: '复制全部' }).click()
  const copied = await page.waitForFunction(() => (globalThis as { copied?: string }).copied)
  const linkOf = (name: string, text: string): string => new RegExp(`${name}，[^]*?(http\\S+)`).exec(text)![1]!
  const text = String(await copied.jsonValue())
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })

  const comeIn = async (link: string, phone?: string) => {
    const { page: own } = await stranger('phone')
    await own.goto(link)
    await own.getByRole('heading', { name: /^迎新.，欢迎加入/ }).waitFor()
    if (phone) await own.getByLabel('手机号码').fill(phone)
    await own.getByLabel('新密码').first().fill('Mine2026')
    await own.getByLabel('再次输入新密码').fill('Mine2026')
    await own.getByRole('button', { name: '设置密码并加入' }).click()
    await own.waitForURL(/#\/pages\/index\/index/)
    await own.getByText('我的申请').first().waitFor()
  }
  await comeIn(linkOf('迎新甲', text))
  await comeIn(linkOf('迎新乙', text), '13766660002')

  await page.getByText('所有人都已加入').waitFor()
  const { page: late } = await stranger('phone')
  await late.goto(linkOf('迎新甲', text))
  await late.getByText('这个邀请已经使用过，请直接登录').waitFor()

  await page.getByRole('button', { name: '邀请链接' }).click()
  await sheet.getByRole('button', { name: '生成链接和二维码' }).click()
  await sheet.getByRole('img', { name: '邀请二维码' }).waitFor()
  const open = (await sheet.getByText(/\/#\/pages\/join\?token=/).textContent())!
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: '邀请记录' }).click()

  // Whoever goes to another address leaves sheets and questions behind closed; going back closes them first.
  for (const open of ['撤回', '邀请链接']) {
    const asked = page.getByRole(open === '撤回' ? 'alertdialog' : 'dialog')
    const press = () => page.getByRole('button', { name: open, exact: true }).first().click()
    await press()
    await asked.waitFor()
    await page.goBack()
    await asked.waitFor({ state: 'hidden' })
    assert.match(page.url(), /addressbook\/invite/)
    await press()
    await asked.waitFor()
    await page.evaluate(() => (location.hash = '#/pages/help'))
    await asked.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.getByRole('button', { name: open, exact: true }).first().waitFor()
    await asked.waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: '撤回', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回', exact: true }).click()
  await page.getByText('已撤回').first().waitFor()
  await late.goto(open)
  await late.getByText('这个邀请已被撤回，请联系管理员').waitFor()
  assert.deepEqual(complaints, [])
})
