import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOperatorCode } from '../server/access/operatorPass.ts'
import { makeSetupCode } from '../server/organisations/setup.ts'
import { openStage, type Window } from './stage.ts'

const { base, database, stranger } = await openStage({ empty: true })

/** What an import leaves: people with a name and a phone, or with a name alone, and no way in. */
const people = '姓名,手机号码\r\n迎新甲,13766660001\r\n迎新乙,\r\n'

/** What is put on the clipboard is told. */
const copiesOf = async ({ page }: Window): Promise<() => Promise<string>> => {
  await page.evaluate(() => {
    const writeText = async (text: string) => void Object.assign(globalThis, { copied: text })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  return async () => String(await (await page.waitForFunction(() => (globalThis as { copied?: string }).copied)).jsonValue())
}

test('from an empty database on a desk: people are imported, invited by one press and come in by their links on phones', async () => {
  const desk = await stranger('desk')
  const { page, complaints } = desk
  const sheet = page.getByRole('dialog')
  await page.goto(`${base}/#/pages/setup?code=${await makeSetupCode(database)}`)
  await page.getByRole('textbox', { name: /^公司名称/ }).fill('青山木业有限公司')
  await page.getByRole('textbox', { name: /^您的姓名/ }).fill('李青')
  await page.getByRole('textbox', { name: /^登录名/ }).fill('liqing')
  await page.getByRole('textbox', { name: /^新密码/ }).fill('Begin2026')
  await page.getByRole('textbox', { name: /^再次输入新密码/ }).fill('Begin2026')
  await page.getByRole('button', { name: '创建并开始' }).click()
  await page.waitForURL(/#\/pages\/user\/beginning/)
  await page.getByRole('button', { name: '跳过', exact: true }).click()
  await page.getByRole('button', { name: '导入人员', exact: true }).click()
  await sheet.locator('input[type=file]').setInputFiles({ name: '人员.csv', mimeType: 'text/csv', buffer: Buffer.from(people) })
  await sheet.getByRole('button', { name: '检查数据' }).click()
  await sheet.getByRole('button', { name: '导入 2 行' }).click()
  await sheet.getByText('已导入 2 项').waitFor()
  await sheet.getByRole('button', { name: '完成' }).click()
  await page.getByRole('button', { name: '返回', exact: true }).click()
  await page.getByText('2位同事').waitFor()
  await page.getByRole('button', { name: /邀请同事/ }).click()
  await page.getByRole('button', { name: '去邀请' }).click()

  await page.getByRole('cell', { name: '迎新甲' }).waitFor()
  const copied = await copiesOf(desk)
  await page.getByRole('button', { name: '邀请全部2人' }).click()
  await sheet.getByRole('button', { name: '复制全部' }).click()
  const linkOf = (name: string, text: string): string => new RegExp(`${name}，[^]*?(http\\S+)`).exec(text)![1]!
  const text = await copied()
  await page.keyboard.press('Escape')
  await sheet.first().waitFor({ state: 'hidden' })

  const comeIn = async (link: string, phone?: string) => {
    const { page: own } = await stranger('phone')
    await own.goto(link)
    await own.getByRole('heading', { name: /^迎新.，欢迎加入/ }).waitFor()
    if (phone) await own.getByLabel('手机号码').fill(phone)
    await own.getByLabel('新密码').first().fill('Mine2026')
    await own.getByLabel('再次输入新密码').fill('Mine2026')
    await own.getByRole('button', { name: '设置密码并加入' }).click()
    await own.waitForURL(/#\/pages\/index\/index/)
    await own.getByText('我的申请').filter({ visible: true }).first().waitFor()
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
  await sheet.first().waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: '邀请记录' }).click()

  // The person who goes to another address leaves sheets and questions behind closed; going back closes them first.
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
  await page.getByText('已撤回').filter({ visible: true }).first().waitFor()
  await late.goto(open)
  await late.getByText('这个邀请已被撤回，请联系管理员').waitFor()
  assert.deepEqual(complaints, [])
})

test('the operator makes another company on a desk, whose administrator comes in by the link; closed, nobody is let in', async () => {
  const desk = await stranger('desk')
  const { page, complaints } = desk
  const sheet = page.getByRole('dialog')
  await page.goto(`${base}/#/pages/operator?code=${await makeOperatorCode(database, '王运维')}`)
  await page.getByRole('button', { name: '进入', exact: true }).click()
  await page.getByRole('button', { name: '新建组织' }).click()
  await sheet.getByRole('textbox', { name: /^公司名称/ }).fill('白鹭商贸有限公司')
  await sheet.getByRole('textbox', { name: /^姓名/ }).fill('吴桐')
  await sheet.getByRole('textbox', { name: /^登录名/ }).fill('13700137009')
  await sheet.getByRole('radio', { name: '试用' }).click()
  await sheet.getByRole('button', { name: '创建组织' }).click()
  const copied = await copiesOf(desk)
  await page.getByRole('button', { name: '复制链接' }).click()
  const link = await copied()
  await page.keyboard.press('Escape')

  const { page: own } = await stranger('phone')
  await own.goto(link)
  await own.getByRole('heading', { name: '吴桐，欢迎加入白鹭商贸有限公司' }).waitFor()
  await own.getByLabel('新密码').first().fill('Mine2026')
  await own.getByLabel('再次输入新密码').fill('Mine2026')
  await own.getByRole('button', { name: '设置密码并加入' }).click()
  await own.getByText('开始使用').filter({ visible: true }).first().waitFor()

  await page.getByRole('row', { name: /白鹭商贸有限公司.*试用版30天.*0 \/ 10/ }).click()
  await sheet.getByRole('button', { name: '关闭组织' }).click()
  await sheet.getByRole('textbox').fill('白鹭商贸有限公司')
  await sheet.getByRole('button', { name: '关闭组织' }).click()
  await sheet.getByRole('button', { name: '重新开启' }).waitFor()
  await sheet.getByText('关闭组织').waitFor()
  await own.reload()
  await own.waitForURL(/#\/pages\/login/)
  assert.deepEqual(complaints, [])
})
