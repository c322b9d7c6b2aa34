import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { buildWeb, isWebBuilt } from '../scripts/build.ts'
import { openBrowser, signInOn } from './browsing.ts'
import { percentile } from './load.ts'
import { printBar } from './report.ts'
import { callsTo, type Measuring, serve } from './serving.ts'

const register = '/pages/goods/GsGoodsInstance/index'
const stockIn = '/pages/consumables/CsInstockOrder/csinstockorder-pedit'
const linesFew = 30
const linesMost = 1000
const pauseMs = 120
const keysEach = 60
const slowerTimes = 4

/**
 * The table and the sheet of lines under a keyboard, on a desk whose processor is four times as slow: from a key to the frame that shows what
 * it did, and the work of the main thread for it. Little is there first, then much. Answers how many bars were missed.
 */
export const measureKeys = async ({ url, dir, data: { small }, say }: Measuring): Promise<number> => {
  if (!isWebBuilt()) await buildWeb()
  const server = await serve(url, join(dir, 'keys'))
  const base = `http://127.0.0.1:${server.port}`
  const calls = callsTo(server.port, '/api')
  const draftOf = async (lines: number): Promise<string> => {
    const body = {
      header: { to: small.locations[1] },
      lines: Array.from({ length: lines }, (_, at) => ({ item: small.consumables[at % small.consumables.length], quantity: '1' })),
    }
    const { id } = await calls.ask<{ id: string }>(small.admin, 'consum/csinstockorder/save', body)
    return `${stockIn}?id=${id}&mode=edit`
  }
  const drafts = [await draftOf(linesFew), await draftOf(linesMost)]
  const browser = await openBrowser()
  let missed = 0
  const judge = (what: string, { times, cpuMs }: Pressed, few?: Pressed) => {
    console.log(`${what}: p50 ${percentile(times, 0.5).toFixed(0)} ms, ${cpuMs.toFixed(1)} ms of the main thread for a key`)
    if (!printBar(`  p95 from a key to its frame, ms`, percentile(times, 0.95), { atMost: 50 })) missed++
    if (few && !printBar(`  work for a key over that with few`, cpuMs / few.cpuMs, { atMost: 1.5 })) missed++
  }
  try {
    const desk = await openDesk(browser, base, small.admin)
    const { page } = desk
    await page.goto(`${base}/#${register}`)
    await page.locator('.table-row[data-index="20"]').waitFor()
    say('Keys in the register')
    const few = await desk.pressed(() => 'j')
    await loadAll(page, small.codes.length)
    await page.keyboard.press('Home')
    judge(`J in a register of ${small.codes.length} rows`, await desk.pressed(() => 'j'), few)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.locator('aside.panel').waitFor()
    judge('J with a panel beside it', await desk.pressed(() => 'j'))

    say('Keys in a sheet')
    const sheets: Record<'arrows' | 'typing', Pressed>[] = []
    for (const draft of drafts) {
      await page.goto(`${base}/#${draft}`)
      await page.getByRole('textbox', { name: /^第 1 行/ }).focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowRight')
      sheets.push({
        arrows: await desk.pressed((at) => (at % 2 === 0 ? 'ArrowDown' : 'ArrowUp')),
        typing: await desk.pressed((at) => (at % 4 === 3 ? 'Enter' : String(1 + (at % 9)))),
      })
    }
    const [short, long] = sheets as [(typeof sheets)[0], (typeof sheets)[0]]
    judge(`arrows in a sheet of ${linesMost} lines`, long.arrows, short.arrows)
    judge(`typing into a sheet of ${linesMost} lines`, long.typing, short.typing)
  } finally {
    await browser.close()
    calls.end()
    await server.stop()
  }
  return missed
}

/** From each key to its frame, and the work of the main thread for one. */
type Pressed = { readonly times: readonly number[]; readonly cpuMs: number }

const openDesk = async (browser: Browser, base: string, somebody: Parameters<typeof signInOn>[2]) => {
  const { storageState } = await signInOn(browser, base, somebody)
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    serviceWorkers: 'block',
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  await page.addInitScript(timeKeys)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const pressAll = async (keyAt: (at: number) => string): Promise<void> => {
    for (let at = 0; at < keysEach; at++) {
      await page.keyboard.press(keyAt(at))
      await sleep(pauseMs)
    }
  }
  /** Presses keys one after the other, on the slow processor for the time and on the machine's own for the work, which says less there. */
  const pressed = async (keyAt: (at: number) => string): Promise<Pressed> => {
    const before = await cpuMsOf(devtools)
    await pressAll(keyAt)
    const cpuMs = ((await cpuMsOf(devtools)) - before) / keysEach
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerTimes })
    await page.evaluate(() => void (globalThis as unknown as Timed).keyTimes.splice(0))
    await pressAll(keyAt)
    const times = await page.evaluate(() => (globalThis as unknown as Timed).keyTimes)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return { times: times.toSorted((a, b) => a - b), cpuMs }
  }
  return { page, pressed }
}

const cpuMsOf = async (devtools: CDPSession): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

type Timed = { keyTimes: number[] }

/** Runs in the page before anything of its own: how long each key took until the frame after it stood. */
const timeKeys = (): void => {
  const times: number[] = []
  ;(globalThis as unknown as Timed).keyTimes = times
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const drawn = new MessageChannel()
      drawn.port1.addEventListener('message', () => times.push(performance.now() - timeStamp))
      drawn.port1.start()
      requestAnimationFrame(() => drawn.port2.postMessage(''))
    },
    { capture: true },
  )
}

/** Scrolls to the end of a table until all of its rows are loaded. */
const loadAll = async (page: Page, rows: number): Promise<void> => {
  const end = page.locator(`.table-row[data-index="${rows - 1}"]`)
  while ((await end.count()) === 0) {
    await page.evaluate(() => {
      const scroller = document.querySelector('.table-scroller')!
      scroller.scrollTop = scroller.scrollHeight
    })
    await sleep(50)
  }
}
