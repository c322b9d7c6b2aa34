import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startProvider } from '../server/signOn/standIn/provider.ts'
import { goTo, openStage } from './stage.ts'

const provider = await startProvider()
const stage = await openStage({ env: { SERVICE_REACH: 'local' } })
after(provider.stop)

test('an administrator sets single sign-on up and tests it; somebody finds the company, goes to its provider and is in', async () => {
  const { page: desk, complaints } = await stage.windowOf('admin', 'desk')
  await goTo(desk, '/pages/user/signon')
  await desk.getByRole('button', { name: /单点登录（OIDC）/ }).click()
  const sheet = desk.getByRole('dialog')
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
  await desk.keyboard.press('Escape')
  await desk.getByRole('button', { name: /公司简称与邮箱域名/ }).click()
  await desk.getByRole('dialog').getByLabel('简称和域名').fill('demo')
  await desk.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  await desk.getByText('demo', { exact: true }).waitFor()

  const { page, complaints: others } = await stage.stranger()
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
