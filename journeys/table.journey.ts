import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, visit } from './stage.ts'

const { windowOf } = await openStage()
const register = '/pages/goods/GsGoodsInstance/index'

test('idle laptops are found, the view is saved and shared; somebody else sees the same, chooses all and sums them; a hidden column stays hidden', async () => {
  const { page, complaints } = await windowOf('admin', 'desk')
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await visit(page, register)
  const boxes = page.locator('[role=row][data-index] [data-check]')
  await boxes.first().waitFor()
  // What is chosen among the rows from before, while the answer is on its way, goes with them.
  const held = Promise.withResolvers<void>()
  await page.route('**/gsgoodsinstance/list', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('tab', { name: '闲置' }).click()
  await page.locator('[role=grid][aria-busy]').waitFor()
  await boxes.first().click()
  await page.getByText('已选 1 项').waitFor()
  held.resolve()
  await page.locator('[role=grid]:not([aria-busy])').waitFor()
  await page.getByText('已选 1 项').waitFor({ state: 'detached' })
  await page.unroute('**/gsgoodsinstance/list')
  await button('筛选').click()
  await button('资产名称').last().click()
  await page.getByRole('textbox', { name: '资产名称' }).fill('笔记本')
  await page.waitForURL(/where=state\.in\.idle\*instanceName\.contains/)
  await page.keyboard.press('Escape')
  await page.locator('.table-sort[data-key=value]').click()
  await page.waitForURL(/sort=value/)

  await button('保存视图').click()
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('闲置笔记本')
  await page.getByRole('radio', { name: '所有人' }).click()
  await button('保存').click()
  await page.waitForURL(/view=\d+$/)
  const address = page.url().split('#')[1]!
  await page.locator('[role=grid]:not([aria-busy])').waitFor()
  const foot = await page.locator('.table-foot', { hasText: /共 \d+ 项/ }).textContent()
  const [count = ''] = /共 \d+ 项/.exec(foot ?? '') ?? []

  await page.locator('.table-title:has([data-key=catId])').hover()
  await button('资产分类的操作').click()
  await page.getByRole('menuitem', { name: '隐藏' }).click()
  await page.getByRole('columnheader', { name: '资产分类' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: '资产分类' }).count(), 0)
  await page.locator('.table-foot', { hasText: count }).waitFor()

  const { page: other, complaints: otherComplaints } = await windowOf('newadmin', 'desk')
  await other.getByRole('alertdialog').getByRole('button', { name: '知道了' }).click()
  await visit(other, address)
  await other.getByRole('button', { name: '视图：闲置笔记本' }).waitFor()
  await other.getByRole('row').nth(1).waitFor()
  await other.locator('.table-foot', { hasText: count }).waitFor()
  await other.keyboard.press('j')
  await other.keyboard.press('x')
  await other.getByText('已选 1 项').waitFor()
  await other.keyboard.press('Control+a')
  const chosen = Number(/\d+/.exec(count)?.[0])
  await other.getByText(`已选 ${chosen} 项`).waitFor()
  await other
    .locator('.table-sum')
    .getByText(/^¥[\d,]+\.\d\d$/)
    .waitFor()
  await other.keyboard.press('Escape')
  await other.locator('.table-foot', { hasText: count }).waitFor()

  assert.deepEqual([...complaints, ...otherComplaints], [])
})

test('a list that words and conditions narrow to nothing shows all rows again by one press, on a phone and on a desk', async () => {
  for (const size of ['phone', 'desk'] as const) {
    const { page, complaints } = await windowOf('keeper', size)
    await visit(page, `${register}?where=state.in.lent&q=没有这样的资产`)
    await page.getByText('没有找到').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page
      .locator(size === 'desk' ? '[role=row][data-index]' : '[role=listitem]')
      .first()
      .waitFor()
    assert.equal(await page.getByRole('searchbox').inputValue(), '')
    assert.equal(await page.getByRole('tab', { name: '全部' }).getAttribute('aria-selected'), 'true')
    assert.deepEqual(complaints, [])
  }
})
