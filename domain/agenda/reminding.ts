import { type Changes, type Exception, nextOccurrence, type Occurrence, occurrencesDuring, type Workdays } from './expand.ts'
import type { Series } from './rule.ts'

/** Minutes before the beginning. Negative: after it, as 9:00 of a whole day is. */
export type Reminders = readonly number[]

/** The next moment after `after` at which a person is to be reminded, in milliseconds since 1970; undefined where there is none any more. */
export const nextDue = (
  series: Series,
  exceptions: readonly Exception[],
  reminders: Reminders,
  after: number,
  workdays: Workdays,
): number | undefined => {
  const moments = reminders.flatMap((minutes) => {
    const next = nextOccurrence(series, exceptions, after + minutes * 60_000 + 1, workdays)
    return next ? [next.begin - minutes * 60_000] : []
  })
  return moments.length === 0 ? undefined : Math.min(...moments)
}

/** What a person is to be told of now: whatever came due after `after`, up to `now`, and is not over. The soonest first, each once. */
export const dueNow = <C extends Changes>(
  series: Series,
  exceptions: readonly Exception<C>[],
  reminders: Reminders,
  after: number,
  now: number,
  workdays: Workdays,
): Occurrence<C>[] => {
  if (reminders.length === 0) return []
  const latest = now + Math.max(...reminders) * 60_000 + 1
  return occurrencesDuring(series, exceptions, now, Math.max(latest, now + 1), workdays).filter(({ begin }) =>
    reminders.some((minutes) => {
      const due = begin - minutes * 60_000
      return due > after && due <= now
    }),
  )
}
