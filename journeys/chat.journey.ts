import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../kernel/id.ts'
import { openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()
const staffWindow = await windowOf('staff')

type Member = { readonly uid: string; readonly userName: string }
const everybody = async (): Promise<readonly Member[]> => (await ask('admin', '/api/pro/addressbook/members', { pageSize: 100 })).page.list

/** What a person who has signed in is called, and by which id. */
const who = (page: Page): Promise<{ uid: string; name: string }> =>
  page.evaluate(() => {
    const { value } = JSON.parse(localStorage.getItem('pro__login_user_info')!)
    return { uid: String(value['X-UID']), name: value['X-UserName'] }
  })

const log = (page: Page) => page.getByRole('log', { name: '聊天记录' }).filter({ visible: true })
const box = (page: Page) => page.getByLabel('输入消息').filter({ visible: true })
const say = async (page: Page, text: string) => {
  await box(page).fill(text)
  await page.getByRole('button', { name: '发送', exact: true }).filter({ visible: true }).click()
}
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true })
const menu = async (page: Page, text: string, item: string) => {
  await said(page, text).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

test('two people talk through a cut line, take back, see what was read, and name everybody in a group', async () => {
  const theirs = await windowOf('admin', 'desk')
  const [staff, admin] = [staffWindow.page, theirs.page]
  const [me, other] = await Promise.all([who(staff), who(admin)])

  // From the address book into a conversation that there was not yet.
  await visit(staff, `/pages/addressbook/address-detail?uid=${other.uid}`)
  await staff.getByRole('button', { name: '发消息' }).click()
  await say(staff, '显示器不亮了')
  await said(staff, '显示器不亮了').waitFor()
  await staff.getByText('未读', { exact: true }).waitFor()
  await visit(admin, '/pages/message/msglist')
  await admin
    .getByRole('button', { name: new RegExp(`^(\\d+ ?)?${me.name}.*显示器不亮了`) })
    .last()
    .click()
  await said(admin, '显示器不亮了').waitFor()
  await staff.getByText('已读', { exact: true }).waitFor()

  // The line is cut: what is written waits, says so, and arrives once and in order.
  const calls = /\/api\/(?!websocket)/
  await staff.context().route(calls, (route) => route.abort())
  await say(staff, '换过电源线')
  await say(staff, '还是不亮')
  await log(staff).getByLabel('正在发送').last().waitFor()
  await say(admin, '下午来看')
  await said(staff, '下午来看').waitFor()
  await staff.context().unroute(calls)
  await staff.evaluate(() => dispatchEvent(new Event('online')))
  await said(admin, '还是不亮').waitFor()
  await log(staff).getByLabel('正在发送').first().waitFor({ state: 'detached' })
  const lines = (await log(admin).innerText()).split('\n').filter((line) => ['下午来看', '换过电源线', '还是不亮'].includes(line))
  assert.deepEqual(lines, ['下午来看', '换过电源线', '还是不亮'])

  // Taken back here it is gone there.
  await menu(staff, '还是不亮', '撤回')
  await admin.getByText(`${me.name}撤回了一条消息`).waitFor()
  assert.equal(await said(admin, '还是不亮').count(), 0)

  // A picture has its room before it is there, and opens for the other.
  await staff.getByRole('button', { name: '更多', exact: true }).click()
  await staff
    .locator('input[type=file][accept="image/*"]')
    .last()
    .setInputFiles(await pictureFrom(staff))
  const shown = log(admin).getByRole('button', { name: '查看图片' }).locator('img')
  await shown.waitFor()
  await admin.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await shown.elementHandle())

  // A group: everyone is named, and the person who does not look sees it in the list.
  const boss = (await everybody()).find(({ uid }) => uid !== me.uid && uid !== other.uid)!
  await admin.getByRole('button', { name: '发起聊天' }).click()
  const picker = admin.getByRole('dialog', { name: '发起聊天' })
  for (const name of [me.name, boss.userName]) {
    await picker.getByPlaceholder('搜索姓名、拼音或手机号').fill(name)
    // A row that gives way to what was searched for takes no press.
    const rows = picker.locator('button[aria-pressed]')
    await rows.filter({ hasNotText: name }).first().waitFor({ state: 'detached' })
    await rows.first().click()
  }
  await picker.getByRole('button', { name: /确定/ }).click()
  await log(admin)
    .getByText(/您邀请.*建立了群聊/)
    .waitFor()
  await visit(staff, '/pages/message/msglist')
  await box(admin).pressSequentially('@')
  await admin
    .getByRole('dialog', { name: '提及' })
    .getByRole('button', { name: /所有人/ })
    .click()
  await box(admin).pressSequentially('明天九点盘点')
  await admin.keyboard.press('Enter')
  await staff.getByRole('button', { name: /\[所有人\].*明天九点盘点/ }).click()
  await said(staff, '@所有人 明天九点盘点').waitFor()
  await admin.getByRole('button', { name: /人未读/ }).click()
  const readers = admin.getByRole('dialog', { name: '谁已读' })
  await readers.getByRole('tab', { name: '1人已读' }).waitFor()
  await readers.getByText(boss.userName).waitFor()
  assert.deepEqual(theirs.complaints, [])
})

test('an application is sent to a chat, decided there by whoever it waits for, and its card says so to whoever sent it', async () => {
  const tasks = (await ask('boss', '/api/workflow/listRuntimeTask', { pageSize: 50 })).page.list
  const me = (await ask('staff', '/api/goods/gsgoodsinstance/mine', { pageSize: 1 })).page.list[0].holderUid
  const task = tasks.find(({ batch, initiator }: { batch: boolean; initiator: { uid: string } }) => batch && initiator.uid === me)
  const pair = (await ask('staff', '/api/msg/msgchat/open', { uid: task.assignee.uid })).result
  const sent = await ask('staff', '/api/msg/msgchatmessage/save', {
    id: newId(),
    chatId: pair.chatId,
    content: { kind: 'card', body: { noun: 'process', id: task.processId } },
  })
  assert.equal(sent.code, 0)

  const { page: boss } = await windowOf('boss')
  const { page: staff } = staffWindow
  await visit(boss, `/pages/message/chat?uid=${me}`)
  await visit(staff, `/pages/message/chat?uid=${task.assignee.uid}`)
  const [his, mine] = [boss.getByRole('article').last(), staff.getByRole('article').last()]
  await mine.getByText('审批中').waitFor()
  await mine.getByText(task.assignee.userName).waitFor()
  assert.equal(await mine.getByRole('button', { name: '同意' }).count(), 0)
  await his.getByRole('button', { name: '同意' }).tap()
  await his.getByRole('button', { name: '同意' }).waitFor({ state: 'detached' })
  // What it waits for now, or that it is approved, stands there without anyone having asked again.
  await mine.getByText(task.assignee.userName).waitFor({ state: 'detached' })
})

/** A picture as a phone's camera hands it over. */
const pictureFrom = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    canvas.getContext('2d')!.fillRect(10, 10, 20, 20)
    return canvas.toDataURL('image/png')
  })
  return { name: 'screen.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1]!, 'base64') }
}
