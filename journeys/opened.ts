import { screens } from '../web/screens.ts'
import type { ScreenRow } from '../web/shell/screenRow.ts'
import { visit, type Window } from './stage.ts'

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
    { timeout: 30_000 },
  )
  return shows.then(
    () => page.locator('#root').innerText(),
    () => undefined,
  )
}

/** What stands on a screen that is not meant for its reader. */
const refusal = '您没有打开此页的权限'

/** What is wrong with how a screen opens for a person; undefined where nothing is. */
export const wrongWith = async (window: Window, { path, who }: ScreenRow, isManager: boolean): Promise<string | undefined> => {
  const words = await opened(window, path)
  if (words === undefined) return `${path} never shows anything`
  const refused = words.includes(refusal)
  if (refused === (who !== 'manager' || isManager)) return `${path} ${refused ? 'is refused' : 'opens'}`
  const sideways = await window.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
  return sideways ? `${path} scrolls sideways` : undefined
}
