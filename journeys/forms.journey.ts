import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../kernel/id.ts'
import { answered, openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()
const desk = await windowOf('admin', 'desk')
const staff = await windowOf('staff')

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

let purchaseKey = ''

test('a manager designs a form on a wide window, publishes it and makes it a flow', async () => {
  const { page, complaints } = desk
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
  const flowKey = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('flowKey') ?? ''
  const { result: draft } = await ask('admin', '/api/workflow/definition', { flowKey, version: 'draft' })
  const { result: saved, msg } = await ask('admin', '/api/workflow/saveDefinition', {
    flowKey,
    revision: draft.revision,
    body: draft.body,
  })
  assert.ok(saved, msg)
  const published = await ask('admin', '/api/workflow/publishDefinition', { flowKey, revision: saved.revision })
  assert.equal(published.code, 0, published.msg)
  purchaseKey = flowKey
  assert.deepEqual(complaints, [])
})

test('an employee at a desk types the rows in place by the keyboard alone', async () => {
  const { page, complaints } = await windowOf('staff', 'desk')
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
  const { page, complaints } = staff
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
  const { page: drafts } = await ask('staff', '/api/workflow/draft/list', { flowKey: purchaseKey })
  assert.deepEqual(drafts.list, [])

  const { page: tasks } = await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, flowKey: purchaseKey })
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
  const { page: again } = await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, flowKey: purchaseKey })
  assert.equal(again.list.length, 1)
  assert.deepEqual(complaints, [])
})

const field = (key: string, label: string, control: object, more: object = {}) => ({
  t: 'field',
  key,
  label,
  required: false,
  control,
  ...more,
})
/** A loan of equipment: from when to when, how, and the pieces with their price. */
const design = {
  schema: 1,
  items: [
    field('start', '开始日期', { type: 'date' }, { begins: { as: 'today' } }),
    field('end', '结束日期', { type: 'date' }),
    field('days', '工作日天数', { type: 'whole', min: 0, max: 9999 }),
    field(
      'way',
      '送达方式',
      {
        type: 'choice',
        many: false,
        options: [
          { value: 'pick', label: '自取' },
          { value: 'post', label: '专人送达' },
        ],
      },
      { offers: [{ option: 'post', when: { f: 'days', op: 'ge', v: '3' } }] },
    ),
    {
      t: 'table',
      key: 'lines',
      label: '物品',
      min: 1,
      max: 20,
      columns: [
        field('model', '型号', { type: 'reference', to: 'model', many: false }),
        field('count', '数量', { type: 'whole', min: 0, max: 99 }),
        field('cost', '金额', { type: 'money' }),
      ],
    },
    field('amount', '总额', { type: 'money' }, { formula: { sum: 'lines.cost' } }),
  ],
}

let formKey = ''
let loanKey = ''

/** Types a formula in the sheet that is open, and closes it. */
const enter = async (page: Page, text: string, status: string): Promise<void> => {
  const sheet = page.getByRole('dialog').filter({ hasText: '输入公式' })
  await sheet.getByLabel('输入公式').fill(text)
  await sheet.getByRole('status').filter({ hasText: status }).waitFor()
  await sheet.getByRole('button', { name: '完成', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
}

test('a manager types formulas and is told at which character one is wrong', async () => {
  const { result: form } = await ask('admin', '/api/workflow/form/save', { formName: '设备借用单', revision: 0, design })
  const { page, complaints } = desk
  await visit(page, `/pages/flow/formdesign?formKey=${form.formKey}`)
  await item(page, '工作日天数').click()
  await page.getByRole('button', { name: '用公式计算' }).click()
  const sheet = page.getByRole('dialog', { name: '公式' })
  await sheet.getByLabel('输入公式').fill('WORKDAYS(开始日期, 结束日')
  await sheet.getByText('第16个字：读不懂“结束日”').waitFor()
  await sheet.getByLabel('输入公式').fill('WORKDAYS(开始日期 结束日期)')
  await sheet.getByText('第15个字：两项之间缺少运算符').waitFor()
  await sheet.getByLabel('输入公式').fill('开始日期 + 结束日期')
  await sheet.getByRole('status').filter({ hasText: '两边的类型不合' }).waitFor()
  await sheet.getByRole('tab', { name: '日期' }).click()
  await sheet.getByText('例：DAYS(结束日期, 开始日期)+1').waitFor()
  await enter(page, 'WORKDAYS(开始日期, 结束日期)', '= WORKDAYS(开始日期, 结束日期)')

  await item(page, '金额').click()
  await page.getByRole('button', { name: '用公式计算' }).click()
  await enter(page, '型号的参考单价*数量', '= 型号的参考单价 × 数量')
  assert.deepEqual(complaints, [])
  await page.getByText('已自动保存').waitFor()
  formKey = form.formKey
})

test('and sets a check with its own words, and publishes', async () => {
  const { page, complaints } = desk
  await visit(page, `/pages/flow/formdesign?formKey=${formKey}`)
  const settings = page.getByRole('complementary', { name: '设置' })
  await item(page, '结束日期').click()
  await settings.getByRole('button', { name: '添加校验' }).click()
  await enter(page, '结束日期>=开始日期', '= 结束日期 ≥ 开始日期')
  await page.getByText('“结束日期”的校验还没有提示文字').first().waitFor()
  await settings.getByLabel('不成立时的提示').fill('结束不能早于开始')
  await page.getByText('已自动保存').waitFor()
  assert.deepEqual(complaints, [])

  const { result: info } = await ask('admin', '/api/workflow/form/info', { formKey })
  const publication = await ask('admin', '/api/workflow/form/publish', { formKey, revision: info.form.revision })
  assert.equal(publication.code, 0, publication.msg)
  const look = { flowName: '设备借用单', flowIcon: 'laptop', color: '#0081ff', formKey }
  const { result: flow } = await ask('admin', '/api/workflow/createFlow', look)
  const { result: draft } = await ask('admin', '/api/workflow/definition', { flowKey: flow.flowKey, version: 'draft' })
  const { result: flowDraft } = await ask('admin', '/api/workflow/saveDefinition', {
    flowKey: flow.flowKey,
    revision: draft.revision,
    body: draft.body,
  })
  const { code, msg } = await ask('admin', '/api/workflow/publishDefinition', { flowKey: flow.flowKey, revision: flowDraft.revision })
  assert.equal(code, 0, msg)
  loanKey = flow.flowKey
})

const dayIn = (days: number): string => new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10)

/** Chooses a model in the first row; its price comes from the register. */
const choosePricedModel = async (page: Page): Promise<void> => {
  const { page: models } = await ask('admin', '/api/goods/gsgoods/list', { pageSize: 100 })
  const { goodsName, price } = models.list.find((row: { price: string | null }) => Number(row.price) > 0)
  await page.getByRole('button', { name: /还没有填写/ }).tap()
  const row = page.getByRole('dialog').last()
  await row.getByRole('button', { name: /型号/ }).tap()
  const picker = page.getByRole('dialog').last()
  await picker.getByRole('searchbox').fill(goodsName)
  await picker
    .getByRole('button', { name: new RegExp(goodsName) })
    .first()
    .tap()
  await row.getByRole('textbox', { name: '数量' }).fill('2')
  const total = (Number(price) * 2).toLocaleString('en-US', { minimumFractionDigits: 2 })
  await row.getByText(`¥${total}`).first().waitFor()
  await row.getByRole('button', { name: '完成' }).tap()
  await page.getByText(`¥${total}`).first().waitFor()
}

test('an employee fills it in: defaults, prices, working days, offered options and checks', async () => {
  const { page, complaints } = staff
  await visit(page, `/pages/flow/formApply?flowKey=${loanKey}&flowName=${encodeURIComponent('设备借用单')}`)
  const today = page.getByLabel('开始日期')
  assert.equal(await today.inputValue(), dayIn(0))
  assert.equal(await page.getByRole('radio', { name: '专人送达' }).count(), 0)
  await page.getByLabel('结束日期').fill(dayIn(-3))
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('结束不能早于开始').filter({ visible: true }).first().waitFor()
  await page.getByLabel('结束日期').fill(dayIn(20))
  await page.getByRole('radio', { name: '专人送达' }).click()
  await choosePricedModel(page)
  assert.deepEqual(complaints, [])
})

test('an approved application is revoked by another one, which the same person approves', async () => {
  const form = { lines: [{ count: 1 }] }
  const { result: application, msg } = await ask('staff', '/api/workflow/startProcess', { flowKey: loanKey, form })
  assert.ok(application, msg)
  const approve = async (processId: string): Promise<void> => {
    const { page: tasks } = await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, type: 'assignee', pageSize: 50 })
    const { taskId, formRev } = tasks.list.find((task: { processId: string }) => task.processId === processId)
    await ask('boss', '/api/workflow/flowApprove', { taskId, formRev })
  }
  await approve(application.processId)
  const { page, complaints } = staff
  await visit(page, `/pages/flow/progress?processId=${application.processId}`)
  await page.getByRole('button', { name: '申请作废' }).tap()
  const sheet = page.getByRole('dialog', { name: '申请作废' })
  await sheet.getByLabel('作废原因').fill('改期了')
  await sheet.getByRole('button', { name: '提交' }).tap()
  await page.waitForURL((url) => url.hash.includes('flow/progress') && !url.hash.includes(application.processId))
  await page.getByText('设备借用单（作废）').first().waitFor()
  const revocationId = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('processId') ?? ''
  await approve(revocationId)
  await visit(page, `/pages/flow/progress?processId=${application.processId}`)
  await page.getByText('已作废', { exact: true }).first().waitFor()
  await page.getByText(/这份申请已于.*作废/).waitFor()
  assert.deepEqual(complaints, [])
})

test('a field takes its options from the suppliers: searched and chosen on the phone, it reads the same in the application', async () => {
  const source = { from: 'records', noun: 'supplier' }
  const items = [{ t: 'field', key: 'from', label: '供货单位', required: true, control: { type: 'lookup', source } }]
  const done = async (path: string, body: object) => {
    const { code, msg, result } = await ask('admin', `/api/workflow/${path}`, body)
    assert.equal(code, 0, `${path}: ${msg}`)
    return result
  }
  const form = await done('form/save', { formName: '询价', revision: 0, design: { schema: 1, items } })
  await done('form/publish', { formKey: form.formKey, revision: form.revision })
  const { flowKey } = await done('createFlow', { flowName: '询价', flowIcon: 'send', color: '#0081ff', formKey: form.formKey })
  const draft = await done('definition', { flowKey, version: 'draft' })
  const { revision } = await done('saveDefinition', { flowKey, revision: 1, body: draft.body })
  await done('publishDefinition', { flowKey, revision })
  const [supplier] = (await ask('admin', '/api/goods/gssupplier/list', { pageSize: 1 })).page.list

  const { page, complaints } = await windowOf('admin')
  await visit(page, `/pages/flow/formApply?flowKey=${flowKey}`)
  await page.getByRole('button', { name: /供货单位/ }).tap()
  const sheet = page.getByRole('dialog', { name: '选择供货单位' })
  await sheet.getByRole('searchbox').fill(supplier.supplierName)
  await sheet.getByText(supplier.supplierName).first().waitFor()
  await sheet.getByText(supplier.supplierName).first().tap()
  await page.getByText(supplier.supplierName).first().waitFor()
  const { code, msg, result } = await answered(page, '/startProcess', () => page.getByRole('button', { name: '提交', exact: true }).tap())
  assert.equal(code, 0, msg)
  await visit(desk.page, `/pages/flow/formdesign?formKey=${form.formKey}`)
  await desk.page.getByRole('button', { name: '设置供货单位', exact: true }).click()
  await desk.page.getByText('选项来自').waitFor()

  await visit(page, `/pages/flow/progress?processId=${result.processId}`)
  await page.getByRole('button', { name: '转发内容' }).tap()
  await page.getByText('对方只看得到选中的内容，看不到申请的其他部分。').waitFor()
  await page.getByRole('button', { name: '选择发给谁' }).tap()
  await page.getByRole('dialog', { name: '转发到聊天' }).waitFor()
  const { list } = (await ask('admin', '/api/msg/msgchat/list', {})).result
  const id = newId()
  const sent = { id, processId: result.processId, paths: ['from'], chatIds: [list[0].chatId] }
  assert.equal((await ask('admin', '/api/workflow/forward', sent)).code, 0)
  await visit(desk.page, `/pages/flow/forwarded?id=${id}`)
  await desk.page.getByText(supplier.supplierName).waitFor()
  assert.deepEqual([complaints, desk.complaints], [[], []])
})
