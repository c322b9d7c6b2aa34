import { type Day, dayAt } from '../../kernel/day.ts'
import type { WorkCalendar } from '../calendar/workCalendar.ts'
import { type DueRule, dueAt, workdaysOf } from './due.ts'
import type { PeriodKey, Span } from './period.ts'

/** How a person stands to the log of one period: handed in, handed in late, missing, still open, or not asked for. */
export const standingNames = { sent: '已交', late: '迟交', missing: '未交', open: '未到截止', free: '无需提交' } as const
export type LogStanding = keyof typeof standingNames

/** A person who may have to write: from the day on which he joined, and not on days on which he is away. */
export type Writer = { readonly uid: string; readonly joinedOn: Day; readonly awayOn?: ReadonlySet<Day> | undefined }

/** The log that a person handed in for a period. */
export type HandedIn = { readonly late: boolean }

/**
 * How a person stands to a period at `now`. Not asked for: a period in which no one worked, in which the person had not joined before its
 * last workday ended, or was away on each of its workdays. What was handed in counts all the same.
 */
export const standingOf = (
  { joinedOn, awayOn }: Writer,
  span: Span,
  handedIn: HandedIn | undefined,
  { due, calendar, now }: { readonly due: DueRule; readonly calendar: Pick<WorkCalendar, 'isWorkday'>; readonly now: number },
): LogStanding => {
  if (handedIn) return handedIn.late ? 'late' : 'sent'
  const workdays = workdaysOf(span, calendar).filter((day) => day >= joinedOn && !awayOn?.has(day))
  const until = dueAt(due, span, calendar)
  if (workdays.length === 0 || until === undefined) return 'free'
  if (now > until) return 'missing'
  return span.from <= dayAt(now) ? 'open' : 'free'
}

export type PeriodSpan = Span & { readonly key: PeriodKey }
