import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { WorkCalendar } from '../../domain/calendar/workCalendar.ts'
import { momentOf } from '../../domain/worklog/due.ts'
import type { Span } from '../../domain/worklog/period.ts'
import type { Tx } from '../db/tx.ts'

/** The workdays on which people are on leave from opening to closing, by person; `uid` where only one is asked about. */
export const awayDaysOf = async (
  tx: Tx,
  { from, to }: Span,
  { isWorkday, opensMinutes, closesMinutes }: WorkCalendar,
  uid?: Id,
): Promise<ReadonlyMap<Id, ReadonlySet<Day>>> => {
  const leaves = await tx.query<{ uid: Id; from_at: string; to_at: string }>(
    `select uid, from_at, to_at from att_leave
     where org_id = $1 and to_at > $2 and from_at < $3 and ($4::bigint is null or uid = $4)`,
    [tx.orgId, new Date(momentOf(from, 0)).toISOString(), new Date(momentOf(addDays(to, 1), 0)).toISOString(), uid ?? null],
  )
  const away = new Map<Id, Set<Day>>()
  for (const leave of leaves) {
    const [begins, ends] = [Date.parse(leave.from_at), Date.parse(leave.to_at)]
    const first = dayAt(begins) < from ? from : dayAt(begins)
    for (let day = first; day <= to && momentOf(day, 0) < ends; day = addDays(day, 1))
      if (isWorkday(day) && begins <= momentOf(day, opensMinutes) && ends >= momentOf(day, closesMinutes))
        away.set(leave.uid, (away.get(leave.uid) ?? new Set()).add(day))
  }
  return away
}
