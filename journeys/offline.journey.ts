import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addDays, dayAt } from '../kernel/day.ts'
import { choosePhotos, countFiles, filesBecome } from './photos.ts'
import { openStage, says, visit } from './stage.ts'

const { ask, windowOf } = await openStage({ worker: true })

type Row = { readonly id: string; readonly state: string; readonly summary: string }
const logsOf = async (username: string): Promise<readonly Row[]> =>
  (await ask(username, '/api/mylog/mylog/list', { view: 'mine', pageSize: 50 })).page.list
const summariesOf = async (username: string, words: string): Promise<readonly string[]> =>
  (await logsOf(username)).flatMap(({ state, summary }) => (summary.includes(words) ? [state] : []))

const { page: templates } = await ask('staff2', '/api/mylog/mylogtemplate/list', {})
/** A week of which no one in the demo has written. */
const day = addDays(dayAt(Date.now()), -70)
const templateIdOf = (name: string): string => templates.list.find((template: { name: string }) => template.name === name).id

const openPhone = async (username: string): Promise<Page> => {
  const { page } = await windowOf(username)
  // The copy of the app is there, as after the first visit.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  return page
}
const phones = new Map<string, Promise<Page>>()
/** The phone of a person, the same in each test: the copy of the app comes once. */
const phoneOf = async (username: string): Promise<Page> => {
  const phone = phones.get(username) ?? openPhone(username)
  phones.set(username, phone)
  const page = await phone
  await page.context().setOffline(false)
  return page
}
const waitingBar = (page: Page) => page.getByRole('button', { name: '1 件待发送' })

test('a new log without a network: the draft stays, the submission outlives a reload, and arrives once', async () => {
  const page = await phoneOf('staff2')
  const form = `/pages/mylog/logedit?templateId=${templateIdOf('周报')}&day=${day}`
  await visit(page, form)
  await page.getByLabel('本周完成').fill('地下室清点')
  await page.context().setOffline(true)
  await says(page.getByText('草稿没有存到服务器'), () => page.getByRole('button', { name: '存草稿' }).click())
  await page.reload()
  assert.equal(await page.getByLabel('本周完成').inputValue(), '地下室清点')
  await page.getByLabel('下周计划').fill('贴标签')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('已存在这台设备上').waitFor()
  await page.reload()
  await waitingBar(page).waitFor()
  // The form of the same period says that it waits, and no second one is begun.
  await visit(page, form)
  await page.getByText('这篇日志在这台设备上等待发送').waitFor()
  await page.context().setOffline(false)
  await waitingBar(page).waitFor({ state: 'detached' })
  assert.deepEqual(await summariesOf('staff2', '地下室清点'), ['sent'])
})

test('a draft is opened, changed and submitted without a network, and nothing typed is lost', async () => {
  const page = await phoneOf('staff2')
  await visit(page, `/pages/mylog/logedit?templateId=${templateIdOf('月报')}`)
  await page.getByLabel('本月完成').fill('第一稿')
  await says(page.getByText('草稿已保存'), () => page.getByRole('button', { name: '存草稿' }).click())
  await page.waitForURL(/logedit\?id=/)
  await page.getByLabel('本月完成').fill('第二稿')
  await says(page.getByText('草稿已保存'), () => page.getByRole('button', { name: '存草稿' }).click())
  await page.waitForFunction(() => Object.values(localStorage).some((item: string) => item.includes('第二稿')))
  await page.context().setOffline(true)
  await page.reload()
  assert.equal(await page.getByLabel('本月完成').inputValue(), '第二稿')
  await page.getByLabel('本月完成').fill('第三稿')
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('已存在这台设备上').waitFor()
  await page.reload()
  await waitingBar(page).waitFor()
  await page.context().setOffline(false)
  await waitingBar(page).waitFor({ state: 'detached' })
  assert.deepEqual(await summariesOf('staff2', '第三稿'), ['sent'])
  assert.deepEqual(await summariesOf('staff2', '第二稿'), [])
})

test('a clock-in without a network, also after a reload: it is listed as waiting, and arrives once', async () => {
  const todayOf = async () => (await ask('staff2', '/api/attendance/attpunch/today', {})).result
  const { places, punches: formerPunches } = await todayOf()
  const point = (places as { point: { longitude: number; latitude: number } }[])[0]?.point
  assert.ok(point)
  const page = await phoneOf('staff2')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ longitude: point.longitude, latitude: point.latitude, accuracy: 10 })
  await visit(page, '/pages/attendance/attHome')
  await page.getByText('已进入打卡范围').waitFor()
  const waitingPunch = page.getByRole('button', { name: /:\d\d 已记在手机上/ })
  await page.waitForFunction(() => localStorage.getItem('pro__first_screen')?.includes('attpunch.today'))
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText('已进入打卡范围').waitFor()
  await says(page.getByText('打卡已记在手机上'), () => page.getByRole('button', { name: /打卡 \d/ }).click())
  await waitingPunch.waitFor()
  await page.reload()
  await waitingPunch.waitFor()
  await page.context().setOffline(false)
  await waitingBar(page).waitFor({ state: 'detached' })
  await waitingPunch.waitFor({ state: 'detached' })
  const { punches } = await todayOf()
  assert.equal(punches.length, formerPunches.length + 1)
})

const repairsOf = async (username: string): Promise<readonly Row[]> =>
  (await ask(username, '/api/goods/gsrepairorder/list', { mine: true, pageSize: 50 })).page.list

/** How the server answers for each picture of a repair. */
const storedPictureStatuses = (page: Page, id: string): Promise<readonly number[]> =>
  page.evaluate(async (repairId) => {
    const { value: token } = JSON.parse(localStorage.getItem('pro__Access-Token') ?? '{}') as { value: string }
    const headers = { authorization: `Bearer ${token}` }
    const { result } = await (await fetch(`/api/goods/gsrepairorder/info/${repairId}`, { headers })).json()
    const paths = [...new Set<string>(result.header.pictures)]
    return Promise.all(paths.map(async (path) => (await fetch(`/files/${path}`, { headers })).status))
  }, id)

test('a repair with two photos without a network: they outlive reloads, go before it, and leave the device', async () => {
  const { page: mine } = await ask('staff', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 1 })
  const [piece] = mine.list as readonly { readonly id: string; readonly instanceName: string }[]
  assert.ok(piece)
  const formerIds = new Set((await repairsOf('staff')).map(({ id }) => id))
  const page = await phoneOf('staff')
  await visit(page, `/pages/goods/GsRepairOrder/gsrepairorder-pedit?assets=${piece.id}`)
  await page.getByLabel('故障说明').fill('椅腿断了')
  await page.context().setOffline(true)
  await says(page.getByText('照片和附件已存在这台设备上'), () => choosePhotos(page, ['断腿', '全貌']))
  const waitingPhotos = page.getByText('待上传', { exact: true })
  await waitingPhotos.nth(1).waitFor()
  await says(page.getByText('草稿没有存到服务器'), () => page.getByRole('button', { name: '存草稿' }).click())
  await page.reload()
  await waitingPhotos.nth(1).waitFor()
  await page.waitForFunction(
    () => [...document.querySelectorAll('img')].filter(({ src, naturalWidth }) => src.startsWith('blob:') && naturalWidth > 0).length === 2,
  )
  assert.equal(await page.getByLabel('故障说明').inputValue(), '椅腿断了')
  await page.getByText(piece.instanceName).filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('已存在这台设备上', { exact: true }).waitFor()
  await page.reload()
  await waitingBar(page).click()
  await page.getByText('2个照片或附件先于它上传').waitFor()
  assert.equal(await countFiles(page), 2)
  const uploads: string[] = []
  page.on('response', (response) => response.url().includes('/filedeal.do') && uploads.push(response.url()))
  await page.context().setOffline(false)
  await page.getByText('没有待发送的内容').waitFor()
  assert.equal(uploads.length, 2)
  const repairs = await repairsOf('staff')
  const [repair, ...otherRepairs] = repairs.filter(({ id }) => !formerIds.has(id))
  assert.ok(repair)
  assert.deepEqual([repair.state === 'draft', otherRepairs], [false, []])
  await visit(page, `/pages/goods/GsRepairOrder/gsrepairorder-pedit?id=${repair.id}`)
  await page.getByText('椅腿断了').filter({ visible: true }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: '查看图片' }).filter({ visible: true }).count(), 2)
  assert.deepEqual(await storedPictureStatuses(page, repair.id), [200, 200])
  await filesBecome(page, 0)
})
