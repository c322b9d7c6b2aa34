import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { accessFaults, addresses, isHeldToAccess, type Look } from './accessible.ts'
import { resize, walked, wrongInOtherSize, wrongWith } from './opened.ts'
import { openStage, type Size, type Window } from './stage.ts'

const { ask, windowOf } = await openStage()
const addressOf = await addresses(ask)

/** One screen of so many is started with nothing in storage but the token; the others follow the one before it. */
const screensPerStart = 3

/** A screen is held to all rules in the first, to those of colours in the other. */
const looksOf = (size: Size): readonly Look[] => (size === 'desk' ? ['light', 'dark'] : ['dark', 'light'])

type Opening = { readonly screen: ScreenRow; readonly size: Size; readonly isStart: boolean }

const openings: readonly Opening[] = walked.map((screen, index) => ({
  screen,
  size: index % 2 === 0 ? 'desk' : 'phone',
  isStart: isHeldToAccess(screen.path) && index % screensPerStart === 0,
}))

const startAnew = async ({ page }: Window, address: string): Promise<void> => {
  await page.evaluate((hash) => {
    const token = localStorage.getItem('pro__Access-Token')
    localStorage.clear()
    if (token !== null) localStorage.setItem('pro__Access-Token', token)
    history.replaceState(null, '', hash)
  }, `#${address}`)
  await page.reload()
}

/** What is wrong with a screen as it opens in one size of the window, and when the window has taken the other. */
const faultsOf = async (window: Window, { screen, size, isStart }: Opening): Promise<readonly string[]> => {
  const { path } = screen
  const address = addressOf.get(path) ?? path
  const accessFaultsAt = async (shownSize: Size): Promise<readonly string[]> => {
    if (!isHeldToAccess(path)) return []
    const faults = await accessFaults(window, looksOf(shownSize))
    return faults.map((fault) => `${path}, ${shownSize}, ${fault}`)
  }
  await resize(window, size)
  if (isStart) await startAnew(window, address)
  const fault = await wrongWith(window, screen, { isManager: true, address })
  if (fault) return [fault]
  const faults = await accessFaultsAt(size)
  const otherSize = size === 'desk' ? 'phone' : 'desk'
  const otherFault = await wrongInOtherSize(window, otherSize, address)
  return [...faults, ...(otherFault ? [otherFault] : await accessFaultsAt(otherSize))]
}

/** What is wrong with screens that an administrator opens one after the other, with what the demo has to show on them. */
const walk = async (window: Window, part: readonly Opening[]): Promise<string[]> => {
  const faults: string[] = []
  window.page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${window.page.url()}: ${response.status()} ${response.url()}`)
  })
  for (const opening of part) faults.push(...(await faultsOf(window, opening)))
  return [...new Set(faults), ...window.complaints]
}

test('every screen opens at a desk and on a phone, is read and used by everyone in light and dark, and nothing is refused', async () => {
  const middle = Math.ceil(openings.length / 2)
  // Two windows, because one waits while the other is drawn.
  const faults = await Promise.all([
    walk(await windowOf('admin', 'desk'), openings.slice(0, middle)),
    walk(await windowOf('admin', 'phone'), openings.slice(middle)),
  ])
  assert.deepEqual(faults.flat(), [])
})
