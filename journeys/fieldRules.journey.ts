import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, visit } from './stage.ts'

const stage = await openStage()
const { ask } = stage

const item = (page: Page, label: string) => page.getByRole('button', { name: `设置${label}`, exact: true })

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
let flowKey = ''

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
  const { page, complaints } = await stage.windowOf('admin', 'desk')
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
  const { page, complaints } = await stage.windowOf('admin', 'desk')
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
  flowKey = flow.flowKey
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

for (const size of ['phone', 'desk'] as const)
  test(`an employee fills it in on a ${size}: defaults, prices, working days, offered options and checks`, async () => {
    const { page, complaints } = await stage.windowOf('staff', size)
    await visit(page, `/pages/flow/formApply?flowKey=${flowKey}&flowName=${encodeURIComponent('设备借用单')}`)
    const today = page.getByLabel('开始日期')
    assert.equal(await today.inputValue(), dayIn(0))
    assert.equal(await page.getByRole('radio', { name: '专人送达' }).count(), 0)
    await page.getByLabel('结束日期').fill(dayIn(-3))
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await page.getByText('结束不能早于开始').filter({ visible: true }).first().waitFor()
    await page.getByLabel('结束日期').fill(dayIn(20))
    await page.getByRole('radio', { name: '专人送达' }).click()
    if (size === 'phone') await choosePricedModel(page)
    assert.deepEqual(complaints, [])
  })

test('an approved application is isRevoked by another one, which the same person approves', async () => {
  const form = { lines: [{ count: 1 }] }
  const { result: application, msg } = await ask('staff', '/api/workflow/startProcess', { flowKey, form })
  assert.ok(application, msg)
  const approve = async (processId: string): Promise<void> => {
    const { page: tasks } = await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, type: 'assignee', pageSize: 50 })
    const { taskId, formRev } = tasks.list.find((task: { processId: string }) => task.processId === processId)
    await ask('boss', '/api/workflow/flowApprove', { taskId, formRev })
  }
  await approve(application.processId)
  const { page, complaints } = await stage.windowOf('staff')
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
