import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../kernel/day.ts'
import { addMonths } from '../kernel/month.ts'
import { makeSetupCode } from '../server/organisations/setup.ts'
import { answered, openStage, visit } from './stage.ts'

/** A register of forty cards that another program kept becomes a book of an organisation that has nothing yet. */
const stage = await openStage({ empty: true })

const login = '13900139000'
const firstDay = `${dayAt(Date.now()).slice(0, 7)}-01`
const lastMonth = addMonths(firstDay, -1).slice(0, 7)
const inServiceOn = `${addMonths(firstDay, -13).slice(0, 7)}-15`

/** 95 % of each cost over 36 months, to the fen; eleven months are charged. */
const cards = Array.from({ length: 40 }, (_, index) => {
  const cost = 3600 + 36 * index
  const charge = Math.round((cost * 95) / 36)
  return { code: `ZC-${String(index + 1).padStart(4, '0')}`, cost, charge, depreciation: ((charge * 11) / 100).toFixed(2) }
})
const sumOf = (valueOf: (card: (typeof cards)[number]) => number): string => cards.reduce((sum, card) => sum + valueOf(card), 0).toFixed(2)
const sheet = [
  ['资产编码', '账面原值', '累计折旧', '净值', '开始使用日期', '已提月份'],
  ...cards.map(({ code, cost, depreciation }) => [code, cost, depreciation, (cost - Number(depreciation)).toFixed(2), inServiceOn, 11]),
]

const enter = async (path: string, body: unknown): Promise<string> => {
  const answer = await stage.ask(login, `/api/${path}`, body)
  assert.equal(answer.code, 0, `${path}: ${answer.msg}`)
  return answer.result.id
}

test('an empty organisation takes forty assets over against control sums and closes its first month', async () => {
  const code = await makeSetupCode(stage.database)
  const { page: first } = await stage.stranger('desk')
  await first.goto(`${stage.base}/#/pages/setup?code=${code}`)
  const box = (name: RegExp) => first.getByRole('textbox', { name })
  await box(/^公司名称/).fill('青山木业有限公司')
  await box(/^您的姓名/).fill('李青')
  await box(/^登录名/)
    .last()
    .fill(login)
  await box(/^新密码/).fill('Demo2026')
  await box(/^再次输入新密码/).fill('Demo2026')
  await first.getByRole('button', { name: '创建并开始' }).click()
  await first.waitForURL(/#\/pages\/user\/beginning/)

  const catId = await enter('goods/gscat/save', {
    catCode: 'C1',
    catName: '电脑',
    catKind: 'asset',
    usefulLifeMonths: 36,
    residualRate: '5',
  })
  const goodsId = await enter('goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本', catId })
  const locId = await enter('goods/gsgoodsloc/save', { locCode: 'L1', locName: '库房' })
  for (const { code: instanceCode, cost } of cards)
    await enter('goods/gsgoodsinstance/save', { goodsId, locId, instanceCode, value: String(cost), boughtOn: inServiceOn })
  // A name that the dictionary knows: it is read as it stands in every language.
  const bookId = await enter('goods/gsbook/save', { bookName: '采购', regime: 'enterprise', startsOn: `${lastMonth}-01` })

  const { page, complaints } = await stage.windowOf(login, 'desk')
  await visit(page, '/pages/goods/GsOpening/gsopeninglist')
  await page.getByRole('button', { name: '导入', exact: true }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog', { name: /^导入/ })
  const buffer = Buffer.from(sheet.map((row) => row.join(',')).join('\r\n'))
  await dialog.locator('input[type=file]').setInputFiles({ name: '期初.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: '检查数据' }).click()
  await dialog.getByRole('button', { name: '导入 40 行' }).click()
  await dialog.getByText('已导入 40 项').waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()

  await visit(page, '/pages/goods/GsBook/months')
  await page.getByText(`采购 · 企业会计准则 · ${lastMonth}`).waitFor()
  await page.getByLabel('资产项数').fill('40')
  await page.getByRole('textbox', { name: '账面原值' }).fill(sumOf(({ cost }) => cost))
  await page.getByRole('textbox', { name: '累计折旧' }).fill('1')
  const start = async () => {
    await page.getByRole('button', { name: '启用账簿' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '启用账簿' }).click()
  }
  assert.notEqual((await answered(page, '/gsvalue/start', start)).code, 0)
  await page.getByRole('alert').getByText('控制数¥1.00').waitFor()
  await page.getByRole('textbox', { name: '累计折旧' }).fill(sumOf(({ depreciation }) => Number(depreciation)))
  assert.equal((await answered(page, '/gsvalue/start', start)).code, 0)

  await page.getByText('可以结账').waitFor()
  await page.getByRole('button', { name: `结账${lastMonth}`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '结账', exact: true }).click()
  await page.getByText('已结账').first().waitFor()
  const span = { bookId, from: lastMonth, to: lastMonth, by: 'category' }
  const { total } = (await stage.ask(login, '/api/goods/gsvalue/movements', span)).result
  assert.equal(
    total.movements.depreciation.depreciation,
    sumOf(({ charge }) => charge / 100),
  )

  // Every figure opens the entries that make it, and the line below them says the same.
  await visit(page, `/pages/goods/GsBook/movements?bookId=${bookId}`)
  await page.locator('tfoot').getByRole('button').last().click()
  const net = Number(total.closing.net).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await page.locator('.table-foot').getByText(`¥${net}`).waitFor()
  assert.deepEqual(complaints, [])
})
