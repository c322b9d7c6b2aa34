import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Id } from '../kernel/id.ts'
import { openStage, says, visit } from './stage.ts'

const { ask, windowOf } = await openStage()
const name = '员工年终自盘'
const task = '/pages/goods/GsInventoryOrder/gsinventorytask'

const picture = async (page: Page) => {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    canvas.getContext('2d')!.fillRect(10, 10, Math.random() * 20, 20)
    return canvas.toDataURL('image/png')
  })
  return { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1]!, 'base64') }
}

test('a holder counts what is his by photo and says what he has not; who has not answered is seen by department and reminded', async () => {
  const { page: own } = await ask('staff', '/api/goods/gsgoodsinstance/list', { mine: true, state: 'inUse', pageSize: 50 })
  const held = own.list as { holderUid: Id; instanceCode: string }[]
  const { result: plan } = await ask('admin', '/api/goods/gsinventoryplan/save', {
    plan: { name, methods: ['self'], photo: 'always', scope: { kinds: ['asset'], holders: [held[0]!.holderUid] } },
  })
  const { result: opened } = await ask('admin', '/api/goods/gsinventorytask/open', { planId: plan.id })

  const { page: phone } = await windowOf('staff')
  await visit(phone, '/pages/goods/mainpage/mygoods?jumpType=page')
  await phone.getByText(/有 \d+ 件资产等您盘点/).waitFor()
  await phone.getByRole('button', { name: '去盘点' }).click()
  const section = phone.locator('section').filter({ has: phone.getByRole('heading', { name }) })
  const pieces = section.getByRole('listitem')
  await pieces.first().waitFor()
  const amount = await pieces.count()
  assert.ok(amount > 1, `${amount} pieces`)
  const done = (count: number) => section.locator(`[role=progressbar][aria-valuenow="${count}"]`).waitFor()

  // A photo out of the camera is the proof: his word alone is not offered.
  const photographed = async (count: number): Promise<void> => {
    const piece = pieces.filter({ hasNotText: /已拍照|已经归还/ }).first()
    const chooser = phone.waitForEvent('filechooser')
    await piece.getByText('在我这里，拍照').click()
    await (await chooser).setFiles(await picture(phone))
    await done(count)
  }
  assert.equal(await section.getByRole('button', { name: '在我这里', exact: true }).count(), 0)
  await photographed(1)

  const { page: desk } = await windowOf('admin', 'desk')
  await visit(desk, `${task}?id=${opened.id}`)
  await desk.getByText('0/1人已盘完').waitFor()
  await desk.getByRole('button', { name: /1人未完.*剩\d+件/s }).waitFor()
  await says(desk.getByText('已提醒1人'), () => desk.getByRole('button', { name: '催办', exact: true }).click())
  const { page: told } = await ask('staff', '/api/msg/msgmessage/list', { pageSize: 20 })
  assert.ok(JSON.stringify(told.list).includes(`${name}：请盘点您名下的 ${amount - 1} 件资产`))

  await pieces.filter({ hasNotText: '已拍照' }).first().getByRole('button', { name: '不在我这里' }).click()
  const why = phone.getByRole('dialog', { name: '不在我这里' })
  await why.getByLabel('原因').click()
  await phone.getByRole('option', { name: '已经归还' }).getByRole('button').click()
  await why.getByLabel('说明').fill('上周交回总部仓库')
  await why.getByRole('button', { name: '提交' }).click()
  await section.getByText('已经归还：上周交回总部仓库').waitFor()
  await done(2)
  for (let count = 3; count <= amount; count++) await photographed(count)

  await section.getByText('全部盘完了').waitFor()
  await desk.getByText('1/1人已盘完').waitFor({ timeout: 60_000 })
  assert.equal(await desk.getByRole('button', { name: '催办', exact: true }).count(), 0)
})
