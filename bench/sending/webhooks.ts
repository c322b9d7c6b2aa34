import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, type Id } from '../../kernel/id.ts'
import { createOrganisation, createPerson } from '../../server/access/people.ts'
import { openDatabase } from '../../server/db/pool.ts'
import type { Tx } from '../../server/db/tx.ts'
import { raise } from '../../server/eventRules/raise.ts'
import { startJobs } from '../../server/jobs/jobs.ts'
import { openLog } from '../../server/log.ts'
import { readSettings } from '../../server/settings.ts'
import { newWebhookSecret } from '../../server/webhooks/signing.ts'
import { webhookWorker } from '../../server/webhooks/webhookWorker.ts'
import { webhooksAtOnce } from '../../server/workers.ts'
import { copyDatabase, dropDatabase } from '../databases.ts'
import { percentile } from '../load.ts'
import { printBar } from '../report.ts'

const commits = 200
const deadReceivers = 3
const pauseMs = 50

/** A receiver that takes every message, and one that takes the line and never answers. */
const openReceiver = async (onMessage: ((body: string) => void) | undefined) => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      if (!onMessage) return
      onMessage(body)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const insertWebhook = (tx: Tx, url: string, makerUid: Id): Promise<unknown> =>
  tx.query(
    `insert into webhook (org_id, id, title, url, subject, events, conditions, is_on, secret, next_at, maker_uid, updated_at)
     values ($1, $2, '对接', $3, 'gssupplier', '{changed}', '[]', true, $4, now(), $5, now())`,
    [tx.orgId, newId(), url, newWebhookSecret(), makerUid],
  )

/**
 * From the commit of a change to its arrival at a receiver, while three others of the same organisation take the line and never answer. Answers how
 * many bars were missed.
 */
export const measureWebhooks = async ({ url, say }: { url: string; say: (line: string) => void }): Promise<number> => {
  say('Webhooks')
  const copy = await copyDatabase(url, 'bench_webhooks')
  const database = openDatabase({ url: copy, poolSize: 12 })
  const committedAt = new Map<string, number>()
  const delays: number[] = []
  const live = await openReceiver((body) => {
    const { data } = JSON.parse(body) as { data: { changes: { after: string }[] }[] }
    for (const { changes } of data) delays.push(performance.now() - (committedAt.get(changes[0]?.after ?? '') ?? 0))
  })
  const dead = await openReceiver(undefined)
  const settings = readSettings({ SERVICE_REACH: 'local' })
  const jobs = startJobs(database, openLog('silent'), [webhookWorker({ settings })], webhooksAtOnce)
  try {
    const orgId = newId()
    const supplier = newId()
    await database.inTransaction(orgId, async (tx) => {
      await createOrganisation(tx, { name: '测试公司' })
      await tx.query(
        `insert into licence_order (org_id, id, purchase_type, start_date, end_date, order_state, period_name, price, asset_scope)
         values ($1, $2, 1, '2020-01-01', '2099-01-01', 1, '', 0, 0)`,
        [orgId, newId()],
      )
      const maker = await createPerson(tx, { username: 'maker', userName: '管理员', roles: ['tenant'] })
      await tx.query(`insert into supplier (org_id, id, supplier_code, supplier_name) values ($1, $2, 'S', '供应商')`, [orgId, supplier])
      for (let count = 0; count < deadReceivers; count++) await insertWebhook(tx, dead.url, maker)
      await insertWebhook(tx, live.url, maker)
    })
    for (let count = 0; count < commits; count++) {
      const remark = `第${count}次`
      await database.inTransaction(orgId, async (tx) => {
        await tx.query('update supplier set remark = $3 where org_id = $1 and id = $2', [orgId, supplier, remark])
        await raise(tx, [
          { subject: 'gssupplier', event: 'changed', rows: [supplier], fields: ['remark'], changes: { remark: [null, remark] } },
        ])
      })
      committedAt.set(remark, performance.now())
      await sleep(pauseMs)
    }
    for (const end = performance.now() + 60_000; delays.length < commits && performance.now() < end;) await sleep(50)
    const p95 =
      percentile(
        delays.toSorted((a, b) => a - b),
        0.95,
      ) / 1000
    console.log(`${delays.length} of ${commits} changes of one row arrived; half within ${(percentile(delays, 0.5) / 1000).toFixed(2)} s`)
    const isComplete = printBar('changes that arrived', delays.length, { atLeast: commits })
    return (isComplete ? 0 : 1) + (printBar('from commit to arrival beside dead receivers, seconds, p95', p95, { atMost: 5 }) ? 0 : 1)
  } finally {
    await jobs.stop()
    live.server.close()
    dead.server.closeAllConnections()
    dead.server.close()
    await database.close()
    await dropDatabase(copy)
  }
}
