import type { Id } from '../../../kernel/id.ts'
import { lastOf } from '../../../kernel/assert.ts'
import { dueAt } from '../../../domain/calendar/deadline.ts'
import { calendarJob, workCalendarOf } from '../../calendar/calendar.ts'
import type { Tx } from '../../db/tx.ts'
import type { Job, PieceWorker } from '../../jobs/jobs.ts'
import { readEntries, timerJob } from './store.ts'

/** Moves the deadlines that are running after the organisation's calendar has changed, one process at a time in the order of their ids. */
export const deadlineWorker: PieceWorker = {
  kind: calendarJob,
  piece: async (database, { orgId, id, body }: Job<{ revision: number; after?: Id }>) => {
    const { revision, after = '0' } = body
    const processes = await database.reading(orgId, (tx) => tx.query<{ id: Id }>(waitingText, [orgId, timerJob, after]))
    for (const process of processes) await database.inTransaction(orgId, (tx) => moveDeadlines(tx, process.id))
    if (processes.length < atOnce) return false
    // Where the calendar was changed again meanwhile, all of it begins anew.
    await database.inTransaction(orgId, (tx) => tx.query(goneOnText, [orgId, id, revision, lastOf(processes).id]))
    return true
  },
}

const atOnce = 100

/** The moments are computed anew from when each wait began. */
const moveDeadlines = async (tx: Tx, processId: Id): Promise<void> => {
  await tx.query('select 1 from wf_instance where org_id = $1 and id = $2 for update', [tx.orgId, processId])
  const [entries, calendar] = await Promise.all([readEntries(tx, processId), workCalendarOf(tx)])
  const waits = new Map(
    entries.flatMap(({ at, events }) =>
      events.flatMap((event) => (event.t === 'TimerSet' ? [[event.timer, { at, ...event }] as const] : [])),
    ),
  )
  for (const { timer, at, wait, step, tasks, act, index, n } of waits.values()) {
    const due = dueAt(at, wait, calendar)
    await tx.query(`update job set due_at = $4 where org_id = $1 and kind = $2 and key = $3 and done_at is null and due_at <> $4`, [
      tx.orgId,
      timerJob,
      `${processId}/${timer}`,
      due,
    ])
    if (act === 'wait' || index > 0 || n > 0) continue
    await tx.query(
      `update wf_task set due_at = $4 where org_id = $1 and instance_id = $2 and step_id = $3 and status in (0, 1)
         and ($5::bigint[] is null or id = any ($5))`,
      [tx.orgId, processId, step, due, tasks ?? null],
    )
  }
}

const waitingText = `
  select distinct (body ->> 'processId')::bigint as id from job
  where org_id = $1 and kind = $2 and done_at is null and (body ->> 'processId')::bigint > $3
  order by id limit ${atOnce}`

const goneOnText = `
  update job set body = body || jsonb_build_object('after', $4::text)
  where org_id = $1 and id = $2 and body ->> 'revision' = $3::text`
