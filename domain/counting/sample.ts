import { entryOf } from '../../kernel/assert.ts'
import { compare, type Decimal, multiply, sum } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { CountScope } from './plan.ts'

export type Candidate = { readonly id: Id; readonly value: Decimal }

/** Classes by value: the dearest that make up 80 % of it are A, the next 15 % B, the rest C. */
export type AbcClass = 'A' | 'B' | 'C'

/** The class of each, by what it and everything dearer are worth together. Without any value all are C. */
export const abcClasses = (candidates: readonly Candidate[]): Map<Id, AbcClass> => {
  const sortedCandidates = candidates.toSorted((a, b) => compare(b.value, a.value) || compare(a.id, b.id))
  const total = sum(sortedCandidates.map(({ value }) => value))
  const classes = new Map<Id, AbcClass>()
  let before: Decimal = '0'
  for (const { id, value } of sortedCandidates) {
    classes.set(id, compare(value, '0') <= 0 ? 'C' : classAt(before, total))
    before = sum([before, value])
  }
  return classes
}

/**
 * A part that anyone can draw again: the first by the order of a hash of seed and id, in hex. With strata the same share is drawn of each
 * class by value, rounded up. `hash` answers the SHA-256 of a text in hex.
 */
export const sampleOf = (
  candidates: readonly Candidate[],
  { seed, percent, count, strata = false }: NonNullable<CountScope['sample']>,
  hash: (text: string) => string,
): Set<Id> => {
  const keys = new Map(candidates.map(({ id }) => [id, hash(`${seed}:${id}`)]))
  const share = percent !== undefined ? percent / 100 : Math.min(1, (count ?? candidates.length) / Math.max(1, candidates.length))
  const drawn = (from: readonly Candidate[]): Id[] =>
    from
      .map(({ id }) => id)
      .toSorted((a, b) => (entryOf(keys, a) < entryOf(keys, b) ? -1 : 1))
      .slice(0, Math.min(from.length, Math.ceil(from.length * share - 1e-9)))
  if (!strata) return new Set(drawn(candidates))
  const classes = abcClasses(candidates)
  return new Set((['A', 'B', 'C'] as const).flatMap((stratum) => drawn(candidates.filter(({ id }) => classes.get(id) === stratum))))
}

/** How many days may pass between two counts of a class. */
export const abcDays: Readonly<Record<AbcClass, number>> = { A: 90, B: 180, C: 365 }

/**
 * What is due on a day: what was never counted or not for as long as its class allows, the longest wait first, and no more of a class than
 * its share of one day, so that a new cycle is spread over its days.
 */
export const dueByClass = (
  candidates: readonly (Candidate & { readonly daysSince: number | null })[],
  days: Readonly<Record<AbcClass, number>> = abcDays,
): Set<Id> => {
  const classes = abcClasses(candidates)
  return new Set(
    (['A', 'B', 'C'] as const).flatMap((stratum) => {
      const members = candidates.filter(({ id }) => classes.get(id) === stratum)
      return members
        .filter(({ daysSince }) => daysSince === null || daysSince >= days[stratum])
        .toSorted((a, b) => (b.daysSince ?? Infinity) - (a.daysSince ?? Infinity) || compare(a.id, b.id))
        .slice(0, Math.ceil(members.length / days[stratum]))
        .map(({ id }) => id)
    }),
  )
}

/** The class of what follows a part of a total: A until 80 percent are reached, B until 95. */
const classAt = (before: Decimal, total: Decimal): AbcClass => {
  const isBelow = (percent: string) => compare(before, multiply(total, percent, 4)) < 0
  if (isBelow('0.8')) return 'A'
  return isBelow('0.95') ? 'B' : 'C'
}
