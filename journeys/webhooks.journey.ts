import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { answered, openStage, patienceMs, visit } from './stage.ts'

const { ask, windowOf } = await openStage({ env: { SERVICE_REACH: 'local' } })

type Heard = { readonly body: string; readonly headers: Record<string, string> }
const messages: Heard[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    messages.push({ body, headers: request.headers as Record<string, string> })
    response.writeHead(200).end('ok')
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
after(() => receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

test('an administrator makes a webhook on the phone, and its receiver hears signed of a new piece within seconds', async () => {
  const { page, complaints } = await windowOf('admin')
  await visit(page, '/pages/user/webhooks')
  await page.getByRole('button', { name: '新增Webhook' }).first().tap()
  await page.getByRole('textbox', { name: '名称' }).fill('运维系统')
  await page.getByRole('textbox', { name: '接收地址' }).fill('http://10.0.0.1/')
  await page.getByRole('button', { name: '保存', exact: true }).tap()
  await page.getByText('地址应以 https:// 开头，且不带用户名和密码').waitFor()
  await page.getByRole('textbox', { name: '接收地址' }).fill(url)
  const { code, msg } = await answered(page, '/webhook/save', () => page.getByRole('button', { name: '保存', exact: true }).tap())
  assert.equal(code, 0, msg)
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  await page.getByRole('button', { name: '我已保存' }).tap()
  await page.getByRole('button', { name: '发送测试消息' }).tap()
  await page.getByText(/已送达 · 200/).waitFor()

  const [model] = (await ask('admin', '/api/goods/gsgoods/list', { pageSize: 1 })).page.list
  const [place] = (await ask('admin', '/api/goods/gsgoodsloc/list', { pageSize: 1 })).page.list
  assert.equal(
    (await ask('admin', '/api/goods/gsgoodsinstance/save', { goodsId: model.id, locId: place.id, instanceName: '新服务器' })).code,
    0,
  )
  const hasArrived = () => messages.some(({ body }) => body.includes('新服务器'))
  for (const end = Date.now() + patienceMs; !hasArrived() && Date.now() < end;) await page.waitForTimeout(200)
  const message = messages.find(({ body }) => body.includes('新服务器'))
  assert.ok(message)
  const payload = new Webhook(secret).verify(message.body, message.headers) as { data: { type: string }[] }
  assert.equal(payload.data[0]?.type, 'gsgoodsinstance.created')
  await page.reload()
  await page.getByText('1条变化').first().tap()
  await page.getByRole('button', { name: '重新发送' }).waitFor()
  assert.deepEqual(complaints, [])
})
