import { join } from 'node:path'
import { type Id, newId } from '../kernel/id.ts'
import { installFlow } from '../server/approval/install.ts'
import { type Place, signedIn, type Somebody } from './data.ts'
import type { Request } from './load.ts'
import { answered, type Preparing, severally } from './serving.ts'

/** Puts `count` issues of supplies before the keeper, who is the last to agree; the requests by which he does. */
export const approvals = async (place: Place, { database, url, dir }: Preparing, count: number): Promise<Request[]> => {
  const { staff, boss } = await database.inTransaction(place.orgId, async (tx) => {
    const department = newId()
    await tx.query(`insert into department (org_id, id, dept_code, dept_name) values ($1, $2, 'D1', '行政部')`, [place.orgId, department])
    const head = await signedIn(tx, 'boss', [], department)
    await tx.query('update department set manager_uid = $3 where org_id = $1 and id = $2', [place.orgId, department, head.uid])
    await installFlow(tx, 'csoutstock', place.admin.uid)
    return { boss: head, staff: await signedIn(tx, 'staff', [], department) }
  })
  const waitingFor = ({ uid, token }: Somebody): Promise<Request[]> =>
    database.reading(place.orgId, async (tx) => {
      const tasks = await tx.query<{ taskId: Id; formRev: number }>(
        `select t.id as "taskId", i.form_rev as "formRev" from wf_task t join wf_instance i on i.org_id = t.org_id and i.id = t.instance_id
         where t.org_id = $1 and t.assignee_uid = $2 and t.status in (0, 1) and t.opened_at is not null order by t.id`,
        [place.orgId, uid],
      )
      return tasks.map((task) => ({ method: 'POST', path: '/api/workflow/flowApprove', body: { ...task, comment: '同意' }, token }))
    })
  await answered(url, join(dir, 'preparing'), async (ask) => {
    await severally(
      Array.from({ length: count }).map((_, n) => issueOf(place, staff, n)),
      8,
      ask,
    )
    await severally(await waitingFor(boss), 8, ask)
  })
  return waitingFor(place.admin)
}

const issueOf = (place: Place, { uid, token }: Somebody, n: number): Request => ({
  method: 'POST',
  path: '/api/consum/csoutstockorder/submit',
  body: {
    id: newId(),
    header: { from: place.locations[n % 20], recipient: uid, reason: '办公' },
    lines: [0, 1, 2].map((k) => ({ item: place.consumables[(n * 7 + k * 137) % place.consumables.length], quantity: '1' })),
  },
  token,
})
