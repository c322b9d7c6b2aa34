import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { readBarcodes } from 'zxing-wasm/reader'
import { startPrinter } from '../server/labels/testing/printer.ts'
import { codesOn } from '../server/labels/testing/readCodes.ts'
import { writeClip } from './clip.ts'
import { openStage, patienceMs, visit } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'zaice-labels-'))
const camera = join(folder, 'label.y4m')
after(() => rmSync(folder, { recursive: true, force: true }))

const printer = await startPrinter()
const { ask, windowOf } = await openStage({ camera, whole: true, env: { SERVICE_REACH: 'local' } })

const { page: found } = await ask('admin', '/api/goods/gsgoodsinstance/list', { pageSize: 31, sidx: 'instanceCode', order: 'asc' })
const assets = found.list as { id: string; instanceCode: string; instanceName: string }[]
const thirty = assets.slice(0, 30)
const last = assets[30]!

const desk = await windowOf('admin', 'desk')

const printScreen = '/pages/components/shangmi-print/index'

test('a label is designed: something is put on it and moved, and it is kept by itself', async () => {
  const { page, complaints } = desk
  await visit(page, '/pages/goods/labels/templates')
  await page.getByRole('button', { name: '新建' }).click()
  const sheet = page.getByRole('dialog', { name: '新建标签模板' })
  await sheet.getByLabel('名称').fill('设备标签')
  await sheet.getByRole('button', { name: '开始设计' }).click()
  await page.getByRole('heading', { level: 1, name: '设备标签' }).waitFor()
  await page.getByRole('button', { name: '文字', exact: true }).click()
  const settings = page.getByRole('complementary', { name: '设置' })
  await settings.getByLabel('内容').fill('贵重物品 {购置日期}')
  const words = page.getByRole('button', { name: /^选中.*贵重物品/ })
  const before = (await words.boundingBox())!
  await page.mouse.move(before.x + 10, before.y + before.height / 2)
  await page.mouse.down()
  await page.mouse.move(before.x + 40, before.y - 150, { steps: 5 })
  await page.mouse.up()
  // What a pointer moves is drawn a frame later.
  const standsWhere = async (holds: (y: number) => boolean): Promise<boolean> => {
    for (let tries = 0; tries < 100; tries++) {
      const box = await words.boundingBox()
      if (box && holds(box.y)) return true
      await sleep(20)
    }
    return false
  }
  assert.ok(await standsWhere((y) => y < before.y - 100), 'it follows the mouse')
  await page.keyboard.press('Control+z')
  assert.ok(await standsWhere((y) => Math.abs(y - before.y) < 2), 'one step back takes back the whole pull')
  await page.keyboard.press('Control+Shift+z')
  await page.getByText('已自动保存').waitFor()
  const { result } = await ask('admin', '/api/goods/gslabel/templates', { noun: 'asset' })
  const { template } = result.list.find(({ name }: { name: string }) => name === '设备标签')
  assert.equal(template.elements.at(-1).text, '贵重物品 {boughtOn}')
  assert.deepEqual(complaints, [])
})

/** The codes on the pages of a PDF as a browser shows them. Its viewer does not say when a page is drawn: it is looked at until it stays the same. */
const codesOfPages = async (page: Page, pdf: Buffer, pages: number): Promise<Code[][]> => {
  const paper = createServer((_, answer) => answer.setHeader('content-type', 'application/pdf').end(pdf)).listen(0, '127.0.0.1')
  await new Promise((listening) => paper.once('listening', listening))
  const { port } = paper.address() as AddressInfo
  try {
    const read: Code[][] = []
    await page.setViewportSize({ width: 1700, height: 2420 })
    for (let at = 1; at <= pages; at++) {
      await page.goto('about:blank')
      await page.goto(`http://127.0.0.1:${port}/labels.pdf#toolbar=0&navpanes=0&view=Fit&page=${at}`)
      const patience = AbortSignal.timeout(patienceMs)
      let codes: Code[] = []
      for (let before = -1; (codes.length === 0 || codes.length !== before) && !patience.aborted;) {
        await page.waitForTimeout(300)
        before = codes.length
        codes = await codesIn(await page.screenshot())
      }
      read.push(codes)
    }
    return read
  } finally {
    paper.close()
    paper.closeAllConnections()
  }
}

type Code = { readonly text: string; readonly x: number; readonly y: number }

const codesIn = async (picture: Buffer): Promise<Code[]> => {
  const read = await readBarcodes(Uint8Array.from(picture), { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 60 })
  return read.filter(({ isValid }) => isValid).map(({ text, position }) => ({ text, ...position.topLeft }))
}

test('thirty labels go on a sheet whose first four are gone, and each is read off the paper', async () => {
  const { page, complaints } = await windowOf('admin')
  await visit(page, `${printScreen}?what=asset&ids=${thirty.map(({ id }) => id).join(',')}`)
  await page.getByLabel('模板').click()
  await page.getByRole('dialog').getByRole('button', { name: '资产标签 A4 3列8行' }).click()
  await page.getByRole('button', { name: '从第5格开始' }).click()
  await page.getByText('第5格起，共2页').waitFor()
  await page.getByRole('button', { name: '打印30张' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载PDF' }).click()])
  const pdf = readFileSync(await file.path())
  await page.getByRole('button', { name: '都打印好了' }).click()
  await page.getByText('30张标签已打印并记录').waitFor()
  assert.deepEqual(complaints, [])

  const [first, second] = await codesOfPages(page, pdf, 2)
  assert.deepEqual(
    first!.map(({ text }) => text).toSorted(),
    thirty.slice(0, 20).map(({ instanceCode }) => instanceCode),
  )
  assert.deepEqual(
    second!.map(({ text }) => text).toSorted(),
    thirty.slice(20).map(({ instanceCode }) => instanceCode),
  )
  // The fifth cell is the middle one of the second row.
  const places = new Map(first!.map(({ text, x, y }) => [text, { x, y }]))
  const [fifth, sixth, seventh] = thirty.slice(0, 3).map(({ instanceCode }) => places.get(instanceCode)!)
  assert.ok(Math.abs(fifth!.y - sixth!.y) < 5 && sixth!.x > fifth!.x + 100, 'two stand in the first row')
  assert.ok(seventh!.y > fifth!.y + 50 && seventh!.x < fifth!.x - 100, 'the next begins a row at the left')
})

test('a label goes to a network printer in two taps from the card, once more with a reason, and is scanned back', async () => {
  await visit(desk.page, '/pages/goods/labels/printers')
  await desk.page.getByRole('button', { name: '添加', exact: true }).click()
  const sheet = desk.page.getByRole('dialog', { name: '添加打印机' })
  await sheet.getByLabel('名称').fill('仓库')
  await sheet.getByLabel('怎样连接').click()
  await desk.page.getByRole('dialog').last().getByRole('button', { name: '网络打印机' }).click()
  await sheet.getByLabel('地址').fill(printer.address)
  await sheet.getByRole('button', { name: '保存' }).click()
  await desk.page.getByText('仓库', { exact: true }).filter({ visible: true }).first().waitFor()
  assert.deepEqual(desk.complaints, [])

  const { page, complaints } = await windowOf('admin')
  const fromCard = async (): Promise<void> => {
    await visit(page, `/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=${last.id}`)
    await page.getByRole('button', { name: '打印标签' }).click()
    await page.getByRole('radio', { name: /^仓库/ }).click()
  }
  await fromCard()
  await page.getByRole('button', { name: '打印1张' }).click()
  await page.getByText('1张标签已打印并记录').filter({ visible: true }).first().waitFor()
  assert.equal(printer.labels.length, 1)
  assert.deepEqual(await codesOn(printer.labels[0]!, true), [last.instanceCode])

  await fromCard()
  const reason = page.getByLabel('重打原因')
  await reason.waitFor()
  assert.equal(await page.getByRole('button', { name: '打印1张' }).isDisabled(), true, 'a second one needs a reason')
  await reason.fill('标签脱落')
  await page.getByRole('button', { name: '打印1张' }).click()
  await page.getByText('1张标签已打印并记录').filter({ visible: true }).first().waitFor()
  assert.equal(printer.labels.length, 2)
  assert.deepEqual(printer.faults, [])
  const { result } = await ask('admin', '/api/goods/gslabel/history', { noun: 'asset', id: last.id })
  assert.deepEqual(
    result.list.map(({ reason, copy }: { reason: string | null; copy: number }) => [reason, copy]),
    [
      ['标签脱落', 2],
      [null, 1],
    ],
  )

  writeClip(camera, (await codesOn(printer.labels[1]!, false))[0]!)
  await visit(page, '/pages/goods/components/scan-qrcode')
  await page.waitForURL((url) => url.hash.startsWith('#/pages/goods/GsGoodsInstance/qrscan-detail'))
  await page.getByText(last.instanceCode).filter({ visible: true }).first().waitFor()
  assert.deepEqual(complaints, [])
})

/** A serial port in a window with the TSPL stand-in behind it; the line is cut in the middle of the next label when a person says so. */
const plugIn = async (page: Page): Promise<{ cut: () => void }> => {
  const { host, port } = { host: printer.address.split(':')[0]!, port: Number(printer.address.split(':')[1]) }
  let line: Socket | undefined
  let isCut = false
  after(() => line?.destroy())
  await page.exposeFunction('printBytes', async (base64: string): Promise<boolean> => {
    if (isCut) {
      isCut = false
      line?.destroy()
      line = undefined
      return false
    }
    line ??= connect({ host, port }).on('error', () => undefined)
    const to = line
    await new Promise((written) => to.write(Buffer.from(base64, 'base64'), written))
    return true
  })
  await page.evaluate(() => {
    const port = {
      readable: null as ReadableStream | null,
      writable: null as WritableStream | null,
      open: async () => {
        let answers: ReadableStreamDefaultController | undefined
        port.readable = new ReadableStream({ start: (controller) => void (answers = controller) })
        port.writable = new WritableStream({
          write: async (piece: Uint8Array) => {
            // Asked how it stands it is well.
            if (piece.length === 3 && piece[0] === 0x1b) return answers?.enqueue(Uint8Array.of(0))
            const taken = await (window as unknown as { printBytes: (base64: string) => Promise<boolean> }).printBytes(
              btoa(String.fromCharCode(...piece)),
            )
            if (!taken) throw new DOMException('gone', 'NetworkError')
          },
        })
      },
      close: async () => undefined,
    }
    Object.defineProperty(navigator, 'serial', { value: { requestPort: async () => port } })
  })
  return { cut: () => (isCut = true) }
}

test('a phone prints at a station; the line is cut, somebody says what came out, and it goes on behind that', async () => {
  await ask('admin', '/api/goods/gslabel/savePrinter', { name: '前台', way: 'station', language: 'tspl', dpi: 203 })
  const station = await windowOf('admin', 'desk')
  const port = await plugIn(station.page)
  await visit(station.page, '/pages/goods/labels/station')
  await station.page.getByRole('button', { name: '连接打印机并开始' }).click()
  await station.page.getByText('准备好了').waitFor()

  const before = printer.labels.length
  const { page, complaints } = await windowOf('admin')
  const six = assets.slice(0, 6)
  await visit(page, `${printScreen}?what=asset&ids=${six.map(({ id }) => id).join(',')}`)
  // Where the labels could not be looked at it is said, and they can be once more: whether a reason is wanted is known from there.
  await page.route('**/gslabel/check', (route) => route.fulfill({ status: 429, json: { code: 429, msg: '请稍后再试' } }))
  await page.getByLabel('模板').click()
  await page.getByRole('dialog').getByRole('button', { name: '资产标签 40×30' }).click()
  await page.getByRole('radio', { name: /^前台/ }).click()
  await page.getByRole('alert').getByText('请稍后再试').waitFor()
  await page.unroute('**/gslabel/check')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByLabel('重打原因').fill('换小标签')
  port.cut()
  await page.getByRole('button', { name: '打印6张' }).click()
  await page.getByText('请看一下打印机').waitFor()
  assert.equal(printer.labels.length, before, 'nothing came out')
  await page.getByLabel('最后打印出来的是第几张').fill('2')
  await page.getByRole('button', { name: '从第3张接着打' }).click()
  await page.getByText('6张标签已打印并记录').waitFor()
  const came = await Promise.all(printer.labels.slice(before).map(async (bitmap) => (await codesOn(bitmap, false))[0]))
  assert.deepEqual(
    came,
    six.slice(2).map(({ instanceCode }) => instanceCode),
  )
  assert.deepEqual(printer.faults, [])
  assert.deepEqual(station.complaints, [])
  assert.deepEqual(
    complaints.filter((each) => !/status of 429 .*\/gslabel\/check$/.test(each)),
    [],
  )
})
