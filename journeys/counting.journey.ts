import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { demoPassword } from '../server/access/demoUsers.ts'
import type { Id } from '../kernel/id.ts'
import { type Answer, openStage, visit } from './stage.ts'
import { gun } from './gun.ts'

const { ask, base, database, windowOf } = await openStage()
const admin = await signIn('admin')
const orgId = admin['X-OperationId']
const { page: registered } = await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 40 })
const assets = registered.list as { id: Id; instanceCode: string; locId: Id; instanceName: string }[]
const place = assets[0]!.locId
const here = assets.filter(({ locId }) => locId === place)
const elsewhere = assets.find(({ locId }) => locId !== place)!
const {
  result: { locCode },
} = (await fetch(`${base}/api/goods/gsgoodsloc/info/${place}`, { headers: { authorization: `bearer ${admin.access_token}` } }).then(
  (answer) => answer.json(),
)) as Answer

async function signIn(username: string): Promise<{ access_token: string; 'X-OperationId': Id }> {
  const query = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password: demoPassword })
  const answer = await fetch(`${base}/api/oauth/token?${query}`, { method: 'POST', headers: { authorization: `Basic ${btoa('app:app')}` } })
  return (await answer.json()) as { access_token: string; 'X-OperationId': Id }
}

const opened = async (): Promise<Id> => {
  const { result: plan } = await ask('admin', '/api/goods/gsinventoryplan/save', {
    plan: { name: '年终盘点', methods: ['scan', 'hand'], scope: { kinds: ['asset'] } },
  })
  const { result: task } = await ask('admin', '/api/goods/gsinventorytask/open', { planId: plan.id })
  return task.id
}
const scanning = (task: Id) => `/pages/goods/components/inventoryScan/index?taskId=${task}`

const counted = (page: Page, number: number) => page.getByRole('status', { name: new RegExp(`^已盘 ${number} / 共`) }).waitFor()
const said = (page: Page, words: string) => page.getByRole('status').getByText(words).filter({ visible: true }).first().waitFor()
const uploads = (page: Page, words: RegExp) => page.getByRole('button', { name: words }).waitFor()
const cut = (context: BrowserContext) => context.route('**/gsinventorytask/push', (route) => route.abort())
const mend = (context: BrowserContext) => context.unroute('**/gsinventorytask/push')

const arrived = (task: Id) =>
  database.reading(orgId, (tx) =>
    tx.query<{ id: string; seq: number; kind: string; item: Id | null; disposition: string; seconds: number }>(
      'select id, seq, kind, item_id as item, disposition, extract(epoch from received_at - happened_at)::float8 as seconds from count_event where org_id = $1 and task_id = $2 order by device, seq',
      [orgId, task],
    ),
  )

/** A phone that counts on from test to test; the one that is killed is another. */
const { page: phonePage } = await windowOf('admin')

test('a phone that is killed, cut off and opened twice brings what it counted exactly once', async () => {
  const task = await opened()
  const { page } = await windowOf('admin')
  const context = page.context()
  await visit(page, scanning(task))
  await counted(page, 0)
  await gun(page, here[0]!.instanceCode)
  await said(page, '请先选择所在区域')
  // The label of the place answers the question, and what was read before counts there.
  await gun(page, locCode)
  await counted(page, 1)
  await gun(page, here[0]!.instanceCode)
  await said(page, '这件已经盘过了')
  await gun(page, elsewhere.instanceCode)
  await said(page, '账面在')
  await counted(page, 2)
  await uploads(page, /全部已上传/)

  await cut(context)
  for (const { instanceCode } of here.slice(1, 4)) await gun(page, instanceCode)
  await counted(page, 5)
  await gun(page, 'NOBODY-BEARS-THIS')
  await said(page, '不在这次的清单里')
  await uploads(page, /4条待上传/)
  // Gone in the middle of a scan: it may have been written, and then it counts once.
  await gun(page, here[4]!.instanceCode)
  await page.close()

  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const each of [first, second]) await each.goto(`${base}/#${scanning(task)}`)
  await Promise.all([first, second].map((each) => uploads(each, /[45]条待上传/)))
  await gun(first, here[5]!.instanceCode)
  await gun(second, here[6]!.instanceCode)
  await gun(second, here[4]!.instanceCode)
  await Promise.all([first, second].map((each) => counted(each, 8)))
  // An undone one is as if it had never been.
  await first.getByRole('button', { name: /^撤销/ }).first().click()
  await Promise.all([first, second].map((each) => counted(each, 7)))
  await mend(context)
  await first.evaluate(() => dispatchEvent(new Event('online')))
  await Promise.all([first, second].map((each) => uploads(each, /全部已上传/)))

  const events = await arrived(task)
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, at) => at + 1),
    'one line of numbers, whatever the tabs did',
  )
  const seen = events.filter(({ kind }) => kind === 'seen')
  for (const asset of [...here.slice(0, 7), elsewhere])
    assert.equal(seen.filter(({ item }) => item === asset.id).length, 1, asset.instanceCode)
  assert.equal(events.filter(({ disposition }) => disposition === 'unknown').length, 1)
  assert.equal(events.filter(({ kind }) => kind === 'void').length, 1)
})

test('a phone finds the open counts by itself and shows what other devices count', async () => {
  const task = await opened()
  const page = phonePage
  await visit(page, '/pages/goods/components/inventoryScan/index')
  await page
    .getByRole('button', { name: /^年终盘点/ })
    .first()
    .tap()
  await counted(page, 0)
  const [device, seen] = [randomUUID(), here.slice(0, 2)]
  const events = seen.map(({ id: item }, at) => ({
    id: randomUUID(),
    seq: at + 1,
    round: 1,
    kind: 'seen',
    source: 'camera',
    itemKind: 'asset',
    item,
    place,
    at: new Date().toISOString(),
  }))
  const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
  await ask('admin', '/api/goods/gsinventorytask/push', {
    taskId: task,
    device,
    from: 1,
    events,
    digest,
    clientAt: new Date().toISOString(),
  })
  await counted(page, 2)
  await gun(page, locCode)
  await gun(page, seen[0]!.instanceCode)
  await said(page, '此前已有记录')
  await gun(page, here[2]!.instanceCode)
  await counted(page, 3)
})

test('nobody begins without room on the device; a clock that jumps moves no scan, and a full disk is told and beeps nothing', async () => {
  const task = await opened()
  const page = phonePage
  await page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 30 * 1024 * 1024, usage: 1024 })
  })
  await visit(page, scanning(task))
  await page.getByText('手机空间不足').waitFor()
  await page.evaluate(() => Reflect.deleteProperty(navigator.storage, 'estimate'))
  await page.getByRole('button', { name: '重试' }).click()
  await counted(page, 0)
  await gun(page, locCode)
  await said(page, '接下来盘到的记在这里')
  await gun(page, here[0]!.instanceCode)
  await uploads(page, /全部已上传/)
  await counted(page, 1)
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 2 * 3_600_000
  })
  await gun(page, here[1]!.instanceCode)
  await counted(page, 2)
  await uploads(page, /全部已上传/)
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...args) {
      // What the answer to an earlier upload changes is written beside the scan.
      if (this.name !== 'event') return put.apply(this, args)
      IDBObjectStore.prototype.put = put
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await gun(page, here[2]!.instanceCode)
  await said(page, '手机存储空间已满')
  await counted(page, 2)
  // A trigger that bounces is one scan; later it is another.
  await page.waitForTimeout(500)
  await gun(page, here[2]!.instanceCode)
  await counted(page, 3)
  await uploads(page, /全部已上传/)
  const events = await arrived(task)
  assert.deepEqual(
    events.map(({ item }) => item),
    here.slice(0, 3).map(({ id }) => id),
  )
  for (const { seconds } of events) assert.ok(Math.abs(seconds) < 60, `${seconds}`)
})
