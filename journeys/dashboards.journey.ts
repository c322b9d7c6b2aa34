import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { goTo, openStage, type Answer } from './stage.ts'

const { ask, windowOf } = await openStage()

const title = 'A4纸用量'
const where = [
  { key: 'kind', is: 'in', value: ['CsOutstockOrder'] },
  { key: 'movedOn', is: 'last', value: '365' },
]
const paper = (await ask('admin', '/api/table/groups', { table: 'cslines', asked: { where }, by: [{ key: 'goodsId' }] })).result
const goodsId: string = Object.keys(paper.names).find((id) => String(paper.names[id]).includes('A4')) ?? paper.list[0].keys[0]

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true })
const dashboardsOf = async (username: string): Promise<Answer[]> => (await ask(username, '/api/dashboard/list', {})).result.list
const tilesOf = async (username: string, id: string): Promise<Answer[]> => (await ask(username, '/api/dashboard/read', { id })).result.tiles

test('consumption by department and month goes on a dashboard, is arranged by keys, shared, and each reader sees what he may', async () => {
  const { page, complaints } = await windowOf('admin', 'desk')
  await goTo(
    page,
    `/pages/consumables/lines?where=kind.in.CsOutstockOrder*movedOn.last.365*goodsId.only.${goodsId}&groups=movedOn.month*deptId_movedQuantity.sum_stacked`,
  )
  await page.locator('.groups-chart:visible').waitFor()
  await button(page, '放入仪表板').click()
  const [name, dashboardName] = [0, 1].map((at) => page.getByRole('dialog').getByRole('textbox').nth(at))
  await name?.fill(title)
  await dashboardName?.fill('用量看板')
  await page.getByRole('dialog').getByRole('button', { name: '放入', exact: true }).click()
  await page.getByText('已放入仪表板，点这里查看').click()
  await page.locator('.tile rect').first().waitFor()

  const { id } = (await dashboardsOf('admin')).find((row) => row.title === '用量看板')
  const [tile] = await tilesOf('admin', id)
  assert.equal(tile.title, title)
  const figures: number[] = tile.answer.groups.list.map(({ figures: [figure] }: Answer) => Number(figure))
  assert.ok(figures.length > 0 && figures.every((figure) => figure > 0))

  await button(page, `显示表格：${title}`).click()
  const [first] = await page.locator('.tile-table tbody button').all()
  assert.ok(first)
  await first.click()
  await page.waitForURL(/goodsId\.only.*movedOn\.between.*deptId\.only/)
  await page.goBack()
  await page.locator('.tile').first().waitFor()

  await button(page, '编辑').click()
  await button(page, '添加').click()
  await button(page, /^库存金额/).click()
  const handle = button(page, new RegExp(`移动“${title}”`))
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('第2项，共2项').waitFor({ state: 'attached' })
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('宽3列，高2行').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '保存', exact: true }).filter({ visible: true }).click()
  await page.getByText('仪表板已保存').waitFor()
  const movedTiles = await tilesOf('admin', id)
  assert.deepEqual(
    movedTiles.map((row) => [row.title, row.width]),
    [
      ['库存金额', 2],
      [title, 3],
    ],
  )

  await button(page, '更多').click()
  await button(page, '名称和共享').click()
  await page.getByRole('radio', { name: '所有人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('仪表板已保存').waitFor()
  assert.deepEqual(complaints, [])
  await page.close()

  const countOf = (row: Answer): number => row.answer.groups.total.count
  const [value, lines] = await tilesOf('staff', id)
  assert.deepEqual([value.answer.state, value.answer.groups], ['closed', null])
  const [, allLines] = await tilesOf('admin', id)
  assert.ok(countOf(lines) < countOf(allLines), 'an employee is told of his own lines alone')
  const { page: phone, complaints: phoneComplaints } = await windowOf('staff')
  await goTo(phone, `/pages/dashboards/index?id=${id}`)
  await phone.getByText('您的权限不能查看这项数值').waitFor()
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390)
  assert.deepEqual(phoneComplaints, [])
  await phone.close()
})

test('a dashboard is looked at as paper and kept as a file, on a phone', async () => {
  const { page, complaints } = await windowOf('admin', 'phone')
  await goTo(page, '/pages/dashboards/index?id=finance')
  await page.locator('.tile').first().waitFor()
  await button(page, '更多').click()
  await button(page, '打印或存为PDF').click()
  const paper = page.frameLocator('iframe')
  await paper.locator('td.bars i').first().waitFor()
  assert.ok((await paper.getByRole('heading').count()) > 1)
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, '下载PDF').click()])
  assert.equal(file.suggestedFilename(), '财务概览.pdf')
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  assert.deepEqual(complaints, [])
  await page.close()
})
