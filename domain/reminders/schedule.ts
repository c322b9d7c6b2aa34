import { firstOf, lastOf } from '../../kernel/assert.ts'
import { addDays, type Day, daysBetween } from '../../kernel/day.ts'

/**
 * On which days people are told of a day: so many days before it, on it (0), after it (negative), the earliest first. With `again` they are
 * told once more every so many days after the last; without it no one is told any more by then.
 */
export type Schedule = { readonly days: readonly number[]; readonly again?: number }

/** The day on which people are told; `daysOff` is how many days off follow before anyone is told again. */
export type ReminderDay = { readonly today: Day; readonly daysOff: number }

/** The steps of a schedule are the days it names: the one that holds for something due on `day`; undefined where no one is told of it now. */
export const stepAt = ({ days, again }: Schedule, day: Day, { today, daysOff }: ReminderDay): number | undefined => {
  const daysLeft = daysBetween(today, day)
  // What comes up during the days off is told before them; nothing is late before its day.
  const reachedDays = daysLeft >= 0 ? Math.max(0, daysLeft - daysOff) : daysLeft
  const [first, last] = [firstOf(days), lastOf(days)]
  if (reachedDays > first) return undefined
  if (reachedDays >= last) return days.findLast((step) => step >= reachedDays)
  return again === undefined ? undefined : last - Math.floor((last - reachedDays) / again) * again
}

/** Between which days lies what a person is told of now; `from` is null where it lies any time back. */
export const windowOf = ({ days, again }: Schedule, { today, daysOff }: ReminderDay): { readonly from: Day | null; readonly to: Day } => {
  const first = firstOf(days)
  return {
    from: again === undefined ? addDays(today, lastOf(days)) : null,
    to: addDays(today, first < 0 ? first : first + daysOff),
  }
}
