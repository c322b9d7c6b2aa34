import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ScreenRow, screens } from '../web/screens.ts'
import { opened, walked } from './opened.ts'
import { goTo, openStage } from './stage.ts'

const stage = await openStage()

test('with the token alone in storage every screen opens, each started anew, and no call is refused', async () => {
  const window = await stage.windowWithToken('admin')
  const { page } = window
  const wrong: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  for (const { path } of walked) {
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
  for (const { path, who } of screens as readonly ScreenRow[]) {
    await goTo(window.page, path)
    await window.page.waitForFunction((wanted) => location.hash.startsWith(wanted), who === 'public' ? `#${path}` : '#/pages/login')
  }
  assert.deepEqual(window.complaints, [])
})
