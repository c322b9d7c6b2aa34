import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newId } from '../kernel/id.ts'
import { answered, openStage, visit } from './stage.ts'

/** What the five most frequent jobs cost on a phone, from the workbench on: presses, and texts typed. */
const stage = await openStage({ isAlone: true })
const { ask, windowOf } = stage
const [staff, boss, keeper] = [await windowOf('staff'), await windowOf('boss'), await windowOf('keeper')]

type Cost = { presses: number; texts: number }
const figures: [job: string, Cost][] = []

/** A job done by a person: `press` and `type` are counted. */
const job = async (
  name: string,
  page: Page,
  most: Cost,
  run: (does: { press: (at: Locator) => Promise<void>; type: (at: Locator, text: string) => Promise<void> }) => Promise<void>,
): Promise<void> => {
  const cost = { presses: 0, texts: 0 }
  await visit(page, '/pages/index/index')
  await page.getByRole('heading', { level: 1, name: '工作台' }).waitFor()
  await run({
    press: async (at) => {
      await at.tap()
      cost.presses += 1
    },
    type: async (at, text) => {
      await at.fill(text)
      cost.texts += 1
    },
  })
  figures.push([name, cost])
  assert.ok(cost.presses <= most.presses && cost.texts <= most.texts, `${name}: ${JSON.stringify(cost)}, at most ${JSON.stringify(most)}`)
}

/** The words stand for some seconds, also those of the submission before; the screen of the document does not. */
const waitForSubmission = async (page: Page): Promise<void> => {
  await page.getByText('已提交审批，结果会在消息中通知您').waitFor()
  await page.waitForURL(/-pedit\?id=/)
}

test('an employee asks for an asset', async () => {
  const { page } = staff
  await job('申请资产', page, { presses: 4, texts: 1 }, async ({ press, type }) => {
    await press(page.getByRole('button', { name: '资产领用', exact: true }))
    await press(page.getByRole('button', { name: /^添加.*显示器/ }).first())
    await press(page.getByRole('button', { name: '下一步' }))
    await type(page.getByLabel(/领用原因/), '新项目需要')
    await press(page.getByRole('button', { name: '提交', exact: true }))
    await waitForSubmission(page)
  })
})

test('an employee asks for supplies of two kinds, twenty of one', async () => {
  const { page } = staff
  await job('申请耗材', page, { presses: 5, texts: 1 }, async ({ press, type }) => {
    await press(page.getByRole('button', { name: '耗材领用', exact: true }))
    await press(page.getByRole('button', { name: /^添加/ }).nth(0))
    await press(page.getByRole('button', { name: /^添加/ }).nth(0))
    await press(page.getByRole('button', { name: '下一步' }))
    await page
      .getByRole('button', { name: /领用仓库/ })
      .filter({ hasText: '总部耗材库' })
      .waitFor()
    await type(page.getByLabel(/用途/), '办公使用')
    await press(page.getByRole('button', { name: '提交', exact: true }))
    await waitForSubmission(page)
  })
})

test('typing over a number replaces it', async () => {
  const { page } = staff
  await visit(page, '/pages/flow/formApply?flowKey=outstock')
  await page
    .getByRole('button', { name: /^添加.*显示器/ })
    .first()
    .tap()
  const box = page.getByRole('textbox', { name: /显示器的数量/ }).first()
  await box.tap()
  await page.keyboard.type('20')
  assert.equal(await box.inputValue(), '20')
})

test('the head agrees from the workbench', async () => {
  const { page } = boss
  await job('同意申请', page, { presses: 2, texts: 0 }, async ({ press }) => {
    await press(page.getByRole('button', { name: '同意', exact: true }).first())
    await page.getByText('已同意1项').waitFor()
  })
})

test('the keeper names the piece and issues it', async () => {
  const { page } = keeper
  const { page: tasks } = await ask('boss', '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100, likeQuery: '显示器' })
  for (const { taskId, formRev } of tasks.list) await ask('boss', '/api/workflow/flowApprove', { taskId, formRev })
  await job('发放资产', page, { presses: 3, texts: 0 }, async ({ press }) => {
    await press(page.getByRole('button', { name: /24 英寸显示器/ }).first())
    await press(page.getByRole('button', { name: /^就用/ }))
    const agreed = await answered(page, '/flowApprove', () => press(page.getByRole('button', { name: '同意', exact: true }).last()))
    assert.equal(agreed.code, 0, agreed.msg)
  })
})

test('a borrowed piece is given back', async () => {
  const { page } = staff
  const { page: idle } = await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 1, likeQuery: '显示器' })
  const [piece] = idle.list
  const { page: people } = await ask('admin', '/api/pro/person/list', { likeQuery: 'staff', pageSize: 50 })
  const borrower = people.list.find((each: { username: string }) => each.username === 'staff').id
  const asked = await ask('staff', '/api/goods/gsborroworder/submit', {
    id: newId(),
    header: { borrower, dueOn: '2099-12-31', reason: '出差' },
    lines: [{ model: piece.goodsId, quantity: '1' }],
  })
  assert.equal(asked.code, 0, asked.msg)
  const lines = [{ model: piece.goodsId, quantity: '1', assets: [piece.id] }]
  for (const who of ['boss', 'keeper', 'admin'])
    for (const { taskId, formRev, processId } of (await ask(who, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100 })).page.list)
      if (processId === asked.result.processId)
        await ask(who, '/api/workflow/flowApprove', { taskId, formRev, ...(who !== 'boss' && { patch: { lines } }) })
  await job('归还借用', page, { presses: 3, texts: 0 }, async ({ press }) => {
    await press(page.getByRole('button', { name: /借用/ }).first())
    const row = page.getByRole('listitem').filter({ hasText: piece.instanceCode })
    await press(row.getByRole('button', { name: '归还', exact: true }))
    await page
      .getByRole('button', { name: /归还区域/ })
      .filter({ hasText: '资产库' })
      .waitFor()
    await press(page.getByRole('button', { name: '提交', exact: true }))
    await waitForSubmission(page)
  })
})

test('what the five cost', (test) => {
  for (const [name, { presses, texts }] of figures) test.diagnostic(`${name}: ${presses} presses, ${texts} texts typed`)
  assert.equal(figures.length, 5)
  for (const { complaints } of [staff, boss, keeper]) assert.deepEqual(complaints, [])
})
