import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { makeSetupCode } from '../server/organisations/setup.ts'
import { goTo, openStage } from './stage.ts'

const stage = await openStage({ empty: true })

/** What a company keeps its register in: the headers of everyday, dates with points, amounts with commas, people by name. */
const register = [
  ['序号', '资产编号', '资产名称', '规格型号', '类别名称', '部门名称', '领用人', '存放地点', '开始使用日期', '账面原值（元）', '资产现状'],
  ...Array.from({ length: 400 }, (_, at) => [
    String(at + 1),
    `GD-${String(at + 1).padStart(4, '0')}`,
    ['笔记本', '显示器', '打印机', '办公椅'][at % 4] ?? '',
    ['ThinkPad X1', 'U2723QE', 'M7268W', 'Ergo-2'][at % 4] ?? '',
    at % 4 === 3 ? '家具' : '电子设备',
    ['研发部', '财务部', '行政部'][at % 3] ?? '',
    at % 5 === 0 ? '' : `${'赵钱孙李周吴郑陈'[at % 8]}小明`,
    `${(at % 3) + 1}楼`,
    `2023.${(at % 12) + 1}.${(at % 27) + 1}`,
    `"${at % 9},200.50"`,
    at % 5 === 0 ? '闲置' : '在用',
  ]),
]
  .map((row) => row.join(','))
  .join('\r\n')

test('a register of four hundred rows with everyday headers comes in by five presses', async (context) => {
  const { page, complaints } = await stage.stranger('desk')
  const box = (name: RegExp) => page.getByRole('textbox', { name }).last()
  await page.goto(`${stage.base}/#/pages/setup?code=${await makeSetupCode(stage.database)}`)
  await box(/^公司名称/).fill('青山木业有限公司')
  await box(/^您的姓名/).fill('李青')
  await box(/^登录名/).fill('13900139000')
  await page
    .getByRole('textbox', { name: /^新密码/ })
    .first()
    .fill('Begin2026')
  await box(/^再次输入新密码/).fill('Begin2026')
  await page.getByRole('button', { name: '创建并开始', exact: true }).click()
  await page.waitForURL(/#\/pages\/user\/beginning/)

  let presses = 0
  const press = async (place: Locator) => {
    await place.click()
    presses += 1
  }
  await goTo(page, '/pages/goods/GsGoodsInstance/index')
  await press(page.getByRole('button', { name: '导入', exact: true }).first())
  const sheet = page.getByRole('dialog', { name: /^导入/ })
  await sheet.locator('input[type=file]').setInputFiles({ name: '台账.csv', mimeType: 'text/csv', buffer: Buffer.from(register) })
  presses += 1
  await press(sheet.getByRole('button', { name: '检查数据' }))
  await press(sheet.getByRole('button', { name: '导入 400 行' }))
  await sheet.getByText('已导入 400 项').waitFor()
  await press(sheet.getByRole('button', { name: '完成' }))
  context.diagnostic(`${presses} presses`)
  assert.ok(presses <= 5, `${presses} presses`)
  await page.getByText('GD-0400').filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})
