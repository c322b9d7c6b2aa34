import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { beginWith } from './opened.ts'
import { choosePhotos, countBecomes, countFiles, filesBecome } from './photos.ts'
import { openStage, patienceMs, says } from './stage.ts'

const { ask, base, windowOf } = await openStage()

type Row = { readonly id: string }
const { page: mine } = await ask('staff', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 20 })
const pieces = (mine.list as readonly Row[]).toReversed()
const repairIds = async (): Promise<readonly string[]> =>
  (await ask('staff', '/api/goods/gsrepairorder/list', { mine: true, pageSize: 50 })).page.list.map(({ id }: Row) => id)

/** The network is gone for whatever asks the server; what the app is made of is there, as a phone has it. */
const cut = (context: BrowserContext, path = /\/(api|sys|systemController)\//) => context.route(path, (route) => route.abort())
const heal = async (page: Page) => {
  await page.context().unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
const bar = (page: Page, words: string) => page.getByRole('button', { name: words })
const waitingPhotos = (page: Page) => page.getByText('待上传', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: '提交', exact: true }).click()
/** Another piece each time, as long as there are some. */
const nextPiece = (): Row => {
  const piece = pieces.shift()
  assert.ok(piece)
  pieces.push(piece)
  return piece
}

let { page: phonePage } = await windowOf('staff')

/** A repair is filled in by a person who has no network, each time on the same phone. */
const fillInTheCellar = async (reason: string): Promise<Page> => {
  const page = phonePage
  await beginWith(page, `${base}/#/pages/goods/GsRepairOrder/gsrepairorder-pedit?assets=${nextPiece().id}`)
  await page.getByLabel('故障说明').fill(reason)
  await cut(page.context())
  return page
}

test('each photo and attachment goes once, although the app is killed between the upload and the submission', async () => {
  const former = await repairIds()
  const first = await fillInTheCellar('椅腿断了')
  const context = first.context()
  await choosePhotos(first, ['断腿', '全貌'])
  await first
    .locator('input[type=file]:not([accept])')
    .setInputFiles({ name: '报价.txt', mimeType: 'text/plain', buffer: Buffer.from('椅腿 120 元') })
  await waitingPhotos(first).nth(2).waitFor()
  await submit(first)
  await first.getByText('已存在这台设备上', { exact: true }).waitFor()
  const uploads: string[] = []
  context.on('response', (response) => response.url().includes('/filedeal.do') && uploads.push(response.url()))
  await context.unrouteAll()
  const cutOff = first.waitForEvent('requestfailed', (request) => request.url().includes('/gsrepairorder/submit'))
  await cut(context, /gsrepairorder\/submit/)
  await first.evaluate(() => dispatchEvent(new Event('online')))
  await cutOff
  // What the window hears of its own requests comes a little later than what it does after them.
  await countBecomes(first, () => uploads.length, 3)
  await first.close()
  const page = await context.newPage()
  phonePage = page
  page.setDefaultTimeout(patienceMs)
  await page.goto(`${base}/#/pages/index/index`)
  await bar(page, '1 件待发送').waitFor()
  await heal(page)
  await bar(page, '1 件待发送').waitFor({ state: 'detached' })
  assert.equal(uploads.length, 3)
  assert.equal((await repairIds()).length, former.length + 1)
  await filesBecome(page, 0)
})

test('a photo that the server refuses is named; the form opens with everything else, is mended and sent', async () => {
  const former = await repairIds()
  const page = await fillInTheCellar('屏幕闪')
  await choosePhotos(page, ['好图'])
  await waitingPhotos(page).waitFor()
  await page
    .locator('input[type=file][accept="image/*"]')
    .setInputFiles({ name: '坏图.png', mimeType: 'image/png', buffer: Buffer.from('\u0000\u0001 no picture') })
  await waitingPhotos(page).nth(1).waitFor()
  await submit(page)
  await page.getByText('已存在这台设备上', { exact: true }).waitFor()
  await heal(page)
  await bar(page, '1 件没有办成').tap()
  await page.getByRole('alert').filter({ hasText: '坏图.png没有上传' }).waitFor()
  await page.getByRole('button', { name: '修改' }).tap()
  await page.getByText('已恢复上次没有提交的内容。').waitFor()
  assert.equal(await page.getByLabel('故障说明').inputValue(), '屏幕闪')
  await page.getByRole('button', { name: '删除图片' }).nth(1).tap()
  await page.getByRole('button', { name: '删除', exact: true }).tap()
  await page.getByRole('button', { name: '删除图片' }).nth(1).waitFor({ state: 'detached' })
  await submit(page)
  await page.getByText('已提交审批，结果会在消息中通知您').waitFor()
  await bar(page, '没有办成').waitFor({ state: 'detached' })
  assert.equal((await repairIds()).length, former.length + 1)
  await filesBecome(page, 0)
})

test('photos that are gone from the device are said so, and giving up leaves nothing behind', async () => {
  const page = await fillInTheCellar('轮子掉了')
  await choosePhotos(page, ['轮子', '椅子'])
  await waitingPhotos(page).nth(1).waitFor()
  await submit(page)
  await page.getByText('已存在这台设备上', { exact: true }).waitFor()
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('zaice.files')
        request.onsuccess = () => {
          const { result: database } = request
          const files = database.transaction('file', 'readwrite').objectStore('file')
          files.getAllKeys().onsuccess = ({ target }) => files.delete((target as IDBRequest<IDBValidKey[]>).result[0]!)
          files.transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )
  await heal(page)
  await bar(page, '1 件没有办成').tap()
  await page.getByRole('alert').filter({ hasText: '1个照片或附件已不在这台设备上' }).waitFor()
  assert.equal(await countFiles(page), 1)
  await page.getByRole('button', { name: '放弃' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: '放弃' }).tap()
  await page.getByText('没有待发送的内容').waitFor()
  await filesBecome(page, 0)
})

test('a draft takes its photos along once the network is back; a removed photo and a full device leave nothing', async () => {
  const page = await fillInTheCellar('靠背松了')
  await choosePhotos(page, ['靠背', '错的'])
  await waitingPhotos(page).nth(1).waitFor()
  await page.getByRole('button', { name: '删除图片' }).nth(1).tap()
  await page.getByRole('button', { name: '删除', exact: true }).tap()
  await filesBecome(page, 1)
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await says(page.getByText('放不下.png没有保存'), () => choosePhotos(page, ['放不下']))
  assert.equal(await waitingPhotos(page).count(), 1)
  await says(page.getByText('填写的内容和照片都在这台设备上'), () => page.getByRole('button', { name: '存草稿' }).click())
  await heal(page)
  await says(page.getByText('草稿已保存'), () => page.getByRole('button', { name: '存草稿' }).click())
  await page.waitForURL(/id=/)
  await waitingPhotos(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '查看图片' }).waitFor()
  await filesBecome(page, 0)
})

test('a photo whose upload hangs is in the form from the first moment, and goes with it', async () => {
  const former = await repairIds()
  const page = await fillInTheCellar('扶手裂了')
  await page.context().unrouteAll()
  await page.context().route(/filedeal/, () => undefined)
  await choosePhotos(page, ['扶手'])
  await waitingPhotos(page).waitFor()
  await submit(page)
  await page.getByText('已存在这台设备上', { exact: true }).waitFor()
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await bar(page, '1 件待发送').waitFor({ state: 'detached' })
  await filesBecome(page, 0)
  assert.equal((await repairIds()).length, former.length + 1)
})

test('with a network a photo is on the server at once, and the device keeps nothing of it', async () => {
  const page = await fillInTheCellar('坐垫破了')
  await page.context().unrouteAll()
  await choosePhotos(page, ['坐垫'])
  await page.getByRole('button', { name: '查看图片' }).waitFor()
  await waitingPhotos(page).waitFor({ state: 'detached' })
  await filesBecome(page, 0)
  assert.equal(await page.getByRole('button', { name: '查看图片' }).count(), 1)
})

test('an application by an own form, which waits on its page, takes its attachment along when the network is back', async () => {
  const { page: flows } = await ask('staff', '/api/workflow/queryModuleFlowInstall', { pageSize: 100 })
  const { flowKey } = flows.list.find(({ flowName }: { flowName: string }) => flowName === '采购申请')
  const page = phonePage
  await beginWith(page, `${base}/#/pages/flow/formApply?flowKey=${flowKey}`)
  await page.getByLabel('采购事由').fill('地下室里写的')
  await page.getByText('办公用品', { exact: true }).tap()
  await page.getByRole('button', { name: /还没有填写/ }).tap()
  const row = page.getByRole('dialog')
  await row.getByLabel('物品').fill('椅子')
  await row.getByRole('textbox', { name: '数量' }).fill('2')
  await row.getByLabel('单价').fill('100')
  await row.getByRole('button', { name: '完成' }).tap()
  await cut(page.context())
  await page
    .locator('input[type=file]:not([accept])')
    .setInputFiles({ name: '报价.txt', mimeType: 'text/plain', buffer: Buffer.from('100 元') })
  await waitingPhotos(page).waitFor()
  await submit(page)
  await page.getByText('网络恢复后会自动提交').filter({ visible: true }).first().waitFor()
  assert.equal(await countFiles(page), 1)
  const uploads: string[] = []
  page.on('response', (response) => response.url().includes('/filedeal.do') && uploads.push(response.url()))
  const startRequest = page.waitForRequest((request) => request.url().includes('/startProcess'))
  await heal(page)
  const body = (await startRequest).postData() ?? ''
  assert.ok(body.includes('报价.txt') && !body.includes('on-device'), body)
  await page.waitForURL(/#\/pages\/flow\/progress/)
  assert.equal(uploads.length, 1)
  await filesBecome(page, 0)
})
