import { join } from 'node:path'
import { type Id, newId } from '../kernel/id.ts'
import { type Definition, parseDefinition } from '../domain/approval/flow/definition.ts'
import { installFlow, publishDraft, saveDraft } from '../server/approval/design/install.ts'
import type { Database } from '../server/db/pool.ts'
import { type Place, signedIn, type Somebody } from './data.ts'
import type { Request } from './load.ts'
import { answered, type Preparing, severally } from './serving.ts'

export const flowKey = 'csoutstock'

/** A department whose `staff` ask for supplies; `boss` agrees first, the administrator of the place is the keeper, who agrees last. */
export type Department = { readonly id: Id; readonly boss: Somebody; readonly staff: Somebody }

/** The department of a place, with the flow of supplies installed; made at the first asking. */
export const departmentOf = (place: Place, database: Database): Promise<Department> => {
  const made = departments.get(place) ?? makeDepartment(place, database)
  departments.set(place, made)
  return made
}

/** Requests of the staff for three supplies each; each of them starts a process. */
export const issues = async (place: Place, { database }: Preparing, count: number): Promise<Request[]> => {
  const { staff } = await departmentOf(place, database)
  return Array.from({ length: count }, (_, n) => issueOf(place, staff, n))
}

/** Puts `count` issues of supplies before the keeper, who is the last to agree; the requests by which he does. */
export const approvals = async (place: Place, preparing: Preparing, count: number): Promise<Request[]> => {
  const { boss } = await departmentOf(place, preparing.database)
  const asked = await issues(place, preparing, count)
  await answered(preparing.url, join(preparing.dir, 'preparing'), async (ask) => {
    await severally(asked, 8, ask)
    await severally(await approvalsWaitingFor(place, preparing.database, boss), 8, ask)
  })
  return approvalsWaitingFor(place, preparing.database, place.admin)
}

/** What a person has to decide, as requests to agree. */
export const approvalsWaitingFor = (place: Place, database: Database, { uid, token }: Somebody): Promise<Request[]> =>
  database.reading(place.orgId, async (tx) => {
    const tasks = await tx.query<{ taskId: Id; formRev: number }>(
      `select t.id as "taskId", i.form_rev as "formRev" from wf_task t join wf_instance i on i.org_id = t.org_id and i.id = t.instance_id
       where t.org_id = $1 and t.assignee_uid = $2 and t.status in (0, 1) and t.opened_at is not null order by t.id`,
      [place.orgId, uid],
    )
    return tasks.map((task) => ({ method: 'POST', path: '/api/workflow/flowApprove', body: { ...task, comment: '同意' }, token }))
  })

/** Publishes the flow of supplies once more, changed by `change`; answers the version. */
export const republish = (place: Place, database: Database, change: (definition: Definition) => object): Promise<number> =>
  database.inTransaction(place.orgId, async (tx) => {
    const [row] = await tx.query<{ body: unknown }>(
      'select body from wf_definition where org_id = $1 and flow_key = $2 order by version desc limit 1',
      [place.orgId, flowKey],
    )
    const parsed = parseDefinition(row?.body)
    if ('refusal' in parsed) throw new Error(parsed.refusal.words)
    const { revision } = await saveDraft(tx, { flowKey, revision: 0, body: change(parsed.definition), byUid: place.admin.uid })
    return publishDraft(tx, { flowKey, revision, note: '', byUid: place.admin.uid })
  })

const departments = new WeakMap<Place, Promise<Department>>()

const makeDepartment = (place: Place, database: Database): Promise<Department> =>
  database.inTransaction(place.orgId, async (tx) => {
    const id = newId()
    await tx.query(`insert into department (org_id, id, dept_code, dept_name) values ($1, $2, 'D1', '行政部')`, [place.orgId, id])
    const boss = await signedIn(tx, 'boss', [], id)
    await tx.query('update department set manager_uid = $3 where org_id = $1 and id = $2', [place.orgId, id, boss.uid])
    await installFlow(tx, flowKey, place.admin.uid)
    return { id, boss, staff: await signedIn(tx, 'staff', [], id) }
  })

/** One request of a person for three supplies. */
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
