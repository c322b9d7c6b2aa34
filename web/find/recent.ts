import { useEffect } from 'react'
import type { FindAnswer } from '../../domain/find/operations.ts'
import { session, store, stored } from '../session/session.ts'

/** What is kept of something that was opened. */
export type Recent = Pick<FindAnswer, 'key' | 'title' | 'text' | 'href' | 'icon' | 'picture'>

/** So many of what a person opened last are kept. */
const keptFinds = 12

/** What a person opened last, newest first. */
export const recentFinds = (): readonly Recent[] => stored<Recent[]>(keyOf()) ?? []

export const rememberFind = ({ key, title, text, href, icon, picture }: Recent): void =>
  store(
    keyOf(),
    [{ key, title, text, href, icon, picture }, ...recentFinds().filter((recent) => recent.key !== key)].slice(0, keptFinds),
    0,
  )

/** The same for a thing that a screen shows, once it has a title. */
export const useOpened = ({ key, title, text, href, icon, picture }: Recent): void => {
  useEffect(() => {
    if (title !== '') rememberFind({ key, title, text, href, icon, picture })
  }, [key, title, text, href, icon, picture])
}

/** What was opened lately comes before what fits as well. */
export const recentFirst = <F extends Pick<FindAnswer, 'key' | 'fit'>>(
  rows: readonly F[],
  recent: readonly Pick<FindAnswer, 'key'>[],
): F[] => {
  const place = new Map(recent.map(({ key }, at) => [key, at]))
  const placeOf = ({ key }: F) => place.get(key) ?? recent.length
  return rows.toSorted((a, b) => a.fit - b.fit || placeOf(a) - placeOf(b))
}

/** Goes with the session: names of people and things stand in it. */
const keyOf = (): string => `found_${session().uid}`
