import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screens } from '../web/screens.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { chosen } from './accessible.ts'
import { walked, wrongWith } from './opened.ts'
import { goTo, openStage } from './stage.ts'

const stage = await openStage()

/** What goes wrong where nothing but the token is in storage: screens that `begins` chooses are started anew, the others follow them. */
const walkedWithToken = async (screens: readonly ScreenRow[], begins: (path: string) => boolean): Promise<string[]> => {
  const window = await stage.windowOf('admin')
  const { page } = window
  const wrong: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  for (const screen of screens) {
    if (begins(screen.path)) {
      await page.evaluate((hash) => {
        const token = localStorage.getItem('pro__Access-Token')!
        localStorage.clear()
        localStorage.setItem('pro__Access-Token', token)
        history.replaceState(null, '', hash)
      }, `#${screen.path}`)
      await page.reload()
    }
    const fault = await wrongWith(window, screen, true)
    if (fault) wrong.push(fault)
  }
  return [...wrong, ...window.complaints]
}

test('with the token alone in storage every screen opens on a phone and no call is refused; with ZAICE_SCREENS=all each is started anew', async () => {
  const begins = process.env['ZAICE_SCREENS'] === 'all' ? () => true : (path: string) => chosen.includes(path)
  const half = Math.ceil(walked.length / 2)
  // Two windows, because one waits while the other is drawn.
  const wrong = await Promise.all([walked.slice(0, half), walked.slice(half)].map((part) => walkedWithToken(part, begins)))
  assert.deepEqual(wrong.flat(), [])
})

test('nobody sees a screen without signing in but the public ones', async () => {
  const window = await stage.stranger()
  for (const { path, who } of screens as readonly ScreenRow[]) {
    await goTo(window.page, path)
    await window.page.waitForFunction((wanted) => location.hash.startsWith(wanted), who === 'public' ? `#${path}` : '#/pages/login')
  }
  assert.deepEqual(window.complaints, [])
})
