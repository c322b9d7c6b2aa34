import { type Changes, type Exception, nextOccurrence, type Occurrence, occurrencesDuring, type Workdays } from './expand.ts'
import type { Series } from './rule.ts'

/** Minutes before the beginning. Negative: after it, as 9:00 of a whole day is. */
export type Reminders = readonly number[]

type RemindedEvent<C extends Changes = Changes> = Series & {
  readonly exceptions: readonly Exception<C>[]
  readonly reminders: Reminders
}

/** The next moment after `after` at which a person is to be reminded, in milliseconds since 1970; undefined where there is none any more. */
export const nextDue = (event: RemindedEvent, after: number, workdays: Workdays): number | undefined => {
  const moments = event.reminders.flatMap((minutes) => {
    const next = nextOccurrence(event, event.exceptions, after + minutes * 60_000 + 1, workdays)
    return next ? [next.begin - minutes * 60_000] : []
  })
  return moments.length === 0 ? undefined : Math.min(...moments)
}

/** What a person is to be told of now: whatever came due after `after`, up to `now`, and is not over. The soonest first, each once. */
export const dueNow = <C extends Changes>(
  event: RemindedEvent<C>,
  { after, now }: { readonly after: number; readonly now: number },
  workdays: Workdays,
): Occurrence<C>[] => {
  const { exceptions, reminders } = event
  if (reminders.length === 0) return []
  const latest = now + Math.max(...reminders) * 60_000 + 1
  return occurrencesDuring(event, exceptions, { from: now, to: Math.max(latest, now + 1) }, workdays).filter(({ begin }) =>
    reminders.some((minutes) => {
      const due = begin - minutes * 60_000
      return due > after && due <= now
    }),
  )
}
