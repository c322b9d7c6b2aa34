import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ScreenRow, screens } from '../web/screens.ts'
import { goTo, openStage, visit, type Window } from './stage.ts'

const stage = await openStage()

/** What stands on a screen that is not meant for its reader. */
const refusal = '您没有打开此页的权限'

/** The words of a screen once it has loaded; undefined where it never does. */
const opened = async ({ page }: Window, path: string): Promise<string | undefined> => {
  await visit(page, path)
  const shows = page.waitForFunction(
    () => {
      const isShown = (element: Element) => (element as HTMLElement).offsetParent !== null
      const main = [...document.querySelectorAll('main')].find(isShown)
      return (
        (main as HTMLElement | undefined)?.innerText.trim() &&
        ![...document.querySelectorAll('[role=status][aria-label=加载中]')].some(isShown)
      )
    },
    undefined,
    { timeout: 10_000 },
  )
  return shows.then(
    () => page.locator('#root').innerText(),
    () => undefined,
  )
}

const rows = screens as readonly ScreenRow[]

for (const [username, size] of [
  ['admin', 'phone'],
  ['admin', 'desk'],
  ['staff', 'phone'],
] as const) {
  test(`every screen opens for ${username} on a ${size} as it is meant to, and the console stays quiet`, async () => {
    const window = await stage.windowOf(username, size)
    const wrong: string[] = []
    for (const { path, who } of rows) {
      if (path === '/pages/login' || path === '/pages/user/userexit' || path === '/pages/common/exit') continue
      const words = await opened(window, path)
      if (words === undefined) {
        wrong.push(`${path} never shows anything`)
        continue
      }
      const refused = words.includes(refusal)
      const meant = who !== 'manager' || username === 'admin'
      if (refused === meant) wrong.push(`${path} ${refused ? 'is refused' : 'opens'}`)
      const sideways = await window.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
      if (sideways) wrong.push(`${path} scrolls sideways`)
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual(window.complaints, [])
  })
}

test('with the token alone in storage every screen opens, each started anew, and no call is refused', async () => {
  const window = await stage.windowWithToken('admin')
  const { page } = window
  const wrong: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  for (const { path } of rows) {
    if (path === '/pages/login' || path === '/pages/user/userexit' || path === '/pages/common/exit') continue
    await page.evaluate(() => {
      const token = localStorage.getItem('pro__Access-Token')!
      localStorage.clear()
      localStorage.setItem('pro__Access-Token', token)
    })
    await page.goto('about:blank')
    await page.goto(`${stage.base}/#${path}`)
    if ((await opened(window, path)) === undefined) wrong.push(`${path} never shows anything`)
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(window.complaints, [])
})

test('nobody sees a screen without signing in but the public ones', async () => {
  const window = await stage.stranger()
  for (const { path, who } of rows) {
    await goTo(window.page, path)
    await window.page.waitForFunction((wanted) => location.hash.startsWith(wanted), who === 'public' ? `#${path}` : '#/pages/login')
  }
  assert.deepEqual(window.complaints, [])
})
