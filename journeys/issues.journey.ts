import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Id } from '../kernel/id.ts'
import { type Answer, answered, openStage, visit } from './stage.ts'

/** How pieces come to people and go back: idle ones before purchases, the pool, one issue for several people, and a leaver who is cleared in one act. */
const { ask, windowOf } = await openStage({ isAlone: true })
const admin = await windowOf('admin', 'desk')
const staff = await windowOf('staff')

test('a purchase stops at idle pieces: one is taken instead, or a reason goes to the approver', async () => {
  const { list } = (await ask('admin', '/api/goods/gsgoods/list', { pageSize: 50 })).page
  const model = list.find(({ goodsCode }: { goodsCode: string }) => goodsCode === 'NB-T14')
  const form = `/pages/goods/GsPurchaseOrder/gspurchaseorder-pedit?items=${model.id}`
  const { page, complaints } = admin
  await visit(page, form)
  await page.getByText(/第1行.*件闲置/).waitFor()
  await page.getByLabel('采购原因').fill('新人入职')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  const stop = page.getByRole('dialog', { name: '提交前请看一下' })
  assert.equal(await stop.getByRole('button', { name: '说明原因并提交' }).isDisabled(), true)
  await stop.getByRole('button', { name: '领用' }).first().click()
  await page.waitForURL(/GsOutstockOrder.*avoided=8299/)
  await page.getByLabel('代替采购的单价').filter({ visible: true }).first().waitFor()

  await visit(page, form)
  await page.getByLabel('采购原因').filter({ visible: true }).fill('新人入职')
  await page.getByRole('button', { name: '提交', exact: true }).filter({ visible: true }).click()
  await stop.getByLabel('不用闲置资产的原因').fill('闲置的配置不够')
  const { code, msg, result } = await answered(page, '/gspurchaseorder/submit', () =>
    stop.getByRole('button', { name: '说明原因并提交' }).click(),
  )
  assert.equal(code, 0, msg)
  assert.ok(result.id)
  await page.getByText('闲置的配置不够').filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})

test('a colleague asks for a piece of the pool, and the administrator reads what was not bought', async () => {
  const { page, complaints } = staff
  await visit(page, '/pages/goods/mainpage/pool')
  await page.getByText('旧项目退下来的，功能正常，欢迎领用').waitFor()
  await page.getByRole('button', { name: '领用', exact: true }).tap()
  await page.getByLabel('领用原因').fill('开发备用机')
  const { code, msg } = await answered(page, '/gsoutstockorder/submit', () =>
    page.getByRole('button', { name: '提交', exact: true }).filter({ visible: true }).tap(),
  )
  assert.equal(code, 0, msg)
  await visit(admin.page, '/pages/goods/mainpage/pool')
  await admin.page.getByText('已有人申请').waitFor()
  await admin.page.getByText('少买的资产').click()
  await admin.page.getByText('代替了1件').waitFor()
  assert.deepEqual([complaints, admin.complaints], [[], []])
})

test('a leaver is cleared in one act, with the paper of it', async () => {
  const { list } = (await ask('admin', '/api/pro/person/list', { likeQuery: '曹静', pageSize: 5 })).page
  const { page, complaints } = admin
  await visit(page, `/pages/addressbook/clearance?uid=${list[0].id}`)
  await page.getByText('名下资产').first().waitFor()
  await page.getByText('请选择归还到').click()
  const places = page.getByRole('dialog')
  await places.getByPlaceholder(/搜索/).fill('总部资产库')
  await places
    .getByRole('button', { name: /总部资产库/ })
    .first()
    .click()
  const { code, msg } = await answered(page, '/sysuser/clear', async () => {
    await page.getByRole('button', { name: '一次清退' }).click()
    await page.getByRole('button', { name: '办理', exact: true }).click()
  })
  assert.equal(code, 0, msg)
  await page.getByText('资产退库').filter({ visible: true }).first().waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '离职清退单' }).click()])
  assert.match(download.suggestedFilename(), /^离职清退单-曹静\.pdf$/)
  assert.deepEqual(complaints, [])
})

const callOk = async (username: string, path: string, body: unknown): Promise<Answer> => {
  const answer = await ask(username, path, body)
  assert.equal(answer.code, 0, `${path}: ${answer.msg}`)
  return answer
}
const settings = '/api/operation/sysoperation/update'
await callOk('admin', settings, { directIssue: true, confirmIssue: true })
const { list: people } = (await callOk('admin', '/api/pro/person/list', { pageSize: 100 })).page
const personOf = (username: string): { id: Id; userName: string } =>
  people.find((person: { username: string }) => person.username === username)
const [head, employee, colleague] = [personOf('boss'), personOf('staff'), personOf('staff2')]
const names = [head, employee, colleague].map(({ userName }) => userName)

type Piece = { id: Id; goodsId: Id; state: string; instanceCode: string }
/** Idle pieces of the model of which the keeper has most. */
const idlePieces = async (): Promise<Piece[]> => {
  const { list } = (await callOk('keeper', '/api/goods/gsgoodsinstance/list', { pageSize: 200 })).page
  const byModel = Map.groupBy(list.filter(({ state }: Piece) => state === 'idle') as Piece[], ({ goodsId }) => goodsId)
  return [...byModel.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
}
const paths = { form: '/pages/goods/GsOutstockOrder/gsoutstockorder-pedit', list: '/pages/goods/GsOutstockOrder/index' }
const header = { recipient: head.id, reason: '新项目' }

test('a keeper hands over to three people at once: the sheet, the list and the print-out name each of them', async () => {
  const pieces = await idlePieces()
  const lines = [undefined, employee.id, colleague.id].map((recipient, index) => ({
    model: pieces[index]?.goodsId,
    quantity: '1',
    assets: [pieces[index]?.id],
    recipient,
  }))
  const { id } = (await callOk('keeper', '/api/goods/gsoutstockorder/save', { header, lines })).result
  const { page, complaints } = await windowOf('keeper', 'desk')
  await visit(page, `${paths.form}?id=${id}&mode=edit`)
  await page.getByRole('button', { name: '直接发放' }).click()
  const sheet = page.getByRole('dialog', { name: '交给3人' })
  for (const name of names) await sheet.getByRole('heading', { name }).waitFor()
  const { code, msg } = await answered(page, '/gsoutstockorder/submit', () => sheet.getByRole('button', { name: '确认交出' }).click())
  assert.equal(code, 0, msg)
  await page.getByText('领取情况（3/3）').waitFor()
  await visit(page, paths.list)
  await page.getByText(names.join('、')).first().waitFor()
  await visit(page, `/pages/flow/slips?ids=${id}`)
  for (const name of names) await page.frameLocator('iframe').getByText(`领用人：${name}`).waitFor()
  assert.deepEqual(complaints, [])
})

/** Lets everyone agree who is asked about a process; who hands out names the pieces of its lines. */
const agree = async (processId: Id, lines: readonly object[]): Promise<void> => {
  for (let step = 0; step < 4; step++)
    for (const username of ['admin', 'keeper']) {
      const { list } = (await callOk(username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100 })).page
      for (const { taskId, formRev, nodeName } of list.filter((task: { processId: Id }) => task.processId === processId)) {
        const patch = nodeName === '资产管理员发放' && { patch: { lines } }
        await callOk(username, '/api/workflow/flowApprove', { taskId, formRev, ...patch })
      }
    }
}

/** Opens what waits for a person's word and the sheet in which he gives it. */
const openReceipt = async (page: Page) => {
  await visit(page, '/pages/personal/receipts')
  await page.getByRole('button', { name: /FF/ }).first().tap()
  await page.getByRole('button', { name: '确认领取' }).last().tap()
  return page.getByRole('dialog', { name: '确定已领到?' })
}

test('each confirms his own lines: one a part, and the last of them ends the document', async () => {
  const pieces = await idlePieces()
  const model = pieces[0]?.goodsId
  const lines = [
    { model, quantity: '1' },
    { model, quantity: '2', recipient: employee.id },
  ]
  const { id } = (await callOk('keeper', '/api/goods/gsoutstockorder/save', { header, lines })).result
  const { processId } = (await callOk('keeper', '/api/goods/gsoutstockorder/submit', { id })).result
  const [first, second, third] = pieces.map((piece) => piece.id)
  const pieceIds = [[first], [second, third]]
  await agree(
    processId,
    lines.map((line, index) => ({ ...line, assets: pieceIds[index], '#row': index })),
  )

  const headWindow = await windowOf('boss')
  const partSheet = await openReceipt(staff.page)
  await partSheet.getByText('没有全部领到').tap()
  await partSheet.getByRole('checkbox').filter({ visible: true }).last().tap()
  await partSheet.getByLabel('原因').fill('少一台')
  await answered(staff.page, '/gsoutstockorder/advance', () => partSheet.getByRole('button', { name: '确认领到这些' }).tap())
  await staff.page.getByText('领取情况（1/2）').waitFor()

  const wholeSheet = await openReceipt(headWindow.page)
  const { result } = await answered(headWindow.page, '/gsoutstockorder/advance', () =>
    wholeSheet.getByRole('button', { name: '确认领取' }).tap(),
  )
  assert.equal(result.state, 'posted')
  await headWindow.page.getByText('领取情况（2/2）').waitFor()
  const holders = (await callOk('keeper', '/api/goods/gsgoodsinstance/list', { pageSize: 200 })).page.list
  const holderOf = (piece: Id | undefined) => holders.find((asset: { id: Id }) => asset.id === piece)?.holderUid ?? null
  assert.deepEqual([first, second, third].map(holderOf).toSorted(), [head.id, null, employee.id].toSorted())
  assert.deepEqual([staff.complaints, headWindow.complaints], [[], []])
})
