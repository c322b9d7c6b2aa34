import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Id, newId } from '../../kernel/id.ts'
import { flows } from '../approval/testing/office.ts'
import { openLog } from '../log.ts'
import { startJobs } from '../jobs/jobs.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'
import { bulkJob } from './store.ts'
import { enterPieces, foundGround } from './testing/register.ts'
import { bulkWorker } from './bulkWorker.ts'
import { patienceMs } from '../testing/until.ts'

const { ask, database, newCompany, url } = await testApp(handlers)
const company = await newCompany()
const keeper = await company.hire('keeper', ['goodsmanager'])
const ground = await foundGround(database, company.orgId, keeper)
const token = await company.tokenOf(keeper)

const begun = async (count: number): Promise<{ id: Id; pieces: readonly Id[] }> => {
  const pieces = await enterPieces(database, company.orgId, company.admin, { model: ground.model, locId: ground.own, count, remark: '旧' })
  const body = { id: newId(), selection: { ids: pieces }, changes: { remark: '新' } }
  const { json } = await ask({ path: '/api/goods/gsgoodsinstance/bulk/change', body, token })
  assert.equal(json['code'], 0, JSON.stringify(json))
  return { id: body.id, pieces }
}
type Standing = { state: string; done: number }
const standing = async (id: Id): Promise<Standing> => {
  const [job] = await database.reading(company.orgId, (tx) =>
    tx.query<Standing>('select state, done from bulk_job where org_id = $1 and id = $2', [tx.orgId, id]),
  )
  return job!
}
const until = async (id: Id, isSo: (job: Standing) => boolean) => {
  for (const deadline = Date.now() + patienceMs; !isSo(await standing(id)); await sleep(5))
    if (Date.now() > deadline) assert.fail(JSON.stringify(await standing(id)))
}
/** How many of the cards say it, and how many of their histories do, each once. */
const written = async (pieces: readonly Id[]): Promise<[cards: number, histories: number, events: number]> => {
  const [row] = await database.reading(company.orgId, (tx) =>
    tx.query<{ cards: number; histories: number; events: number }>(
      `select (select count(*)::int from asset where org_id = $1 and id = any ($2::bigint[]) and remark = '新') as cards,
         count(distinct asset_id)::int as histories, count(*)::int as events
       from asset_event where org_id = $1 and asset_id = any ($2::bigint[]) and action = 'changed'`,
      [tx.orgId, pieces],
    ),
  )
  return [row!.cards, row!.histories, row!.events]
}

const childSource = `
  import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, '../db/pool.ts'))}
  import { openLog } from ${JSON.stringify(join(import.meta.dirname, '../log.ts'))}
  import { startJobs } from ${JSON.stringify(join(import.meta.dirname, '../jobs/jobs.ts'))}
  import { flows } from ${JSON.stringify(join(import.meta.dirname, '../approval/testing/office.ts'))}
  import { bulkWorker } from ${JSON.stringify(join(import.meta.dirname, 'bulkWorker.ts'))}
  startJobs(openDatabase({ url: process.env.CHILD_DATABASE, poolSize: 2 }), openLog('silent'), [bulkWorker(flows)])
`

test('a server is killed in the middle of a work: another one goes on, and every card is written once', async (t) => {
  const { id, pieces } = await begun(1000)
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', childSource], {
    env: { ...process.env, CHILD_DATABASE: url },
    stdio: 'ignore',
  })
  t.after(() => child.kill('SIGKILL'))
  await until(id, ({ done }) => done > 0)
  child.kill('SIGKILL')
  // Its lease is over at once, and not only after a while.
  await database.inTransaction(company.orgId, (tx) =>
    tx.query('update job set lease_until = null where org_id = $1 and kind = $2 and key = $3', [tx.orgId, bulkJob, id]),
  )
  const jobs = startJobs(database, openLog('silent'), [bulkWorker(flows)])
  t.after(() => jobs.stop())
  await until(id, ({ state }) => state === 'done')
  assert.equal((await standing(id)).done, 1000)
  assert.deepEqual(await written(pieces), [1000, 1000, 1000])
})

test('two servers that go on with the same work at the same moment do every step once', async () => {
  const { id, pieces } = await begun(600)
  const worker = bulkWorker(flows)
  const job = { orgId: company.orgId, id, kind: bulkJob, key: id, body: {}, attempts: 1 }
  const log = openLog('silent')
  const goOn = async (): Promise<void> => {
    while (await worker.piece(database, job, log));
  }
  await Promise.all([goOn(), goOn(), goOn()])
  assert.deepEqual(await standing(id), { state: 'done', done: 600 })
  assert.deepEqual(await written(pieces), [600, 600, 600])
})
