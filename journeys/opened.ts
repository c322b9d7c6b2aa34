import { screens } from '../web/screens.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { patienceMs, visit, type Window } from './stage.ts'

/** Every screen but those that end the session. */
export const walked: readonly ScreenRow[] = (screens as readonly ScreenRow[]).filter(
  ({ path }) => path !== '/pages/login' && path !== '/pages/user/userexit' && path !== '/pages/common/exit',
)

/** The words of a screen once it has loaded; undefined where it never does. */
export const opened = async ({ page }: Window, path: string): Promise<string | undefined> => {
  await visit(page, path)
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
  const sideways = await window.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
  return sideways ? `${address} scrolls sideways` : undefined
}

/** `address`: the path with its query, where the screen is about one thing. */
type Visit = { readonly isManager: boolean; readonly address?: string | undefined }
