import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { lineTables } from '../domain/documents/lineTable.ts'
import { sum } from '../kernel/decimal.ts'
import { numberWords } from '../kernel/fields/numberWords.ts'
import { addressedIn } from '../web/table/address.ts'
import { goTo, openStage, type Answer } from './stage.ts'

const { ask, windowOf } = await openStage()

const linesOf = async (where: readonly object[]): Promise<Answer[]> =>
  (await ask('admin', '/api/consum/cslines/list', { where, pageSize: 500 })).page.list
const groupsOf = async (table: string, question: object): Promise<Answer> =>
  (await ask('admin', '/api/table/groups', { table, ...question })).result

/** What is most issued in the demo organisation, by name and id. */
const issues = [
  { key: 'kind', is: 'in', value: ['CsOutstockOrder'] },
  { key: 'movedOn', is: 'last', value: '365' },
]
const top = await groupsOf('cslines', { asked: { where: issues }, by: [{ key: 'goodsId' }], figures: [{ key: 'movedCost', of: 'sum' }] })
const [goodsId] = top.list[0].keys
const goodsName: string = top.names[goodsId]

/** Opens a delivered report of the menu. */
const openReport = async (page: Page, title: string): Promise<void> => {
  await goTo(page, '/pages/reports/index')
  await page.locator('button:visible').filter({ hasText: title }).click()
  await page.locator('.groups-chart:visible').waitFor()
}

/** The condition that a group's rows meet, as the address of the list says it. */
const isGroup = (page: Page) => page.waitForURL(/deptId\.only.*movedOn\.between|movedOn\.between.*deptId\.only/)

for (const size of ['desk', 'phone'] as const)
  test(`consumption of one of the supplies by department and month is answered by presses on a ${size}, and a cell opens its rows`, async () => {
    const { page, complaints } = await windowOf('admin', size)
    await openReport(page, '领用排行')
    const cell = page.locator('.groups-figures button:visible')
    await cell
      .filter({ hasText: size === 'phone' ? goodsName : '' })
      .first()
      .click()
    await page.waitForURL(/goodsId\.only/)
    await page.getByRole('button', { name: '汇总', exact: true }).filter({ visible: true }).click()
    await page.locator('.groups:visible').waitFor()
    if (size === 'phone') await page.locator('.groups-folded:visible > summary').click()
    const choose = (label: string, option: string) =>
      page.getByLabel(label, { exact: true }).filter({ visible: true }).selectOption({ label: option })
    await choose('第1个分组', '部门')
    await choose('第2个分组', '入账日期')
    await choose('第1个数值', '入账数量（合计）')
    await page.getByText('最后一个分组横排').filter({ visible: true }).click()
    const where = [...issues, { key: 'goodsId', is: 'only', value: [goodsId] }]
    const by = [{ key: 'deptId' }, { key: 'movedOn', period: 'month' }]
    const { list, names } = await groupsOf('cslines', { asked: { where }, by, figures: [{ key: 'movedQuantity', of: 'sum' }] })
    const [{ keys, figures, count }] = list
    const [department, month] = [names[keys[0]], keys[1].slice(0, 7)]
    const cellButton =
      size === 'desk'
        ? page.getByRole('button', { name: `${department} · ${month}：入账数量（合计） ${figures[0]}，查看明细` })
        : page.locator('.groups-card:visible').filter({ hasText: department }).getByRole('button').filter({ hasText: month })
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await cellButton.first().click()
    await isGroup(page)
    const rows = await linesOf(conditionsIn(page.url()))
    assert.equal(rows.length, count)
    assert.equal(Number(sum(rows.map(({ movedQuantity }) => movedQuantity))), Number(figures[0]))
    await page.getByText(rows[0].names[rows[0].goodsId]).filter({ visible: true }).first().waitFor()
    if (size === 'desk') {
      const sums = page.locator('.table-foot:visible .table-sum')
      assert.ok(
        (await sums.allInnerTexts()).includes(`入账数量 ${numberWords(figures[0])}`),
        'the rows come to the figure that was pressed',
      )
    }
    await page.goBack()
    await page.locator('.groups:visible').waitFor()
    assert.deepEqual(complaints, [])
    await page.close()
  })

/** The conditions that the address of the list of lines says. */
const conditionsIn = (href: string) =>
  addressedIn(lineTables.consumables, Object.fromEntries(new URLSearchParams(href.split('?')[1]))).where ?? []

test('the rooms that hold most idle value are seen on a phone, and a card opens their assets', async () => {
  const { page, complaints } = await windowOf('admin')
  await openReport(page, '闲置价值（按区域）')
  const { list, names } = await groupsOf('gsgoodsinstance', {
    asked: { where: [{ key: 'state', is: 'in', value: ['idle'] }] },
    by: [{ key: 'locId' }],
    figures: [{ key: 'value', of: 'sum' }],
  })
  const [first] = list
  const card = page.locator('.groups-card').filter({ hasText: names[first.keys[0]] }).first()
  assert.match(await card.locator('.groups-card-figure').innerText(), new RegExp(String(first.figures[0]).split('.')[0]!.slice(-3)))
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await card.getByRole('button').tap()
  await page.waitForURL(/locId\.only/)
  await page.getByText(names[first.keys[0]]).filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
  await page.close()
})
