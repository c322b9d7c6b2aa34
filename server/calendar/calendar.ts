import { type CalendarSettings, standardCalendar } from '../../domain/calendar/workCalendar.ts'
import { calendarOperations as calls } from '../../domain/operations/calendar.ts'
import { handle, type Handler } from '../call.ts'
import { refuseChanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'

/** The kind of the job that follows a new calendar. */
export const calendarJob = 'calendar.changed'

/** The kind of the job that reminds the people of an organisation every morning: there is one in each, and it asks for its next one itself. */
export const reminderJob = 'reminders.daily'

/** What the organisation says about its working time. */
export const settingsOf = async (tx: Tx): Promise<CalendarSettings> => (await stored(tx)).settings

export const calendarHandlers: readonly Handler[] = [
  handle(calls.calendar, ({ tx }) => stored(tx)),
  handle(calls.saveCalendar, async ({ tx, session }, { settings, revision }) => {
    const saved = await tx.query(
      revision === 0
        ? 'insert into work_calendar (org_id, settings, updated_by) values ($1, $2, $3) on conflict do nothing returning 1'
        : `update work_calendar set settings = $2, updated_by = $3, revision = revision + 1, updated_at = now()
           where org_id = $1 and revision = $4 returning 1`,
      [tx.orgId, settings, session.uid, ...(revision === 0 ? [] : [revision])],
    )
    if (saved.length === 0) refuseChanged('工作日历')
    const answer = await stored(tx)
    await enqueue(tx, { kind: calendarJob, key: 'deadlines', body: { revision: answer.revision } })
    // The next morning may be another one; what was told is not told again.
    await enqueue(tx, { kind: reminderJob, key: '' })
    return answer
  }),
]

type Row = { settings: CalendarSettings; revision: number; updatedAt: string | null }

const stored = async (tx: Tx): Promise<Row> => {
  const [row] = await tx.query<Row>('select settings, revision, updated_at as "updatedAt" from work_calendar where org_id = $1', [tx.orgId])
  return row ?? { settings: standardCalendar, revision: 0, updatedAt: null }
}
