import { useEffect } from 'react'
import type { FindAnswer } from '../../domain/find/operations.ts'
import { session, store, stored } from '../session/session.ts'
import { rememberUse, scoreOf, type Uses } from './uses.ts'

/** What is kept of something that was opened. */
export type Recent = Pick<FindAnswer, 'key' | 'title' | 'text' | 'href' | 'icon' | 'picture'>

/** So many of what a person opened are kept: the last ones, from which the most used ones are shown as well. */
const keptFinds = 40
/** So many are shown as opened lately, and as used often besides; services fill up what is left of all. */
const shownAtMost = { recent: 8, used: 5, all: 10 }
/** What was used less is not used often: opened once this week and once the week before. */
const oftenScore = 1.5

/** What a person opened last, newest first. */
export const recentFinds = (): readonly Recent[] => stored<Recent[]>(keyOf()) ?? []

export const rememberFind = ({ key, title, text, href, icon, picture }: Recent): void => {
  rememberUse(key)
  store(
    keyOf(),
    [{ key, title, text, href, icon, picture }, ...recentFinds().filter((recent) => recent.key !== key)].slice(0, keptFinds),
    0,
  )
}

/** The same for a thing that a screen shows, once it has a title. */
export const useOpened = ({ key, title, text, href, icon, picture }: Recent): void => {
  useEffect(() => {
    if (title !== '') rememberFind({ key, title, text, href, icon, picture })
  }, [key, title, text, href, icon, picture])
}

/**
 * What stands there before a word is typed: what was opened lately, newest first, of the rest what is used often, the most first, and
 * as long as that is little, services that everybody uses.
 */
export const offeredFinds = (
  recent: readonly Recent[],
  services: readonly Recent[],
  uses: Uses,
  nowMs: number,
): Readonly<Record<'recent' | 'used' | 'screen', readonly Recent[]>> => ({
  recent: recent.slice(0, shownAtMost.recent),
  screen: services.filter(({ key }) => !recent.some((find) => find.key === key)).slice(0, Math.max(0, shownAtMost.all - recent.length)),
  used: recent
    .slice(shownAtMost.recent)
    .map((find) => ({ find, score: scoreIn(uses, find.key, nowMs) }))
    .filter(({ score }) => score >= oftenScore)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, shownAtMost.used)
    .map(({ find }) => find),
})

/** What is used more comes before what fits as well. */
export const usedFirst = <F extends Pick<FindAnswer, 'key' | 'fit'>>(rows: readonly F[], uses: Uses, nowMs: number): F[] =>
  rows.toSorted((a, b) => a.fit - b.fit || scoreIn(uses, b.key, nowMs) - scoreIn(uses, a.key, nowMs))

type Group<F> = { readonly rows: readonly F[] }

/** The groups with their rows by use; the group of what is used most among what fits best leads. */
export const groupsByUse = <F extends Pick<FindAnswer, 'key' | 'fit'>, G extends Group<F>>(
  groups: readonly G[],
  uses: Uses,
  nowMs: number,
): G[] => {
  const ranked = groups.map((group) => ({ ...group, rows: usedFirst(group.rows, uses, nowMs) }))
  const bestFit = Math.min(...ranked.flatMap(({ rows }) => rows.map(({ fit }) => fit)))
  const leadScore = ({ rows }: Group<F>) => {
    const [lead] = rows
    return lead?.fit === bestFit ? scoreIn(uses, lead.key, nowMs) : 0
  }
  const top = ranked.reduce<G | undefined>((most, group) => (leadScore(group) > (most ? leadScore(most) : 0) ? group : most), undefined)
  return top ? [top, ...ranked.filter((group) => group !== top)] : ranked
}

const scoreIn = (uses: Uses, key: string, nowMs: number): number => {
  const use = uses[key]
  return use ? scoreOf(use, nowMs) : 0
}

/** Goes with the session: names of people and things stand in it. */
const keyOf = (): string => `found_${session().uid}`
