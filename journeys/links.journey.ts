import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finderCode } from '../domain/labels/content.ts'
import { demoPassword } from '../server/access/demoUsers.ts'
import { openStage, visit } from './stage.ts'

/** Links from outside: labels that any camera opens, and addresses that wait until a person has signed in. */
const { base, windowOf, stranger, ask, database } = await openStage()

test('a stranger who finds a thing reports it by its label, and it stands on its card; without the letters nothing is shown', async () => {
  const { page: organisations } = await ask('admin', '/api/operation/sysoperation/list', {})
  const [{ operationId: orgId, operationName }] = organisations.list as [{ operationId: string; operationName: string }]
  const { page: assets } = await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 1 })
  const [{ id, instanceCode, instanceName }] = assets.list as [{ id: string; instanceCode: string; instanceName: string }]
  const finder = finderCode(crypto.getRandomValues(new Uint8Array(12)))
  await database.inTransaction(orgId, (tx) =>
    tx.query('insert into asset_finder (org_id, asset_id, code) values ($1, $2, $3)', [orgId, id, finder]),
  )
  const { page } = await stranger()
  const open = (end = '') => page.goto(`${base}/Q/${encodeURIComponent(instanceCode)}${end}`)
  await open(`/${finder}`)
  await page.getByText('详情只对所属单位的人开放').waitFor()
  const strangers = { isOn: true, contact: '请送到一楼前台', showsName: true, showsPicture: false }
  await ask('admin', '/api/operation/sysoperation/update', { strangers })
  await open()
  await page.reload()
  await page.getByText('详情只对所属单位的人开放').waitFor()
  await open(`/${finder}`)
  await page.reload()
  await page.getByRole('heading', { name: `这是${operationName}的物品` }).waitFor()
  await page.getByText('请送到一楼前台').waitFor()
  await page.getByText(instanceName).waitFor()
  await page.getByRole('button', { name: '告诉他们' }).tap()
  await page.getByRole('alert').getByText('请写一句').waitFor()
  await page.getByLabel('在哪里、怎样发现的').fill('在2号线地铁上')
  await page.getByLabel('您的电话').fill('13800001111')
  await page.getByRole('button', { name: '告诉他们' }).tap()
  await page.getByText('已告知，谢谢您').waitFor()

  const admin = await windowOf('admin')
  await visit(admin.page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${id}`)
  await admin.page.getByText('在2号线地铁上').waitFor()
  await admin.page.getByRole('button', { name: '标为已处理' }).tap()
  await admin.page
    .getByText(/^(?!标为).+已处理$/)
    .first()
    .waitFor()
  assert.deepEqual(admin.complaints, [])
})

test('a link in an old form waits until somebody has signed in', async () => {
  const { page } = await stranger()
  await page.goto(`${base}/pages/message/settings`)
  await page.getByLabel('登录名').fill('staff')
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登录', exact: true }).tap()
  await page.waitForURL(/#\/pages\/message\/settings/)
})
