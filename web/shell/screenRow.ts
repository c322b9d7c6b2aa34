import type { ComponentType } from 'react'
import type { ListedPath } from '../../domain/access/menus.ts'
import type { DocumentPagePath } from '../../domain/documents/all.ts'

/**
 * One screen. `who`: `public` without signing in; `any` for everyone signed in; `manager` only for those whose menu
 * holds the path. `tab` is its place in the bottom bar. `search` names what it
 * reads of the query, all of it texts; without it the screen gets the whole query.
 * `page` loads the component, `props` goes to it.
 */
export type ScreenRow = {
  readonly path: string
  readonly title: string
  /** The title of what it is of, where `title` has a place for that. */
  readonly of?: string
  readonly who: 'any' | 'manager' | 'public'
  readonly tab?: 0 | 1 | 2 | 3
  readonly search?: readonly string[]
  /** One of these must be in the query; without it the screen says that the link is incomplete. */
  readonly needs?: readonly string[]
  readonly props?: Readonly<Record<string, string>>
  /** Open also where the organisation's membership is over. */
  readonly withoutLicence?: true
  readonly page: Page
}

export type Page = () => Promise<{ readonly default: ComponentType<never> }>

/** A screen of no kind. What the menu knows has its title there, and who may open it follows from the menu where the row does not say. */
export type OwnRow = Omit<ScreenRow, 'of' | 'props' | 'path' | 'title' | 'who'> &
  (
    | { readonly path: ListedPath | DocumentPagePath; readonly title?: never; readonly who?: 'any' }
    | Pick<ScreenRow, 'path' | 'title' | 'who'>
  )

/** Names what a screen reads of its query. */
export const texts = <const K extends string>(...keys: readonly K[]): readonly K[] => keys
