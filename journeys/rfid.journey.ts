import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { commandBytes, type Fate, type FieldTag, plugInModule } from '../devices/testing/tagModule.ts'
import { type Answer, openStage, visit } from './stage.ts'

const { ask, windowOf } = await openStage()

const { page: listed } = await ask('admin', '/api/goods/gsgoodsinstance/list', { state: 'idle', pageSize: 500, likeQuery: '显示器' })
const untagged = (listed.list as Answer[]).filter(({ epc }) => !epc)
const place = untagged[0].locId as string
const [first, second, third] = untagged.filter(({ locId }) => locId === place) as [Answer, Answer, Answer]

const blank = 'E28011700000020A1B2C3D4E'
const otherBlank = 'E28011700000020A1B2C3D4F'

type Field = { readonly tags: FieldTag[]; readonly fate?: (command: number) => Fate }

/**
 * Lets a module of the stand-in's make stand behind the browser's serial ports; plugged out, another one may take its place. With the test
 * its walk past the tags ends, and the window is closed.
 */
const withModule = async (context: TestContext, page: Page, { tags, fate = () => 'done' }: Field) => {
  let module: ReturnType<typeof plugInModule> | undefined
  /** What has not been handed to the window yet; null where the cable was pulled. */
  const waiting: (number[] | null)[] = []
  let isSending = false
  const send = async () => {
    if (isSending) return
    isSending = true
    while (waiting.length > 0)
      await page
        .evaluate((all) => all.forEach((bytes) => (globalThis as unknown as SerialStandIn).fromModule(bytes)), waiting.splice(0))
        .catch(() => undefined)
    isSending = false
  }
  const tell = (bytes: number[] | null) => {
    waiting.push(bytes)
    void send()
  }
  await page.exposeFunction('openModule', () => {
    module = plugInModule({ field: tags, fate, chunk: () => 17 })
    module.port.listen(
      (bytes) => tell([...bytes]),
      () => tell(null),
    )
  })
  await page.exposeFunction('toModule', (bytes: number[]) => module?.port.write(Uint8Array.from(bytes)))
  await page.addInitScript(() => {
    const here = globalThis as unknown as SerialStandIn
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      writable: null as WritableStream<Uint8Array> | null,
      open: async () => {
        await here.openModule()
        port.readable = new ReadableStream({ start: (made) => void (controller = made), cancel: () => void (controller = undefined) })
        port.writable = new WritableStream({ write: (bytes) => here.toModule([...bytes]) })
      },
      close: async () => {
        port.readable = null
        port.writable = null
      },
      getInfo: () => ({ usbVendorId: 0x1a86, usbProductId: 0x7523 }),
    }
    here.fromModule = (bytes) => {
      if (bytes) return controller?.enqueue(Uint8Array.from(bytes))
      controller?.close()
      controller = undefined
    }
    Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port, getPorts: async () => [port] } })
  })
  await page.reload()
  const walking = setInterval(() => module?.pass(), 60)
  context.after(() => {
    clearInterval(walking)
    return page.close()
  })
}

type SerialStandIn = {
  openModule: () => Promise<void>
  toModule: (bytes: number[]) => Promise<void>
  fromModule: (bytes: readonly number[] | null) => void
}

const connect = async (page: Page) => {
  await page.getByRole('button', { name: '连接', exact: true }).click()
  await page.getByRole('button', { name: /USB或蓝牙串口读写器/ }).click()
  await page.getByText('已连接，能分辨远近').waitFor()
}

test('tags are written one by one, through a tag too many, a foreign tag and a cable pulled in the middle; then one is found by walking', async (context) => {
  const field: FieldTag[] = [{ epc: blank, rssi: -40, tid: 'E2801170AAAABBBBCCCC0001' }]
  const fates: Fate[] = []
  const { page, complaints } = await windowOf('admin')
  await withModule(context, page, {
    tags: field,
    fate: (command) => (command === commandBytes.write ? (fates.shift() ?? 'done') : 'done'),
  })
  await visit(page, `/pages/goods/GsGoodsInstance/rfid-write?ids=${[first.id, second.id].join(',')}`)
  await connect(page)
  const write = page.getByRole('button', { name: '写入标签' })

  await write.click()
  await page.getByText(`${first.instanceName}的标签写好了`).waitFor()
  const [tagged] = field
  const written = await ask('admin', '/api/goods/gsgoodsinstance/match', { tags: [{ epc: tagged!.epc, tid: tagged!.tid }] })
  assert.deepEqual(
    [written.result.found[0].row.id, written.result.found[0].row.epc, written.result.found[0].copied],
    [first.id, tagged!.epc, false],
  )

  await write.click()
  await page.getByText(`这是${first.instanceName}的标签，没有改动`).waitFor()
  field.push({ epc: otherBlank, rssi: -42, tid: 'E2801170AAAABBBBCCCC0002' })
  await write.click()
  await page.getByText('附近有几个标签，请只留一个').waitFor()
  const [, other] = field
  field.shift()
  fates.push('goneHalf')
  await write.click()
  await page.getByText('读写器断开了，请检查后重新连接').filter({ visible: true }).first().waitFor()
  assert.notEqual(other!.epc, otherBlank, 'half of it was written')
  await connect(page)
  await write.click()
  await page.getByText('都写好了').waitFor()
  const history = await ask('admin', '/api/goods/gsgoodsinstance/match', { tags: [{ epc: other!.epc }] })
  assert.equal(history.result.found[0].row.id, second.id)

  // Found: weak, near, at hand, gone.
  await visit(page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${second.id}`)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page
    .getByRole('button', { name: '找一找' })
    .or(page.getByRole('option', { name: '找一找' }))
    .click()
  field.push({ epc: tagged!.epc, rssi: -20 })
  other!.rssi = -80
  await page.getByRole('button', { name: '开始寻找' }).click()
  await page.getByText('有信号').waitFor()
  other!.rssi = -60
  await page.getByText('不远').waitFor()
  other!.rssi = -34
  await page.getByText('就在手边').waitFor()
  field.shift()
  await page.getByText('听不到').waitFor()
  assert.deepEqual(complaints, [])
})

test('a place is read by walking: near ones are found, a weak one is only heard, a stranger’s are a number, and what was found becomes a count', async (context) => {
  await ask('admin', '/api/goods/gsgoodsinstance/update', { id: third.id, epc: 'F5000001000000000000AAAA' })
  const elsewhere = (listed.list as Answer[]).find(({ locId }) => locId !== place)!
  await ask('admin', '/api/goods/gsgoodsinstance/update', { id: elsewhere.id, epc: 'F5000001000000000000BBBB' })
  const epcOf = async (id: string) => {
    const { page } = await ask('admin', '/api/goods/gsgoodsinstance/list', { locId: place, pageSize: 1000 })
    return (page.list as Answer[]).find((row) => row.id === id).epc as string
  }
  const near = { epc: await epcOf(first.id), rssi: -45 }
  const field: FieldTag[] = [
    near,
    { ...near, rssi: -52 },
    { epc: 'F5000001000000000000AAAA', rssi: -88 },
    { epc: 'F5000001000000000000BBBB', rssi: -50 },
    { epc: blank, rssi: -40 },
    { epc: otherBlank, rssi: -30 },
  ]
  const { page, complaints } = await windowOf('admin', 'desk')
  await withModule(context, page, { tags: field })
  await visit(page, '/pages/goods/GsInventoryOrder/rfid-inventory')
  await page.getByRole('button', { name: '选择区域' }).click()
  const { result: where } = await ask('admin', '/api/goods/gsgoodsloc/treelist', {})
  assert.ok(where)
  const picker = page.getByRole('dialog')
  await picker.getByRole('searchbox').fill(third.names[place])
  await picker.getByText(third.names[place], { exact: true }).first().click()
  await connect(page)
  await page.getByRole('button', { name: '开始读取' }).click()
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
  await tab('他处的').click()
  await page.getByText(elsewhere.instanceName).filter({ visible: true }).first().waitFor()
  await tab('附近').click()
  await page.getByText(third.instanceCode).filter({ visible: true }).first().waitFor()
  await tab('已读到').click()
  await page.getByText(first.instanceCode).filter({ visible: true }).first().waitFor()
  await page.getByText('另有 2 个不认识的标签').waitFor()
  await page.getByText('5秒没有读到新的资产').waitFor()
  await page.getByRole('button', { name: '完成这个区域' }).click()
  const saving = page.waitForResponse(/gsinventoryorder\/save/)
  await page.getByRole('button', { name: '生成草稿' }).click()
  const { result: draft } = (await (await saving).json()) as Answer
  assert.deepEqual(
    draft.lines.map(({ asset, result }: Answer) => [asset, result]).toSorted(),
    [
      [first.id, 'found'],
      [elsewhere.id, 'moved'],
    ].toSorted(),
  )
  await page.waitForURL(/gsinventorydetail-pedit/)
  assert.deepEqual(complaints, [])
})

test('a count is walked: what the reader says lies on the device, reaches the server and is judged for what it is', async (context) => {
  const done = async (path: string, body: object): Promise<Answer> => {
    const answer = await ask('admin', `/api/goods/${path}`, body)
    assert.equal(answer.code, 0, JSON.stringify(answer))
    return answer.result
  }
  const { page: now } = await ask('admin', '/api/goods/gsgoodsinstance/list', { locId: place, pageSize: 1000 })
  const [strong, weak] = (now.list as Answer[]).filter(({ epc }) => epc) as [Answer, Answer]
  const { id: planId } = await done('gsinventoryplan/save', {
    plan: { name: 'RFID盘点', scope: { kinds: ['asset'], places: [place] }, methods: ['scan', 'rfid'] },
  })
  const { id: task } = await done('gsinventorytask/open', { planId })
  const field: FieldTag[] = [
    { epc: strong.epc, rssi: -45 },
    { epc: weak.epc, rssi: -90 },
    { epc: blank, rssi: -40 },
  ]
  const { page, complaints } = await windowOf('admin')
  await withModule(context, page, { tags: field })
  await visit(page, `/pages/goods/GsInventoryOrder/rfid-inventory?id=${task}`)
  const anywhere = page.getByRole('button', { name: '选择区域' })
  await anywhere
    .or(page.getByRole('button', { name: '开始读取' }))
    .first()
    .waitFor()
  if (await anywhere.isVisible()) {
    await anywhere.click()
    await page.getByRole('dialog', { name: '所在区域' }).getByText(third.names[place]).first().click()
  }
  await connect(page)
  await page.getByRole('button', { name: '开始读取' }).click()
  await page.getByRole('tab', { name: /^已读到 ?1/ }).waitFor()
  await page.getByRole('tab', { name: /^附近 ?1/ }).waitFor()
  const pushed = page.waitForResponse(/gsinventorytask\/push/)
  await page.getByRole('button', { name: '完成这个区域' }).click()
  await pushed
  await page.getByRole('button', { name: '这里盘完了' }).click()
  const verdictOf = async (itemId: string) => (await done('gsinventorytask/line', { taskId: task, itemId })).line.verdict as string
  for (const end = Date.now() + 60_000; Date.now() < end && (await verdictOf(weak.id)) === 'pending';) await page.waitForTimeout(100)
  assert.deepEqual([await verdictOf(strong.id), await verdictOf(weak.id)], ['found', 'heard'])
  assert.equal((await done('gsinventorytask/progress', { taskId: task })).numbers.unknown, 0, 'a tag of nobody is nothing')
  assert.deepEqual(complaints, [])
})

test('many are read at once into an issue; what is nobody’s is not added', async (context) => {
  const { page: now } = await ask('admin', '/api/goods/gsgoodsinstance/list', { locId: place, pageSize: 1000 })
  const tagged = (now.list as Answer[]).filter(({ epc, state }) => epc && state === 'idle')
  const field: FieldTag[] = [...tagged.map(({ epc }) => ({ epc: epc as string, rssi: -45 })), { epc: blank, rssi: -40 }]
  const { page, complaints } = await windowOf('admin')
  await withModule(context, page, { tags: field })
  await visit(page, '/pages/goods/GsOutstockOrder/gsoutstockorder-pedit')
  await page.getByRole('button', { name: '扫码添加' }).click()
  const sheet = page.getByRole('dialog', { name: '扫码添加' })
  await sheet.getByRole('button', { name: '读RFID标签' }).click()
  await connect(page)
  await sheet.getByRole('button', { name: '开始读取' }).click()
  await sheet.getByText(`已扫到 ${tagged.length} 项`).waitFor()
  await sheet.getByText('1 个不认识，没有加入').waitFor()
  await sheet.getByRole('button', { name: `添加（${tagged.length}）` }).click()
  await sheet.waitFor({ state: 'hidden' })
  assert.deepEqual(complaints, [])
})
