import { lastOf, firstOf } from '../../kernel/assert.ts'
import { addDays, type Day, dayAt, daysBetween } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { attendanceOperations as calls, type RosterEntry } from '../../domain/attendance/operations.ts'
import { handle, type Handler } from '../call.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { Forbidden } from '../httpError.ts'
import { deriveAgain } from './days/deriveAgain.ts'
import { requireRecent } from './recent.ts'
import { onlyRow } from '../db/rows.ts'

/** So many days are filled or shown at once. */
const daysAtMost = 62

export const rosterHandlers: readonly Handler[] = [
  handle(calls.roster, async ({ tx }, { groupId, from, to, after, limit }) => {
    requireSpan(from, to)
    const people = await tx.query<{ uid: Id; userName: string }>(peopleText, [tx.orgId, groupId, after ?? '0', limit])
    const entries = await entriesOf(
      tx,
      people.map(({ uid }) => uid),
      from,
      to,
    )
    return { people, entries, next: people.length === limit ? lastOf(people).uid : null }
  }),
  handle(calls.rosterOf, async ({ tx, session }, { id }) => {
    if (id !== session.uid && !session.codes.has('attgroup:save')) throw new Forbidden()
    const first = `${dayAt(tx.now()).slice(0, 7)}-01`
    return { entries: await entriesOf(tx, [id], first, addDays(first, daysAtMost - 1)) }
  }),
  handle(calls.saveRoster, ({ tx, session }, { entries }) => write(tx, session.uid, entries)),
  handle(calls.updateRoster, ({ tx, session }, { uids, from, to, cycle, step }) => {
    requireSpan(from, to)
    const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
    return write(
      tx,
      session.uid,
      uids.flatMap((uid, place) => days.map((day, index) => ({ uid, day, shiftId: cycle[(index + place * step) % cycle.length]! }))),
    )
  }),
  handle(calls.deleteRoster, async ({ tx }, { uids, from, to }) => {
    requireSpan(from, to)
    requireRecent(tx, from)
    const removedRows = await tx.query<{ day: Day }>(
      'delete from att_roster where org_id = $1 and uid = any ($2::bigint[]) and day between $3 and $4 returning day',
      [tx.orgId, uids, from, to],
    )
    await followRoster(tx, from)
    return { deleted: removedRows.length }
  }),
]

const requireSpan = (from: Day, to: Day): void => {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > daysAtMost) refuse('attendance.span', '请选择{days}天以内的时间', { days: daysAtMost })
}

/** Each person and day once: of several words the last holds. */
const write = async (tx: Tx, byUid: Id, newEntries: readonly RosterEntry[]): Promise<{ saved: number }> => {
  const entries = [...new Map(newEntries.map((entry) => [`${entry.uid}/${entry.day}`, entry])).values()]
  const first = firstOf(entries.map(({ day }) => day).toSorted())
  requireRecent(tx, first)
  const shifts = [...new Set(entries.flatMap(({ shiftId }) => shiftId ?? []))]
  const people = [...new Set(entries.map(({ uid }) => uid))]
  const counts = await onlyRow(
    tx.query<{ shifts: number; people: number }>(
      `select (select count(*)::int from att_shift where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null) as shifts,
       (select count(*)::int from person where org_id = $1 and id = any ($3::bigint[]) and deleted_at is null) as people`,
      [tx.orgId, shifts, people],
    ),
  )
  if (counts.shifts < shifts.length) refuse('unknown-reference', '{label}不存在或已删除', { label: '班次' })
  if (counts.people < people.length) refuse('unknown-reference', '{label}不存在或已删除', { label: '人员' })
  await tx.query(
    `insert into att_roster (org_id, uid, day, shift_id, updated_by, updated_at)
     select o.org_id, r.uid, r.day, r.shift_id, $2, $3::timestamptz from organisation o cross join unnest($4::bigint[], $5::date[], $6::bigint[]) as r (uid, day, shift_id) where o.org_id = $1
     order by r.uid, r.day
     on conflict (org_id, uid, day) do update set shift_id = excluded.shift_id, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [
      tx.orgId,
      byUid,
      new Date(tx.now()).toISOString(),
      entries.map(({ uid }) => uid),
      entries.map(({ day }) => day),
      entries.map(({ shiftId }) => shiftId),
    ],
  )
  await followRoster(tx, first)
  return { saved: entries.length }
}

/** Windows of the day before end where the next shift begins. */
const followRoster = async (tx: Tx, first: Day): Promise<void> => {
  if (first <= addDays(dayAt(tx.now()), 1)) await deriveAgain(tx, addDays(first, -1), { anew: false })
}

const entriesOf = (tx: QueryTx, uids: readonly Id[], from: Day, to: Day): Promise<RosterEntry[]> =>
  tx.query<RosterEntry>(
    `select uid, day, shift_id as "shiftId" from att_roster
     where org_id = $1 and uid = any ($2::bigint[]) and day between $3 and $4 order by uid, day`,
    [tx.orgId, uids, from, to],
  )

/** The people of a group: those named, and those of the departments named with all below them, as far as no one names them elsewhere. */
const peopleText = `
  with recursive dept (id) as (
    select dept_id from att_group_member where org_id = $1 and group_id = $2 and dept_id is not null and until_day is null
    union
    select d.id from department d join dept on d.parent_id = dept.id where d.org_id = $1 and d.deleted_at is null
      and not exists (select from att_group_member o where o.org_id = $1 and o.dept_id = d.id and o.until_day is null and o.group_id <> $2))
  select p.id as uid, p.user_name as "userName" from person p
  where p.org_id = $1 and p.state = 'active' and p.deleted_at is null and p.id > $3
    and (exists (select from att_group_member m where m.org_id = $1 and m.group_id = $2 and m.uid = p.id and m.until_day is null)
      or p.dept_id in (select id from dept) and not exists (select from att_group_member m where m.org_id = $1 and m.uid = p.id and m.until_day is null))
  order by p.id limit $4`
