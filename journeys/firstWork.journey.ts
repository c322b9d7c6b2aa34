import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Params } from '../kernel/refusal.ts'
import { makeSetupCode } from '../server/organisations/setup.ts'
import { inEnglish } from '../web/english/all.ts'
import { gun } from './gun.ts'
import { goTo, openStage, patienceMs } from './stage.ts'

/** One administrator, one employee, no heads of departments, and the sheet that the company kept its assets in. */
const company = {
  employee: 'Lynn Shaw',
  model: 'Epson CB-X51',
  store: 'Main store',
  codes: ['FA-0001', 'FA-0002'],
  sheet: [
    'Asset code,Asset name,Asset model,Asset category,Location,Original value',
    'FA-0001,Projector,Epson CB-X51,Projectors,Main store,4999',
    'FA-0002,Projector,Epson CB-X51,Projectors,Main store,4999',
  ],
} as const

const stage = await openStage({ empty: true })

/** The English text of a screen. */
const say = (chinese: string, params: Params = {}): string => inEnglish(chinese, params)
const beginning = (chinese: string, params: Params = {}) => new RegExp(`^${RegExp.escape(say(chinese, params))}`)
const button = (within: Page | Locator, chinese: string, params: Params = {}) =>
  within.getByRole('button', { name: say(chinese, params), exact: true })
const box = (within: Page | Locator, chinese: string) => within.getByRole('textbox', { name: beginning(chinese) }).last()

/** The presses of everyone together. */
let presses = 0
const press = async (place: Locator) => {
  await place.click()
  presses += 1
}

/** A window of no one, who reads English. */
const openWindow = async () => {
  const window = await stage.stranger()
  await window.page.getByText('English', { exact: true }).click()
  return window
}

const workbench = async (page: Page) => {
  await goTo(page, '/pages/index/index')
  await page.getByRole('heading', { level: 1, name: say('工作台') }).waitFor()
}

const choosePassword = async (page: Page, password: string) => {
  await page
    .getByRole('textbox', { name: beginning('新密码') })
    .first()
    .fill(password)
  await box(page, '再次输入新密码').fill(password)
}

/** The start steps, on a phone: the employee by hand, the assets from the sheet; heads and the logo are for later. */
const begin = async (page: Page) => {
  const { employee, store, sheet } = company
  await page.goto(`${stage.base}/#/pages/setup?code=${await makeSetupCode(stage.database)}`)
  await box(page, '公司名称').fill('Qingshan')
  await box(page, '您的姓名').fill('Li Qing')
  await box(page, '登录名').fill('13900139000')
  await choosePassword(page, 'Begin2026')
  await press(button(page, '创建并开始'))
  await press(button(page, '跳过'))
  await press(button(page, '添加人员'))
  await box(page, '姓名').fill(employee)
  await box(page, '手机号码').fill('13700137001')
  await press(button(page, '保存'))
  await page.getByRole('heading', { name: employee }).waitFor()
  await press(button(page, '返回'))
  await button(page, '添加区域').waitFor()
  await press(button(page, '添加区域'))
  await box(page, '区域编码').fill('CK')
  await box(page, '区域名称').fill(store)
  await press(button(page, '保存'))
  await press(button(page, '启用标准分类'))
  await press(button(page, '安装推荐流程'))
  await press(button(page, '导入资产'))
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet.join('\r\n')) })
  presses += 1
  await press(button(dialog, '检查数据'))
  const makeMissing = dialog.getByRole('switch', { name: beginning('自动新建不存在的档案') })
  const bring = button(dialog, '导入 {count} 行', { count: 2 })
  await bring.waitFor()
  if ((await makeMissing.isVisible()) && !(await makeMissing.isChecked())) await press(makeMissing)
  await press(bring)
  await dialog.getByText(say('已导入 {count} 项', { count: 2 })).waitFor()
  await press(button(dialog, '完成'))
  await press(button(page, '返回'))
}

/** Of the administrator: the request as the only one who can be the head, and then naming the piece. */
const agreeAndName = async (page: Page) => {
  await workbench(page)
  await press(button(page, '同意').first())
  const next = page.getByRole('button', { name: new RegExp(RegExp.escape(company.model)) }).filter({ hasText: say('资产管理员') })
  await press(next.first())
  await press(page.getByRole('button', { name: beginning('就用{code}', { code: '' }) }))
  await press(button(page, '同意').last())
  await page.getByText(say('待处理的审批已全部完成')).waitFor()
}

test('a company begins and works in English: the first request, loan and count are through', async (context) => {
  const [{ page, complaints }, { page: own, complaints: ownComplaints }] = [await openWindow(), await openWindow()]
  await begin(page)

  await press(button(page, '去邀请'))
  await page.evaluate(() => {
    const writeText = async (text: string) => void Object.assign(globalThis, { copied: text })
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  await press(page.getByRole('button', { name: say('邀请全部{count}人', { count: 1 }) }))
  await press(page.getByRole('dialog').getByRole('button', { name: say('复制链接') }))
  const copied = await page.waitForFunction(() => (globalThis as { copied?: string }).copied)
  await own.goto(/http\S+/.exec(String(await copied.jsonValue()))![0])
  await choosePassword(own, 'Mine2026')
  await press(button(own, '设置密码并加入'))

  await press(button(own, '资产领用'))
  await press(own.getByRole('button', { name: beginning('添加{name}', { name: '' }) }).first())
  await press(button(own, '下一步'))
  await own.getByLabel(beginning('领用原因')).fill('A')
  await press(button(own, '提交'))
  await own.getByText(say('已提交审批，结果会在消息中通知您')).waitFor()
  await agreeAndName(page)
  const [{ org_id: orgId }] = (await stage.database.gate<{ org_id: string }>('select org_id from gate_organisations()')) as [
    { org_id: string },
  ]
  const holders = () =>
    stage.database.reading(orgId, (tx) =>
      tx.query<{ state: string; holder: string | null }>(
        `select a.state, p.user_name as holder from asset a left join person p on p.org_id = a.org_id and p.id = a.holder_uid
           where a.org_id = $1 order by p.user_name nulls last`,
        [orgId],
      ),
    )
  assert.deepEqual((await holders())[0], { state: 'inUse', holder: company.employee })

  await workbench(own)
  await press(button(own, '资产借用'))
  await press(own.getByRole('button', { name: beginning('添加{name}', { name: '' }) }).first())
  await press(button(own, '下一步'))
  await own.getByLabel(beginning('借用原因')).fill('B')
  await own.getByLabel(beginning('归还日期')).first().fill('2099-12-31')
  await press(button(own, '提交'))
  await own.getByText(say('已提交审批，结果会在消息中通知您')).waitFor()
  await agreeAndName(page)
  assert.deepEqual((await holders()).map(({ state }) => state).toSorted(), ['inUse', 'lent'])

  await workbench(own)
  await press(own.getByRole('button', { name: beginning('我的借用') }).first())
  await press(button(own, '归还').first())
  await press(button(own, '提交'))
  await own.getByText(say('已提交审批，结果会在消息中通知您')).waitFor()
  await workbench(page)
  await press(button(page, '同意').first())
  await page.getByText(say('已同意{count}项', { count: 1 })).waitFor()
  // What was agreed to in the list may be taken back for a moment.
  for (
    const end = Date.now() + patienceMs;
    (await holders()).some(({ state }) => state === 'lent') && Date.now() < end;
    await page.waitForTimeout(300)
  );
  assert.deepEqual(
    (await holders()).map(({ state }) => state),
    ['inUse', 'idle'],
  )

  await workbench(page)
  await press(button(page, '开始盘点').first())
  await press(button(page.getByRole('dialog'), '开始盘点'))
  await press(button(page, '去盘点'))
  await page.getByRole('status', { name: /0 .*2/ }).waitFor()
  for (const [at, code] of company.codes.entries()) {
    await gun(page, code)
    await page.getByRole('status', { name: new RegExp(`${at + 1} .*2`) }).waitFor()
  }
  await press(button(page, '返回'))
  await press(button(page, '结束盘点'))
  await press(button(page.getByRole('alertdialog'), '结束盘点'))
  await press(button(page, '完成盘点'))
  await press(button(page.getByRole('alertdialog'), '完成'))
  await button(page, '完成盘点').waitFor({ state: 'detached' })
  const [count] = await stage.database.reading(orgId, (tx) =>
    tx.query<{ state: string }>('select state from count_task where org_id = $1', [orgId]),
  )
  assert.ok(count && ['settling', 'closed'].includes(count.state), count?.state)

  context.diagnostic(`${presses} presses from the first address to the first closed count`)
  assert.ok(presses <= 50, `${presses} presses`)
  assert.deepEqual([...complaints, ...ownComplaints], [])
})
