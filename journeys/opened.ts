import type { Page } from 'playwright-core'
import { screens } from '../web/screens.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { patienceMs, type Size, viewports, visit, type Window } from './stage.ts'

/** Every screen but those that end the session. */
export const walked: readonly ScreenRow[] = (screens as readonly ScreenRow[]).filter(
  ({ path }) => path !== '/pages/login' && path !== '/pages/user/userexit' && path !== '/pages/common/exit',
)

/** Gives a window the size of a phone or of a desk. */
export const resize = ({ page }: Window, size: Size): Promise<void> => page.setViewportSize(viewports[size])

/** The app begins at an address: nothing of the screens before it is left in the window. */
export const beginWith = async (page: Page, address: string): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(address)
}

/** The words of a screen once it has loaded; undefined where it never does. */
export const opened = async (window: Window, path: string): Promise<string | undefined> => {
  await visit(window.page, path)
  return shownWords(window)
}

const shownWords = async ({ page }: Window): Promise<string | undefined> => {
  const shows = page.waitForFunction(
    () => {
      const isShown = (element: Element) => (element as HTMLElement).offsetParent !== null
      const main = [...document.querySelectorAll('main')].find(isShown)
      return (
        ((main as HTMLElement | undefined)?.innerText.trim() || main?.querySelector('iframe')) &&
        ![...document.querySelectorAll('[role=status][aria-label=加载中]')].some(isShown)
      )
    },
    undefined,
    { timeout: patienceMs },
  )
  return shows.then(
    () => page.locator('#root').innerText(),
    () => undefined,
  )
}

/** Texts of a screen that found nothing to show. */
const nothingToShow = /链接不完整|页面不存在|不存在或已被删除/

/** What stands on a screen that is not meant for its reader. */
const refusal = '您没有打开此页的权限'

/** What is wrong with how a screen opens for a person at an address; undefined where nothing is. */
export const wrongWith = async (
  window: Window,
  { path, who }: ScreenRow,
  { isManager, address = path }: Visit,
): Promise<string | undefined> => {
  const words = await opened(window, address)
  if (words === undefined) return `${address} never shows anything`
  const refused = words.includes(refusal)
  if (refused === (who !== 'manager' || isManager)) return `${address} ${refused ? 'is refused' : 'opens'}`
  if (address.includes('?') && nothingToShow.test(words)) return `${address} shows nothing`
  return sidewaysFault(window, address)
}

/** How long a screen may take to follow the size of its window. */
const resizePatienceMs = 20_000

const sidewaysFault = async ({ page }: Window, address: string): Promise<string | undefined> => {
  const fits = () => document.documentElement.scrollWidth <= innerWidth + 1
  if (await page.evaluate(fits)) return undefined
  const comesToFit = page.waitForFunction(fits, undefined, { timeout: resizePatienceMs })
  return comesToFit.then(
    () => undefined,
    () => `${address} scrolls sideways`,
  )
}

/** What is wrong with the shown screen once its window has taken another size; undefined where nothing is. */
export const wrongInOtherSize = async (window: Window, size: Size, address: string): Promise<string | undefined> => {
  await resize(window, size)
  // What listens to the size draws anew in the frame after it has changed.
  await window.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  if ((await shownWords(window)) === undefined) return `${address} shows nothing as a ${size}`
  return sidewaysFault(window, `${address} as a ${size}`)
}

/** `address`: the path with its query, where the screen is about one thing. */
type Visit = { readonly isManager: boolean; readonly address?: string | undefined }
