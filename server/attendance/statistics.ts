import { lastOf } from '../../kernel/assert.ts'
import { addDays, type Day, dayAt, daysBetween } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isAnnounced } from '../../domain/calendar/workCalendar.ts'
import { attendanceOperations as calls, type AttendanceSums, monthDays } from '../../domain/attendance/operations.ts'
import { calendarOf } from '../calendar/calendar.ts'
import { handle, type Handler, handleOneByOne } from '../call.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { listFile } from '../records/export/lists.ts'
import { derivedDays, derivedOf, type KeptDay, type PersonDay } from './days/days.ts'
import { rulebookOf } from './days/rules.ts'
import { dayRowOf, sumsOf } from './rows.ts'
import { departmentsInSight, requireInSight, sightOf } from './sight.ts'

export const statisticsHandlers: readonly Handler[] = [
  handle(calls.days, async ({ tx, session }, { uid = session.uid, month, from, to }) => {
    const userName = await requireInSight(tx, session, uid)
    const range = rangeOf(tx.now(), month, from, to)
    const [dayRows, { settings, years }] = await Promise.all([personDays(tx, uid, range), calendarOf(tx)])
    return {
      uid,
      userName,
      days: dayRows.days.map(({ derived }) => dayRowOf(derived, dayRows.rulebook)),
      sums: sumsOf(dayRows.days.map(({ derived }) => derived)),
      isAnnounced: isAnnounced(settings, range[1], years),
    }
  }),
  handle(calls.reach, async ({ tx, session }) => {
    const { all, departments } = await sightOf(tx, session)
    return { all, mayExport: session.codes.has('attstat:export'), departments: [...departments] }
  }),
  handle(calls.month, async ({ tx, session }, { month, from, to, deptId, after, limit }) => {
    const departments = await departmentsInSight(tx, session, deptId)
    const list = await monthOf(tx, rangeOf(tx.now(), month, from, to), { departments, after, limit })
    return { list, next: list.length === limit ? lastOf(list).uid : null }
  }),
  handle(calls.day, async ({ tx, session }, { day = dayAt(tx.now()), deptId, after, limit }) => {
    const departments = await departmentsInSight(tx, session, deptId)
    const values = [tx.orgId, departments, day]
    const [people, states] = await Promise.all([
      tx.query<{ uid: Id; userName: string; deptName: string | null }>(dayPeopleText, [...values, after ?? '0', limit]),
      tx.query<{ state: string; n: number }>(statesText, values),
    ])
    const uids = people.map(({ uid }) => uid)
    const { rulebook, days } = await derivedDays(tx, uids, [day, day], { now: tx.now() })
    const byPerson = new Map(days.map((day) => [day.uid, day.derived]))
    return {
      day,
      counts: Object.fromEntries(states.map(({ state, n }) => [state, n])),
      list: people.flatMap((person) => {
        const personDays = byPerson.get(person.uid)
        return personDays ? [{ ...person, row: dayRowOf(personDays, rulebook) }] : []
      }),
      next: people.length === limit ? lastOf(people).uid : null,
    }
  }),
  handleOneByOne(calls.export, async (call, { month, deptId, format }) => {
    const { session } = call
    await call.inTransaction((tx) =>
      tx.query('insert into att_export (org_id, id, uid, month, dept_id) values ($1, $2, $3, $4, $5)', [
        tx.orgId,
        newId(),
        session.uid,
        month,
        deptId ?? null,
      ]),
    )
    return listFile<MonthRow>(call, async (tx) => {
      const departments = await departmentsInSight(tx, session, deptId)
      const range = monthDays(month)
      return {
        title: '考勤月报',
        format,
        columns,
        read: (next, before) => monthOf(next, range, { departments, after: before?.uid, limit: 1000 }),
      }
    })
  }),
]

const columns = [
  { label: '姓名', cell: (row: MonthRow) => row.userName },
  { label: '部门', cell: (row: MonthRow) => row.deptName },
  ...(
    [
      ['应出勤天数', 'due'],
      ['出勤天数', 'attended'],
      ['休息日出勤天数', 'restDays'],
      ['迟到次数', 'lates'],
      ['迟到分钟', 'lateMinutes'],
      ['早退次数', 'earlies'],
      ['早退分钟', 'earlyMinutes'],
      ['缺卡次数', 'missings'],
      ['旷工天数', 'absentDays'],
      ['请假分钟', 'leaveMinutes'],
      ['工作分钟', 'workedMinutes'],
      ['加班分钟', 'overtimeMinutes'],
      ['外勤次数', 'fields'],
    ] as const
  ).map(([label, key]) => ({ label, cell: (row: MonthRow) => String(row[key]), amount: true })),
]

/** So many days are added up at once. */
const daysAtMost = 366

/** The month that was asked for, the days that were named, or this month. */
const rangeOf = (now: number, month: string | undefined, from: Day | undefined, to: Day | undefined): readonly [Day, Day] => {
  if (month === undefined && from !== undefined && to !== undefined) {
    if (from > to || daysBetween(from, to) >= daysAtMost) refuse('attendance.span', '请选择{days}天以内的时间', { days: daysAtMost })
    return [from, to]
  }
  return monthDays(month ?? dayAt(now).slice(0, 7))
}

/** The days of one person: settled ones as they were kept, the others by what is known now. */
const personDays = async (tx: Tx, uid: Id, [from, to]: readonly [Day, Day]) => {
  const now = tx.now()
  const storedDays = await tx.query<KeptDay & { group_id: Id }>(keptText, [tx.orgId, uid, from, to])
  const rowByDay = new Map(storedDays.map((row) => [row.day, row]))
  const today = dayAt(now)
  const last = addDays(today, 1) < to ? addDays(today, 1) : to
  let open = from
  while (open <= last && rowByDay.has(open)) open = addDays(open, 1)
  const days = storedDays.map((row): PersonDay => ({ uid, group: row.group_id, derived: derivedOf(row) }))
  if (open > last) return { rulebook: await rulebookOf(tx, [uid], [from, from]), days }
  const fresh = await derivedDays(tx, [uid], [open, last], { now })
  return {
    rulebook: fresh.rulebook,
    days: [...days, ...fresh.days.filter(({ derived }) => !rowByDay.has(derived.day))].toSorted((a, b) =>
      a.derived.day < b.derived.day ? -1 : 1,
    ),
  }
}

const keptText = `
  select uid, day, group_id, shift_id, state, is_settled, slots, lates, late_minutes, earlies, early_minutes, missings, absent_minutes, leave_minutes,
    worked_minutes, overtime_minutes, fields
  from att_day where org_id = $1 and uid = $2 and day between $3 and $4 and is_settled order by day`

type MonthRow = AttendanceSums & { readonly uid: Id; readonly userName: string; readonly deptName: string | null }

const monthOf = (
  tx: QueryTx,
  [from, to]: readonly [Day, Day],
  { departments, after, limit }: { readonly departments: readonly Id[] | null; readonly after: Id | undefined; readonly limit: number },
): Promise<MonthRow[]> => tx.query<MonthRow>(monthText, [tx.orgId, departments, from, to, after ?? '0', limit])

const monthText = `
  select p.id as uid, p.user_name as "userName", d.dept_name as "deptName", s.due, s.attended, s."restDays", s.lates, s."lateMinutes", s.earlies, s."earlyMinutes",
    s.missings, s."absentDays", s."absentMinutes", s."leaveMinutes", s."workedMinutes", s."overtimeMinutes", s.fields
  from person p
  left join department d on d.org_id = $1 and d.id = p.dept_id
  join lateral (
    select count(*)::int as n, count(*) filter (where a.shift_id is not null and (a.is_settled or a.attended))::int as due,
      count(*) filter (where a.attended and a.state <> 'rest')::int as attended,
      count(*) filter (where a.attended and a.state = 'rest')::int as "restDays",
      coalesce(sum(a.lates), 0)::int as lates, coalesce(sum(a.late_minutes), 0)::int as "lateMinutes",
      coalesce(sum(a.earlies), 0)::int as earlies, coalesce(sum(a.early_minutes), 0)::int as "earlyMinutes",
      coalesce(sum(a.missings), 0)::int as missings, count(*) filter (where a.state = 'absent')::int as "absentDays",
      coalesce(sum(a.absent_minutes), 0)::int as "absentMinutes", coalesce(sum(a.leave_minutes), 0)::int as "leaveMinutes",
      coalesce(sum(a.worked_minutes), 0)::int as "workedMinutes", coalesce(sum(a.overtime_minutes), 0)::int as "overtimeMinutes",
      coalesce(sum(a.fields), 0)::int as fields
    from att_day a where a.org_id = $1 and a.uid = p.id and a.day between $3 and $4) s on s.n > 0
  where p.org_id = $1 and p.id > $5 and ($2::bigint[] is null or p.dept_id = any ($2::bigint[])) order by p.id limit $6`

/** A day that is not over includes people without any record yet. */
const dayPeopleText = `
  select p.id as uid, p.user_name as "userName", d.dept_name as "deptName" from person p
  left join department d on d.org_id = $1 and d.id = p.dept_id
  where p.org_id = $1 and ($2::bigint[] is null or p.dept_id = any ($2::bigint[])) and p.id > $4 and p.deleted_at is null
    and (p.state = 'active' or exists (select from att_day a where a.org_id = $1 and a.uid = p.id and a.day = $3)) order by p.id limit $5`

const statesText = `
  select a.state, count(*)::int as n from att_day a join person p on p.org_id = $1 and p.id = a.uid
  where a.org_id = $1 and a.day = $3 and ($2::bigint[] is null or p.dept_id = any ($2::bigint[])) group by a.state`
