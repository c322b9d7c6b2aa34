import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { buildWeb, isWebBuilt } from '../scripts/build.ts'
import { openBrowser, signInOn } from './browsing.ts'
import { printBar } from './report.ts'
import { type Measuring, serve } from './serving.ts'

const rowsAtMost = 100_000
const rowsPerPage = 50

/**
 * The register of assets on a phone, read to its end and scrolled: whether any frame showed a place without its row, and what memory
 * that takes. Answers how many bars were missed.
 */
export const measureList = async ({ url, dir, data: { large }, say }: Measuring): Promise<number> => {
  if (!isWebBuilt()) await buildWeb()
  const server = await serve(url, join(dir, 'list'))
  const base = `http://127.0.0.1:${server.port}`
  const browser = await openBrowser()
  const context = await browser.newContext({ ...(await signInOn(browser, base, large.admin)), serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  let rows = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/gsgoodsinstance/list')) rows += rowsPerPage
  })
  await page.goto(`${base}/#/pages/goods/GsGoodsInstance/index`)
  await page.getByRole('listitem').first().waitFor()
  const first = await memoryOf(devtools)

  const started = performance.now()
  for (const upTo of [rowsAtMost / 4, rowsAtMost / 2, rowsAtMost]) {
    await page.evaluate(keepAtEnd)
    while (rows < Math.min(upTo, large.codes.length)) await sleep(20)
    await page.evaluate(() => document.body.removeAttribute('data-at-end'))
    say(`${rows} rows are loaded`)
  }
  const seconds = (performance.now() - started) / 1000
  const loaded = await memoryOf(devtools)

  const frames = { seen: 0, uncovered: 0 }
  const scroll = async (from: number, stepPx: number) => {
    const uncovered = await scrolled(page, { from, stepPx, frames: 300 })
    frames.seen += 300
    frames.uncovered += uncovered
  }
  for (const [from, stepPx] of [
    [0, 400],
    [0.5, 400],
    [0.5, -400],
    [1, -400],
  ] as const)
    await scroll(from, stepPx)
  const after = await memoryOf(devtools)
  await browser.close()
  await server.stop()

  const megabytes = ({ bytes, nodes }: Memory) => `${(bytes / 1e6).toFixed(1)} MB and ${nodes} nodes`
  console.log(
    `list of ${rows} rows: first page ${megabytes(first)}, all loaded ${megabytes(loaded)}, scrolled ${megabytes(after)}; ` +
      `a page loaded and drawn in ${((seconds * 1000 * rowsPerPage) / rows).toFixed(0)} ms`,
  )
  const bars = [
    printBar(`uncovered frames of ${frames.seen}, 400 px each`, frames.uncovered, { atMost: 0 }),
    printBar('memory after scrolling over that before', after.bytes / loaded.bytes, { atMost: 1.1 }),
    printBar('nodes of the page with all rows over those with the first', after.nodes / first.nodes, { atMost: 2 }),
  ]
  return bars.filter((met) => !met).length
}

type Memory = { readonly bytes: number; readonly nodes: number }

const memoryOf = async (devtools: CDPSession): Promise<Memory> => {
  await sleep(500)
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const figure = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value
  return { bytes: figure('JSHeapUsedSize'), nodes: figure('Nodes') }
}

/** Runs in the page: stays at the end of the list, so that it loads more, as long as the body says so. */
const keepAtEnd = (): void => {
  const scroller = document.querySelector('[role=list]')!.closest('.scroller')!
  document.body.setAttribute('data-at-end', '')
  const stay = () => {
    if (!document.body.hasAttribute('data-at-end')) return
    scroller.scrollTop = scroller.scrollHeight
    requestAnimationFrame(stay)
  }
  stay()
}

/** Scrolls a step in every frame, from a share of the whole height; in how many frames a part of the list in sight had no row. */
const scrolled = (page: Page, way: { from: number; stepPx: number; frames: number }): Promise<number> =>
  page.evaluate(async ({ from, stepPx, frames }) => {
    const list = document.querySelector('[role=list]')!
    const scroller = list.closest('.scroller')!
    const frame = () => new Promise(requestAnimationFrame)
    const isCovered = (): boolean => {
      const [seen, whole] = [scroller.getBoundingClientRect(), list.getBoundingClientRect()]
      const rows = [...list.querySelectorAll('[role=listitem]')].map((row) => row.getBoundingClientRect()).toSorted((a, b) => a.top - b.top)
      let covered = Math.max(seen.top, whole.top)
      for (const { top, bottom } of rows) if (top <= covered + 1 && bottom > covered) covered = bottom
      return covered >= Math.min(seen.bottom, whole.bottom) - 1
    }
    scroller.scrollTop = from * (scroller.scrollHeight - scroller.clientHeight)
    // No one scrolls in the moment of a jump, and only rest makes the list forget the direction of it.
    await new Promise((resolve) => setTimeout(resolve, 500))
    let uncovered = 0
    for (let n = 0; n < frames; n++) {
      // What stands now is what this frame paints: the list hears of the scrolling only in the next one.
      scroller.scrollTop += stepPx
      if (!isCovered()) uncovered++
      await frame()
    }
    return uncovered
  }, way)
