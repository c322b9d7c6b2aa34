import { firstOf } from '../../kernel/assert.ts'
import { type Day, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { GroupRules } from '../../domain/attendance/group.ts'
import { attendanceOperations as calls, type GroupRow } from '../../domain/attendance/operations.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { requireUnchanged } from '../db/rows.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { deriveAgain } from './days/deriveAgain.ts'
import { requireRecent } from './recent.ts'

const groupsAtMost = 300

export const groupHandlers: readonly Handler[] = [
  handle(calls.groups, async ({ tx }) => ({ list: await groupsOf(tx, null) })),
  handle(calls.group, ({ tx }, { id }) => groupNamed(tx, id)),
  handle(calls.saveGroup, async (call, { id = newId(), ...said }) => {
    const { tx, session } = call
    const [before] = await tx.query<{ name: string; uid: Id }>(
      'select name, created_by as uid from att_group where org_id = $1 and id = $2',
      [tx.orgId, id],
    )
    if (before && (before.name !== said.name || before.uid !== session.uid)) return refuse('id-used', '编号已用于另一个考勤组')
    if ((await groupsOf(tx, null)).length >= groupsAtMost) return refuse('attendance.groups', '考勤组最多{max}个', { max: groupsAtMost })
    await requireKnown(tx, id, said)
    await leaveDefault(tx, id, said.isDefault)
    await tx.query(
      'insert into att_group (org_id, id, name, is_default, created_by) values ($1, $2, $3, $4, $5) on conflict (org_id, id) do nothing',
      [tx.orgId, id, said.name, said.isDefault, session.uid],
    )
    return write(call, id, said)
  }),
  handle(calls.updateGroup, async (call, { id, version, ...said }) => {
    const { tx } = call
    const [storedRow] = await tx.query<{ version: number }>(
      'select version from att_group where org_id = $1 and id = $2 and deleted_at is null for update',
      [tx.orgId, id],
    )
    if (!storedRow) throw new NotFound()
    requireUnchanged('考勤组', version, storedRow.version)
    await requireKnown(tx, id, said)
    await leaveDefault(tx, id, said.isDefault)
    await tx.query('update att_group set name = $3, is_default = $4, version = version + 1 where org_id = $1 and id = $2', [
      tx.orgId,
      id,
      said.name,
      said.isDefault,
    ])
    return write(call, id, said)
  }),
  handle(calls.deleteGroups, async ({ tx }, { ids }) => {
    const today = dayAt(tx.now())
    await tx.query(
      `update att_group_member set until_day = greatest($3::date, from_day)
       where org_id = $1 and group_id = any ($2::bigint[]) and until_day is null`,
      [tx.orgId, ids, today],
    )
    const removedRows = await tx.query<{ id: Id }>(
      'update att_group set deleted_at = $3, version = version + 1 where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null returning id',
      [tx.orgId, ids, new Date(tx.now()).toISOString()],
    )
    await deriveAgain(tx, today)
    return { deleted: removedRows.length }
  }),
]

type GroupInput = {
  readonly name: string
  readonly isDefault: boolean
  readonly rules: GroupRules
  readonly uids: readonly Id[]
  readonly deptIds: readonly Id[]
  readonly fromDay?: Day | undefined
}

/** Rules and members from a day on; the person who comes from another group leaves that one then. */
const write = async ({ tx, session }: SignedIn, id: Id, input: GroupInput): Promise<GroupRow> => {
  const { rules, uids, deptIds, fromDay = dayAt(tx.now()) } = input
  requireRecent(tx, fromDay)
  await tx.query(
    `insert into att_group_version (org_id, group_id, from_day, rules, created_by) values ($1, $2, $3, $4, $5)
     on conflict (org_id, group_id, from_day) do update set rules = excluded.rules, created_by = excluded.created_by`,
    [tx.orgId, id, fromDay, rules, session.uid],
  )
  await tx.query(
    `delete from att_group_member where org_id = $1 and until_day is null and from_day >= $2
       and (group_id = $3 or uid = any ($4::bigint[]) or dept_id = any ($5::bigint[]))`,
    [tx.orgId, fromDay, id, uids, deptIds],
  )
  await tx.query(
    `update att_group_member set until_day = $2 where org_id = $1 and until_day is null
       and (group_id = $3 and not coalesce(uid = any ($4::bigint[]), dept_id = any ($5::bigint[]))
         or group_id <> $3 and (uid = any ($4::bigint[]) or dept_id = any ($5::bigint[])))`,
    [tx.orgId, fromDay, id, uids, deptIds],
  )
  await tx.query(
    `insert into att_group_member (org_id, id, group_id, uid, dept_id, from_day)
     select o.org_id, m.id, $2, m.uid, m.dept_id, $3 from organisation o cross join unnest($4::bigint[], $5::bigint[], $6::bigint[]) as m (id, uid, dept_id)
     where o.org_id = $1 and not exists (select from att_group_member o where o.org_id = $1 and o.until_day is null and o.group_id = $2
       and (o.uid = m.uid or o.dept_id = m.dept_id))`,
    [
      tx.orgId,
      id,
      fromDay,
      [...uids, ...deptIds].map(() => newId()),
      [...uids, ...deptIds.map(() => null)],
      [...uids.map(() => null), ...deptIds],
    ],
  )
  await deriveAgain(tx, fromDay)
  return groupNamed(tx, id)
}

/** There is one default: another one steps back. */
const leaveDefault = async (tx: Tx, id: Id, isDefault: boolean): Promise<void> => {
  if (isDefault)
    await tx.query('update att_group set is_default = false, version = version + 1 where org_id = $1 and id <> $2 and is_default', [
      tx.orgId,
      id,
    ])
}

const requireKnown = async (tx: Tx, id: Id, { name, rules, uids, deptIds }: GroupInput): Promise<void> => {
  const shifts = [...new Set(rules.week.filter((shift) => shift !== null))]
  const [takenNames, counts] = await Promise.all([
    tx.query('select from att_group where org_id = $1 and name = $2 and id <> $3 and deleted_at is null', [tx.orgId, name, id]),
    tx.query<{ shifts: number; places: number; people: number; departments: number }>(
      `select (select count(*)::int from att_shift where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null) as shifts,
         (select count(*)::int from att_place where org_id = $1 and id = any ($3::bigint[]) and deleted_at is null) as places,
         (select count(*)::int from person where org_id = $1 and id = any ($4::bigint[]) and deleted_at is null) as people,
         (select count(*)::int from department where org_id = $1 and id = any ($5::bigint[]) and deleted_at is null) as departments`,
      [tx.orgId, shifts, rules.placeIds, uids, deptIds],
    ),
  ])
  const count = firstOf(counts)
  if (takenNames.length > 0) refuse('field.exists', '{label}数据已经存在', { label: '考勤组名称' })
  const missing = (label: string): never => refuse('unknown-reference', '{label}不存在或已删除', { label })
  if (count.shifts < shifts.length) missing('班次')
  if (count.places < new Set(rules.placeIds).size) missing('打卡地点')
  if (count.people < new Set(uids).size) missing('人员')
  if (count.departments < new Set(deptIds).size) missing('部门')
}

/** Their people are counted as members named, and people of departments named; of the default the person who is in none is not. */
const groupsOf = (tx: QueryTx, id: Id | null): Promise<GroupRow[]> => tx.query<GroupRow>(groupsText, [tx.orgId, id])

const groupsText = `
  select g.id, g.name, g.is_default as "isDefault", g.version, v.from_day as "fromDay", v.rules,
    coalesce(m.uids, '{}') as uids, coalesce(m.depts, '{}') as "deptIds", coalesce(m.people, 0)::int as people, coalesce(m.names, '{}'::jsonb) as names
  from att_group g
  join lateral (select v.from_day, v.rules from att_group_version v where v.org_id = $1 and v.group_id = g.id order by v.from_day desc limit 1) v on true
  left join lateral (
    select array_agg(m.uid::text order by p.user_name collate by_pinyin, m.uid) filter (where m.uid is not null) as uids,
      array_agg(m.dept_id::text order by d.dept_name collate by_pinyin, m.dept_id) filter (where m.dept_id is not null) as depts,
      jsonb_object_agg(coalesce(m.uid, m.dept_id)::text, coalesce(p.user_name, d.dept_name)) as names,
      count(m.uid) + coalesce(sum((select count(*) from person o where o.org_id = $1 and o.dept_id = m.dept_id and o.state = 'active' and o.deleted_at is null)), 0) as people
    from att_group_member m
    left join person p on p.org_id = $1 and p.id = m.uid
    left join department d on d.org_id = $1 and d.id = m.dept_id
    where m.org_id = $1 and m.group_id = g.id and m.until_day is null) m on true
  where g.org_id = $1 and g.deleted_at is null and ($2::bigint is null or g.id = $2) order by g.is_default desc, g.name collate by_pinyin, g.id limit 300`

const groupNamed = async (tx: QueryTx, id: Id): Promise<GroupRow> => {
  const [group] = await groupsOf(tx, id)
  if (!group) throw new NotFound()
  return group
}
