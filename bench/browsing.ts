import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browser.ts'
import { password, type Somebody } from './data.ts'

export const openBrowser = async (): Promise<Browser> => {
  const found = findBrowser()
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({
    executablePath: found.path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--enable-precise-memory-info',
    ],
  })
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true, isMobile: true }

/** What a phone keeps of a person who has signed in on it. */
export const signInOn = async (browser: Browser, base: string, { username }: Somebody): Promise<BrowserContextOptions> => {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${base}/#/pages/login`)
  await page.getByLabel('登录名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  const storageState = await context.storageState()
  await context.close()
  return { ...phone, storageState }
}
