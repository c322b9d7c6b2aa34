import { session, storeAside, stored } from '../session/session.ts'

/** How much a person used something until a moment: each use is one point, and points halve every week. */
export type Use = { readonly points: number; readonly atMs: number }

/** What a person used, by the keys of what is found. */
export type Uses = Readonly<Record<string, Use>>

const halfLifeMs = 7 * 24 * 60 * 60 * 1000
/** Within this time it is the same use: a thing is chosen in the finder, and its screen opens. */
const sameUseMs = 10_000
/** So many of what was used are kept, those with the most points. */
export const usesAtMost = 100

/** How much something is used at a moment: often counts, and lately counts more. */
export const scoreOf = ({ points, atMs }: Use, nowMs: number): number => points * 2 ** (-Math.max(0, nowMs - atMs) / halfLifeMs)

/** The uses with one more. */
export const withUse = (uses: Uses, key: string, nowMs: number): Uses => {
  const before = uses[key]
  const isSame = before !== undefined && Math.abs(nowMs - before.atMs) < sameUseMs
  if (isSame) return uses
  const otherUses = Object.entries(uses)
    .filter(([otherKey]) => otherKey !== key)
    .toSorted(([, a], [, b]) => scoreOf(b, nowMs) - scoreOf(a, nowMs))
    .slice(0, usesAtMost - 1)
  return { ...Object.fromEntries(otherUses), [key]: { points: 1 + (before ? scoreOf(before, nowMs) : 0), atMs: nowMs } }
}

/**
 * The uses with the screens that a person opened last by the menu, newest first: they count as used lately, however they are used here. The menu
 * does not say how often.
 */
export const withVisits = (uses: Uses, keys: readonly string[], nowMs: number): Uses => {
  const visits = keys.map((key, index) => [key, { points: (keys.length - index) / keys.length, atMs: nowMs }] as const)
  return { ...uses, ...Object.fromEntries(visits.filter(([key, visit]) => scoreOf(uses[key] ?? noUse, nowMs) < visit.points)) }
}
const noUse: Use = { points: 0, atMs: 0 }

/** What the person who is signed in used on this device. */
export const usesHere = (): Uses => stored<Uses>(keyOf()) ?? {}

export const rememberUse = (key: string): void => storeAside(keyOf(), withUse(usesHere(), key, Date.now()), 0)

/** Outlives the session: keys alone stand in it, no names. */
const keyOf = (): string => `_uses_${session().uid}`
