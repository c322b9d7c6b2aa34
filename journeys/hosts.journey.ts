import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openStage, patienceMs, visit } from './stage.ts'

const stage = await openStage({ env: { STAND_INS: 'on' } })
const at = (title: string) => stage.standIns.find((each) => each.title === title)!.url

test('a phone goes on where a desk is signed in; the desk sees it, and nobody else comes in by the same code', async () => {
  const desk = await stage.windowOf('staff', 'desk')
  await visit(desk.page, '/pages/user/people')
  const [made] = await Promise.all([
    desk.page.waitForResponse(/handOver\/make/),
    desk.page
      .getByRole('button', { name: '在手机上登录' })
      .or(desk.page.getByRole('link', { name: '在手机上登录' }))
      .click(),
  ])
  const { code } = ((await made.json()) as { result: { code: string } }).result
  await desk.page.getByRole('img', { name: '手机登录二维码' }).waitFor()

  const phone = await stage.stranger()
  await phone.page.goto(`${stage.base}/#/pages/handover?c=${code}`)
  await phone.page.waitForURL(/#\/pages\/index\/index/)
  await phone.page.getByRole('heading', { level: 1 }).first().waitFor()
  await desk.page.getByText('已在手机上登录').waitFor()

  const other = await stage.stranger()
  await other.page.goto(`${stage.base}/#/pages/handover?c=${code}`)
  await other.page.getByText('二维码已被使用，请在电脑上重新生成').waitFor()
  assert.deepEqual([...desk.complaints, ...phone.complaints], [])
})

/** Installs the app for an organisation as its administrator does at the chat. */
const post = (address: string, fields: Readonly<Record<string, string>>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/** The app in the client of a person, in a window of its own on the same device. */
const openedBy = async (context: BrowserContext, chat: string, corpId: string, personId: string, path: string): Promise<Page> => {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const to = `/?corpId=${corpId}#${path}`
  await page.goto(`${stage.base}/stand-ins/${chat}/client?${new URLSearchParams({ corpId, personId, to }).toString()}`)
  return page
}
const nameOn = (page: Page, name: string) =>
  page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .waitFor()

/** Each client's own call for a conversation, and how it is told of the colleague. */
const conversationCalls = {
  dingtalk: /"biz.chat.openSingleChat".*"corpId":"ding\w+".*"userId":"\w+"/,
  wecom: /"openEnterpriseChat".*"userIds":"[\w-]+"/,
  feishu: /"enterChat".*"openid":"ou_\w+"/,
}

/** Opens a colleague's card, and from there the chat's own conversation. */
const talkToColleague = async (page: Page, chat: keyof typeof conversationCalls, title: string) => {
  const [members] = await Promise.all([page.waitForResponse(/\/addressbook\/members/i), visit(page, '/pages/addressbook/address-book')])
  const { list: people } = ((await members.json()) as { page: { list: { uid: string }[] } }).page
  for (const { uid } of people.slice(-2)) {
    await visit(page, `/pages/addressbook/address-detail?uid=${uid}`)
    await page.getByText('复制名片').filter({ visible: true }).waitFor()
    if ((await page.getByText('查看忙闲').filter({ visible: true }).count()) === 0) continue
    // WeCom tells no names, so the app asks for one's own over whatever stands there.
    if (chat === 'wecom') await page.getByRole('button', { name: '以后再说' }).click()
    await page
      .getByRole('button', { name: `${title}会话` })
      .filter({ visible: true })
      .click()
    await page.waitForFunction(
      (call) => new RegExp(call).test(JSON.stringify((window as unknown as { standIn: { calls: unknown } }).standIn.calls)),
      conversationCalls[chat].source,
    )
    return
  }
  assert.fail('no colleague')
}

test('inside a chat nobody signs in: another person and another organisation take the place of whoever was there', async () => {
  const { page } = await stage.stranger()
  const device = page.context()

  const dingtalk = at('DingTalk')
  await page.goto(dingtalk)
  const corpId = /ding7c1a9e04standin01/.exec(await page.content())![0]
  await post(`${dingtalk}/company/${corpId}/install`, {})
  await page.goto(`${stage.base}/#/pages/goods/mainpage/sampleIndex?corpId=${corpId}`)
  await page.getByRole('heading', { name: '已安装完成' }).waitFor()
  const wecom = at('WeCom')
  await page.goto(wecom)
  const [first, second] = [...new Set([...(await page.content()).matchAll(/corpId=(ww\w+)/g)].map(([, id]) => id!))]
  assert.ok(first && second)

  // A deep link survives; the page shows the person who looks.
  const one = await openedBy(device, 'dingtalk', corpId, '0110002', '/pages/user/people')
  await nameOn(one, '方若兰')
  assert.match(one.url(), /#\/pages\/user\/people/)
  const another = await openedBy(device, 'dingtalk', corpId, '0110003', '/pages/user/people')
  await nameOn(another, '郑海波')
  assert.equal(await another.getByText('重新登录').count(), 1)
  assert.equal(await another.getByText('退出登录').count(), 0)

  // The chat's own scanner opens what it reads.
  await visit(another, '/pages/goods/components/scan-qrcode')
  await another.getByPlaceholder('钉钉扫一扫：输入码上的内容').fill('no-such-label')
  await another.getByRole('button', { name: '确定' }).click()
  await another
    .getByText(/没有找到|未找到|不存在/)
    .first()
    .waitFor()

  await talkToColleague(another, 'dingtalk', '钉钉')

  for (const [id, name] of [
    [first, '企业微信演示一'],
    [second, '企业微信演示二'],
  ] as const) {
    await post(`${wecom}/standIn/act`, { what: 'install', corpId: id })
    await page.goto(`${stage.base}/#/pages/goods/mainpage/wwSampleIndex?corpId=${id}`)
    await page.getByRole('heading', { name: '已安装完成' }).waitFor()
    await page.goto(`${wecom}/corp?corpId=${id}`)
    const personId = /personId=([\w-]+)/.exec(await page.content())![1]!
    const inside = await openedBy(device, 'wecom', id, personId, '/pages/user/people')
    await nameOn(inside, name)
    assert.doesNotMatch(inside.url(), /code=|state=|to=/)
    assert.match(inside.url(), /#\/pages\/user\/people/)
    if (id === first) await talkToColleague(inside, 'wecom', '企业微信')
    // What is open of another company leaves its screen, and lets no one in by itself.
    for (const window of [one, another]) await window.getByText('这台设备上打开了另一家企业').waitFor()
  }

  // Where its person asks for it, a window comes back; it is the other company's that leaves.
  await one.getByRole('button', { name: '重试' }).click()
  await nameOn(one, '方若兰')
  assert.match(one.url(), /#\/pages\/user\/people/)
})

test('inside Feishu nobody signs in, its scanner reads labels, and a desk signs in by it', async () => {
  const { page } = await stage.stranger()
  const device = page.context()
  const feishu = at('Feishu')
  await page.goto(feishu)
  const [corpId = ''] = [...(await page.content()).matchAll(/tenant\?corpId=(\w+)/g)].map(([, id]) => id)
  const [personId = ''] = await page
    .goto(`${feishu}/tenant?corpId=${corpId}`)
    .then(async () => [...(await page.content()).matchAll(/personId=(ou_\w+)/g)].map(([, id]) => id))

  // Before it is installed its administrator is led to where that is done, and sees it happen.
  const administrator = await openedBy(device, 'feishu', corpId, personId, '/pages/user/people')
  await administrator.getByText('企业还没有安装在册').waitFor()
  assert.match(administrator.url(), /sampleIndex\?chat=feishu/)
  await post(`${feishu}/standIn/act`, { what: 'install', corpId })
  await administrator.getByText('已安装完成').waitFor()

  const inside = await openedBy(device, 'feishu', corpId, personId, '/pages/user/people')
  await nameOn(inside, '飞书员工1')
  assert.match(inside.url(), /#\/pages\/user\/people/)
  await visit(inside, '/pages/goods/components/scan-qrcode')
  await inside.getByPlaceholder('飞书扫一扫：输入码上的内容').fill('no-such-label')
  await inside.getByRole('button', { name: '确定' }).click()
  await inside
    .getByText(/没有找到|未找到|不存在/)
    .first()
    .waitFor()

  await talkToColleague(inside, 'feishu', '飞书')

  const desk = await stage.stranger('desk')
  await desk.page.getByRole('button', { name: '飞书扫码登录' }).click()
  await desk.page.getByRole('button', { name: '飞书员工2', exact: true }).first().click()
  await desk.page.getByText('飞书员工2').filter({ visible: true }).first().waitFor()
})
