import type { ScreenRow } from './screens.ts'
import type { Resource, Session } from './session.ts'

/** What may be shown to somebody at a screen. */
export type Verdict = 'show' | 'sign-in' | 'wait' | 'refused' | 'unknown'

/**
 * Public screens are open to all; the others need a token and its menu; a manager's screen has to be in the menu.
 * `resources` is undefined while the menu is still being fetched.
 */
export const verdictFor = (
  screen: ScreenRow | undefined,
  session: Pick<Session, 'token'>,
  resources: readonly Resource[] | undefined,
): Verdict => {
  if (screen?.who === 'public') return 'show'
  if (!session.token) return 'sign-in'
  if (!resources) return 'wait'
  if (!screen) return 'unknown'
  if (screen.who === 'manager' && !mayOpen(resources, screen.path)) return 'refused'
  return 'show'
}

/** Whether the menu holds a screen, with or without the leading slash. */
export const mayOpen = (resources: readonly Resource[], path: string): boolean =>
  resources.some(({ mobilePath }) => mobilePath === path || mobilePath === path.slice(1))

/** Whether the menu entry of a page has a function with one of the codes. */
export const hasFunction = (resources: readonly Resource[] | undefined, path: string, codes: readonly string[]): boolean =>
  (resources ?? []).some(
    ({ mobilePath, funs }) =>
      (mobilePath === path || mobilePath === path.slice(1)) && (funs ?? []).some(({ resourceCode }) => codes.includes(resourceCode)),
  )
