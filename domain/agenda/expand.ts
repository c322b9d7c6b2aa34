import { addDays, type Day, type Minute } from '../../kernel/day.ts'
import { dayOfLunar } from './lunar.ts'
import type { Rule, Series } from './rule.ts'
import { ruleDays } from './ruleDays.ts'
import { instantOf, isShown, wallAt } from './zone.ts'

/** On which days people work. */
export type Workdays = { readonly isWorkday: (day: Day) => boolean }

/** [from, to) in milliseconds since 1970. */
export type Stretch = { readonly from: number; readonly to: number }

/** What became of one occurrence. `startLocal`, `minutes` and the rest stand for what the series says. */
export type Changes = { readonly startLocal?: Minute | undefined; readonly minutes?: number | undefined }
export type Exception<C extends Changes = Changes> = {
  /** When it would have been by the rule: that is what it is known by, wherever it went. */
  readonly occurrence: Minute
  readonly cancelled: boolean
  readonly changes: C
}

/** One time that it takes place; known by its event and the wall clock that the rule gives it. Moments in milliseconds since 1970. */
export type Occurrence<C extends Changes = Changes> = {
  readonly occurrence: Minute
  readonly begin: number
  readonly end: number
  readonly startLocal: Minute
  readonly minutes: number
  readonly changes: C | undefined
}

/**
 * The wall clocks that the rule gives within [from, to), by the moment of their beginning and in that order. A minute that clocks jump over is
 * left out and not counted, as the RFC says.
 */
export const wallsIn = (series: Series, from: number, to: number, workdays: Workdays): Minute[] => {
  if (to <= from) return []
  const { startLocal, zone, rule } = series
  if (rule === null) {
    const instant = instantOf(startLocal, zone)
    return instant >= from && instant < to ? [startLocal] : []
  }
  const walls: Minute[] = []
  for (const wall of wallsByDay(series, rule, wallAt(from, zone).slice(0, 10), workdays)) {
    const instant = instantOf(wall, zone)
    if (instant >= to) break
    if (instant >= from) walls.push(wall)
  }
  return walls
}

/** The first wall clock that the rule gives at `after` or later; undefined where there is none any more. */
export const nextWall = (series: Series, after: number, workdays: Workdays): Minute | undefined => {
  const { startLocal, zone, rule } = series
  if (rule === null) return instantOf(startLocal, zone) >= after ? startLocal : undefined
  for (const wall of wallsByDay(series, rule, wallAt(after, zone).slice(0, 10), workdays)) if (instantOf(wall, zone) >= after) return wall
  return undefined
}

/** Whether the rule gives this wall clock. */
export const isGiven = (series: Series, wall: Minute, workdays: Workdays): boolean => {
  const instant = instantOf(wall, series.zone)
  return wallsIn(series, instant, instant + 60_000, workdays).includes(wall)
}

/**
 * The times that it takes place and that begin within [from, to). Exceptions that the rule no longer gives do not count: the work calendar may
 * have changed under them.
 */
export const occurrencesIn = <C extends Changes>(
  series: Series,
  exceptions: readonly Exception<C>[],
  { from, to }: Stretch,
  workdays: Workdays,
): Occurrence<C>[] => {
  const exceptedOccurrences = new Set(exceptions.map(({ occurrence }) => occurrence))
  const usual = wallsIn(series, from, to, workdays)
    .filter((wall) => !exceptedOccurrences.has(wall))
    .map((wall) => occurrenceOf<C>(series, wall, undefined))
  const otherOccurrences = exceptions
    .filter(({ cancelled }) => !cancelled)
    .map(({ occurrence, changes }) => occurrenceOf(series, occurrence, changes))
    .filter(({ begin, occurrence }) => begin >= from && begin < to && isGiven(series, occurrence, workdays))
  return otherOccurrences.length === 0
    ? usual
    : [...usual, ...otherOccurrences].toSorted((a, b) => a.begin - b.begin || (a.occurrence < b.occurrence ? -1 : 1))
}

/** The times that it takes place and of which some part lies within [from, to). */
export const occurrencesDuring = <C extends Changes>(
  series: Series,
  exceptions: readonly Exception<C>[],
  { from, to }: Stretch,
  workdays: Workdays,
): Occurrence<C>[] => {
  const longest = Math.max(series.minutes, ...exceptions.map(({ changes }) => changes.minutes ?? 0))
  // A day of clocks may be an hour or two longer than 1440 minutes.
  const before = longest * 60_000 + (series.allDay ? 3 * 3_600_000 : 0)
  return occurrencesIn(series, exceptions, { from: from - before, to }, workdays).filter(({ end }) => end > from)
}

/** The first time that it takes place at `after` or later; undefined where there is none any more. */
export const nextOccurrence = <C extends Changes>(
  series: Series,
  exceptions: readonly Exception<C>[],
  after: number,
  workdays: Workdays,
): Occurrence<C> | undefined => {
  const exceptedOccurrences = new Set(exceptions.map(({ occurrence }) => occurrence))
  let wall = nextWall(series, after, workdays)
  while (wall !== undefined && exceptedOccurrences.has(wall)) wall = nextWall(series, instantOf(wall, series.zone) + 60_000, workdays)
  const movedOccurrences = exceptions
    .filter(({ cancelled, occurrence }) => !cancelled && isGiven(series, occurrence, workdays))
    .map(({ occurrence, changes }) => occurrenceOf(series, occurrence, changes))
    .filter(({ begin }) => begin >= after)
  return [...(wall === undefined ? [] : [occurrenceOf<C>(series, wall, undefined)]), ...movedOccurrences].toSorted(
    (a, b) => a.begin - b.begin,
  )[0]
}

/** From when to when anything of it may be; `end` is infinite where it never stops. */
export const spanOf = (
  series: Series,
  exceptions: readonly Exception[],
  workdays: Workdays,
): { readonly begin: number; readonly end: number } => {
  const keptExceptions = exceptions
    .filter(({ cancelled }) => !cancelled)
    .map(({ occurrence, changes }) => occurrenceOf(series, occurrence, changes))
  const first = occurrenceOf(series, series.startLocal, undefined)
  const last = lastWall(series, workdays)
  return {
    begin: Math.min(first.begin, ...keptExceptions.map(({ begin }) => begin)),
    end: last === undefined ? Infinity : Math.max(occurrenceOf(series, last, undefined).end, ...keptExceptions.map(({ end }) => end)),
  }
}

/** The last wall clock, or one that is not before it; undefined where it never stops. */
const lastWall = (series: Series, workdays: Workdays): Minute | undefined => {
  const { startLocal, rule } = series
  if (rule === null) return startLocal
  if (rule.until !== undefined) return `${rule.until} ${startLocal.slice(11)}`
  if (rule.count === undefined) return undefined
  // The work calendar may still change: some more days then.
  if (rule.each === 'workday') return `${addDays(startLocal.slice(0, 10), rule.count * 3 + 60)} ${startLocal.slice(11)}`
  return [...wallsByDay(series, rule, startLocal.slice(0, 10), workdays)].at(-1) ?? startLocal
}

export const occurrenceOf = <C extends Changes>(series: Series, occurrence: Minute, changes: C | undefined): Occurrence<C> => {
  const startLocal = changes?.startLocal ?? occurrence
  const minutes = changes?.minutes ?? series.minutes
  const begin = instantOf(startLocal, series.zone)
  const end = series.allDay
    ? instantOf(`${addDays(startLocal.slice(0, 10), Math.round(minutes / 1440))} ${startLocal.slice(11)}`, series.zone)
    : begin + minutes * 60_000
  return { occurrence, begin, end, startLocal, minutes, changes }
}

/** The end of the rule as the RFC writes it; a zone wants it in UTC. */
export const rruleEnd = ({ zone, allDay }: Pick<Series, 'zone' | 'allDay'>, { until, count }: Rule): string => {
  if (count !== undefined) return `;COUNT=${count}`
  if (until === undefined) return ''
  if (allDay) return `;UNTIL=${until.replaceAll('-', '')}`
  const end = new Date(instantOf(`${until} 23:59`, zone)).toISOString()
  return `;UNTIL=${end.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/**
 * What the rule gives day by day, from a day on; where a person counts, from the beginning on. A minute that clocks jump over is not
 * counted. Ends after ten years without a day.
 */
function* wallsByDay({ startLocal, zone }: Series, rule: Rule, from: Day, workdays: Workdays): Generator<Minute> {
  const start = startLocal.slice(0, 10)
  const time = startLocal.slice(10)
  const since = rule.count === undefined && from > start ? from : start
  let remainingCount = rule.count ?? Infinity
  for (const day of daysOf(rule, start, since, workdays)) {
    if (rule.until !== undefined && day > rule.until) return
    const wall = day + time
    if (!isOnClocks(wall, zone)) continue
    if (remainingCount-- <= 0) return
    if (day >= from) yield wall
  }
}

const daysOf = (rule: Rule, start: Day, since: Day, workdays: Workdays): Generator<Day> => {
  if (rule.each === 'lunarYear') return lunarDays(rule, start, since)
  return rule.each === 'workday' ? workingDays(workdays, since) : ruleDays(rule, start, since)
}

/** Clocks are put forward by night. */
const isOnClocks = (wall: Minute, zone: string): boolean => wall.slice(11) >= '04:00' || isShown(wall, zone)

function* lunarDays({ month, day }: Extract<Rule, { each: 'lunarYear' }>, start: Day, from: Day): Generator<Day> {
  for (let year = Number(from.slice(0, 4)) - 1; year <= 2200; year++) {
    const solarDay = dayOfLunar(year, month, day)
    if (solarDay >= from && solarDay >= start) yield solarDay
  }
}

function* workingDays({ isWorkday }: Workdays, from: Day): Generator<Day> {
  for (let day = from, without = 0; without < 3660; day = addDays(day, 1))
    if (isWorkday(day)) {
      without = 0
      yield day
    } else without++
}
