import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { answered, openStage, visit } from './stage.ts'

const stage = await openStage()
const { ask } = stage

/** The paths of everything in the form that is being designed, in order. */
const paths = (page: Page): Promise<string[]> =>
  page.locator('[data-path]').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['path'] ?? ''))

const item = (page: Page, label: string) => page.getByRole('button', { name: `设置${label}`, exact: true })

/** Drags by the mouse to the upper edge of a thing, so that what is dragged is put before it. */
const drag = async (page: Page, from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>): Promise<void> => {
  await to.scrollIntoViewIfNeeded()
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + 4, { steps: 6 })
  await page.mouse.up()
}

let flowKey = ''

test('a manager designs a form on a wide window, publishes it and makes it a flow', async () => {
  const { page, complaints } = await stage.windowOf('admin', 'desk')
  await visit(page, '/pages/flow/formlist')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('radio', { name: /采购申请/ }).click()
  await page.getByLabel('表单名称').fill('设备采购')
  await page.getByRole('button', { name: '开始设计' }).click()
  await item(page, '采购原因').waitFor()

  const before = await paths(page)
  assert.deepEqual(before.slice(0, 3), ['reason', 'wanted', 'items'])
  await drag(page, page.getByRole('button', { name: '部门', exact: true }), item(page, '期望到货日期'))
  assert.deepEqual((await paths(page)).slice(0, 3), ['reason', 'department', 'wanted'])
  await drag(page, item(page, '规格型号'), item(page, '名称'))
  assert.deepEqual(
    (await paths(page)).filter((path) => path.startsWith('items.')),
    ['items.spec', 'items.name', 'items.quantity', 'items.price', 'items.total'],
  )
  for (const _ of ['column', 'department']) await page.keyboard.press('Control+z')
  assert.deepEqual(await paths(page), before)

  await item(page, '采购总额').click()
  await page.getByRole('button', { name: '编辑公式' }).click()
  const sheet = page.getByRole('dialog', { name: '公式' })
  await sheet.getByText('= 合计（采购明细.金额）', { exact: true }).waitFor()
  await sheet.getByRole('button', { name: '×' }).click()
  await sheet.getByText('公式还没有写完').waitFor()
  await sheet.getByRole('button', { name: '2', exact: true }).click()
  await sheet.getByText('= 合计（采购明细.金额） × 2', { exact: true }).waitFor()
  await sheet.getByRole('button', { name: '取消' }).click()
  await sheet.waitFor({ state: 'hidden' })

  const settings = page.getByRole('complementary', { name: '设置' })
  await item(page, '采购原因').click()
  await settings.getByLabel('名称').fill('')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('“reason”还没有名称').filter({ visible: true }).first().waitFor()
  await settings.getByLabel('名称').fill('采购理由')
  await page.getByText('已自动保存').waitFor()

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog', { name: '发布表单' }).getByRole('button', { name: '发布' }).click()
  await page.getByRole('button', { name: '做成流程' }).click()
  await page.getByRole('dialog', { name: '做成流程' }).getByRole('button', { name: '创建并设计流程' }).click()
  await page.waitForURL(/flow\/flowdesign/)
  flowKey = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('flowKey') ?? ''
  const { result: draft } = await ask('admin', '/api/workflow/definition', { flowKey, version: 'draft' })
  const { result: saved, msg } = await ask('admin', '/api/workflow/saveDefinition', {
    flowKey,
    revision: draft.revision,
    body: draft.body,
  })
  assert.ok(saved, msg)
  const published = await ask('admin', '/api/workflow/publishDefinition', { flowKey, revision: saved.revision })
  assert.equal(published.code, 0, published.msg)
  assert.deepEqual(complaints, [])
})

test('an employee at a desk types the rows in place by the keyboard alone', async () => {
  const { page, complaints } = await stage.windowOf('staff', 'desk')
  await visit(page, '/pages/flow/flowindex')
  await page.getByRole('button', { name: '设备采购' }).click()
  const grid = page.getByRole('grid')
  const cellsOf = (row: number) => grid.getByRole('row').nth(row).getByRole('gridcell')
  await page.getByRole('button', { name: '添加采购明细' }).click()
  for (const [text, key] of [
    ['显示器', 'Tab'],
    ['27 英寸', 'Tab'],
    ['两台', 'Tab'],
    ['1500', 'Enter'],
  ] as const) {
    // prettier-ignore
    await page.keyboard.type(text)
    await page.keyboard.press(key)
  }
  assert.equal(await cellsOf(1).nth(2).getAttribute('aria-invalid'), 'true')
  await cellsOf(1).nth(2).click()
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await cellsOf(1).filter({ hasText: '¥3,000.00' }).waitFor()

  await page.getByRole('button', { name: '添加采购明细' }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.type('无线')
  await page.keyboard.press('Shift+Tab')
  await page.getByLabel('采购理由').fill('新同事入职')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await cellsOf(2).filter({ hasText: '请填写名称' }).waitFor()
  assert.equal(await cellsOf(2).first().getAttribute('aria-invalid'), 'true')
  await cellsOf(2).first().click()
  await page.keyboard.press('Control+Delete')
  await page.getByText('叁仟元整').last().waitFor()
  await page.keyboard.press('Control+z')
  await cellsOf(2).filter({ hasText: '无线' }).waitFor()
  await page.keyboard.press('Control+Delete')
  await page.getByText('叁仟元整').last().waitFor()
  assert.deepEqual(complaints, [])
})

test('an employee applies with it on a phone; amounts follow; the approver sends it back and gets it again', async () => {
  const { page, complaints } = await stage.windowOf('staff')
  await visit(page, '/pages/flow/flowindex')
  await page.getByRole('button', { name: '设备采购' }).tap()
  await page.getByLabel('采购理由').fill('新同事入职')
  await page.getByRole('button', { name: /还没有填写/ }).tap()
  const row = page.getByRole('dialog')
  await row.getByLabel('名称').fill('显示器')
  await row.getByRole('textbox', { name: '数量' }).fill('2')
  await row.getByLabel('单价').fill('1500')
  await row.getByText('¥3,000.00').waitFor()
  await row.getByRole('button', { name: '再加一项' }).tap()
  await row.getByLabel('单价').fill('99')
  await row.getByRole('button', { name: '完成' }).tap()
  await page.getByRole('button', { name: '提交', exact: true }).tap()
  await page.getByText('请填写名称').filter({ visible: true }).first().waitFor()

  await page.getByRole('button', { name: '存草稿' }).tap()
  await page.getByRole('button', { name: '删除', exact: true }).waitFor()
  await page.getByRole('button', { name: '移除第2项' }).tap()
  await page.getByText('叁仟元整').last().waitFor()
  await page.getByRole('button', { name: '提交', exact: true }).tap()
  await page.waitForURL(/#\/pages\/flow\/progress/)
  await page.getByText('¥3,000.00').filter({ visible: true }).first().waitFor()
  const { page: drafts } = await ask('staff', '/api/workflow/draft/list', { flowKey })
  assert.deepEqual(drafts.list, [])

  const { page: tasks } = await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, flowKey })
  const [task] = tasks.list
  assert.equal(task.amount, '3000')
  const back = await ask('boss', '/api/workflow/flowRollBack', { taskId: task.taskId, nodeId: 'START', comment: '请写明规格' })
  assert.equal(back.code, 0, back.msg)
  await visit(page, `/pages/personal/myapply`)
  await visit(page, `/pages/flow/progress?processId=${task.processId}`)
  await page.getByRole('button', { name: '修改并重新提交' }).tap()
  await page.getByRole('button', { name: /显示器/ }).tap()
  await row.getByLabel('规格型号').fill('27 英寸')
  await row.getByRole('button', { name: '完成' }).tap()
  const sent = await answered(page, '/resubmit', () => page.getByRole('button', { name: '提交', exact: true }).tap())
  assert.equal(sent.code, 0, sent.msg)
  const { page: again } = await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, flowKey })
  assert.equal(again.list.length, 1)
  assert.deepEqual(complaints, [])
})
