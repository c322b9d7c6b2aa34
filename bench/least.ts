import { join } from 'node:path'
import { newId } from '../kernel/id.ts'
import { postedStockIn } from './costs.ts'
import { cpuSeconds } from './cpu.ts'
import type { Place } from './data.ts'
import { copyDatabase, dropDatabase } from './databases.ts'
import { overHttp, type Request } from './load.ts'
import { printBar } from './report.ts'
import { type Measuring, serve } from './serving.ts'
import { byPlainDriver, type Statement } from './statements.ts'

/** One kind of request and the least that could do the same: statements written by hand, without a check, a name or a history of who did what. */
type Least = {
  readonly title: string
  readonly atMost: number
  readonly request: (place: Place, n: number) => Request
  readonly statements: (place: Place, n: number) => Statement[]
}

const clients = 16
const turns = 3
const secondsEach = 2

/**
 * The processor time of a warm server and its database for one request, over that of the database for the least SQL; the two take turns, so
 * that a machine that is slower for a while is slower for both. `postmaster` is the database's process. Answers how many bars were missed.
 */
export const measureLeast = async ({ url, dir, data, say }: Measuring, postmaster: number): Promise<number> => {
  say('Least')
  let missed = 0
  for (const { title, atMost, request, statements } of compared) {
    const [ours, theirs] = [await copyDatabase(url, 'bench_ours'), await copyDatabase(url, 'bench_least')]
    const place = data.small
    const server = await serve(ours, join(dir, 'least'))
    const asking = await overHttp(server.port, clients, ({ body }) => (/"code":0/.test(body.slice(0, 40)) ? undefined : body.slice(0, 200)))
    const plain = await byPlainDriver(theirs, place.orgId, clients)
    let n = 0
    const during = <T>(make: (n: number) => T, seconds: number) => {
      const end = performance.now() + seconds * 1000
      return () => (performance.now() > end ? undefined : make(n++))
    }
    const askOurs = (seconds: number) => asking.run(during((at) => request(place, at), seconds))
    const askPlain = (seconds: number) => plain.run(during((at) => statements(place, at), seconds))
    await askOurs(2)
    await askPlain(2)
    const sums = { server: 0, ours: 0, oursDone: 0, least: 0, leastDone: 0, failures: [] as string[] }
    for (let turn = 0; turn < turns; turn++) {
      const [serverStart, start] = [cpuSeconds(server.process.pid!), cpuSeconds(postmaster, true)]
      const run = await askOurs(secondsEach)
      const between = cpuSeconds(postmaster, true)
      const serverSeconds = cpuSeconds(server.process.pid!) - serverStart
      sums.server += serverSeconds
      sums.ours += serverSeconds + between - start
      sums.oursDone += run.times.length
      const least = await askPlain(secondsEach)
      sums.least += cpuSeconds(postmaster, true) - between
      sums.leastDone += least.times.length
      sums.failures.push(...run.failures, ...least.failures)
    }
    await Promise.all([asking.end(), plain.end(), server.stop()])
    if (sums.failures.length > 0) throw new Error(sums.failures[0])
    const milliseconds = (seconds: number, requests: number) => ((seconds / requests) * 1000).toFixed(2)
    const [serverMs, databaseMs, leastMs] = [
      milliseconds(sums.server, sums.oursDone),
      milliseconds(sums.ours - sums.server, sums.oursDone),
      milliseconds(sums.least, sums.leastDone),
    ]
    console.log(`${title}, processor ms: server ${serverMs}, database ${databaseMs}; database for the least SQL ${leastMs}`)
    const ratio = sums.ours / sums.oursDone / (sums.least / sums.leastDone)
    if (!printBar(`${title}: processor time over that of the least SQL`, ratio, { atMost })) missed++
    await dropDatabase(ours)
    await dropDatabase(theirs)
  }
  return missed
}

const header = `insert into document (org_id, id, kind, code, state, stage, author_uid, header, body_hash, posted_at) values ($1, $2, 'CsInstockOrder', $3, 'posted', 1, $4, $5, '', $6)`
const lines = `insert into document_line (org_id, document_id, line_no, item_id, quantity, data)
  select $1, $2, n, item, 1, jsonb_build_object('item', item::text) from unnest($7::bigint[]) with ordinality as u (item, n)`

const compared: readonly Least[] = [
  {
    title: 'a stock-in of 3 lines posted',
    atMost: 4.5,
    request: postedStockIn,
    statements: (place, n) => {
      const id = newId()
      const [
        {
          header: { to },
          lines: asked,
        },
      ] = [postedStockIn(place, n).body as { header: { to: string }; lines: { item: string }[] }]
      const items = asked.map(({ item }) => item)
      const now = new Date().toISOString()
      return [
        { text: 'BEGIN', values: [] },
        { text: `with d as (${header}) ${lines}`, values: [place.orgId, id, `L${id}`, place.admin.uid, { to }, now, items] },
        {
          text: `with b as (
              update balance b set on_hand = b.on_hand + 1, value = b.value + 2, seq = b.seq + 1
              where b.org_id = $1 and b.account = $3 and b.item_id = any ((select $4::bigint[])::bigint[]) returning b.item_id, b.seq, b.on_hand
            ) insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost, to_seq, to_after, business_date, actor_uid)
            select $1, u.id, $2, 0, u.n, 'consumable', b.item_id, 'supplier:', $3, 1, 2, b.seq, b.on_hand, $6, $7
            from b join unnest($4::bigint[], $5::bigint[]) with ordinality as u (item, id, n) on u.item = b.item_id`,
          values: [place.orgId, id, `store:${to}`, items, items.map(() => newId()), now.slice(0, 10), place.admin.uid],
        },
        { text: 'COMMIT', values: [] },
      ]
    },
  },
  {
    title: 'a page of 50 assets with count',
    atMost: 6,
    request: (place, n) => ({
      method: 'POST',
      path: '/api/goods/gsgoodsinstance/list',
      body: { pageSize: 50, locId: place.locations[1 + (n % 15)] },
      token: place.admin.token,
    }),
    statements: (place, n) => {
      const values = [place.orgId, place.locations[1 + (n % 15)]]
      return [
        { text: 'select * from asset where org_id = $1 and loc_id = $2 and deleted_at is null order by id desc limit 50', values },
        { text: 'select sum(n)::int as n from asset_count where org_id = $1 and loc_id = $2', values },
      ]
    },
  },
  {
    title: 'an asset by its code',
    atMost: 6,
    request: (place, n) => ({
      method: 'POST',
      path: '/api/goods/gsgoodsinstance/scan',
      body: { code: place.codes[(n * 7919) % place.codes.length] },
      token: place.admin.token,
    }),
    statements: (place, n) => [
      {
        text: 'select * from asset where org_id = $1 and instance_code = $2 and deleted_at is null',
        values: [place.orgId, place.codes[(n * 7919) % place.codes.length]],
      },
    ],
  },
]
