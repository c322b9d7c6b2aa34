import type { Logger } from 'pino'
import { addDays, type Day, dayAt, daysBetween } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { WorkCalendar } from '../../domain/calendar/workCalendar.ts'
import { daysOffAfter, mayTell, nextMorning } from '../../domain/reminders/morning.ts'
import { type Reminder, type ReminderKind, reminderKinds, reminders } from '../../domain/reminders/reminders.ts'
import type { ReminderDay } from '../../domain/reminders/schedule.ts'
import { reminderJob, workCalendarOf } from '../calendar/calendar.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type WholeWorker } from '../jobs/jobs.ts'
import type { Due } from './dueReminders.ts'
import { isLicensed, planEnd } from '../licence/licence.ts'
import { readers } from './readers.ts'
import { isListening, type PersonalReminder, tellEach } from './remind.ts'

/** Reminds on a workday, and asks for the next morning. */
export const reminderWorker: WholeWorker = {
  kind: reminderJob,
  run: async (tx, { kind, key }) => {
    const [organisation] = await tx.query<{ state: string }>('select state from organisation where org_id = $1', [tx.orgId])
    if (organisation?.state !== 'active') return
    // Orders that were there before ends were announced have theirs planned from here on.
    await planEnd(tx)
    const calendar = await workCalendarOf(tx)
    if (mayTell(calendar, tx.now())) await remindOf(tx, tellingOn(calendar, dayAt(tx.now())))
    await enqueue(tx, { kind, key, dueAt: nextMorning(calendar, tx.now()) })
  },
  limits: { statementSeconds: 30 },
}

export const tellingOn = (calendar: WorkCalendar, today: Day): ReminderDay => ({ today, daysOff: daysOffAfter(calendar, today) })

/** Tells everyone what is due, except what they were told before. */
export const remindOf = async (tx: Tx, reminderDay: ReminderDay): Promise<void> => {
  const hasLicence = await isLicensed(tx)
  for (const kind of reminderKinds) {
    // Where no one can do anything about anything, no one is told but how that ends.
    if (!hasLicence && kind !== 'licenceEnding') continue
    const { schedule }: Reminder = reminders[kind]
    const read = readers[kind]
    if (!schedule || !read) continue
    const due = await read(tx, { kind, schedule, telling: reminderDay })
    await tellEach(tx, kind, await untold(tx, kind, due, reminderDay.today))
  }
  await tx.query('delete from reminder_sent where org_id = $1 and sent_on < $2', [tx.orgId, addDays(reminderDay.today, -keptDays)])
}

/** Longer than any step holds, so that nothing is told again because it was forgotten. */
const keptDays = 400

/** Writes down who is told what, and answers what no one had written down before: of several who try at once, one gets each. */
export const untold = async (tx: Tx, kind: ReminderKind, due: readonly Due[], today: Day): Promise<PersonalReminder[]> => {
  if (due.length === 0) return []
  const rows = await tx.query<{ subject_id: Id; uid: Id }>(
    `insert into reminder_sent as s (org_id, kind, subject_id, due_on, step, uid, sent_on)
     select p.org_id, $2, d.subject_id, d.due_on, d.step, p.id, $3
     from unnest($4::bigint[], $5::date[], $6::int[], $7::bigint[]) as d (subject_id, due_on, step, uid)
     join person p on p.org_id = $1 and p.id = d.uid
     where ${isListening('$2')}
     on conflict (org_id, kind, subject_id, due_on, step, uid) do nothing returning s.subject_id, s.uid`,
    [
      tx.orgId,
      kind,
      today,
      due.map(({ thing }) => thing.subject),
      due.map(({ dueOn }) => dueOn),
      due.map(({ step }) => step),
      due.map(({ uid }) => uid),
    ],
  )
  const fresh = new Set(rows.map(({ subject_id, uid }) => `${subject_id}/${uid}`))
  return due
    .filter(({ thing, uid }) => fresh.has(`${thing.subject}/${uid}`))
    .map(({ thing, uid, dueOn }) => ({ uid, thing: { ...thing, daysLeft: daysBetween(today, dueOn) } }))
}

/** Sees to it, now and every hour, that each organisation in service has its job, whichever way it was made and whatever became of the one before. */
export const startReminding = (database: Database, log: Logger): { readonly stop: () => void } => {
  const plan = () =>
    planReminders(database).catch((error) => log.warn({ error }, 'Reminders could not be planned; trying again in an hour'))
  void plan()
  const timer = setInterval(() => void plan(), 3_600_000)
  return { stop: () => clearInterval(timer) }
}

export const planReminders = async (database: Database): Promise<void> => {
  const without = await database.gate<{ org_id: Id }>('select org_id from gate_organisations_without_job($1)', [reminderJob])
  for (const { org_id } of without) await database.inTransaction(org_id, (tx) => enqueue(tx, { kind: reminderJob, key: '' }))
}
