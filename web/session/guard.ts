import type { LicenceState } from '../../domain/licence/licence.ts'
import type { ScreenRow } from '../shell/screenRow.ts'
import type { Resource, Session } from './session.ts'

/** What may be shown to a person at a screen. */
export type Verdict = 'show' | 'sign-in' | 'wait' | 'password' | 'over' | 'refused' | 'unknown'

/** What is asked at a start: the menu and whether the membership holds; undefined while it is on its way. */
export type Entrance = { readonly resources: readonly Resource[] | undefined; readonly licence: LicenceState | undefined }

/**
 * Public screens are open to all; the others need a token, whose it is and its menu; a manager's screen has to be in the menu.
 * The person who has a password that another person chose is shown where to replace it and nothing else. Where the membership is over, what says so
 * comes first; the person who wants to look around then sees everything.
 */
export const verdictFor = (
  screen: ScreenRow | undefined,
  { token, uid, isFirst, looks }: Pick<Session, 'token' | 'uid' | 'isFirst' | 'looks'>,
  { resources, licence }: Entrance,
): Verdict => {
  if (screen?.who === 'public') return 'show'
  if (!token) return 'sign-in'
  if (!resources || !uid || !licence) return 'wait'
  if (isFirst && screen?.path !== firstPasswordPath) return 'password'
  if (licence !== 'active' && !looks && !screen?.withoutLicence) return 'over'
  if (!screen) return 'unknown'
  if (screen.who === 'manager' && !mayOpen(resources, screen.path)) return 'refused'
  return 'show'
}

/** Where a password is chosen in place of one that another person chose. */
export const firstPasswordPath = '/pages/user/password'

/** Whether the menu holds a screen, with or without the leading slash. */
export const mayOpen = (resources: readonly Resource[], path: string): boolean =>
  resources.some(({ mobilePath }) => mobilePath === path || mobilePath === path.slice(1))

/** Whether the menu entry of a page has a function with one of the codes. */
export const hasFunction = (resources: readonly Resource[] | undefined, path: string, codes: readonly string[]): boolean =>
  (resources ?? []).some(
    (resource) => mayOpen([resource], path) && resource.funs?.some(({ resourceCode }) => codes.includes(resourceCode)) === true,
  )
