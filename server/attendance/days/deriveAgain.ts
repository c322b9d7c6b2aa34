import { addDays, type Day, dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Logger } from 'pino'
import type { Database } from '../../db/pool.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, type Job, type PieceWorker, type WholeWorker } from '../../jobs/jobs.ts'
import { calendarDaysJob } from '../../calendar/calendar.ts'
import { announce } from '../../messaging/outbox.ts'
import { keepDays } from './days.ts'
import { planPunchReminder } from './punchReminders.ts'
import { firstOf } from '../../../kernel/assert.ts'

/** The kind of the job that works out days anew: after rules have changed, and every hour those whose windows have closed. */
const daysJob = 'attendance.days'

/** How far back rules may be changed. */
export const rulesBackDays = 62
/** So long exact points, photos and devices of punches are kept. */
const keptPlacesDays = 731

type Body = { readonly from: Day; readonly anew: boolean; readonly after: Id }

/** The days of everyone from one on are worked out anew, soon. `anew`: by the groups of today, also where they were settled. */
export const deriveAgain = async (tx: Tx, from: Day, { anew = true }: { readonly anew?: boolean } = {}): Promise<void> => {
  const [waitingRow] = await tx.query<{ body: Body }>(
    `select body from job where org_id = $1 and kind = $2 and key = '' and done_at is null and body ->> 'from' is not null`,
    [tx.orgId, daysJob],
  )
  const before = waitingRow?.body
  const body: Body = { from: before && before.from < from ? before.from : from, anew: anew || (before?.anew ?? false), after: '0' }
  await enqueue(tx, { kind: daysJob, key: '', body })
}

/** After a new calendar, or a year that was imported: all days that rules may still change, by the groups that they were settled by. */
export const calendarDaysWorker: WholeWorker = {
  kind: calendarDaysJob,
  run: (tx) => deriveAgain(tx, addDays(dayAt(tx.now()), -rulesBackDays), { anew: false }),
}

/** Some people at a time; when all are done, whatever is older than may be kept goes, and the next hour is asked for. */
export const daysWorker: PieceWorker = {
  kind: daysJob,
  piece: (database, { orgId, id, body }: Job<Partial<Body>>) =>
    database.inTransaction(orgId, async (tx) => {
      const today = dayAt(tx.now())
      const { from, anew = false, after = '0' } = body
      const groups = await tx.query('select from att_group where org_id = $1 limit 1', [orgId])
      if (groups.length === 0) return planRest(tx, { hours: 24 })
      const begin = from ?? (await unsettledFrom(tx, today))
      const people = await tx.query<{ id: Id }>('select id from person where org_id = $1 and id > $2 order by id limit $3', [
        orgId,
        after,
        atOnce,
      ])
      const last = people.at(-1)
      if (last)
        await keepDays(
          tx,
          people.map((person) => person.id),
          [begin, today],
          { anew },
        )
      if (last && people.length === atOnce) {
        await tx.query(
          `update job set body = jsonb_build_object('from', $3::text, 'anew', $4::boolean, 'after', $5::text) where org_id = $1 and id = $2`,
          [orgId, id, begin, anew, last.id],
        )
        return true
      }
      await forgetPlaces(tx)
      await planPunchReminder(tx)
      // Rules or the calendar have changed for everyone.
      if (from !== undefined) await announce(tx, { topic: 'attendance', body: { everyone: true } })
      return planRest(tx, { hours: 1 })
    }),
}

const atOnce = 25

/** The first day of which something may still come: windows close two days after at the latest, and this server may have slept. */
const unsettledFrom = async (tx: Tx, today: Day): Promise<Day> => {
  const [row] = await tx.query<{ open: Day | null; last: Day | null }>(
    `select (select min(day) from att_day where org_id = $1 and not is_settled) as open, (select max(day) from att_day where org_id = $1) as last`,
    [tx.orgId],
  )
  const least = firstOf([addDays(today, -2), row?.open ?? today, row?.last ?? today].toSorted())
  return least < addDays(today, -rulesBackDays) ? addDays(today, -rulesBackDays) : least
}

const planRest = async (tx: Tx, { hours }: { readonly hours: number }): Promise<boolean> => {
  const next = Math.ceil((tx.now() + 1) / 3_600_000 + hours - 1) * 3_600_000 + 5 * 60_000
  await enqueue(tx, { kind: daysJob, key: '', dueAt: new Date(next).toISOString() })
  return false
}

const forgetPlaces = async (tx: Tx): Promise<void> => {
  const old = new Date(tx.now() - keptPlacesDays * 86_400_000).toISOString()
  await tx.query(
    `update att_punch set point = null, photo = null, point_key = null, device_id = null, network = null, accuracy_m = null
     where org_id = $1 and id in (select id from att_punch where org_id = $1 and created_at < $2
       and (point is not null or photo is not null or point_key is not null) order by created_at limit 5000)`,
    [tx.orgId, old],
  )
}

/** Sees to it, now and every hour, that each organisation in service has its job, whichever way it was made. */
export const startSettling = (database: Database, log: Logger): { readonly stop: () => void } => {
  const plan = async () => {
    const without = await database.gate<{ org_id: Id }>('select org_id from gate_organisations_without_job($1)', [daysJob])
    for (const { org_id } of without) await database.inTransaction(org_id, (tx) => enqueue(tx, { kind: daysJob, key: '' }))
  }
  const planSafely = () => void plan().catch((error) => log.warn({ error }, 'Attendance could not be planned; trying again in an hour'))
  planSafely()
  const timer = setInterval(planSafely, 3_600_000)
  return { stop: () => clearInterval(timer) }
}
