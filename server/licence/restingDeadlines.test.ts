import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { addDays, dayAt } from '../../kernel/day.ts'
import { boughtOrder, trialOrder } from '../../domain/licence/offers.ts'
import { timerJob } from '../approval/flow/store.ts'
import { openingJob } from '../counting/openingWorker.ts'
import { enqueue, startJobs, type Worker } from '../jobs/jobs.ts'
import { giveLicence } from '../organisations/operator.ts'
import { testApp } from '../testing/app.ts'
import { remindingJob } from '../worklog/logReminders.ts'
import { restUnlicensed } from './licenceChanges.ts'
import { addOrder } from './licence.ts'
import { until } from '../testing/until.ts'

const { database, newCompany } = await testApp([])
const today = dayAt(Date.now())

test('deadlines rest without a licence and have as long as they had once there is one; what only tidies up goes on', async () => {
  const { orgId } = await newCompany(undefined, [{ ...trialOrder(addDays(today, -40)), endDate: addDays(today, -10) }])
  const inside = <R>(run: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, run)
  const done: string[] = []
  const worker = (kind: string): Worker => ({ kind, run: async (_, { key }) => void done.push(`${kind} ${key}`) })
  const hour = 3_600_000
  // Due a day after the licence ended, and long before it did.
  const late = Date.parse(`${addDays(today, -9)}T00:00:00+08:00`)
  await inside(async (tx) => {
    await enqueue(tx, { kind: timerJob, key: 'late', dueAt: new Date(late).toISOString() })
    await enqueue(tx, { kind: 'tidy', key: 'now' })
  })
  const jobs = startJobs(database, pino({ level: 'silent' }), restUnlicensed([worker(timerJob), worker('tidy')]))
  await until('one is put off, the other done', async () => (await isPutOff()) && done.length > 0)
  assert.deepEqual(done, ['tidy now'])
  await inside((tx) => giveLicence(tx, '运营', boughtOrder(today, { periodName: '一年', price: '1', assetScope: 5, days: 365 })))
  const [job] = await inside((tx) =>
    tx.query<{ due_at: string; lease_until: string | null }>('select due_at, lease_until from job where org_id = $1 and kind = $2', [
      orgId,
      timerJob,
    ]),
  )
  const left = Date.parse(job!.due_at) - Date.now()
  assert.ok(left > 23 * hour && left <= 24 * hour, 'a day is left, as it was')
  assert.equal(job!.lease_until, null)
  await jobs.stop()

  async function isPutOff(): Promise<boolean> {
    const rows = await inside((tx) =>
      tx.query(`select from job where org_id = $1 and kind = $2 and lease_until > now() + interval '30 minutes'`, [orgId, timerJob]),
    )
    return rows.length > 0
  }
})

const inCompany = async (orders: Parameters<typeof newCompany>[1]) => {
  const { orgId } = await newCompany(undefined, orders)
  return <R>(run: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, run)
}
const midnightOf = (days: number): number => Date.parse(`${addDays(today, days)}T00:00:00+08:00`)
const renewed = boughtOrder(today, { periodName: '一年', price: '1', assetScope: 5, days: 365 })

test('what the chat voided counts as the end from which on deadlines rested; what belongs to a day of the calendar stays with it', async () => {
  const inside = await inCompany([{ ...trialOrder(addDays(today, -100)), endDate: addDays(today, -90) }])
  const dueAt = new Date(midnightOf(-2)).toISOString()
  await inside(async (tx) => {
    await addOrder(tx, { ...renewed, startDate: addDays(today, -30) }, '运营')
    await tx.query('update licence_order set order_state = 0, end_date = $2 where org_id = $1 and end_date > $2', [
      tx.orgId,
      addDays(today, -3),
    ])
    for (const kind of [timerJob, openingJob, remindingJob]) await enqueue(tx, { kind, key: 'one', dueAt })
    await giveLicence(tx, '运营', renewed)
  })
  const jobs = await inside((tx) =>
    tx.query<{ kind: string; due_at: string }>(`select kind, due_at from job where org_id = $1 and key = 'one'`, [tx.orgId]),
  )
  const dueOf = (wanted: string) => Date.parse(jobs.find(({ kind }) => kind === wanted)!.due_at)
  const leftHours = (dueOf(timerJob) - Date.now()) / 3_600_000
  assert.ok(leftHours > 23 && leftHours <= 24, `a day is left, as it was: ${leftHours}`)
  assert.deepEqual([dueOf(openingJob), dueOf(remindingJob)], [midnightOf(-2), midnightOf(-2)])
})
