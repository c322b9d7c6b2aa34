import { type ScreenRow, screens } from '../web/screens.ts'
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
