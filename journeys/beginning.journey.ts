import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { makeSetupCode } from '../server/organisations/setup.ts'
import { openStage } from './stage.ts'

const stage = await openStage({ empty: true })

const people = [
  ['姓名', '手机号码', '部门', '职位'],
  ...Array.from({ length: 60 }, (_, at) => [
    `同事${String(at + 1).padStart(2, '0')}`,
    `1370013${7000 + at}`,
    ['研发部', '市场部', '综合部'][at % 3]!,
    '职员',
  ]),
]
const assets = [
  ['资产编码', '资产名称', '资产型号', '资产分类', '所在区域', '序列号', '原值', '采购日期'],
  ...Array.from({ length: 40 }, (_, at) => [
    `ZC-${String(at + 1).padStart(4, '0')}`,
    '联想笔记本',
    '联想 ThinkPad T14',
    '便携式计算机',
    '总部仓库',
    `SN-${1000 + at}`,
    '6899',
    '2025-03-12',
  ]),
]
const sheetOf = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => row.join(',')).join('\r\n')),
})

test('from an empty database to a company of sixty with its assets, on a phone, by presses alone', async () => {
  const code = await makeSetupCode(stage.database)
  const { page, complaints } = await stage.stranger()
  let presses = 0
  const press = async (what: Locator) => {
    await what.click()
    presses++
  }
  const box = (name: RegExp) => page.getByRole('textbox', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const step = (name: RegExp) => page.getByRole('button', { name })

  await page.goto(`${stage.base}/#/pages/setup?code=${code}`)
  await box(/^公司名称/).fill('青山木业有限公司')
  await box(/^您的姓名/).fill('李青')
  await box(/^登录名/)
    .last()
    .fill('13900139000')
  await box(/^新密码/).fill('Begin2026')
  await box(/^再次输入新密码/).fill('Begin2026')
  await press(button('创建并开始'))
  await page.waitForURL(/#\/pages\/user\/beginning/)

  const bringIn = async (file: ReturnType<typeof sheetOf>, count: number) => {
    const sheet = page.getByRole('dialog', { name: /^导入/ })
    await sheet.locator('input[type=file]').setInputFiles(file)
    presses++
    await press(sheet.getByRole('button', { name: '检查数据' }))
    const makeMissing = sheet.getByRole('switch', { name: /自动新建/ })
    const bring = sheet.getByRole('button', { name: `导入 ${count} 行` })
    await bring.or(makeMissing).first().waitFor()
    if ((await makeMissing.isVisible()) && !(await makeMissing.isChecked())) await press(makeMissing)
    await press(bring)
    await sheet.getByText(`已导入 ${count} 项`).waitFor()
    await press(sheet.getByRole('button', { name: '完成' }))
    await press(button('返回'))
  }

  // The company goes without a logo for now.
  await press(button('跳过'))
  await press(button('导入人员'))
  await bringIn(sheetOf('人员.csv', people), 60)
  await step(/60位同事，3个下级部门/).waitFor()
  await step(/3个部门还没有负责人/).waitFor()
  await press(button('跳过'))

  await press(button('添加区域'))
  await box(/^区域编码/).fill('CK')
  await box(/^区域名称/).fill('总部仓库')
  await press(button('保存'))
  await step(/1个区域，都有管理员/).waitFor()

  await press(button('启用标准分类'))
  await step(/\d+个分类/).waitFor()
  await press(button('安装推荐流程'))
  await step(/11个流程使用中/).waitFor()

  await press(button('导入资产'))
  await bringIn(sheetOf('资产.csv', assets), 40)
  await step(/40件资产/).waitFor()
  await press(button('跳过'))
  await press(button('开始工作'))
  await page.waitForURL(/#\/pages\/index\/index/)
  await button('资产发放').first().waitFor()
  assert.equal(await page.getByText('开始使用').count(), 0, 'what is done goes away')

  const [{ org_id: orgId }] = (await stage.database.gate<{ org_id: string }>('select org_id from gate_organisations()')) as [
    { org_id: string },
  ]
  const [figures] = await stage.database.reading(orgId, (tx) =>
    tx.query(
      `select (select count(*)::int from person where org_id = $1) as people, (select count(*)::int from department where org_id = $1) as departments,
              (select count(*)::int from asset where org_id = $1 and state = 'idle') as idle, (select sum(value)::text from asset where org_id = $1) as worth,
              (select count(distinct c.cat_name)::int from asset a join category c on c.org_id = a.org_id and c.id = a.cat_id where a.org_id = $1) as classes`,
      [orgId],
    ),
  )
  assert.deepEqual(figures, { people: 61, departments: 4, idle: 40, worth: '275960.00', classes: 1 })
  assert.deepEqual(complaints, [])
  process.stdout.write(`${presses} presses from the first address to the workbench\n`)
  assert.ok(presses <= 25, `${presses} presses`)
})
