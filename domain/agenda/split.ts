import { addDays, type Minute, minutesBetween } from '../../kernel/day.ts'
import { type Changes, type Exception, isGiven, wallsIn, type Workdays } from './expand.ts'
import type { Rule, Series } from './rule.ts'
import { instantOf } from './zone.ts'

/** So many minutes later, on clocks that are never put forward or back. */
export const minutesLater = (wall: Minute, minutes: number): Minute =>
  new Date(Date.parse(`${wall.replace(' ', 'T')}:00Z`) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/**
 * The rule in two: what comes before the occurrence `cut`, and what from it on, both together what there was. There is one a day at most, so the
 * first part ends with the day before.
 */
export const splitAt = (
  series: Series & { readonly rule: Rule },
  cut: Minute,
  workdays: Workdays,
): { readonly before: Rule; readonly after: Rule } => {
  const { startLocal, zone, rule } = series
  const { count, until: _, ...open } = rule
  const before = { ...open, until: addDays(cut.slice(0, 10), -1) }
  if (count === undefined) return { before, after: rule }
  const pastWalls = wallsIn(series, instantOf(startLocal, zone), instantOf(cut, zone), workdays).length
  return { before, after: { ...open, count: count - pastWalls } }
}

/** Where occurrences are known by another wall clock once the series begins elsewhere: exceptions, as far as the new series gives them, and the rest. */
export const carryExceptions = <C extends Changes>(
  exceptions: readonly Exception<C>[],
  { was, becomes }: { readonly was: Minute; readonly becomes: Minute },
  series: Series,
  workdays: Workdays,
): { readonly kept: readonly (Exception<C> & { readonly from: Minute })[]; readonly lost: readonly Exception<C>[] } => {
  const minutes = minutesBetween(was, becomes)
  const movedExceptions = exceptions.map((exception) => ({
    ...exception,
    from: exception.occurrence,
    occurrence: minutesLater(exception.occurrence, minutes),
  }))
  const isKept = ({ occurrence }: { readonly occurrence: Minute }): boolean => isGiven(series, occurrence, workdays)
  return {
    kept: movedExceptions.filter(isKept),
    lost: exceptions.filter(({ occurrence }) => !isKept({ occurrence: minutesLater(occurrence, minutes) })),
  }
}
