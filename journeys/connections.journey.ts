import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { newId } from '../kernel/id.ts'
import { startProvider } from '../server/signOn/standIn/provider.ts'
import { until } from '../server/testing/until.ts'
import { answered, goTo, openStage, visit } from './stage.ts'

/** What an administrator connects a company to: its sign-on, programs with keys, receivers of changes, robots of groups. */
const provider = await startProvider()
const { ask, base, standIns, stranger, windowOf } = await openStage({ env: { SERVICE_REACH: 'local', STAND_INS: 'on' } })
after(provider.stop)
const desk = await windowOf('admin', 'desk')
const phone = await windowOf('admin')

test('an administrator sets single sign-on up and tests it; somebody finds the company, goes to its provider and is in', async () => {
  const { page: administrator, complaints } = desk
  await goTo(administrator, '/pages/user/signon')
  await administrator.getByRole('button', { name: /单点登录（OIDC）/ }).click()
  const sheet = administrator.getByRole('dialog')
  await sheet.getByLabel('签发者地址').fill(provider.issuer)
  await sheet.getByLabel('客户端编号').fill(provider.clientId)
  await sheet.getByLabel('客户端密钥').fill('not-the-secret')
  await sheet.getByText('没有的人自动加入').click()
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await sheet.getByRole('button', { name: '测试已保存的设置' }).click()
  await sheet.getByText('客户端编号或密钥有误').waitFor()
  await sheet.getByLabel('客户端密钥').fill(provider.clientSecret)
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await sheet.getByRole('button', { name: '测试已保存的设置' }).click()
  await sheet.getByText('已被接受').waitFor()
  await administrator.keyboard.press('Escape')
  await administrator.getByRole('button', { name: /公司简称与邮箱域名/ }).click()
  await administrator.getByRole('dialog').getByLabel('简称和域名').fill('demo')
  await administrator.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  await administrator.getByText('demo', { exact: true }).waitFor()

  const { page, complaints: others } = await stranger()
  await page.getByRole('button', { name: '公司账号登录' }).click()
  await page.getByLabel('公司简称或邮箱').fill('demo')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '用公司账号登录' }).click()
  await page.getByRole('link', { name: '陆一鸣' }).click()
  await page.waitForURL(/pages\/index\/index/)
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('pro__login_user_info')!).value)
  assert.equal(kept['X-UserName'], '陆一鸣')
  assert.deepEqual([...complaints, ...others], [])
})

/** What a program is answered that shows the key. */
const callWith = async (key: string): Promise<{ status: number; codes: string[] }> => {
  const answer = await fetch(`${base}/api/goods/gsgoodsinstance/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"pageSize":3}',
  })
  const json = (await answer.json()) as { page?: { list: { instanceCode: string }[] } }
  return { status: answer.status, codes: json.page?.list.map(({ instanceCode }) => instanceCode) ?? [] }
}

test('an administrator makes a key on the phone, a program reads with it, and once it is revoked no more', async () => {
  const { page, complaints } = phone
  await visit(page, '/pages/user/apikeys')
  await page.getByRole('button', { name: '新建密钥' }).first().tap()
  await page.getByRole('textbox', { name: '名称' }).fill('金蝶对接')
  await page.getByRole('switch', { name: '接口账号' }).tap()
  await page.getByRole('button', { name: '创建密钥' }).tap()
  await page.getByText('请选择密钥的权限').waitFor()
  const register = page.locator('section').filter({ has: page.getByRole('heading', { name: '资产档案' }) })
  await register.getByRole('button', { name: '全选' }).tap()
  await page.getByRole('button', { name: '创建密钥' }).tap()
  const secret = page.locator('[data-secret]')
  const key = (await secret.textContent()) ?? ''
  assert.match(key, /^zaice_[0-9a-z]+_[\w-]{43}$/)
  assert.equal((await callWith(key)).codes.length, 3)
  await page.getByRole('button', { name: '我已保存' }).tap()
  await page.getByText(`zaice_…${key.slice(-4)}`).waitFor()
  await page.getByRole('button', { name: '吊销密钥' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).tap()
  await page.getByText('已吊销').first().waitFor()
  assert.equal((await callWith(key)).status, 401)
  assert.deepEqual(complaints, [])
})

/** The receiver has heard of the new piece. */
const heard = Promise.withResolvers<undefined>()
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    if (body.includes('新服务器')) heard.resolve(undefined)
    response.writeHead(200).end('ok')
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
after(() => receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

test('an administrator makes a webhook on the phone, tries it, and sees what was sent of a new piece', async () => {
  const { page, complaints } = phone
  await visit(page, '/pages/user/webhooks')
  await page.getByRole('button', { name: '新增Webhook' }).first().tap()
  await page.getByRole('textbox', { name: '名称' }).fill('运维系统')
  await page.getByRole('textbox', { name: '接收地址' }).fill('http://10.0.0.1/')
  await page.getByRole('button', { name: '保存', exact: true }).tap()
  await page.getByText('地址应以 https:// 开头，且不带用户名和密码').waitFor()
  await page.getByRole('textbox', { name: '接收地址' }).fill(url)
  const { code, msg } = await answered(page, '/webhook/save', () => page.getByRole('button', { name: '保存', exact: true }).tap())
  assert.equal(code, 0, msg)
  assert.match((await page.locator('[data-secret]').textContent()) ?? '', /^whsec_/)
  await page.getByRole('button', { name: '我已保存' }).tap()
  await page.getByRole('button', { name: '发送测试消息' }).tap()
  await page.getByText(/已送达 · 200/).waitFor()

  const [model] = (await ask('admin', '/api/goods/gsgoods/list', { pageSize: 1 })).page.list
  const [place] = (await ask('admin', '/api/goods/gsgoodsloc/list', { pageSize: 1 })).page.list
  const piece = { goodsId: model.id, locId: place.id, instanceName: '新服务器' }
  assert.equal((await ask('admin', '/api/goods/gsgoodsinstance/save', piece)).code, 0)
  await heard.promise
  await page.reload()
  await page.getByText('1条变化').first().tap()
  await page.getByRole('button', { name: '重新发送' }).waitFor()
  assert.deepEqual(complaints, [])
})

const groupsUrl = standIns.find(({ title }) => title === 'Robots of groups')?.url ?? ''

test('an administrator sets up a robot, tries it, and the group hears of news', async () => {
  const { page, complaints } = desk
  await goTo(page, '/pages/user/robots')
  await page.getByRole('button', { name: '添加群机器人' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('名称').fill('资产管理群')
  await sheet.getByLabel('机器人地址').fill('https://example.com/robot/send?access_token=1')
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await sheet.getByText('这不是钉钉、企业微信或飞书群机器人的地址').waitFor()
  await sheet.getByLabel('机器人地址').fill(`${groupsUrl}dingtalk/group`)
  await sheet.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: /资产管理群/ }).click()
  await sheet.getByRole('button', { name: '发送测试消息' }).click()
  await sheet.getByText('测试消息已发到群里。').waitFor()

  const made = await ask('admin', '/api/news/newannnews/save', {
    id: newId(),
    title: '年终盘点安排',
    body: [{ kind: 'text', text: '下周一开始。' }],
  })
  assert.equal(made.code, 0, JSON.stringify(made))
  assert.equal((await ask('admin', '/api/news/newannnews/publish', { id: made.result.newsId })).code, 0)
  const groups = async (): Promise<string> => (await fetch(groupsUrl)).text()
  await until('the group hears of it', async () => (await groups()).includes('年终盘点安排'))
  assert.match(await groups(), /机器人“资产管理群”已连通/)
  await page.reload()
  await page.getByText('使用中').waitFor()
  assert.deepEqual(complaints, [])
})
