import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { answered, openStage, says, visit } from './stage.ts'

/** Lists at work: found, chosen, saved as views, printed, changed many at once, tidied up. */
const { ask, windowOf } = await openStage()
const desk = await windowOf('admin', 'desk')
const phone = await windowOf('admin')

const register = '/pages/goods/GsGoodsInstance/index'

test('idle laptops are found, the view is saved and shared; somebody else sees the same, chooses all and sums them; a hidden column stays hidden', async () => {
  const { page, complaints } = desk
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

test('a list that words and conditions narrow to nothing shows all rows again by one press', async () => {
  const { page, complaints } = phone
  await visit(page, `${register}?where=state.in.lent&q=没有这样的资产`)
  await page.getByText('没有找到').waitFor()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await page.locator('[role=listitem]').first().waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), '')
  assert.equal(await page.getByRole('tab', { name: '全部' }).getAttribute('aria-selected'), 'true')
  assert.deepEqual(complaints, [])
})

type Row = ReturnType<typeof JSON.parse>
const result = (answer: Row): Row => {
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  return answer['result'] ?? answer['page']
}

test('what a filter finds is chosen and moved in one go, a field of thirty is changed after a preview, and that is undone', async () => {
  const idle = result(await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 200 }))['list'] as Row[]
  const stores = Map.groupBy(idle, (row) => row['locId'] as string)
  const [store, there] = [...stores].toSorted(([, a], [, b]) => b.length - a.length)[0]!
  const target = [...stores.keys()].find((other) => other !== store) ?? ''
  assert.ok(there.length >= 30, `${there.length} idle pieces in one store`)
  const places = result(await ask('admin', '/api/goods/gsgoodsloc/list', { pageSize: 200 }))['list'] as Row[]
  const targetName: string =
    places.find((row) => row['id'] === target)?.['locName'] ?? places.find((row) => row['id'] !== store)!['locName']

  const { page, complaints } = desk
  await page.goto(`${page.url().split('#')[0]}#${register}?where=state.in.idle`)
  /** By the number of its row: which rows are drawn changes while one scrolls. */
  const boxAt = (row: number) => page.locator(`[role=row][data-index="${row}"]`).getByRole('checkbox')
  await boxAt(0).waitFor()
  const chosen = page.getByRole('region', { name: '已选' })

  // A field of thirty, seen before it is changed.
  await boxAt(0).click()
  await boxAt(29).click({ modifiers: ['Shift'] })
  await chosen.getByText('已选 30 项').waitFor()
  await chosen.getByRole('button', { name: '修改字段' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('请选择要修改的字段').click()
  await page.getByText('资产状况', { exact: true }).last().click()
  await sheet.getByText('损坏', { exact: true }).click()
  await sheet.getByText('项会改变').waitFor()
  await sheet.getByRole('button', { name: /^修改 \d+ 项$/ }).click()
  await sheet.getByText('完成 30 项').waitFor()
  const broken = async () =>
    result(await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', condition: 'broken', pageSize: 1 }))[
      'totalCount'
    ] as number
  const before = await broken()
  assert.ok(before >= 30)
  await sheet.getByRole('button', { name: '撤销' }).click()
  await sheet.getByText('撤销修改资产的资产状况').waitFor()
  await sheet.getByText('完成 30 项').waitFor()
  assert.equal(await broken(), before - 30)
  await sheet.getByRole('button', { name: '完成' }).click()

  // The pieces of one store, on the road in one document.
  await page.goto(`${page.url().split('#')[0]}#${register}?where=state.in.idle*locId.in.${store}`)
  await page.locator('.table-foot:visible', { hasText: `共 ${there.length} 项` }).waitFor()
  await boxAt(11).waitFor()
  if ((await chosen.count()) > 0) await chosen.getByRole('button', { name: '取消选择' }).click()
  await boxAt(0).click()
  await boxAt(11).click({ modifiers: ['Shift'] })
  await chosen.getByText('已选 12 项').waitFor()
  await chosen.getByRole('button', { name: '调拨' }).click()
  await page.getByText('新建资产调拨').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: /调入区域/ }).click()
  await page.getByRole('dialog').getByPlaceholder(/^搜索/).fill(targetName)
  await page.getByRole('dialog').getByText(targetName).first().click()
  await page.getByLabel('调拨原因').fill('集中存放')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('新建资产调拨').first().waitFor({ state: 'hidden' })
  const [document] = result(await ask('admin', '/api/goods/gsallocateorder/list', { mine: true, pageSize: 1 }))['list'] as Row[]
  assert.ok(['inApproval', 'inProgress', 'posted'].includes(document['state']), document['state'])
  assert.deepEqual(complaints, [])
})

const stockIns = '/pages/goods/GsInstockOrder/index'
const issues = '/pages/goods/GsOutstockOrder/index'

test('stock-ins of a supplier are found by its chip, three of them are printed on A5 and exported; too many at once are refused in words', async () => {
  const { page, complaints } = desk
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
  const { page, complaints } = phone
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

const supplierCalled = async (supplierCode: string, supplierName: string): Promise<string> => {
  const { code, msg, result } = await ask('admin', '/api/goods/gssupplier/save', { supplierCode, supplierName })
  assert.equal(code, 0, msg)
  return result.id
}

test('an administrator finds doubles on the desk and makes one of them', async () => {
  const stays = await supplierCalled('HB1', '华北设备（天津）有限公司')
  await supplierCalled('HB2', '华北设备(天津) 有限公司')
  const { page, complaints } = desk
  await visit(page, '/pages/goods/GsSupplier/gssupplierlist')
  await page.getByRole('button', { name: '整理' }).click()
  await page.getByText('查找重复').click()
  const group = page.locator('section').filter({ hasText: '华北设备' })
  await group.getByRole('button', { name: '合并' }).click()
  await page.getByText('保留哪一个').waitFor()
  await page.getByRole('button', { name: /华北设备（天津）有限公司/ }).click()
  const sheet = page.getByRole('dialog').filter({ hasText: '保留哪一个' })
  const { code, result } = await answered(page, '/gssupplier/merge/merge', () =>
    sheet.getByRole('button', { name: '合并', exact: true }).click(),
  )
  assert.deepEqual([code, result.into, result.merged], [0, stays, 1])
  assert.deepEqual(complaints, [])
})

test('what was deleted by mistake is put back on the phone', async () => {
  const id = await supplierCalled('HB3', '误删的公司')
  assert.equal((await ask('admin', '/api/goods/gssupplier/delete', { ids: [id] })).code, 0)
  const { page, complaints } = phone
  await visit(page, '/pages/goods/GsSupplier/gssupplierlist')
  await page.getByRole('button', { name: '导入、导出和整理' }).tap()
  await page.getByText('回收站').tap()
  await page.getByText('误删的公司 · HB3').waitFor()
  const { code, msg } = await answered(page, '/gssupplier/removed/restore', () => page.getByRole('button', { name: '恢复' }).first().tap())
  assert.equal(code, 0, msg)
  const { list } = (await ask('admin', '/api/goods/gssupplier/list', { likeQuery: '误删的公司' })).page
  assert.deepEqual(
    list.map((row: { id: string }) => row.id),
    [id],
  )
  assert.deepEqual(complaints, [])
})

for (const username of ['admin', 'stock'])
  test(`the number of each queue of ${username} is what the list behind it finds`, async () => {
    const { page, complaints } = username === 'admin' ? desk : await windowOf(username, 'desk')
    await visit(page, '/pages/index/index')
    const counted = page.getByRole('button', { name: /^全部\d+项$/ })
    const queues = page.locator('section[aria-label]').filter({ has: counted })
    // Each queue comes with an answer of its own: this one has rows in the demo.
    await queues.and(page.getByRole('region', { name: username === 'stock' ? '低库存' : '借出到期', exact: true })).waitFor()
    await page.waitForLoadState('networkidle')
    const names = await queues.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!))
    for (const name of names) {
      const all = page.getByRole('region', { name, exact: true }).getByRole('button', { name: /^全部\d+项$/ })
      const total = Number(/\d+/.exec(await all.innerText())![0])
      const found = page.waitForResponse(async (response) => {
        const totals = (await response.text().catch(() => '')).matchAll(/"totalCount":(\d+)/g)
        return [...totals].some(([, each]) => Number(each) === total)
      })
      await all.click()
      await found
      await visit(page, '/pages/index/index')
    }
    assert.deepEqual(complaints, [])
  })
