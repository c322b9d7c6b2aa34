import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { demoPassword } from '../server/access/demoUsers.ts'
import { beginWith } from './opened.ts'
import { openStage, visit } from './stage.ts'

const { ask, base, windowOf } = await openStage()

type Row = { readonly id: string; readonly instanceName: string; readonly instanceCode: string; readonly homeId: string }
const issueForm = '/pages/goods/GsOutstockOrder/gsoutstockorder-pedit'
const bar = (page: Page, words: string) => page.getByRole('button', { name: words })

/** The network is gone for whatever asks the server; what the app is made of is there, as a phone has it. */
const cut = (context: BrowserContext) => context.route(/\/(api|sys|systemController)\//, (route) => route.abort())
const heal = async (page: Page) => {
  await page.context().unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
/** The phone of an employee on which forms wait. */
const { page: phonePage } = await windowOf('staff')
const idlePieces = async (): Promise<readonly Row[]> =>
  (await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 20, likeQuery: '显示器' })).page.list
const issuesOf = async (username: string): Promise<readonly { state: string }[]> =>
  (await ask(username, '/api/goods/gsoutstockorder/list', { mine: true, pageSize: 100 })).page.list

/** Fills in an issue of a piece and sends it while there is no network. */
const issueInTheCellar = async (page: Page, { id, instanceName }: Row): Promise<void> => {
  await beginWith(page, `${base}/#${issueForm}?assets=${id}`)
  await page.getByText(instanceName).filter({ visible: true }).first().waitFor()
  await page.getByLabel('领用原因').fill('现场领用')
  await cut(page.context())
  await page.getByRole('button', { name: '提交', exact: true }).tap()
  await page.getByText('已存在这台设备上').waitFor()
}

test('a return that is refused later becomes a task: its words, its form as it was sent, and the way on', async () => {
  const { page: mine } = await ask('staff', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 1 })
  const [piece] = mine.list as readonly Row[]
  const page = phonePage
  await visit(page, `/pages/goods/GsReturnOrder/gsreturnorder-pedit?assets=${piece!.id}`)
  await page.getByText('总部资产库').waitFor()
  await page.getByLabel('退库原因').fill('坏了')
  await cut(page.context())
  await page.getByRole('button', { name: '提交', exact: true }).tap()
  await page.getByText('已存在这台设备上').waitFor()
  // Meanwhile the same piece is given back by another way.
  const taken = await ask('staff', '/api/goods/gsreturnorder/submit', {
    id: String(BigInt(piece!.id) + 1n),
    header: { to: piece!.homeId, reason: '先到' },
    lines: [{ asset: piece!.id }],
  })
  assert.equal(taken.code, 0, taken.msg)
  await heal(page)
  await bar(page, '1 件没有办成').tap()
  await page.getByText('没有办成，请处理').waitFor()
  assert.match(await page.getByRole('alert').filter({ visible: true, hasText: piece!.instanceName }).first().innerText(), /占用|单据|审批/)
  await page.getByRole('button', { name: '修改' }).tap()
  await page.getByText('已恢复上次没有提交的内容。').waitFor()
  assert.equal(await page.getByLabel('退库原因').inputValue(), '坏了')
  // What stood in the way is taken back: now it goes, and nothing is left behind.
  const back = await ask('staff', '/api/goods/gsreturnorder/withdraw', { id: String(BigInt(piece!.id) + 1n) })
  assert.equal(back.code, 0, back.msg)
  await page.getByRole('button', { name: '提交', exact: true }).tap()
  await page.getByText('已提交审批，结果会在消息中通知您').waitFor()
  await bar(page, '没有办成').waitFor({ state: 'detached' })
})

test('what one person left on the device waits for him, and is never sent by the next', async () => {
  const pieces = await idlePieces()
  const page = phonePage
  const piece = pieces.at(-1)
  assert.ok(piece)
  await issueInTheCellar(page, piece)
  await page.getByRole('button', { name: '查看' }).tap()
  await page.getByText(piece.instanceName).filter({ visible: true }).waitFor()
  await page.getByText('等待答复').waitFor()
  const leaveAs = async (next: string) => {
    await visit(page, '/pages/user/people')
    await page.getByRole('button', { name: '退出登录' }).tap()
    await page.getByText('会留在这台设备上').or(page.getByText('退出后需要重新登录才能使用')).waitFor()
    await page.getByRole('button', { name: '退出', exact: true }).tap()
    await page.getByLabel('登录名').fill(next)
    // The network comes back when no one is signed in: before, it would be the author who sends.
    await page.context().unrouteAll()
    await page.getByLabel('密码', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: '登录', exact: true }).tap()
    await page.waitForURL(/#\/pages\/index\/index/)
  }
  const before = [(await issuesOf('staff')).length, (await issuesOf('staff2')).length]
  await leaveAs('staff2')
  await visit(page, '/pages/outbox/index')
  await page.getByText('等本人登录后提交').waitFor()
  assert.deepEqual([(await issuesOf('staff')).length, (await issuesOf('staff2')).length], before)
  const sent = page.waitForResponse(/gsoutstockorder\/submit/, { timeout: 60_000 })
  await leaveAs('staff')
  await sent
  assert.deepEqual([(await issuesOf('staff')).length, (await issuesOf('staff2')).length], [before[0]! + 1, before[1]])
})

test('a label that this device has seen says what it is without a network, and what is done about it waits', async () => {
  const { page: mine } = await ask('staff', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 10 })
  const piece = (mine.list as readonly Row[]).at(-1)!
  const { page } = await windowOf('staff')
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'))
  })
  // Alone, or together with what else a window that has just begun asks.
  const learnt = page.waitForResponse((each) => /gsgoodsinstance[./]mine/.test(`${each.url()} ${each.request().postData() ?? ''}`))
  await visit(page, '/pages/goods/components/scan-qrcode')
  await learnt
  await page.getByText('没有找到相机').waitFor()
  await cut(page.context())
  const type = async (code: string) => {
    const sheet = page.getByRole('dialog', { name: '输入编码' })
    if (!(await sheet.isVisible())) await page.getByRole('button', { name: '输入编码' }).click()
    await sheet.getByLabel('编码、序列号或条码').fill(code)
    await sheet.getByRole('button', { name: '查找' }).click()
  }
  await type('ZC-NEVER-SEEN')
  await page.getByText('这台设备也没有见过这个码').last().waitFor()
  await type(`HTTPS://ZAICE.EXAMPLE/Q/${piece.instanceCode}`)
  await page.getByText(piece.instanceName).filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: '退库' }).click()
  await page.getByText('总部资产库').filter({ visible: true }).first().waitFor()
  await page.getByLabel('退库原因').fill('不用了')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('已存在这台设备上').waitFor()
  await heal(page)
  await bar(page, '1 件待发送').waitFor({ state: 'detached' })
  const { page: sent } = await ask('staff', '/api/goods/gsreturnorder/list', { mine: true, pageSize: 50 })
  assert.ok(
    sent.list.some((each: { state: string; summary: string }) => each.state === 'inApproval' && each.summary.includes(piece.instanceName)),
  )
})
