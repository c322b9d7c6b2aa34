import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, visit } from './stage.ts'

const stage = await openStage()
const { windowOf, base } = stage

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
  const { page, complaints } = await windowOf('admin')
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
