import { type Day, dayAt } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type ShiftRules, shiftTimes } from '../../domain/attendance/shift.ts'
import { attendanceOperations as calls, type ShiftRow } from '../../domain/attendance/operations.ts'
import { handle, type Handler } from '../call.ts'
import { requireUnchanged } from '../db/rows.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { deriveAgain } from './days/deriveAgain.ts'
import { requireRecent } from './recent.ts'

const shiftsAtMost = 500

export const shiftHandlers: readonly Handler[] = [
  handle(calls.shifts, async ({ tx }) => ({ list: (await shiftsOf(tx, null)).map(rowOf) })),
  handle(calls.shift, ({ tx }, { id }) => shiftNamed(tx, id)),
  handle(calls.saveShift, async ({ tx, session }, { id = newId(), name, rules, fromDay = dayAt(tx.now()) }) => {
    requireRecent(tx, fromDay)
    const [before] = await shiftsOf(tx, id)
    if (before && (before.name !== name || before.uid !== session.uid)) return refuse('id-used', '编号已用于另一个班次')
    if ((await shiftsOf(tx, null)).length >= shiftsAtMost) return refuse('attendance.shifts', '班次最多{max}个', { max: shiftsAtMost })
    await requireName(tx, id, name)
    await tx.query('insert into att_shift (org_id, id, name, created_by) values ($1, $2, $3, $4) on conflict (org_id, id) do nothing', [
      tx.orgId,
      id,
      name,
      session.uid,
    ])
    await writeRules(tx, id, { fromDay, rules, uid: session.uid })
    return shiftNamed(tx, id)
  }),
  handle(calls.updateShift, async ({ tx, session }, { id, version, name, rules, fromDay = dayAt(tx.now()) }) => {
    requireRecent(tx, fromDay)
    const [storedRow] = await tx.query<{ version: number }>(
      'select version from att_shift where org_id = $1 and id = $2 and deleted_at is null for update',
      [tx.orgId, id],
    )
    if (!storedRow) throw new NotFound()
    requireUnchanged('班次', version, storedRow.version)
    await requireName(tx, id, name)
    await tx.query('update att_shift set name = $3, version = version + 1 where org_id = $1 and id = $2', [tx.orgId, id, name])
    await writeRules(tx, id, { fromDay, rules, uid: session.uid })
    await deriveAgain(tx, fromDay)
    return shiftNamed(tx, id)
  }),
  handle(calls.deleteShifts, async ({ tx }, { ids }) => {
    const [usedRow] = await tx.query<{ name: string; group: string }>(usedText, [tx.orgId, ids])
    if (usedRow) refuse('attendance.shiftUsed', '“{name}”用在考勤组“{group}”里，不能删除', { name: usedRow.name, group: usedRow.group })
    const removedRows = await tx.query<{ id: Id }>(
      'update att_shift set deleted_at = $3, version = version + 1 where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null returning id',
      [tx.orgId, ids, new Date(tx.now()).toISOString()],
    )
    return { deleted: removedRows.length }
  }),
]

const usedText = `
  select s.name, g.name as group from att_shift s
  join att_group g on g.org_id = $1 and g.deleted_at is null
  join lateral (select v.rules from att_group_version v where v.org_id = $1 and v.group_id = g.id order by v.from_day desc limit 1) v on true
  where s.org_id = $1 and s.id = any ($2::bigint[]) and v.rules -> 'week' @> to_jsonb(s.id::text) limit 1`

const requireName = async (tx: Tx, id: Id, name: string): Promise<void> => {
  const namesakes = await tx.query('select from att_shift where org_id = $1 and name = $2 and id <> $3 and deleted_at is null', [
    tx.orgId,
    name,
    id,
  ])
  if (namesakes.length > 0) refuse('field.exists', '{label}数据已经存在', { label: '班次名称' })
}

const writeRules = (
  tx: Tx,
  id: Id,
  { fromDay, rules, uid }: { readonly fromDay: Day; readonly rules: ShiftRules; readonly uid: Id },
): Promise<unknown> =>
  tx.query(
    `insert into att_shift_version (org_id, shift_id, from_day, rules, created_by) values ($1, $2, $3, $4, $5)
     on conflict (org_id, shift_id, from_day) do update set rules = excluded.rules, created_by = excluded.created_by`,
    [tx.orgId, id, fromDay, rules, uid],
  )

type StoredShift = { id: Id; name: string; version: number; fromDay: Day; rules: ShiftRules; uid: Id }

const shiftsOf = (tx: QueryTx, id: Id | null): Promise<StoredShift[]> =>
  tx.query<StoredShift>(
    `select s.id, s.name, s.version, v.from_day as "fromDay", v.rules, s.created_by as uid from att_shift s
     join lateral (select v.from_day, v.rules from att_shift_version v where v.org_id = $1 and v.shift_id = s.id order by v.from_day desc limit 1) v on true
     where s.org_id = $1 and s.deleted_at is null and ($2::bigint is null or s.id = $2) order by s.name collate by_pinyin, s.id limit 500`,
    [tx.orgId, id],
  )

const rowOf = ({ uid: _, ...stored }: StoredShift): ShiftRow => ({ ...stored, times: shiftTimes(stored.rules) })

const shiftNamed = async (tx: QueryTx, id: Id): Promise<ShiftRow> => {
  const [stored] = await shiftsOf(tx, id)
  if (!stored) throw new NotFound()
  return rowOf(stored)
}
