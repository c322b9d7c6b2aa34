import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openStage, says, visit } from './stage.ts'

const { windowOf, ask } = await openStage()
const stockIns = '/pages/goods/GsInstockOrder/index'
const issues = '/pages/goods/GsOutstockOrder/index'

test('stock-ins of a supplier are found by its chip, three of them are printed on A5 and exported; too many at once are refused in words', async () => {
  const { page, complaints } = await windowOf('admin', 'desk')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const rows = page.locator('[role=row][data-index]:visible')

  const { page: all } = await ask('admin', '/api/goods/gsinstockorder/list', { where: [{ key: 'supplier', is: 'filled' }], pageSize: 100 })
  const bySupplier = Map.groupBy(all.list as { supplier: string; names: Record<string, string> }[], ({ supplier }) => supplier)
  const [[supplier, theirs]] = [...bySupplier].sort(([, a], [, b]) => b.length - a.length) as [[string, typeof all.list]]
  assert.ok(theirs.length >= 3)

  await visit(page, `${stockIns}?sort=code`)
  await rows.first().waitFor()
  await button('筛选').click()
  await page.getByRole('list', { name: '可以筛选的列' }).getByRole('button', { name: '供应商' }).click()
  const picker = page.getByRole('dialog', { name: '供应商' })
  await picker.getByText(theirs[0].names[supplier], { exact: true }).first().click()
  await picker.getByRole('button', { name: /^确定/ }).click()
  await page.waitForURL(new RegExp(`where=supplier\\.in\\.${supplier}`))
  await page.keyboard.press('Escape')
  await page.locator('.table-foot', { hasText: `共 ${theirs.length} 项` }).waitFor()

  for (const at of [0, 1, 2]) await rows.nth(at).locator('[data-check]').click()
  await page.getByText('已选 3 项').waitFor()
  await button('导出').last().click()
  const [sheet] = await Promise.all([page.waitForEvent('download'), page.getByText('CSV', { exact: true }).click()])
  assert.equal((await readFile(await sheet.path(), 'utf8')).trim().split('\n').length, 4)

  await button('打印单据').click()
  await page.getByRole('heading', { name: '3张单据' }).waitFor()
  await page.getByRole('tab', { name: 'A5' }).click()
  await page.waitForURL(/size=A5/)
  const [slips] = await Promise.all([page.waitForEvent('download'), button('下载PDF').click()])
  const boxes = [...(await readFile(await slips.path())).toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  assert.ok(boxes.length >= 3)
  assert.ok(boxes.every(([, width, height]) => Number(width) > Number(height)))

  await visit(page, issues)
  await rows.first().waitFor()
  await rows.first().locator('[data-check]').click()
  await page.getByRole('button', { name: /^全部 \d+ 项$/ }).click()
  await says(page.getByText('一次最多打印50张单据，请少选一些'), () => button('打印单据').click())
  assert.deepEqual(complaints, [])
})

test('on a phone the same is asked by chips; two documents are chosen and printed, and the tabs count what is asked', async () => {
  const { page, complaints } = await windowOf('admin')
  await visit(page, `${stockIns}?where=remark.contains.没有这样的备注`)
  await page.getByText('没有找到').waitFor()
  await page.getByRole('button', { name: '去掉筛选' }).click()
  await page.getByRole('button', { name: '选择', exact: true }).click()
  for (let chosen = 0; chosen < 2; chosen++) await page.getByRole('button', { name: '未选' }).first().click()
  await page.getByRole('button', { name: '打印单据' }).click()
  await page.getByRole('heading', { name: '2张单据' }).waitFor()

  const waiting = page.getByRole('tab', { name: /审批中/ })
  await visit(page, issues)
  await waiting.filter({ hasText: /\d/ }).waitFor()
  await visit(page, `${issues}?where=createdAt.between.2000-01-01.2000-01-02`)
  await page.getByText('没有找到').filter({ visible: true }).waitFor()
  await waiting.filter({ hasNotText: /\d/ }).waitFor()
  assert.deepEqual(complaints, [])
})
