import { join } from 'node:path'
import pg from 'pg'
import { type Id, newId } from '../kernel/id.ts'
import { outsideKey } from '../server/approval/flow/key.ts'
import { approvalsWaitingFor, departmentOf, flowKey, issues } from './approvals.ts'
import { idBlock, type Place, signedIn, type Somebody } from './data.ts'
import type { Request } from './load.ts'
import { answered, type Preparing, severally } from './serving.ts'

/** How many tasks one person has to do, and how many he has done. */
const tasksEach = 1000
/** How many of the people ask for their lists: as many in a small place as in a large one, as each session is read once a second. */
const askers = 5

/**
 * Fills a place with `count` tasks of processes that wait for their second approval, half of them done and half to do, spread over
 * people so that each has a thousand of either; the requests of some of them for their first page, with its count.
 */
export const taskPages = async (place: Place, preparing: Preparing, count: number): Promise<Request[]> => {
  const { database, url } = preparing
  const sample = await makeSample(place, preparing)
  const people = Math.max(1, Math.round(count / 2 / tasksEach))
  const asking: Somebody[] = await database.inTransaction(place.orgId, (tx) =>
    severally(
      Array.from({ length: Math.min(askers, people) }, (_, n) => `reader${n}`),
      1,
      (name) => signedIn(tx, name, []),
    ),
  )
  const others = Array.from({ length: people - asking.length }, newId)
  await asOwner(url, place, async (client) => {
    await client.query(
      `insert into person (org_id, id, username, user_name) select $1, id, 'reader' || id, '审批人' || id from unnest($2::bigint[]) as u (id)`,
      [place.orgId, others],
    )
    await copyProcesses(client, place, {
      sample,
      count: Math.round(count / 2),
      assignees: [...asking.map(({ uid }) => uid), ...others],
      log: false,
    })
  })
  return asking.map(({ token }) => ({ method: 'POST', path: '/api/workflow/listRuntimeTask', body: { pageSize: 20, status: 1 }, token }))
}

/** What one person asks for who has very many rows in each of his lists. */
export type Heavy = Readonly<Record<'todo' | 'todoNarrowed' | 'done' | 'started' | 'copied', Request[]>>

/** Fills a place so that one person has `count` tasks to do and as many done, started and copied; once for each place. */
export const heavyLists = (place: Place, preparing: Preparing, count: number): Promise<Heavy> => {
  const made = heavy.get(place) ?? makeHeavyLists(place, preparing, count)
  heavy.set(place, made)
  return made
}
const heavy = new WeakMap<Place, Promise<Heavy>>()

const makeHeavyLists = async (place: Place, preparing: Preparing, count: number): Promise<Heavy> => {
  const sample = await makeSample(place, preparing)
  const { staff } = await departmentOf(place, preparing.database)
  await asOwner(preparing.url, place, async (client) => {
    await copyProcesses(client, place, { sample, count, assignees: [staff.uid], log: false })
    await client.query(
      `insert into wf_cc (org_id, id, instance_id, uid, created_at)
       select org_id, $2::bigint + row_number() over (order by id), id, $3, created_at from wf_instance
       where org_id = $1 and initiator_uid = $3 order by id desc limit $4`,
      [place.orgId, idBlock(count), staff.uid, count],
    )
  })
  const asked = (path: string, bodies: readonly object[], more: object = {}): Request[] =>
    bodies.map((body) => ({ method: 'POST', path: `/api/workflow/${path}`, body: { pageSize: 20, ...body, ...more }, token: staff.token }))
  const pages = [{}, { page: 5 }, { page: 250 }]
  const narrowed = [{ flowKey: outsideKey(place.orgId, flowKey) }, { likeQuery: 'staff' }]
  const more = [{ overdue: false }, { amountTo: '0' }, { from: '2020-01-01' }, { initiatorUid: staff.uid }, { likeQuery: '没有' }]
  return {
    todo: asked('listRuntimeTask', pages, { status: 1 }),
    todoNarrowed: asked('listRuntimeTask', [...narrowed, ...more], { status: 1 }),
    done: asked('listRuntimeTask', pages, { status: 2 }),
    started: asked('getPageRuntimeProcess', pages),
    copied: asked('flowCopyList', pages),
  }
}

/** Fills a place with running processes, each as its own commands would have left it but for the document. */
export const runningProcesses = async (place: Place, preparing: Preparing, count: number): Promise<void> => {
  const sample = await makeSample(place, preparing)
  await asOwner(preparing.url, place, (client) => copyProcesses(client, place, { sample, count, assignees: [place.admin.uid], log: true }))
}

/** One process that was really started and agreed to once; its id. */
const makeSample = async (place: Place, preparing: Preparing): Promise<Id> => {
  const { database, url, dir } = preparing
  const { boss, staff } = await departmentOf(place, database)
  const [asked] = await issues(place, preparing, 1)
  await answered(url, join(dir, 'preparing'), async (ask) => {
    await ask(asked!)
    await severally(await approvalsWaitingFor(place, database, boss), 1, ask)
  })
  const [row] = await database.reading(place.orgId, (tx) =>
    tx.query<{ id: Id }>(`select id from wf_instance where org_id = $1 and initiator_uid = $2 order by id desc limit 1`, [
      place.orgId,
      staff.uid,
    ]),
  )
  return row!.id
}

const asOwner = async (url: string, { orgId }: Place, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select set_config('app.org', $1, false)", [orgId])
  await work(client)
  await client.end()
}

type Copying = { readonly sample: Id; readonly count: number; readonly assignees: readonly Id[]; readonly log: boolean }

/**
 * Copies a process with its tasks so many times. The ids inside its state and log are exchanged for the copy's own; the person who is
 * to decide and the one who did are taken from `assignees` in turn. A document has one live flow only, so the copies have none.
 */
const copyProcesses = async (client: pg.Client, { orgId }: Place, { sample, count, assignees, log }: Copying): Promise<void> => {
  const { rows: tasks } = await client.query<{ id: Id; assignee_uid: Id; status: number }>(
    'select id, assignee_uid, status from wf_task where org_id = $1 and instance_id = $2 and status in (1, 2) order by id',
    [orgId, sample],
  )
  const done = tasks.find(({ status }) => status === 2)!
  const open = tasks.find(({ status }) => status === 1)!
  await client.query('begin')
  await client.query(
    `create temp table copy on commit drop as
     select n, $1::bigint + n * 4 as process, $1::bigint + n * 4 + 1 as done, $1::bigint + n * 4 + 2 as open,
            ($2::bigint[])[1 + n % cardinality($2::bigint[])] as decider, ($2::bigint[])[1 + (n + 1) % cardinality($2::bigint[])] as decided
     from generate_series(0, $3::int - 1) as n`,
    [idBlock(count * 4), assignees, count],
  )
  const exchanged = (json: string): string =>
    `replace(replace(replace((${json})::text, '"${done.id}"', '"' || c.done || '"'), '"${open.id}"', '"' || c.open || '"'), '"${open.assignee_uid}"', '"' || c.decider || '"')::jsonb`
  await client.query(
    `insert into wf_instance (org_id, id, flow_key, version, status, suspended, initiator_uid, dept_id, title, summary, amount, current_steps,
       form_rev, rev, state, created_at, updated_at, number, search)
     select i.org_id, c.process, i.flow_key, i.version, i.status, i.suspended, i.initiator_uid, i.dept_id, i.title, i.summary, i.amount,
            ${exchanged('i.current_steps')}, i.form_rev, i.rev, ${exchanged(`i.state - 'docRef'`)}, i.created_at - c.n * interval '1 second', i.updated_at,
            'SQ' || c.process, i.search
     from wf_instance i cross join copy c where i.org_id = $1 and i.id = $2`,
    [orgId, sample],
  )
  await client.query(
    `insert into wf_instance_search (org_id, instance_id, grams)
     select s.org_id, c.process, s.grams from wf_instance_search s cross join copy c where s.org_id = $1 and s.instance_id = $2`,
    [orgId, sample],
  )
  await client.query(
    `insert into wf_task (org_id, id, instance_id, step_id, node_id, node_name, kind, assignee_uid, status, automatic, claimed, opened_at, decided_at,
       due_at, flow_key, title, summary, initiator_uid)
     select t.org_id, case t.status when 1 then c.open else c.done end, c.process, t.step_id, t.node_id, t.node_name, t.kind,
            case t.status when 1 then c.decider else c.decided end, t.status, t.automatic, t.claimed, t.opened_at - c.n * interval '1 second',
            t.decided_at - c.n * interval '1 second', t.due_at, t.flow_key, t.title, t.summary, t.initiator_uid
     from wf_task t cross join copy c where t.org_id = $1 and t.id = any ($2::bigint[])`,
    [orgId, [done.id, open.id]],
  )
  if (log)
    await client.query(
      `insert into wf_event (org_id, instance_id, seq, at, actor, via, command_id, schema, events)
       select e.org_id, c.process, e.seq, e.at, e.actor, e.via, gen_random_uuid(), e.schema, ${exchanged(`case when e.seq = 1 then e.events #- '{0,docRef}' else e.events end`)}
       from wf_event e cross join copy c where e.org_id = $1 and e.instance_id = $2`,
      [orgId, sample],
    )
  await client.query('commit')
}
