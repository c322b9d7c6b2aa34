import { firstOf, lastOf, entryOf } from '../../kernel/assert.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { workDayAt } from '../../domain/attendance/plan.ts'
import { wallOf } from '../../domain/attendance/wall.ts'
import { attendanceOperations as calls } from '../../domain/attendance/operations.ts'
import { handle, type Handler } from '../call.ts'
import { keepDays, lockDaysOf, minuteOf } from './days/days.ts'
import { rulebookOf } from './days/rules.ts'

/** Punches of time clocks and sheets: what a device says twice, or within the same minute, is one punch. */
export const importHandlers: readonly Handler[] = [
  handle(calls.importPunches, async ({ tx, session }, { source, deviceId, rows }) => {
    const numbers = [...new Set(rows.map(({ number }) => number))]
    const people = await tx.query<{ id: Id; number: string | null }>(
      `select id, coalesce(case when employee_no = any ($2::text[]) then employee_no end, username) as number from person
       where org_id = $1 and deleted_at is null and (employee_no = any ($2::text[]) or username = any ($2::text[]))`,
      [tx.orgId, numbers],
    )
    const byNumber = new Map(people.map(({ id, number }) => [number, id]))
    const readable = rows.flatMap(({ number, at }) => {
      const uid = byNumber.get(number)
      return uid === undefined || Date.parse(at) > tx.now() ? [] : [{ uid, at, minute: minuteOf(at) }]
    })
    const unknown = numbers.filter((number) => !byNumber.has(number)).slice(0, 100)
    if (readable.length === 0) return { imported: 0, known: 0, unknown }
    const uids = [...new Set(readable.map(({ uid }) => uid))].toSorted()
    await lockDaysOf(tx, uids)
    const times = readable.map(({ at }) => at).toSorted()
    const range = [wallOf(minuteOf(firstOf(times))).day, wallOf(minuteOf(lastOf(times))).day] as const
    const [rulebook, storedPunches] = await Promise.all([
      rulebookOf(tx, uids, [addDays(range[0], -2), addDays(range[1], 1)]),
      tx.query<{ uid: Id; at: string }>(
        `select uid, at from att_punch where org_id = $1 and uid = any ($2::bigint[]) and at between $3::timestamptz - interval '1 minute' and $4
           and source in ('device', 'import') and voided_at is null`,
        [tx.orgId, uids, times[0], times.at(-1)],
      ),
    ])
    const storedKeys = new Set(storedPunches.map(({ uid, at }) => `${uid}/${minuteOf(at)}`))
    const plans = new Map(uids.map((uid) => [uid, rulebook.planOf(uid)]))
    const fresh = readable.flatMap(({ uid, at, minute }) => {
      const key = `${uid}/${minute}`
      if (storedKeys.has(key)) return []
      storedKeys.add(key)
      return [{ uid, at, day: workDayAt(entryOf(plans, uid), minute, rulebook.zone) }]
    })
    if (fresh.length === 0) return { imported: 0, known: readable.length, unknown }
    const columnOf = <T>(pick: (punch: { uid: Id; at: string; day: Day }) => T): T[] => fresh.map(pick)
    await tx.query(
      `insert into att_punch (org_id, id, uid, at, source, device_id, work_day, created_by)
       select o.org_id, p.id, p.uid, p.at, $2, $3, p.day, $4 from organisation o cross join unnest($5::bigint[], $6::bigint[], $7::timestamptz[], $8::date[]) as p (id, uid, at, day) where o.org_id = $1`,
      [
        tx.orgId,
        source,
        deviceId ?? null,
        session.uid,
        columnOf(() => newId()),
        columnOf(({ uid }) => uid),
        columnOf(({ at }) => at),
        columnOf(({ day }) => day),
      ],
    )
    const days = columnOf(({ day }) => day).toSorted()
    await keepDays(tx, uids, [firstOf(days), lastOf(days)])
    return { imported: fresh.length, known: readable.length - fresh.length, unknown }
  }),
]
