import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { openStage, visit } from './stage.ts'

const stage = await openStage()
const { ask, windowOf } = stage
const staff = await windowOf('staff')

/** A sheet of an asset register, with the columns in an order of its own. */
const register = [
  ['资产名称', '资产型号', '所在区域', '序列号', '原值', '资产编码'],
  ['旅途平板 1 号', '旅途平板', '总部资产库', 'TAB-001', '2999', 'IMP-001'],
  ['旅途平板 2 号', '旅途平板', '总部资产库', 'TAB-002', '2999', 'IMP-002'],
]
const csv = register.map((row) => row.join(',')).join('\r\n')

test('a register is imported, an employee asks, the head agrees, the keeper names the piece, the employee has it', async () => {
  const admin = await windowOf('admin', 'desk')
  await visit(admin.page, '/pages/goods/GsGoodsInstance/index')
  await admin.page.getByRole('button', { name: '导入', exact: true }).click()
  const sheet = admin.page.getByRole('dialog', { name: /导入/ })
  await sheet.locator('input[type=file]').setInputFiles({ name: '登记表.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await sheet.getByRole('button', { name: '检查数据' }).click()
  // A model that the register does not know yet is shown before it is made.
  assert.equal(await sheet.getByRole('switch', { name: /自动新建不存在的档案/ }).isChecked(), true)
  await sheet.getByRole('button', { name: '导入 2 行' }).click()
  await sheet.getByText('已导入 2 项').waitFor()
  const { page: found } = await ask('admin', '/api/goods/gsgoodsinstance/list', { likeQuery: 'TAB-001' })
  assert.equal(found.totalCount, 1)
  assert.equal(found.list[0].state, 'idle')
  assert.deepEqual(admin.complaints, [])

  const boss = await windowOf('boss')
  const keeper = await windowOf('keeper')
  const waiting = async (page: typeof boss.page) =>
    Number((await page.getByRole('button', { name: /审批处理/ }).innerText()).replace(/\D/g, '') || '0')
  const bossHad = await waiting(boss.page)

  await staff.page.getByRole('button', { name: '资产领用' }).click()
  await staff.page.getByPlaceholder(/搜索/).fill('旅途平板')
  await staff.page.getByRole('button', { name: '添加旅途平板' }).click()
  await staff.page.getByText('已选 1 件').waitFor()
  await staff.page.getByRole('button', { name: '下一步' }).click()
  await staff.page.getByLabel(/领用原因/).fill('新项目需要')
  await staff.page.getByRole('button', { name: '提交' }).click()
  await staff.page.getByText('已提交审批，结果会在消息中通知您').waitFor()

  // The head's badge changes by itself.
  await boss.page.waitForFunction(
    (had) =>
      [...document.querySelectorAll('button')].some(
        (button) => /审批处理/.test(button.innerText) && Number(button.innerText.replace(/\D/g, '')) === had + 1,
      ),
    bossHad,
  )
  const keeperHad = await waiting(keeper.page)
  await boss.page.getByRole('button', { name: /审批处理/ }).click()
  await boss.page
    .getByRole('button', { name: /旅途平板/ })
    .first()
    .click()
  await boss.page.getByRole('button', { name: '同意', exact: true }).last().click()

  await keeper.page.waitForFunction(
    (had) =>
      [...document.querySelectorAll('button')].some(
        (button) => /审批处理/.test(button.innerText) && Number(button.innerText.replace(/\D/g, '')) === had + 1,
      ),
    keeperHad,
  )
  await keeper.page.getByRole('button', { name: /审批处理/ }).click()
  await keeper.page
    .getByRole('button', { name: /旅途平板/ })
    .first()
    .click()
  await keeper.page.getByRole('button', { name: '同意', exact: true }).last().click()
  await keeper.page.getByText('还有1处需要填写').waitFor()
  await keeper.page.getByText('请选择要交出的资产，还差1件').waitFor()
  await keeper.page.getByRole('button', { name: '选择资产（0/1）' }).click()
  const pieces = keeper.page.getByRole('dialog', { name: '选择资产' })
  await pieces.getByRole('button', { name: /IMP-001/ }).click()
  await keeper.page.getByText('资产已选齐').waitFor()

  // The employee's screen has read its list, and its line stands only when the piece is theirs: it hears what it missed.
  let stands = (): void => undefined
  const standing = new Promise<void>((done) => (stands = done))
  await staff.page.routeWebSocket(/\/api\/websocket\//, async (line) => {
    await standing
    line.connectToServer()
  })
  await visit(staff.page, '/pages/goods/mainpage/mygoods?jumpType=page')
  await staff.page.reload()
  await staff.page.getByRole('main').getByText('在用').filter({ visible: true }).first().waitFor()
  const agreed = keeper.page.waitForResponse(/workflow\/flowApprove/)
  await keeper.page.getByRole('button', { name: '同意', exact: true }).last().click()
  assert.equal((await (await agreed).json()).result.status, 'approved')
  assert.equal(await staff.page.getByText('旅途平板 1 号').count(), 0)
  stands()
  await staff.page.getByText('旅途平板 1 号').waitFor()
  const { page: held } = await ask('staff', '/api/goods/gsgoodsinstance/mine', { likeQuery: 'TAB-001' })
  assert.equal(held.list[0].state, 'inUse')
  for (const window of [staff, boss, keeper]) assert.deepEqual(window.complaints, [])
})

/** Lets everyone who is asked agree, until the application is over; answers how it ended. */
const agreeAll = async (processId: string, approvers: readonly string[], patch?: Record<string, unknown>): Promise<string> => {
  for (let step = 0; step < 10; step++) {
    let moved = false
    for (const username of approvers) {
      const { page } = await ask(username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100 })
      const task = page.list.find((each: { processId: string }) => each.processId === processId)
      if (!task) continue
      const plain = await ask(username, '/api/workflow/flowApprove', { taskId: task.taskId, formRev: task.formRev })
      const answer =
        plain.success || !patch
          ? plain
          : await ask(username, '/api/workflow/flowApprove', { taskId: task.taskId, formRev: task.formRev, patch })
      assert.equal(answer.code, 0, answer.msg)
      moved = true
      if (answer.result.status !== 'running') return answer.result.status
    }
    assert.ok(moved, 'somebody is asked')
  }
  return 'running'
}

const anIdlePiece = async () => {
  const { page } = await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 1, likeQuery: '显示器' })
  return page.list[0] as { id: string; goodsId: string; locId: string; instanceName: string }
}
const whoIs = async (username: string): Promise<string> => {
  const { page } = await ask('admin', '/api/pro/person/list', { likeQuery: username, pageSize: 50 })
  return page.list.find((each: { username: string }) => each.username === username).id
}

test('what somebody holds goes back to the store', async () => {
  const { page: before } = await ask('staff', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 100 })
  const [piece] = before.list
  await visit(staff.page, `/pages/goods/GsReturnOrder/gsreturnorder-pedit?assets=${piece.id}`)
  // It goes back where it came from, unless a person says otherwise.
  await staff.page
    .getByRole('button', { name: /退回区域/ })
    .filter({ hasText: /资产库|仓库/ })
    .waitFor()
  await staff.page.getByLabel(/退库原因/).fill('不再使用')
  await staff.page.getByRole('button', { name: '提交' }).click()
  await staff.page.getByText('已提交审批，结果会在消息中通知您').waitFor()
  const { page } = await ask('staff', '/api/workflow/getPageRuntimeProcess', { scope: 'mine', pageSize: 1 })
  assert.equal(await agreeAll(page.list[0].id, ['boss', 'keeper', 'admin']), 'approved')
  const after = await ask('staff', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 100 })
  assert.equal(after.page.totalCount, before.totalCount - 1)
  assert.deepEqual(staff.complaints, [])
})

test('supplies are issued as far as there are any, and whoever asks for more waits', async () => {
  const { page } = await ask('stock', '/api/consum/cslocstock/list', { pageSize: 50 })
  const row = page.list.find((each: { available: string }) => Number(each.available) >= 2)
  const order = async (quantity: string) => {
    const recipient = await whoIs('staff')
    return ask('staff', '/api/consum/csoutstockorder/submit', {
      id: newId(),
      header: { from: row.locId, recipient, reason: '办公使用' },
      lines: [{ item: row.goodsId, quantity }],
    })
  }
  const all = await order(row.available)
  assert.equal(all.code, 0, all.msg)
  assert.equal(await agreeAll(all.result.processId, ['boss', 'stock', 'keeper', 'admin']), 'approved')
  const left = await ask('stock', '/api/consum/cslocstock/list', { locId: row.locId, goodsId: row.goodsId })
  assert.equal(left.page.list[0]?.available ?? '0', '0')

  const more = await order('1')
  assert.equal(more.code, 0, more.msg)
  const rest = [{ item: row.goodsId, quantity: '1', rest: 'wait' }]
  assert.equal(await agreeAll(more.result.processId, ['boss', 'stock', 'keeper', 'admin'], { lines: rest }), 'approved')

  await visit(staff.page, `/pages/consumables/CsOutstockOrder/csoutstockorder-pedit?id=${more.result.id}`)
  await staff.page.getByText('正在等候到货，排在第一位。').waitFor()
  await staff.page.getByText('已发放 0 / 1').waitFor()
  assert.deepEqual(staff.complaints, [])
})

test('a piece is borrowed until a day and given back', async () => {
  const piece = await anIdlePiece()
  const borrower = await whoIs('staff')
  const borrowing = await ask('staff', '/api/goods/gsborroworder/submit', {
    id: newId(),
    header: { borrower, dueOn: '2099-12-31', reason: '出差' },
    lines: [{ model: piece.goodsId, quantity: '1' }],
  })
  assert.equal(borrowing.code, 0, borrowing.msg)
  const lines = [{ model: piece.goodsId, quantity: '1', assets: [piece.id] }]
  assert.equal(await agreeAll(borrowing.result.processId, ['boss', 'keeper', 'admin'], { lines }), 'approved')

  await visit(staff.page, '/pages/index/index')
  await staff.page.getByRole('button', { name: /我的借用/ }).click()
  await staff.page.getByText(piece.instanceName).filter({ visible: true }).first().waitFor()

  const giving = await ask('staff', '/api/goods/gsrevertorder/submit', {
    id: newId(),
    header: { to: piece.locId },
    lines: [{ asset: piece.id, condition: 'good' }],
  })
  assert.equal(giving.code, 0, giving.msg)
  assert.equal(await agreeAll(giving.result.processId, ['boss', 'keeper', 'admin']), 'approved')
  const { page } = await ask('staff', '/api/goods/gsgoodsinstance/mine', { state: 'lent', pageSize: 100 })
  assert.ok(!page.list.some((each: { id: string }) => each.id === piece.id))
  assert.deepEqual(staff.complaints, [])
})
