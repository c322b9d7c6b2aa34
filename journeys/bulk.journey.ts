import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage } from './stage.ts'

const { windowOf, ask } = await openStage()

type Row = ReturnType<typeof JSON.parse>
const register = '/pages/goods/GsGoodsInstance/index'
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

  const { page, complaints } = await windowOf('admin', 'desk')
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
