import { join } from 'node:path'
import pg from 'pg'
import { newId } from '../kernel/id.ts'
import { openDatabase } from '../server/db/pool.ts'
import { approvals, issues } from './approvals.ts'
import { punches } from './attendance.ts'
import type { Place } from './data.ts'
import { copyDatabase, dropDatabase } from './databases.ts'
import type { Request } from './load.ts'
import { printBar } from './report.ts'
import { answered, type Measuring, type Preparing } from './serving.ts'
import { counted } from './statements.ts'

/** What one request costs: statements, how often it waits for the database, bytes of the database's log with what runs beside it. */
type Cost = { readonly statements: number; readonly flights: number; readonly walBytes: number }

type Counted = {
  readonly title: string
  readonly atMost: Cost
  readonly requests: (place: Place, preparing: Preparing) => Request[] | Promise<Request[]>
}

/** Each figure is the median of so many requests, sent one after the other: no noise touches it. */
const requestsEach = 40
const quietMs = 25

/** Counts what the main requests cost the database, in the register of 10,000. Answers how many bars were missed. */
export const measureCosts = async ({ url, dir, data, say }: Measuring): Promise<number> => {
  say('Costs')
  const copy = await copyDatabase(url, 'bench_costs')
  const database = openDatabase({ url: copy, poolSize: 4 })
  const watcher = new pg.Client({ connectionString: copy })
  await watcher.connect()
  const place = data.small
  let missed = 0
  for (const { title, atMost, requests } of costed) {
    const asked = await requests(place, { database, url: copy, dir })
    const cost = await costOf(asked)
    for (const name of ['statements', 'flights', 'walBytes'] as const)
      if (!printBar(`${title}: ${names[name]}`, cost[name], { atMost: atMost[name] })) missed++
  }
  await Promise.all([watcher.end(), database.close()])
  await dropDatabase(copy)
  return missed

  function costOf(requests: readonly Request[]): Promise<Cost> {
    return answered(copy, join(dir, 'costs'), async (ask) => {
      const costs: Cost[] = []
      for (const request of requests) {
        const before = await walPosition()
        // Awaited inside: an injected request starts only when a person waits for it.
        const { statements, flights } = await counted(async () => await ask(request), quietMs)
        costs.push({ statements, flights, walBytes: Number((await walPosition()) - before) })
      }
      const median = (name: keyof Cost) => costs.map((cost) => cost[name]).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)]!
      return { statements: median('statements'), flights: median('flights'), walBytes: median('walBytes') }
    })
  }

  async function walPosition(): Promise<bigint> {
    const { rows } = await watcher.query(`select (pg_current_wal_insert_lsn() - '0/0')::text as at`)
    return BigInt(rows[0].at as string)
  }
}

const names = { statements: 'statements', flights: 'flights', walBytes: 'bytes of log' } as const

/** A stock-in of three lines, another one for each `n`. */
export const postedStockIn = (place: Place, n: number): Request => stockIn(place, 'submit', n)

const stockIn = (place: Place, verb: 'save' | 'submit', n: number): Request => ({
  method: 'POST',
  path: `/api/consum/csinstockorder/${verb}`,
  body: {
    id: newId(),
    header: { to: place.locations[n % 20] },
    lines: [0, 1, 2].map((k) => ({ item: place.consumables[(n * 7 + k * 137) % place.consumables.length], quantity: '1', price: '2' })),
  },
  token: place.admin.token,
})

const several = (one: (n: number) => Request): Request[] => Array.from({ length: requestsEach }, (_, n) => one(n))

const costed: readonly Counted[] = [
  {
    title: 'a draft of 3 lines saved',
    atMost: { statements: 11, flights: 6, walBytes: 2400 },
    requests: (place) => several((n) => stockIn(place, 'save', n)),
  },
  {
    title: 'a stock-in of 3 lines posted',
    atMost: { statements: 8, flights: 3, walBytes: 4600 },
    requests: (place) => several((n) => postedStockIn(place, n)),
  },
  {
    title: 'an issue of 3 lines submitted for approval',
    atMost: { statements: 21, flights: 12, walBytes: 14500 },
    requests: (place, preparing) => issues(place, preparing, requestsEach),
  },
  {
    title: 'the last approval, which posts',
    atMost: { statements: 14, flights: 6, walBytes: 12600 },
    requests: (place, preparing) => approvals(place, preparing, requestsEach),
  },
  {
    title: 'a page of 50 documents with count',
    atMost: { statements: 2, flights: 1, walBytes: 0 },
    requests: (place) =>
      several(() => ({ method: 'POST', path: '/api/consum/csinstockorder/list', body: { pageSize: 50 }, token: place.admin.token })),
  },
  {
    title: 'a page of 50 assets with count',
    atMost: { statements: 2, flights: 1, walBytes: 0 },
    requests: (place) =>
      several((n) => ({
        method: 'POST',
        path: '/api/goods/gsgoodsinstance/list',
        body: { pageSize: 50, locId: place.locations[n % 20] },
        token: place.admin.token,
      })),
  },
  {
    title: 'a document opened',
    atMost: { statements: 5, flights: 3, walBytes: 0 },
    requests: async (place, { database }) => {
      const rows = await database.reading(place.orgId, (tx) =>
        tx.query<{ id: string }>(`select id from document where org_id = $1 and kind = 'CsOutstockOrder' order by id limit $2`, [
          place.orgId,
          requestsEach,
        ]),
      )
      return rows.map(({ id }) => ({ method: 'GET', path: `/api/consum/csoutstockorder/info/${id}`, token: place.admin.token }))
    },
  },
  {
    title: 'a punch',
    atMost: { statements: 15, flights: 8, walBytes: 1900 },
    requests: (_, preparing) => punches(preparing, requestsEach),
  },
  {
    title: 'the workbench',
    atMost: { statements: 7, flights: 1, walBytes: 0 },
    requests: (place) => several(() => ({ method: 'POST', path: '/api/pro/workbench/home', token: place.admin.token })),
  },
]
