import { firstOf, lastOf } from '../../kernel/assert.ts'
import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { ShiftRules } from '../../domain/attendance/shift.ts'
import { wallMinute } from '../../domain/attendance/wall.ts'
import type { SourceReader } from '../agenda/source.ts'

/** The shifts that a person works by the roster; what every week is alike fills no agenda. */
export const shiftsOnAgenda: SourceReader = async ({ tx, session }, from, to) => {
  const shifts = await tx.query<{ day: Day; id: Id; name: string; rules: ShiftRules }>(rosteredText, [tx.orgId, from, to, session.uid])
  return shifts.map(({ day, id, name, rules: { segments } }) => ({
    id: `${day}/${id}`,
    words: '班次：{name}',
    params: { name },
    link: `/pages/attendance/statmonth?month=${day.slice(0, 7)}&day=${day}`,
    begin: momentOf(day, firstOf(segments).on),
    end: momentOf(day, lastOf(segments).off),
  }))
}

const momentOf = (day: Day, minutes: number): string => new Date(wallMinute(day, minutes) * 60_000).toISOString()

/** Of a shift the rules of the day; of a day before all of them the first. */
const rosteredText = `
  select r.day, s.id, s.name, v.rules from att_roster r
  join att_shift s on s.org_id = $1 and s.id = r.shift_id
  cross join lateral (
    select v.rules from att_shift_version v where v.org_id = $1 and v.shift_id = r.shift_id
    order by v.from_day <= r.day desc, case when v.from_day <= r.day then v.from_day end desc, v.from_day limit 1) v
  where r.org_id = $1 and r.uid = $4 and r.day >= $2 and r.day < $3 order by r.day limit 200`
