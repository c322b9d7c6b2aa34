/**
 * Takes the pictures of the handbook from a running product with its demo organisations: `npm run pictures http://localhost:3000`. Each screen
 * where a topic is done, by the device of its role, in both languages; with `--missing` only those that are not there yet.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { demoPassword } from '../../server/access/demoUsers.ts'
import { places } from '../../server/demo/places.ts'
import { manual, pictureOf } from '../../web/manual/manual.ts'
import type { Chapter } from '../../web/manual/topic.ts'
import { findBrowser } from '../browser.ts'
import { handbookFolder } from './build.ts'
import { type Language, languages } from './pages.ts'

/** In whose name the screens of a role are shown. */
const userByDevice: Readonly<Record<Chapter['device'], string>> = { phone: 'staff', desk: 'admin' }
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const

/** Where the windows stand, so that who clocks in is at the office. */
const [headOffice] = places.flatMap(({ 5: ground }) => (ground ? [ground] : []))
const atHeadOffice = headOffice && { longitude: headOffice[0], latitude: headOffice[1], accuracy: 15 }

const tokenOf = async (address: string, username: string): Promise<string> => {
  const query = new URLSearchParams({ grant_type: 'password', clientType: '2', username, password: demoPassword })
  const answer = await fetch(`${address}/api/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('app:app')}` },
  })
  const { access_token: token }: { access_token: string } = await answer.json()
  return token
}

const openWindow = async (
  browser: Browser,
  address: string,
  { device, language }: { readonly device: Chapter['device']; readonly language: Language },
): Promise<Page> => {
  const storedToken = {
    name: 'pro__Access-Token',
    value: JSON.stringify({ value: await tokenOf(address, userByDevice[device]), expire: null }),
  }
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: address, localStorage: [storedToken] }] },
    viewport: sizes[device],
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    hasTouch: device === 'phone',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(atHeadOffice && { permissions: ['geolocation'], geolocation: atHeadOffice }),
  })
  const page = await context.newPage()
  await page.goto(`${address}/#/pages/index/index`)
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 })
  return page
}

/** Whether nothing in the window is fetched any more: no bone stands where something will be, and each image is there. */
const isWindowFilled = (): boolean =>
  [...document.querySelectorAll('.animate-pulse, img')].every((element) => {
    const { top, left, width } = element.getBoundingClientRect()
    const isOutside = width === 0 || top > innerHeight || left > innerWidth
    return isOutside || (element instanceof HTMLImageElement && element.complete)
  })

/** Shows a screen and waits until it is filled. */
const takePicture = async (page: Page, screen: string, path: string): Promise<void> => {
  await page.evaluate((hash) => (location.hash = hash), `#${screen}`)
  await page.waitForTimeout(800)
  await page.waitForFunction(isWindowFilled)
  await page.waitForLoadState('networkidle')
  // What has just arrived fades in.
  await page.waitForTimeout(400)
  await page.screenshot({ path, type: 'jpeg', quality: 60 })
}

/** The screens of the topics of a chapter, each once. */
const screensOf = ({ topics }: Chapter): readonly string[] => [...new Set(topics.flatMap(({ to }) => to ?? []))]

const [address, option] = process.argv.slice(2)
const isOnlyMissing = option === '--missing'
const browserHere = findBrowser()
if (address === undefined || 'missing' in browserHere) {
  process.stderr.write(`npm run pictures ADDRESS [-- --missing]${'missing' in browserHere ? `: ${browserHere.missing}` : ''}\n`)
  process.exit(1)
}
const browser = await chromium.launch({
  executablePath: browserHere.path,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})
for (const language of languages) {
  const folder = join(handbookFolder, 'pictures', language)
  if (!isOnlyMissing) rmSync(folder, { recursive: true, force: true })
  for (const chapter of manual) {
    const { device } = chapter
    mkdirSync(join(folder, chapter.key), { recursive: true })
    const pictures = screensOf(chapter).map((screen) => ({ screen, path: join(folder, pictureOf(chapter, screen)) }))
    const page = await openWindow(browser, address, { device, language })
    for (const { screen, path } of pictures) if (!isOnlyMissing || !existsSync(path)) await takePicture(page, screen, path)
    await page.context().close()
  }
  process.stdout.write(`handbook/pictures/${language} is taken\n`)
}
await browser.close()
