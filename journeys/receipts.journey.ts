import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Id } from '../kernel/id.ts'
import { type Answer, answered, openStage, visit } from './stage.ts'

/** One issue for several people: a keeper hands over at once, or each confirms on the own phone what is for him. */
const { ask, windowOf } = await openStage()
const done = async (username: string, path: string, body: unknown): Promise<Answer> => {
  const answer = await ask(username, path, body)
  assert.equal(answer.code, 0, `${path}: ${answer.msg}`)
  return answer
}
const settings = '/api/operation/sysoperation/update'
await done('admin', settings, { directIssue: true, confirmIssue: true })
const { list: people } = (await done('admin', '/api/pro/person/list', { pageSize: 100 })).page
const personOf = (username: string): { id: Id; userName: string } =>
  people.find((person: { username: string }) => person.username === username)
const [boss, staff, colleague] = [personOf('boss'), personOf('staff'), personOf('staff2')]
const names = [boss, staff, colleague].map(({ userName }) => userName)

type Piece = { id: Id; goodsId: Id; state: string; instanceCode: string }
/** Idle pieces of the model of which the keeper has most. */
const idlePieces = async (): Promise<Piece[]> => {
  const { list } = (await done('keeper', '/api/goods/gsgoodsinstance/list', { pageSize: 200 })).page
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
  const { id } = (await done('keeper', '/api/goods/gsoutstockorder/save', { header, lines })).result
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
      const { list } = (await done(username, '/api/workflow/listRuntimeTask', { status: 1, pageSize: 100 })).page
      for (const { taskId, formRev, nodeName } of list.filter((task: { processId: Id }) => task.processId === processId)) {
        const patch = nodeName === '资产管理员发放' && { patch: { lines } }
        await done(username, '/api/workflow/flowApprove', { taskId, formRev, ...patch })
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
  const { id } = (await done('keeper', '/api/goods/gsoutstockorder/save', { header, lines })).result
  const { processId } = (await done('keeper', '/api/goods/gsoutstockorder/submit', { id })).result
  const [first, second, third, fourth] = pieces.map((piece) => piece.id)
  const named = [[first], [second, third], [fourth]]
  await agree(
    processId,
    lines.map((line, index) => ({ ...line, assets: named[index], '#row': index })),
  )

  const [own, other, head] = [await windowOf('staff'), await windowOf('staff2'), await windowOf('boss')]
  const part = await openReceipt(own.page)
  await part.getByText('没有全部领到').tap()
  await part.getByRole('checkbox').filter({ visible: true }).last().tap()
  await part.getByLabel('原因').fill('少一台')
  await answered(own.page, '/gsoutstockorder/advance', () => part.getByRole('button', { name: '确认领到这些' }).tap())
  await own.page.getByText('领取情况（1/3）').waitFor()

  const nothing = await openReceipt(other.page)
  await nothing.getByText('没有全部领到').tap()
  await nothing.getByRole('checkbox').filter({ visible: true }).last().tap()
  await nothing.getByLabel('原因').fill('不需要了')
  await answered(other.page, '/gsoutstockorder/advance', () => nothing.getByRole('button', { name: '确认领到这些' }).tap())
  await other.page.getByText('领取情况（2/3）').waitFor()

  const whole = await openReceipt(head.page)
  const { result } = await answered(head.page, '/gsoutstockorder/advance', () => whole.getByRole('button', { name: '确认领取' }).tap())
  assert.equal(result.state, 'posted')
  await head.page.getByText('领取情况（3/3）').waitFor()
  const holders = (await done('keeper', '/api/goods/gsgoodsinstance/list', { pageSize: 200 })).page.list
  const holderOf = (piece: Id | undefined) => holders.find((asset: { id: Id }) => asset.id === piece)?.holderUid ?? null
  assert.deepEqual([first, second, third, fourth].map(holderOf).toSorted(), [boss.id, null, null, staff.id].toSorted())
  assert.deepEqual([own.complaints, other.complaints, head.complaints], [[], [], []])
})
