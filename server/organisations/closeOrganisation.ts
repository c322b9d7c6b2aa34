import type { Tx } from '../db/tx.ts'
import { endEverySession } from '../access/sessions.ts'
import { spanJobs } from '../licence/licenceChanges.ts'
import { planEnd } from '../licence/licence.ts'

/** No one works in it from now on, and time stands still for what it wanted to do later. Where it is closed already, nothing changes. */
export const closeOrganisation = async (tx: Tx): Promise<void> => {
  await tx.query(`update organisation set state = 'disabled', closed_at = now() where org_id = $1 and state = 'active'`, [tx.orgId])
  await endEverySession(tx)
}

/**
 * Lets people work in it again. What runs for so long after something else is due as much later as it was closed, so that no deadline passed
 * meanwhile: an approval that passes by itself after two days still waits for what was left of them. What belongs to a day of the calendar (the
 * opening of a count, a reminder in the morning) stays with it.
 */
export const reopenOrganisation = async (tx: Tx): Promise<void> => {
  await tx.query(
    `update job j set due_at = to_timestamp(extract(epoch from j.due_at - o.closed_at + ($3::timestamptz - timestamptz 'epoch'))) from organisation o
     where j.org_id = $1 and j.kind = any ($2) and j.done_at is null and o.org_id = $1 and o.closed_at is not null`,
    [tx.orgId, spanJobs, new Date(tx.now()).toISOString()],
  )
  await tx.query(`update organisation set state = 'active', closed_at = null where org_id = $1`, [tx.orgId])
  // The end of the licence stays on its day.
  await planEnd(tx)
}

/** Whether it is open is said by people from now on: the chat that brought it opens nothing that it did not close. */
export const takeFromChat = (tx: Tx): Promise<unknown> =>
  tx.query('update workplace_corp set closed = false where organisation = $1', [tx.orgId])
