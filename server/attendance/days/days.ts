import { addDays, type Day } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { deriveDay, type DerivedDay, type PunchSeen, type Slot, type Span } from '../../../domain/attendance/derive.ts'
import type { PunchMark } from '../../../domain/attendance/punch.ts'
import { workDayAt } from '../../../domain/attendance/plan.ts'
import { wallMinute } from '../../../domain/attendance/wall.ts'
import type { QueryTx, Tx } from '../../db/tx.ts'
import { writePart, writeTogether } from '../../db/writeTogether.ts'
import { type Rulebook, rulebookOf } from './rules.ts'

/** The minute that a moment of the database is in. */
export const minuteOf = (moment: string): number => Math.floor(Date.parse(moment) / 60_000)

/** What came of the days of some people by everything that is known now, with the group whose rules it goes by. Nothing of days to come. */
export type PersonDay = { readonly uid: Id; readonly group: Id; readonly derived: DerivedDay }
export type DerivedDays = { readonly rulebook: Rulebook; readonly days: PersonDay[] }

/** `rulebook`: one that was read for these people and days already, else it is read here. */
export const derivedDays = async (
  tx: QueryTx,
  uids: readonly Id[],
  [from, to]: readonly [Day, Day],
  { now, anew = false, rulebook: loadedRulebook }: { readonly now: number; readonly anew?: boolean; readonly rulebook?: Rulebook },
): Promise<DerivedDays> => {
  const least = new Date(wallMinute(addDays(from, -1), 0) * 60_000).toISOString()
  const latestIso = new Date(wallMinute(addDays(to, 3), 0) * 60_000).toISOString()
  const [rulebook, punchesAndLeaves] = await Promise.all([
    loadedRulebook ?? rulebookOf(tx, uids, [from, to], { anew }),
    tx.query<PunchOrLeave>(punchesAndLeavesText, [tx.orgId, uids, least, latestIso]),
  ])
  const byPerson = Map.groupBy(punchesAndLeaves, ({ uid }) => uid)
  const minute = Math.floor(now / 60_000)
  const days = uids.flatMap((uid) => {
    const planOf = rulebook.planOf(uid)
    const today = workDayAt(planOf, minute, rulebook.zone)
    const own = byPerson.get(uid) ?? []
    const off = own.flatMap(({ at, until }): Span[] => (until === null ? [] : [[minuteOf(at), minuteOf(until)]]))
    const punches = own.flatMap(({ punch, at, source, marks }) => (punch === null ? [] : [seenOf(punch, at, source, marks ?? [])]))
    const personDays: PersonDay[] = []
    for (let day = from; day <= to && day <= today; day = addDays(day, 1)) {
      const group = rulebook.groupOf(uid, day)
      if (!group) continue
      const countedPunches = punches.filter(({ marks }) => group.rules.offlineCounts || !marks.includes('offline'))
      const derivedDay = deriveDay({ day, zone: rulebook.zone, planOf, punches: countedPunches, leaves: off, now: minute })
      if (derivedDay) personDays.push({ uid, group: group.id, derived: derivedDay })
    }
    return personDays
  })
  return { rulebook, days }
}

/** A punch, or a leave, which has an end. */
type PunchOrLeave = { uid: Id; at: string; until: string | null; punch: Id | null; source: string | null; marks: PunchMark[] | null }

const seenOf = (id: Id, punchedAt: string, source: string | null, marks: readonly PunchMark[]): PunchSeen => ({
  id,
  minute: minuteOf(punchedAt),
  isField: source === 'field',
  marks,
})

const punchesAndLeavesText = `
  select uid, at, null::timestamptz as until, id as punch, source, marks from att_punch
  where org_id = $1 and uid = any ($2::bigint[]) and at >= $3 and at < $4 and voided_at is null
  union all
  select uid, from_at, to_at, null, null, null from att_leave
  where org_id = $1 and uid = any ($2::bigint[]) and to_at > $3 and from_at < $4
  order by uid, at, punch`

/** No one else works out the days of these people until the transaction is over: of two punches at once the second sees the first. */
export const lockDaysOf = async (tx: Tx, uids: readonly Id[]): Promise<void> => {
  await tx.query('select id from person where org_id = $1 and id = any ($2::bigint[]) order by id for no key update', [tx.orgId, uids])
}

/**
 * Works out the days of some people anew and keeps what came of them: rows that are as they were stay untouched, those of days that attendance
 * does not ask for any more go. `isLocked`: `lockDaysOf` was asked for these people in this transaction already.
 */
export const keepDays = async (
  tx: Tx,
  uids: readonly Id[],
  range: readonly [Day, Day],
  { isLocked = false, ...options }: { readonly anew?: boolean; readonly rulebook?: Rulebook; readonly isLocked?: boolean } = {},
): Promise<DerivedDays> => {
  const [derivation] = await Promise.all([derivedDays(tx, uids, range, { now: tx.now(), ...options }), isLocked || lockDaysOf(tx, uids)])
  const { days } = derivation
  const columnOf = <T>(pick: (day: PersonDay) => T): T[] => days.map(pick)
  await writeTogether(tx, [
    writePart(
      `delete from att_day d where d.org_id = $1 and d.uid = any ($2::bigint[]) and d.day between $3 and $4
         and not exists (select from unnest($5::bigint[], $6::date[]) as k (uid, day) where k.uid = d.uid and k.day = d.day)`,
      [tx.orgId, uids, ...range, columnOf(({ uid }) => uid), columnOf(({ derived }) => derived.day)],
    ),
    ...(days.length > 0 ? [writePart(keepText, [tx.orgId, new Date(tx.now()).toISOString(), JSON.stringify(days.map(rowOf))])] : []),
  ])
  return derivation
}

const rowOf = ({ uid, group, derived }: PersonDay) => ({
  uid,
  day: derived.day,
  group_id: group,
  shift_id: derived.shiftId,
  state: derived.state,
  is_settled: derived.isSettled,
  slots: derived.slots,
  lates: derived.lates,
  late_minutes: derived.lateMinutes,
  earlies: derived.earlies,
  early_minutes: derived.earlyMinutes,
  missings: derived.missings,
  absent_minutes: derived.absentMinutes,
  leave_minutes: derived.leaveMinutes,
  worked_minutes: derived.workedMinutes,
  overtime_minutes: derived.overtimeMinutes,
  fields: derived.fields,
  attended: derived.slots.some(({ punchId }) => punchId !== null),
})

const keepText = `
  insert into att_day as d (org_id, derived_at, uid, day, group_id, shift_id, state, is_settled, slots, lates, late_minutes, earlies, early_minutes,
    missings, absent_minutes, leave_minutes, worked_minutes, overtime_minutes, fields, attended)
  select o.org_id, $2::timestamptz, r.uid, r.day, r.group_id, r.shift_id, r.state, r.is_settled, r.slots, r.lates, r.late_minutes, r.earlies,
    r.early_minutes, r.missings, r.absent_minutes, r.leave_minutes, r.worked_minutes, r.overtime_minutes, r.fields, r.attended
  from organisation o cross join jsonb_to_recordset($3::jsonb) as r (uid bigint, day date, group_id bigint, shift_id bigint, state text, is_settled boolean, slots jsonb,
    lates int, late_minutes int, earlies int, early_minutes int, missings int, absent_minutes int, leave_minutes int, worked_minutes int,
    overtime_minutes int, fields int, attended boolean) where o.org_id = $1
  order by r.uid, r.day
  on conflict (org_id, uid, day) do update
  set group_id = excluded.group_id, shift_id = excluded.shift_id, state = excluded.state, is_settled = excluded.is_settled, slots = excluded.slots,
    lates = excluded.lates, late_minutes = excluded.late_minutes, earlies = excluded.earlies, early_minutes = excluded.early_minutes,
    missings = excluded.missings, absent_minutes = excluded.absent_minutes, leave_minutes = excluded.leave_minutes,
    worked_minutes = excluded.worked_minutes, overtime_minutes = excluded.overtime_minutes, fields = excluded.fields,
    attended = excluded.attended, revision = d.revision + 1, derived_at = excluded.derived_at
  where (d.group_id, d.shift_id, d.state, d.is_settled, d.slots, d.leave_minutes, d.worked_minutes, d.overtime_minutes, d.absent_minutes)
    is distinct from (excluded.group_id, excluded.shift_id, excluded.state, excluded.is_settled, excluded.slots, excluded.leave_minutes,
      excluded.worked_minutes, excluded.overtime_minutes, excluded.absent_minutes)`

/** A row of `att_day`. */
export type KeptDay = {
  readonly uid: Id
  readonly day: Day
  readonly shift_id: Id | null
  readonly state: DerivedDay['state']
  readonly is_settled: boolean
  readonly slots: readonly Slot[]
  readonly lates: number
  readonly late_minutes: number
  readonly earlies: number
  readonly early_minutes: number
  readonly missings: number
  readonly absent_minutes: number
  readonly leave_minutes: number
  readonly worked_minutes: number
  readonly overtime_minutes: number
  readonly fields: number
}

/** What is kept of a day, as it was worked out. */
export const derivedOf = (row: KeptDay): DerivedDay => ({
  day: row.day,
  shiftId: row.shift_id,
  state: row.state,
  isSettled: row.is_settled,
  slots: row.slots,
  lates: row.lates,
  lateMinutes: row.late_minutes,
  earlies: row.earlies,
  earlyMinutes: row.early_minutes,
  missings: row.missings,
  absentMinutes: row.absent_minutes,
  leaveMinutes: row.leave_minutes,
  workedMinutes: row.worked_minutes,
  overtimeMinutes: row.overtime_minutes,
  fields: row.fields,
})
