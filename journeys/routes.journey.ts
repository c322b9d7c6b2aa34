import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ScreenRow, screens } from '../web/screens.ts'
import { goTo, openStage, visit, type Window } from './stage.ts'

const stage = await openStage()

/** What stands on a screen that is not meant for its reader. */
const refusal = '您没有打开此页的权限'

const opened = async ({ page }: Window, path: string): Promise<string> => {
  await visit(page, path)
  await page.waitForFunction(() => {
    const isShown = (element: Element) => (element as HTMLElement).offsetParent !== null
    return [...document.querySelectorAll('h1')].some(isShown) && ![...document.querySelectorAll('[role=status][aria-label=加载中]')].some(isShown)
  }).catch(() => assert.fail(`${path} never shows anything`))
  return page.locator('#root').innerText()
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

test('nobody sees a screen without signing in but the public ones', async () => {
  const window = await stage.stranger()
  for (const { path, who } of rows) {
    await goTo(window.page, path)
    await window.page.waitForFunction((wanted) => location.hash.startsWith(wanted), who === 'public' ? `#${path}` : '#/pages/login')
  }
  assert.deepEqual(window.complaints, [])
})
