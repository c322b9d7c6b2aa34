import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addDays, dayAt } from '../kernel/day.ts'
import { gun } from './gun.ts'
import { choosePhotos, countBecomes, countFiles, filesBecome } from './photos.ts'
import { openStage, patienceMs, says, visit } from './stage.ts'

const { ask, base, windowOf } = await openStage({ worker: true })

type Row = { readonly id: string; readonly state: string; readonly summary: string }
const logsOf = async (username: string): Promise<readonly Row[]> =>
  (await ask(username, '/api/mylog/mylog/list', { view: 'mine', pageSize: 50 })).page.list
const summariesOf = async (username: string, words: string): Promise<readonly string[]> =>
  (await logsOf(username)).flatMap(({ state, summary }) => (summary.includes(words) ? [state] : []))

const { page: templates } = await ask('staff2', '/api/mylog/mylogtemplate/list', {})
/** A week of which no one in the demo has written. */
const day = addDays(dayAt(Date.now()), -70)
const templateIdOf = (name: string): string => templates.list.find((template: { name: string }) => template.name === name).id

/** The phone of an employee, the same in each test: the copy of the app is there, as after the first visit. */
const { page } = await windowOf('staff2')
await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
const waitingBar = (page: Page) => page.getByRole('button', { name: '1 件待发送' })

test('a new log without a network: the draft stays, the submission outlives a reload, and arrives once', async () => {
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
  const { page: mine } = await ask('staff2', '/api/goods/gsgoodsinstance/mine', { state: 'inUse', pageSize: 20 })
  // The first one is about to be handed on.
  const piece = (mine.list as readonly { readonly id: string; readonly instanceName: string }[]).at(-1)
  assert.ok(piece)
  const formerIds = new Set((await repairsOf('staff2')).map(({ id }) => id))
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
  const repairs = await repairsOf('staff2')
  const [repair, ...otherRepairs] = repairs.filter(({ id }) => !formerIds.has(id))
  assert.ok(repair)
  assert.deepEqual([repair.state === 'draft', otherRepairs], [false, []])
  await visit(page, `/pages/goods/GsRepairOrder/gsrepairorder-pedit?id=${repair.id}`)
  await page.getByText('椅腿断了').filter({ visible: true }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: '查看图片' }).filter({ visible: true }).count(), 2)
  assert.deepEqual(await storedPictureStatuses(page, repair.id), [200, 200])
  await filesBecome(page, 0)
})

/** A count of which an employee has a place: the task, the code of the place, and a piece that stands there. */
const openCount = async (username: string) => {
  const { page: registered } = await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 1 })
  const [piece] = registered.list as readonly { readonly id: string; readonly instanceCode: string; readonly locId: string }[]
  assert.ok(piece)
  const { page: places } = await ask('admin', '/api/goods/gsgoodsloc/list', { pageSize: 500 })
  const { locCode } = places.list.find(({ id }: Row) => id === piece.locId)
  const { page: people } = await ask('admin', '/api/pro/person/list', { likeQuery: username, pageSize: 50 })
  const { id: personId } = people.list.find((person: { username: string }) => person.username === username)
  const { result: plan } = await ask('admin', '/api/goods/gsinventoryplan/save', {
    plan: { name: '年终盘点', methods: ['scan', 'hand'], scope: { kinds: ['asset'] } },
  })
  const { result: task } = await ask('admin', '/api/goods/gsinventorytask/open', { planId: plan.id })
  const shares = [{ kind: 'place', personId, refId: piece.locId }]
  const { code, msg } = await ask('admin', '/api/goods/gsinventorytask/share', { taskId: task.id, shares })
  assert.equal(code, 0, msg)
  return { taskId: task.id as string, locCode: locCode as string, piece }
}

test('a phone that is started without a network goes on counting', async () => {
  const { taskId, locCode, piece } = await openCount('staff2')
  const address = `/pages/goods/components/inventoryScan/index?taskId=${taskId}`
  const context = page.context()
  await visit(page, address)
  const counted = (counting: Page, number: number) => counting.getByRole('status', { name: new RegExp(`^已盘 ${number} / 共`) }).waitFor()
  await counted(page, 0)
  await gun(page, locCode)
  await page.getByRole('status').getByText('接下来盘到的记在这里').filter({ visible: true }).first().waitFor()
  await page.close()

  await context.setOffline(true)
  const cold = await context.newPage()
  cold.setDefaultTimeout(patienceMs)
  await cold.goto(`${base}/#${address}`)
  await counted(cold, 0)
  await gun(cold, piece.instanceCode)
  await counted(cold, 1)
  await cold.getByRole('button', { name: /1条待上传/ }).waitFor()
  await context.setOffline(false)
  await cold.getByRole('button', { name: /全部已上传/ }).waitFor()
  const foundCount = async (): Promise<number> => {
    const { result } = await ask('admin', '/api/goods/gsinventorytask/line', { taskId, itemId: piece.id })
    return result.line.verdict === 'found' ? 1 : 0
  }
  await countBecomes(cold, foundCount, 1)
})
