import { firstOf, lastOf } from '../../../kernel/assert.ts'
import { addDays, type Day, dayAt, minutesBetween, type Minute } from '../../../kernel/day.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Entry } from '../../../domain/attendance/entry.ts'
import { workDayAt } from '../../../domain/attendance/plan.ts'
import { wallMinute, wallOf } from '../../../domain/attendance/wall.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { announce } from '../../messaging/outbox.ts'
import { keepDays } from './days.ts'
import { rulebookOf } from './rules.ts'

/** Refuses a punch that is still to come: when it is applied for, and once more when it is written. */
export const requirePast = (entries: readonly Entry[], now: number): void => {
  if (entries.some((entry) => entry.book === 'punch' && epochOf(entry.at) * 60_000 > now))
    refuse('attendance.makeupAhead', '补卡时间还没有到')
}

/** Writes what an approved document says of its author's attendance, and works his days out anew. */
export const writeEntries = async (
  tx: Tx,
  { documentId, actor, entries }: { readonly documentId: Id; readonly actor: Id; readonly entries: readonly Entry[] },
): Promise<void> => {
  const { uid } = await onlyRow(
    tx.query<{ uid: Id }>('select author_uid as uid from document where org_id = $1 and id = $2', [tx.orgId, documentId]),
  )
  const punches = entries.flatMap((entry) => (entry.book === 'punch' ? [epochOf(entry.at)] : []))
  const leaves = entries.flatMap((entry) =>
    entry.book === 'leave' ? [{ kind: entry.kind, from: epochOf(entry.from), to: epochOf(entry.to) }] : [],
  )
  requirePast(entries, tx.now())
  const days = [...punches, ...leaves.flatMap(({ from, to }) => [from, to])].map((minute) => wallOf(minute).day).toSorted()
  const [first, last] = [addDays(firstOf(days), -1), lastOf(days)]
  const rulebook = await rulebookOf(tx, [uid], [first, last])
  const planOf = rulebook.planOf(uid)
  await Promise.all([
    punches.length > 0 &&
      tx.query(
        `insert into att_punch (org_id, id, uid, at, source, work_day, document_id, created_by)
         select o.org_id, p.id, $2, p.at, 'makeup', p.day, $3, $4 from organisation o cross join unnest($5::bigint[], $6::timestamptz[], $7::date[]) as p (id, at, day) where o.org_id = $1`,
        [
          tx.orgId,
          uid,
          documentId,
          actor,
          punches.map(() => newId()),
          punches.map(momentOf),
          punches.map((minute) => workDayAt(planOf, minute, rulebook.zone)),
        ],
      ),
    leaves.length > 0 &&
      tx.query(
        `insert into att_leave (org_id, id, uid, kind, from_at, to_at, document_id)
         select o.org_id, l.id, $2, l.kind, l.from_at, l.to_at, $3
         from organisation o cross join unnest($4::bigint[], $5::text[], $6::timestamptz[], $7::timestamptz[]) as l (id, kind, from_at, to_at) where o.org_id = $1`,
        [
          tx.orgId,
          uid,
          documentId,
          leaves.map(() => newId()),
          leaves.map(({ kind }) => kind),
          leaves.map(({ from }) => momentOf(from)),
          leaves.map(({ to }) => momentOf(to)),
        ],
      ),
  ])
  await keepDays(tx, [uid], [first, last])
  await announceDays(tx, uid)
}

/** Takes out again what a document wrote: its punches stay where they are and count no more, its time off goes. */
export const takeEntriesBack = async (tx: Tx, documentId: Id): Promise<void> => {
  const [punches, leaves] = await Promise.all([
    tx.query<{ uid: Id; from: string; to: string }>(
      'update att_punch set voided_at = $3 where org_id = $1 and document_id = $2 and voided_at is null returning uid, at as "from", at as "to"',
      [tx.orgId, documentId, new Date(tx.now()).toISOString()],
    ),
    tx.query<{ uid: Id; from: string; to: string }>(
      'delete from att_leave where org_id = $1 and document_id = $2 returning uid, from_at as "from", to_at as "to"',
      [tx.orgId, documentId],
    ),
  ])
  const removedEntries = [...punches, ...leaves]
  if (removedEntries.length === 0) return
  const days = removedEntries.flatMap(({ from, to }): Day[] => [dayAt(Date.parse(from)), dayAt(Date.parse(to))]).toSorted()
  await keepDays(tx, [firstOf(removedEntries).uid], [addDays(firstOf(days), -1), lastOf(days)])
  await announceDays(tx, firstOf(removedEntries).uid)
}

/** Says to open screens that days of a person have changed. */
const announceDays = (tx: Tx, uid: Id): Promise<void> => announce(tx, { topic: 'attendance', body: { uids: [uid] } })

const epochOf = (minute: Minute): number => {
  const day = minute.slice(0, 10)
  return wallMinute(day, minutesBetween(`${day} 00:00`, minute))
}
const momentOf = (minute: number): string => new Date(minute * 60_000).toISOString()
