import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import type { Database } from '../server/db/pool.ts'
import { testDatabase } from '../server/db/testing.ts'
import { demoPassword } from '../server/access/demoUsers.ts'
import { makeDemo } from '../server/demo/demo.ts'
import { createServer, type Server } from '../server/main.ts'
import { readSettings } from '../server/settings.ts'

/** The whole product with its demo organisations, or with none (`empty`), and a browser in front of it. Gone when the tests of the file are done. */
export type Stage = {
  readonly base: string
  /**
   * A window of a person, on a phone unless it says otherwise, and what its console complained about. Its storage began with the token of a
   * session of its own and nothing else, as after a sign-in that was not typed.
   */
  readonly windowOf: (username: string, size?: Size) => Promise<Window>
  /** A window of no one. */
  readonly stranger: (size?: Size) => Promise<Window>
  /** A call by a person, past the screens: to prepare and to look behind them. */
  readonly ask: (username: string, path: string, body: unknown) => Promise<Answer>
  readonly database: Database
  /** Where stand-ins of strangers are looked at, where the settings ask for them. */
  readonly standIns: Server['standIns']
}
export type Answer = ReturnType<typeof JSON.parse>
export type Window = { readonly page: Page; readonly complaints: string[] }
/**
 * `camera`: the clip that it sees; `env`: settings besides the usual ones; `worker`: with the worker of the offline copy; `whole`: with the
 * browser's own surroundings, such as its viewer of PDF, what a system notifies of, and windows that pages open; `isAlone`: a server and a
 * database of its own, where a journey changes what others expect of the demo.
 */
type Wanted = {
  readonly camera?: string
  readonly worker?: boolean
  readonly empty?: boolean
  readonly whole?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly isAlone?: boolean
}

export type Size = 'phone' | 'desk'

export const viewports = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const

/** How long a journey waits for what it expects: long enough for a machine that does other work beside it. */
export const patienceMs = 60_000

/** The demo organisations as the suite has made them for all journeys; a journey that is run alone makes its own. */
const demoMade = (): { readonly url: string; readonly dir: string } | undefined => {
  const { ZAICE_DEMO_DATABASE: url, ZAICE_DEMO_DIR: dir } = process.env
  return url !== undefined && dir !== undefined ? { url, dir } : undefined
}

/** A stage of which nothing special is wanted is shared by the journeys of a process, as starting one costs more than most of them. */
export const openStage = (wanted: Wanted = {}): Promise<Stage> =>
  Object.keys(wanted).length > 0 ? openOwnStage(wanted) : (sharedStage ??= openOwnStage({}))

let sharedStage: Promise<Stage> | undefined

const openOwnStage = async ({ camera, empty = false, env = {}, worker = false, whole = false }: Wanted): Promise<Stage> => {
  const made = empty ? undefined : demoMade()
  const { url, closeFirst } = await testDatabase({ template: made?.url })
  const dir = mkdtempSync(join(tmpdir(), 'zaice-journey-'))
  if (made) cpSync(made.dir, dir, { recursive: true })
  const settings = readSettings({ PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'error', DATABASE_URL: url, ...env })
  const server = await createServer(settings, url)
  if (!empty && !made) await makeDemo(server.app)
  await server.http.listen({ port: 0, host: '127.0.0.1' })
  const address = server.http.server.address() as { port: number }
  const base = `http://127.0.0.1:${address.port}`
  const { browser, leave } = await enterBrowser({ camera, whole })
  const contexts: BrowserContext[] = []
  closeFirst(async () => {
    await leave(contexts)
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  })

  // A window that a test has left open would go on drawing what other tests do.
  let openBefore = 0
  beforeEach(() => {
    openBefore = contexts.length
  })
  afterEach(async (test) => {
    if ('passed' in test && !test.passed) for (const line of await describeWindows(contexts)) test.diagnostic(line)
    await Promise.all(contexts.splice(openBefore).map((context) => context.close()))
  })

  const open = async (size: Size, token?: string): Promise<Window> => {
    const kept = { name: 'pro__Access-Token', value: JSON.stringify({ value: token, expire: null }) }
    const context: BrowserContext = await browser.newContext({
      ...(token ? { storageState: { cookies: [], origins: [{ origin: base, localStorage: [kept] }] } } : {}),
      viewport: viewports[size],
      locale: 'zh-CN',
      hasTouch: size === 'phone',
      reducedMotion: 'reduce',
      serviceWorkers: worker ? 'allow' : 'block',
      ...(camera ? { permissions: ['camera'] } : {}),
    })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`))
    return { page, complaints }
  }

  const tokens = new Map<string, string>()
  const newTokenOf = async (username: string): Promise<string> => {
    const query = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password: demoPassword })
    const answer = await fetch(`${base}/api/oauth/token?${query}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('app:app')}` },
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const tokenOf = async (username: string): Promise<string> => {
    const token = tokens.get(username) ?? (await newTokenOf(username))
    tokens.set(username, token)
    return token
  }

  return {
    base,
    stranger: async (size = 'phone') => {
      const window = await open(size)
      await window.page.goto(base)
      return window
    },
    windowOf: async (username, size = 'phone') => {
      const window = await open(size, await newTokenOf(username))
      const { page } = window
      await page.goto(`${base}/#/pages/index/index`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // Who that is the window asks by itself.
      await page.waitForFunction(() => localStorage.getItem('pro__login_user_info'))
      return window
    },
    database: server.app.database,
    standIns: server.standIns,
    ask: async (username, path, body) => {
      const answer = await fetch(base + path, {
        method: 'POST',
        headers: { authorization: `bearer ${await tokenOf(username)}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.json()
    },
  }
}

type SharedBrowser = { readonly browser: Promise<Browser>; stages: number }
/** By what the browser is started with. */
const browsers = new Map<string, SharedBrowser>()

/** Opens a browser, or enters the one that another stage of this process has opened in the same way: the last stage that leaves closes it. */
const enterBrowser = async ({ camera, whole = false }: Pick<Wanted, 'camera' | 'whole'>) => {
  const key = JSON.stringify({ camera, whole })
  const shared: SharedBrowser = browsers.get(key) ?? { browser: startBrowser({ camera, whole }), stages: 0 }
  browsers.set(key, shared)
  shared.stages += 1
  const browser = await shared.browser
  const leave = async (contexts: readonly BrowserContext[]): Promise<void> => {
    shared.stages -= 1
    if (shared.stages > 0) return void (await Promise.all(contexts.map((context) => context.close())))
    browsers.delete(key)
    await browser.close()
  }
  return { browser, leave }
}

const startBrowser = ({ camera, whole }: { readonly camera: string | undefined; readonly whole: boolean }): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env[whole ? 'ZAICE_CHROMIUM' : 'ZAICE_CHROMIUM_SHELL'] ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      ...(camera
        ? ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${camera}`]
        : []),
    ],
  })

/** What every window of a stage shows when a journey fails there: its address and the beginning of its visible text. */
const describeWindows = (contexts: readonly BrowserContext[]): Promise<string[]> =>
  Promise.all(
    contexts
      .flatMap((context) => context.pages())
      .map(async (page) => {
        const text = await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error))
        return `${page.url()} shows: ${text.replaceAll(/\s+/g, ' ').slice(0, 700)}`
      }),
  )

/** Asks for a screen as a typed address does, and waits until the app has heard of it; where that leads is not awaited. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    (hash) =>
      new Promise<void>((heard) => {
        const from = location.href
        addEventListener('popstate', () => setTimeout(heard), { once: true })
        location.hash = hash
        if (location.href === from) heard()
      }),
    `#${path}`,
  )

/** Opens a screen. */
export const visit = async (page: Page, path: string): Promise<void> => {
  await goTo(page, path)
  await page.waitForURL((url) => url.hash.startsWith(`#${path.split('?')[0]}`))
}

/** Does something and answers what the server said to the call that comes of it: `path` is the end of its address. */
export const answered = async (page: Page, path: string, act: () => Promise<unknown>): Promise<Answer> => {
  const [response] = await Promise.all([page.waitForResponse((each) => new URL(each.url()).pathname.endsWith(path)), act()])
  return response.json()
}

/** Does something and sees the words that stand for a second only. */
export const says = async (words: Locator, act: () => Promise<unknown>): Promise<void> => {
  await Promise.all([words.waitFor(), act()])
}
