import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { accessFaults, addresses, isHeldToAccess, type Look } from './accessible.ts'
import { walked, wrongWith } from './opened.ts'
import { openStage, type Window } from './stage.ts'

const { ask, windowOf } = await openStage()
const addressOf = await addresses(ask)

/** `begins`: which screens are started anew with nothing in storage but the token; the others follow them. */
type Walk = { readonly looks: readonly Look[]; readonly begins?: (path: string) => boolean }

/** What is wrong with screens that an administrator opens one after the other, with what the demo has to show on them. */
const walk = async (window: Window, screens: readonly ScreenRow[], { looks, begins }: Walk): Promise<string[]> => {
  const wrong: string[] = []
  window.page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${window.page.url()}: ${response.status()} ${response.url()}`)
  })
  for (const screen of screens) {
    const address = addressOf.get(screen.path)
    if (begins?.(screen.path)) await startAnew(window, address ?? screen.path)
    const fault = await wrongWith(window, screen, { isManager: true, address })
    if (fault) wrong.push(fault)
    else if (isHeldToAccess(screen.path)) wrong.push(...(await accessFaults(window, screen.path, looks)))
  }
  return [...new Set(wrong), ...window.complaints]
}

const startAnew = async ({ page }: Window, address: string): Promise<void> => {
  await page.evaluate((hash) => {
    const token = localStorage.getItem('pro__Access-Token')
    localStorage.clear()
    if (token !== null) localStorage.setItem('pro__Access-Token', token)
    history.replaceState(null, '', hash)
  }, `#${address}`)
  await page.reload()
}

/** Two windows, because one waits while the other is drawn. */
const walkInHalves = async (size: 'phone' | 'desk', how: Walk): Promise<string[]> => {
  const middle = Math.ceil(walked.length / 2)
  const halves = [walked.slice(0, middle), walked.slice(middle)]
  const wrong = await Promise.all(halves.map(async (half) => walk(await windowOf('admin', size), half, how)))
  return wrong.flat()
}

test('every screen opens at a desk, is read and used by everyone in light and dark, and nothing is refused', async () => {
  assert.deepEqual(await walkInHalves('desk', { looks: ['light', 'dark'] }), [])
})

test('with the token alone in storage every screen opens on a phone and is used by everyone, and nothing is refused', async () => {
  assert.deepEqual(await walkInHalves('phone', { looks: ['light'], begins: isHeldToAccess }), [])
})
