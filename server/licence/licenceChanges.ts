import { lastEnd, licensedUntil } from '../../domain/licence/licence.ts'
import { administrators } from '../access/people.ts'
import { serviceJob } from '../approval/flow/services/servicesAsk.ts'
import { timerJob } from '../approval/flow/store.ts'
import { childJobs } from '../approval/flow/subflowsAsk.ts'
import { openingJob } from '../counting/openingWorker.ts'
import type { Tx } from '../db/tx.ts'
import type { Worker } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { announce } from '../messaging/outbox.ts'
import { remindingJob } from '../worklog/logReminders.ts'
import { isLicensed, ordersOf, planEnd } from './licence.ts'

/**
 * Does something to the orders. Where it says that it did, open screens hear it, and will hear of the end; what waited for a licence goes on,
 * as much later as there was none.
 */
export const changeLicence = async <R>(tx: Tx, change: () => Promise<R | undefined>): Promise<R | undefined> => {
  const before = await ordersOf(tx)
  const result = await change()
  if (result === undefined) return undefined
  await announce(tx, { topic: 'licence', body: { everyone: true } })
  const until = await planEnd(tx)
  const since = lastEnd(before, tx.now())
  if (licensedUntil(before) <= tx.now() && since > 0 && until > tx.now()) await resume(tx, since)
  return result
}

/** Tells the administrators what became of a licence. */
export const tellLicence = async (tx: Tx, licence: string, title = '会员套餐已更新：{licence}'): Promise<void> =>
  notify(tx, {
    uids: await administrators(tx),
    msgType: 2,
    category: 'system',
    title,
    params: { licence },
    link: '/pages/user/organisation',
  })

/** What runs for so long after something else: it has as long as it had. */
export const spanJobs: readonly string[] = [timerJob, serviceJob, childJobs.start, childJobs.stop]

/** The kinds of jobs that rest without a licence: what would be decided or written in a person's stead. */
const restingJobs: readonly string[] = [...spanJobs, openingJob, remindingJob]

/** The same workers, of which those rest that have to. */
export const restUnlicensed = (workers: readonly Worker[]): readonly Worker[] =>
  workers.map((worker) => (restingJobs.includes(worker.kind) ? { ...worker, mayRun: isLicensed } : worker))

/**
 * No deadline has passed meanwhile: an approval that passes by itself after two days still waits for what was left of them. What belongs to a day
 * of the calendar stays with it.
 */
const resume = (tx: Tx, since: number): Promise<unknown> =>
  tx.query(
    `update job set due_at = case when kind = any ($5) then due_at + make_interval(secs => $4::float8) else due_at end,
            lease_until = null
     where org_id = $1 and kind = any ($2) and done_at is null and due_at >= $3`,
    [tx.orgId, restingJobs, new Date(since).toISOString(), (tx.now() - since) / 1000, spanJobs],
  )
