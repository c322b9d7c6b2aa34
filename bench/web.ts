import fastifyStatic from '@fastify/static'
import { fastify } from 'fastify'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'
import { buildWeb, compressFiles, isWebBuilt } from '../scripts/build.ts'
import { openDatabase } from '../server/db/pool.ts'
import { approvals } from './approvals.ts'
import { openBrowser, phone, signInOn } from './browsing.ts'
import { printBar } from './report.ts'
import { type Measuring, serve } from './serving.ts'

const rounds = 7
/** So many applications wait for the manager whose first screen it is. */
const tasksWaiting = 1500
const root = join(import.meta.dirname, '..')

/**
 * The first screen of a manager who has work, on a slow phone, beside a page with React alone on the same phone, in turns. Answers how many
 * bars were missed.
 */
export const measureWeb = async ({ url, dir, data: { large }, say }: Measuring): Promise<number> => {
  if (!isWebBuilt()) {
    say('Building the web app')
    await buildWeb()
  }
  const database = openDatabase({ url, poolSize: 4 })
  say(`${tasksWaiting} applications that wait`)
  await approvals(large, { database, url, dir }, tasksWaiting)
  await database.close()
  const react = await serveReact(join(dir, 'react'))
  const server = await serve(url, join(dir, 'web'))
  const base = `http://127.0.0.1:${server.port}`
  const browser = await openBrowser()
  const signedInContext = await withoutAnswers(browser, base, await signInOn(browser, base, large.admin))
  const ours: Start[] = []
  const again: Start[] = []
  const alone: Start[] = []
  // One of each first that does not count: it fills the caches of the machine.
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) say(`round ${round} of ${rounds}`)
    alone[round] = (await startTwice(browser, phone, `${react.base}/`)).cold
    const { cold, second } = await startTwice(browser, signedInContext, `${base}/#/pages/index/index`, true)
    ours[round] = cold
    again[round] = second!
  }
  await browser.close()
  await server.stop()
  await react.stop()

  const of = (starts: readonly Start[], figure: 'readyMs' | 'cpuMs') => median(starts.slice(1).map((start) => start[figure]))
  const bytes = { ours: gzipBytes(join(root, 'dist/web'), ours[1]!.scripts), react: gzipBytes(react.folder, alone[1]!.scripts) }
  for (const { title, starts, size } of [
    { title: 'React alone', starts: alone, size: bytes.react },
    { title: 'first screen', starts: ours, size: bytes.ours },
    { title: 'second start', starts: again, size: undefined },
  ]) {
    const javascript = size === undefined ? '' : `JavaScript ${(size / 1024).toFixed(1)} KB gzip, `
    console.log(`${title}: ${javascript}ready ${of(starts, 'readyMs').toFixed(0)} ms, main-thread CPU ${of(starts, 'cpuMs').toFixed(0)} ms`)
  }
  const bars = [
    printBar('JavaScript of the first screen over React alone', bytes.ours / bytes.react, { atMost: 1.65 }),
    printBar('ready', of(ours, 'readyMs') / of(alone, 'readyMs'), { atMost: 1.3 }),
    printBar('main-thread CPU', of(ours, 'cpuMs') / of(alone, 'cpuMs'), { atMost: 1.7 }),
    printBar('second start over the first', of(again, 'readyMs') / of(ours, 'readyMs'), { atMost: 0.5 }),
  ]
  return bars.filter((met) => !met).length
}

/**
 * What a phone keeps of a person once the first screen has stood for a moment, but for the answers themselves: what is drawn from those is the
 * second start.
 */
const withoutAnswers = async (browser: Browser, base: string, signedInContext: BrowserContextOptions): Promise<BrowserContextOptions> => {
  const context = await browser.newContext({ ...signedInContext, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${base}/#/pages/index/index`)
  await page.waitForFunction(() => localStorage.getItem('pro__first_questions')?.includes('listRuntimeTask'))
  await page.evaluate(() => localStorage.removeItem('pro__first_screen'))
  const storageState = await context.storageState()
  await context.close()
  return { ...signedInContext, storageState }
}

/** From the beginning of the navigation until the screen was drawn, and what the main thread worked until all was quiet. */
type Start = { readonly readyMs: number; readonly cpuMs: number; readonly scripts: readonly string[] }

/** Opens an address on a phone that has never seen it, and a second time where there is a service worker to start from. */
const startTwice = async (
  browser: Browser,
  options: BrowserContextOptions,
  address: string,
  hasWorker = false,
): Promise<{ cold: Start; second?: Start }> => {
  const context = await browser.newContext(options)
  try {
    await context.addInitScript(markReady)
    const cold = await startOnce(context, address, hasWorker)
    return { cold, ...(hasWorker && { second: await startOnce(context, address) }) }
  } finally {
    await context.close()
  }
}

const startOnce = async (context: BrowserContext, address: string, awaitWorker = false): Promise<Start> => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const ready = page.waitForEvent('console', (message) => message.text() === 'ready')
  const rest = restOf(page)
  await page.goto(address, { waitUntil: 'commit' })
  await ready
  await rest()
  const { metrics } = await devtools.send('Performance.getMetrics')
  const cpuMs = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  const { readyMs, scripts } = await page.evaluate(() => ({
    readyMs: performance.getEntriesByName('ready')[0]!.startTime,
    scripts: performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [new URL(name).pathname] : [])),
  }))
  if (awaitWorker) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true))
  }
  await page.close()
  return { readyMs, cpuMs, scripts }
}

/**
 * Answers a wait until nothing was asked of the network for half a second. The browser's own notion of a network at rest does not do: it is
 * reached once for a page, which on a busy machine happens between the code's arrival and its first question.
 */
const restOf = (page: Page): (() => Promise<void>) => {
  let open = 0
  let last = performance.now()
  const counted = (change: 1 | -1) => () => {
    open += change
    last = performance.now()
  }
  page.on('request', counted(1)).on('requestfinished', counted(-1)).on('requestfailed', counted(-1))
  return async () => {
    last = performance.now()
    while (open > 0 || performance.now() - last < 500) await new Promise((done) => setTimeout(done, 50))
  }
}

/** 1.6 Mbit/s and 150 ms as the developer tools slow them down. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/**
 * Runs in the page before anything of its own: marks the moment when a heading of the second level has been drawn, and says so. It only
 * watches, because asking in every frame would cost more than what is measured.
 */
const markReady = (): void => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h2')) return
    observer.disconnect()
    const drawn = new MessageChannel()
    drawn.port1.addEventListener('message', () => {
      performance.mark('ready')
      console.debug('ready')
    })
    drawn.port1.start()
    requestAnimationFrame(() => drawn.port2.postMessage(''))
  })
  observer.observe(document, { childList: true, subtree: true })
}

const serveReact = async (folder: string): Promise<{ base: string; folder: string; stop: () => Promise<void> }> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><div id="root"></div><script type="module" src="/main.js"></script>')
  writeFileSync(
    join(folder, 'main.js'),
    `import { createElement as e, useState } from 'react'
     import { createRoot } from 'react-dom/client'
     const Page = () => { const [n, set] = useState(0); return e('main', null, e('h2', null, 'React'), e('button', { onClick: () => set(n + 1) }, n)) }
     createRoot(document.getElementById('root')).render(e(Page))`,
  )
  const alias = { react: join(root, 'node_modules/react'), 'react-dom': join(root, 'node_modules/react-dom') }
  await build({ root: folder, configFile: false, logLevel: 'warn', resolve: { alias }, build: { outDir: 'dist', modulePreload: false } })
  const built = join(folder, 'dist')
  compressFiles(built)
  const server = fastify()
  await server.register(fastifyStatic, { root: built, preCompressed: true })
  const base = await server.listen({ port: 0, host: '127.0.0.1' })
  return { base, folder: built, stop: () => server.close() }
}

const gzipBytes = (folder: string, scripts: readonly string[]): number =>
  scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0)

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
