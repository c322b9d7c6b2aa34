import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeClip } from './clip.ts'
import { answered, openStage, visit } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'zaice-clip-'))
const camera = join(folder, 'label.y4m')
// A window opens the clip when it first asks for a picture, so it is made of what the test wants to show.
const { ask, base, windowOf } = await openStage({ camera })
after(() => rmSync(folder, { recursive: true, force: true }))

const { page: found } = await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 1, likeQuery: '显示器' })
const asset = found.list[0] as { id: string; instanceCode: string; instanceName: string }
const label = `${base}/#/pages/goods/GsGoodsInstance/qrscan-detail?instanceId=${asset.id}&instanceCode=${asset.instanceCode}`

test('a label in front of the camera opens its asset, and in an issue form it adds its piece', async () => {
  writeClip(camera, label)
  const { page, complaints } = await windowOf('keeper')
  await page.getByRole('button', { name: '扫一扫' }).click()
  await page.waitForURL((url) => url.hash.startsWith('#/pages/goods/GsGoodsInstance/qrscan-detail'))
  assert.equal(new URLSearchParams(page.url().split('?')[1]).get('instanceId'), asset.id)
  await page.getByText(asset.instanceCode).filter({ visible: true }).first().waitFor()
  await page.getByText(asset.instanceName).filter({ visible: true }).first().waitFor()

  await visit(page, '/pages/goods/GsOutstockOrder/gsoutstockorder-pedit')
  await page.getByRole('button', { name: '扫码添加' }).click()
  const sheet = page.getByRole('dialog', { name: '扫码添加' })
  await sheet.getByText(asset.instanceName).waitFor()
  await sheet.getByText('已扫到 1 项').waitFor()
  await sheet.getByRole('button', { name: '添加（1）' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await page.getByText('共 1 项').waitFor()
  const { result: draft } = await answered(page, '/gsoutstockorder/save', () => page.getByRole('button', { name: '存草稿' }).click())
  assert.deepEqual(draft.lines[0].assets, [asset.id])
  assert.deepEqual(complaints, [])
  await page.close()
})

test('a label that nobody knows is answered in words, and the camera goes on looking; a code is typed where there is none', async () => {
  writeClip(camera, 'NO-SUCH-LABEL')
  const { page, complaints } = await windowOf('staff')
  await page.getByRole('button', { name: '扫一扫' }).click()
  await page
    .getByText(/没有找到/)
    .last()
    .waitFor()
  await page.getByText('将二维码或条码放入框内').waitFor()
  assert.match(page.url(), /scan-qrcode/)

  await visit(page, '/pages/index/index')
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'))
  })
  await visit(page, '/pages/goods/components/scan-qrcode')
  await page.getByText('没有找到相机').waitFor()
  await page.getByRole('button', { name: '输入编码' }).click()
  // It stays open until something was found.
  const sheet = page.getByRole('dialog', { name: '输入编码' })
  const type = async (code: string) => {
    await sheet.getByLabel('编码、序列号或条码').fill(code)
    await sheet.getByRole('button', { name: '查找' }).click()
  }
  await type('NO-SUCH-LABEL')
  await page
    .getByText(/没有找到/)
    .last()
    .waitFor()
  assert.match(page.url(), /scan-qrcode/)
  await type(asset.instanceCode)
  await page.waitForURL((url) => url.hash.startsWith('#/pages/goods/GsGoodsInstance/qrscan-detail'))
  await page.getByText(asset.instanceName).filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})
