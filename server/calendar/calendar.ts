import { refuse } from '../../kernel/refusal.ts'
import { holidayYears, type HolidayYear, type HolidayYears, readNotice } from '../../domain/calendar/holidays.ts'
import { type CalendarSettings, standardCalendar, workCalendar, type WorkCalendar } from '../../domain/calendar/workCalendar.ts'
import { calendarOperations as calls } from '../../domain/calendar/operations.ts'
import { handle, type Handler } from '../call.ts'
import { onlyRow, refuseChanged } from '../db/rows.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'

/** The kind of the job that follows a new calendar. */
export const calendarJob = 'calendar.changed'

/** The kind of the job that has the days of attendance worked out anew by a new calendar. */
export const calendarDaysJob = 'calendar.days'

/** The kind of the job that reminds the people of an organisation every morning: there is one in each, and it asks for its next one itself. */
export const reminderJob = 'reminders.daily'

/** What the organisation says about its working time, and the holidays that it knows. */
export const calendarOf = async (tx: QueryTx): Promise<{ readonly settings: CalendarSettings; readonly years: HolidayYears }> => {
  const { settings, years } = await readStored(tx)
  return { settings, years: holidayYears(years) }
}

/** When the organisation works: what everything that counts in workdays asks. */
export const workCalendarOf = async (tx: QueryTx): Promise<WorkCalendar> => {
  const { settings, years } = await calendarOf(tx)
  return workCalendar(settings, years)
}

export const calendarHandlers: readonly Handler[] = [
  handle(calls.calendar, ({ tx }) => readStored(tx)),
  handle(calls.saveCalendar, async ({ tx, session }, { settings, revision }) => {
    const savedRows = await tx.query(
      revision === 0
        ? 'insert into work_calendar (org_id, settings, updated_by) values ($1, $2, $3) on conflict do nothing returning 1'
        : `update work_calendar set settings = $2, updated_by = $3, revision = revision + 1, updated_at = now()
           where org_id = $1 and revision = $4 returning 1`,
      [tx.orgId, settings, session.uid, ...(revision === 0 ? [] : [revision])],
    )
    if (savedRows.length === 0) refuseChanged('工作日历')
    const answer = await readStored(tx)
    await followCalendar(tx, answer.revision)
    return answer
  }),
  handle(calls.importHolidays, async ({ tx, session }, { year, text }) => {
    const read = text === '' ? { year, days: {} } : readNotice(text, year)
    if ('problem' in read) return refuse('calendar.notice', read.problem)
    if (text === '') await tx.query('delete from holiday_year where org_id = $1 and year = $2', [tx.orgId, year])
    else
      await tx.query(
        `insert into holiday_year (org_id, year, days, updated_by, updated_at) values ($1, $2, $3, $4, $5)
         on conflict (org_id, year) do update set days = excluded.days, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
        [tx.orgId, read.year, read.days, session.uid, new Date(tx.now()).toISOString()],
      )
    await followCalendar(tx, (await readStored(tx)).revision)
    const workedDays = Object.values(read.days)
    return { year: read.year, daysOff: workedDays.filter((minutes) => !minutes).length, daysWorked: workedDays.filter(Boolean).length }
  }),
]

/** Deadlines that run, the next morning and the days of attendance may be others by a new calendar; what was told is not told again. */
const followCalendar = async (tx: Tx, revision: number): Promise<void> => {
  await enqueue(tx, { kind: calendarJob, key: 'deadlines', body: { revision } })
  await enqueue(tx, { kind: reminderJob, key: '' })
  await enqueue(tx, { kind: calendarDaysJob, key: '' })
}

type Row = { settings: CalendarSettings; years: Record<string, HolidayYear>; revision: number; updatedAt: string | null }

const readStored = async (tx: QueryTx): Promise<Row> => {
  const { settings, ...row } = await onlyRow(
    tx.query<Omit<Row, 'settings'> & { settings: CalendarSettings | null }>(
      `select c.settings, coalesce(c.revision, 0) as revision, c.updated_at as "updatedAt",
         coalesce((select jsonb_object_agg(h.year, h.days) from holiday_year h where h.org_id = $1), '{}') as years
       from (select) one left join work_calendar c on c.org_id = $1`,
      [tx.orgId],
    ),
  )
  return { ...row, settings: settings ?? standardCalendar }
}
