import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { dueAt } from '../../../domain/calendar/deadline.ts'
import { approval } from '../../../domain/approval/flow/templates/define.ts'
import { type CalendarSettings, standardCalendar, workCalendar } from '../../../domain/calendar/workCalendar.ts'
import { calendarHandlers } from '../../calendar/calendar.ts'
import { testDatabase } from '../../db/testing.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { openLog } from '../../log.ts'
import { callOf } from '../../testing/company.ts'
import { deadlineWorker } from './deadlines.ts'
import { askForPaper, foundOffice, type Office, publishFlow, stock } from '../testing/office.ts'
import { until } from '../../testing/until.ts'

const { database, newOrganisation } = await testDatabase({
  poolSize: 8,
  breaks: ['ledger: what is reserved is the sum of the reservations'],
})
const [, save] = calendarHandlers

const keep = (office: Office, settings: CalendarSettings, revision: number) =>
  database.inTransaction(office.orgId, (tx) =>
    save!.run(callOf(tx, office.admin, ['workflow:design']) as never, { settings, revision } as never),
  )

type Due = { opened: string; due: string; wakes: string }
const dueOf = async (office: Office, processId: Id): Promise<Due> => {
  const [row] = await database.reading(office.orgId, (tx) =>
    tx.query<Due>(
      `select t.opened_at as opened, t.due_at as due, j.due_at as wakes from wf_task t
       join job j on j.org_id = t.org_id and j.kind = 'workflow.timer' and j.key like t.instance_id || '/%'
       where t.org_id = $1 and t.instance_id = $2`,
      [office.orgId, processId],
    ),
  )
  return row!
}

test('deadlines follow the calendar of the organisation, those that are running as well', async (t) => {
  const office = await foundOffice(database, await newOrganisation())
  const other = await foundOffice(database, await newOrganisation())
  const timeout = { after: { value: 5, unit: 'days' }, calendar: 'workdays', act: 'remind' } as const
  const asked: { office: Office; processId: Id }[] = []
  for (const one of [office, other]) {
    await stock(database, one, '10')
    await publishFlow(database, one, [approval('a', '审批', [{ k: 'users', ids: [one.boss] }], { timeouts: [timeout] })])
    asked.push({ office: one, processId: (await askForPaper(database, one, '1')).processId! })
  }
  const expect = async ({ office: one, processId }: (typeof asked)[number], settings: CalendarSettings) => {
    const { opened, due, wakes } = await dueOf(one, processId)
    const expected = dueAt(new Date(opened).toISOString(), timeout, workCalendar(settings))
    assert.deepEqual([new Date(due).toISOString(), new Date(wakes).toISOString()], [expected, expected])
    return expected
  }
  const before = await expect(asked[0]!, standardCalendar)

  const sundays: CalendarSettings = { ...standardCalendar, weekdays: [7], national: false }
  await keep(office, sundays, 0)
  const jobs = startJobs(database, openLog('silent'), [deadlineWorker])
  t.after(() => jobs.stop())
  await until('the deadlines moved', async () => {
    const left = await database.reading(office.orgId, (tx) =>
      tx.query("select 1 from job where org_id = $1 and kind = 'calendar.changed' and done_at is null", [office.orgId]),
    )
    return left.length === 0
  })
  assert.notEqual(await expect(asked[0]!, sundays), before)
  await expect(asked[1]!, standardCalendar)
  const next = await askForPaper(database, office, '1')
  await expect({ office, processId: next.processId! }, sundays)

  await assert.rejects(
    keep(office, standardCalendar, 0),
    (error) => error instanceof RefusalError && error.refusal.reason === 'changed-meanwhile',
  )
  await keep(office, standardCalendar, 1)
})
