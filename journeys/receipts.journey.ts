import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Id } from '../kernel/id.ts'
import { type Answer, answered, openStage, visit } from './stage.ts'

/** One issue for several people: a keeper hands over at once, or each confirms on the own phone what is for him. */
const { ask, windowOf } = await openStage()
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
const [boss, staff, colleague] = [personOf('boss'), personOf('staff'), personOf('staff2')]
const names = [boss, staff, colleague].map(({ userName }) => userName)

type Piece = { id: Id; goodsId: Id; state: string; instanceCode: string }
/** Idle pieces of the model of which the keeper has most. */
const idlePieces = async (): Promise<Piece[]> => {
  const { list } = (await callOk('keeper', '/api/goods/gsgoodsinstance/list', { pageSize: 200 })).page
  const byModel = Map.groupBy(list.filter(({ state }: Piece) => state === 'idle') as Piece[], ({ goodsId }) => goodsId)
  return [...byModel.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
}
const paths = { form: '/pages/goods/GsOutstockOrder/gsoutstockorder-pedit', list: '/pages/goods/GsOutstockOrder/index' }
const header = { recipient: boss.id, reason: '新项目' }

test('a keeper hands over to three people at once: the sheet, the list and the print-out name each of them', async () => {
  const pieces = await idlePieces()
  const lines = [undefined, staff.id, colleague.id].map((recipient, index) => ({
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
  const phone = await windowOf('staff2')
  await visit(phone.page, `${paths.form}?id=${id}`)
  await phone.page.getByText('领取情况（3/3）').waitFor()
  assert.deepEqual([complaints, phone.complaints], [[], []])
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

test('each confirms his own lines: one a part, one nothing, and the last of them ends the document', async () => {
  const pieces = await idlePieces()
  const model = pieces[0]?.goodsId
  const lines = [
    { model, quantity: '1' },
    { model, quantity: '2', recipient: staff.id },
    { model, quantity: '1', recipient: colleague.id },
  ]
  const { id } = (await callOk('keeper', '/api/goods/gsoutstockorder/save', { header, lines })).result
  const { processId } = (await callOk('keeper', '/api/goods/gsoutstockorder/submit', { id })).result
  const [first, second, third, fourth] = pieces.map((piece) => piece.id)
  const pieceIds = [[first], [second, third], [fourth]]
  await agree(
    processId,
    lines.map((line, index) => ({ ...line, assets: pieceIds[index], '#row': index })),
  )

  const [staffWindow, colleagueWindow, headWindow] = [await windowOf('staff'), await windowOf('staff2'), await windowOf('boss')]
  const partSheet = await openReceipt(staffWindow.page)
  await partSheet.getByText('没有全部领到').tap()
  await partSheet.getByRole('checkbox').filter({ visible: true }).last().tap()
  await partSheet.getByLabel('原因').fill('少一台')
  await answered(staffWindow.page, '/gsoutstockorder/advance', () => partSheet.getByRole('button', { name: '确认领到这些' }).tap())
  await staffWindow.page.getByText('领取情况（1/3）').waitFor()

  const emptySheet = await openReceipt(colleagueWindow.page)
  await emptySheet.getByText('没有全部领到').tap()
  await emptySheet.getByRole('checkbox').filter({ visible: true }).last().tap()
  await emptySheet.getByLabel('原因').fill('不需要了')
  await answered(colleagueWindow.page, '/gsoutstockorder/advance', () => emptySheet.getByRole('button', { name: '确认领到这些' }).tap())
  await colleagueWindow.page.getByText('领取情况（2/3）').waitFor()

  const wholeSheet = await openReceipt(headWindow.page)
  const { result } = await answered(headWindow.page, '/gsoutstockorder/advance', () =>
    wholeSheet.getByRole('button', { name: '确认领取' }).tap(),
  )
  assert.equal(result.state, 'posted')
  await headWindow.page.getByText('领取情况（3/3）').waitFor()
  const holders = (await callOk('keeper', '/api/goods/gsgoodsinstance/list', { pageSize: 200 })).page.list
  const holderOf = (piece: Id | undefined) => holders.find((asset: { id: Id }) => asset.id === piece)?.holderUid ?? null
  assert.deepEqual([first, second, third, fourth].map(holderOf).toSorted(), [boss.id, null, null, staff.id].toSorted())
  assert.deepEqual([staffWindow.complaints, colleagueWindow.complaints, headWindow.complaints], [[], [], []])
})
