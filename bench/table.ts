import { join } from 'node:path'
import { asset } from '../domain/records/asset.ts'
import { sortedKeys } from '../domain/tables/define.ts'
import { tableOfRecord } from '../domain/records/table.ts'
import type { SortOrder } from '../domain/tables/view.ts'
import { openDatabase } from '../server/db/pool.ts'
import { cursorOf, orderOf, sortedPartOf, sortValues } from '../server/tables/order.ts'
import { standingsOf } from '../server/tables/records.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import type { Place } from './data.ts'
import { overHttp, percentile, type Request, type Run, together } from './load.ts'
import { printBar } from './report.ts'
import { answered, type Measuring, serve } from './serving.ts'
import { byPlainDriver, recorded } from './statements.ts'

const clients = 4
const turns = 3
const secondsEach = 0.7
const pageSize = 50

type Question = { readonly words: string; readonly body: (of: Place) => Promise<object> }

/**
 * The register as a table: its first page, pages from its middle, every column that it is sorted by, and conditions. Each beside the same
 * statements by the plain driver, and beside a register of 10,000. Answers how many bars were missed.
 */
export const measureTable = async ({ url, dir, data: { large, small }, say }: Measuring): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_table')
  const database = openDatabase({ url: copy, poolSize: 4 })
  for (const { orgId } of [large, small])
    await database.inTransaction(
      orgId,
      async (tx) => {
        const some = (days: number) => `case when id % 11 <> 0 then date '2018-01-01' + (id % ${days})::int end`
        await tx.query(
          `update asset set value = case when id % 7 <> 0 then (id % 200000) / 10.0 end, bought_on = ${some(2900)}, warranty_until = ${some(4001)},
             next_maintenance_on = case when id % 5 = 0 then ${some(3700)} end where org_id = $1`,
          [tx.orgId],
        )
      },
      { statementSeconds: 1200 },
    )
  await settle(copy)
  say('Table')

  const table = tableOfRecord(asset)
  /** The cursor in the middle of a register in some order. */
  const middle = (sort: readonly SortOrder[], { orgId, codes }: Place): Promise<string> =>
    database.inTransaction(
      orgId,
      async (tx) => {
        const { sorting } = sortedPartOf(table, standingsOf(asset, 'r'), { sort: [...sort] })
        const [row] = await tx.query<{ id: string; sortedBy: (string | null)[] }>(
          `select r.id, ${sortValues(sorting)} from asset r where r.org_id = $1 and r.deleted_at is null order by ${orderOf(sorting, 'r.id')} offset $2 limit 1`,
          [tx.orgId, Math.floor(codes.length / 2)],
          'anew',
        )
        return cursorOf(table, sorting, { values: row!.sortedBy, id: row!.id })
      },
      { statementSeconds: 60 },
    )
  const plain = (body: object) => () => Promise.resolve(body)
  const sorted = sortedKeys(table).flatMap((key) => [
    { key, descending: false },
    { key, descending: true },
  ])
  const questions: readonly Question[] = [
    { words: 'first page', body: plain({}) },
    { words: 'page from the middle', body: async (of) => ({ after: await middle([], of) }) },
    ...sorted.flatMap((by): Question[] => [
      { words: `by ${by.key}${by.descending ? ', descending' : ''}`, body: plain({ sort: [by] }) },
      {
        words: `by ${by.key}${by.descending ? ', descending' : ''}, from the middle`,
        body: async (of) => ({ sort: [by], after: await middle([by], of) }),
      },
    ]),
    {
      words: 'in one place',
      body: ({ locations }) => Promise.resolve({ where: [{ key: 'locId', is: 'in', value: [locations[3]] }] }),
    },
    {
      words: 'in a few places, dear, by value',
      body: ({ locations }) =>
        Promise.resolve({
          where: [
            { key: 'locId', is: 'in', value: locations.slice(3, 6) },
            { key: 'value', is: 'between', value: ['1000', ''] },
          ],
          sort: [{ key: 'value', descending: true }],
        }),
    },
    {
      words: 'bought in one year, by name',
      body: plain({ where: [{ key: 'boughtOn', is: 'between', value: ['2020-01-01', '2020-12-31'] }], sort: [{ key: 'instanceName' }] }),
    },
  ]

  let missed = 0
  const server = await serve(copy, join(dir, 'table'))
  const answers = await overHttp(server.port, clients, ({ status, body }) =>
    status === 200 && /"code":0/.test(body.slice(0, 40)) ? undefined : `${status} ${body.slice(0, 200)}`,
  )
  const driver = await byPlainDriver(copy, large.orgId, clients)
  try {
    for (const { words, body } of questions) {
      const [of, ofSmall] = [await requestOf(large, body), await requestOf(small, body)]
      const statements = await answered(copy, join(dir, 'table-recorder'), async (ask) => {
        await ask({ ...of, method: 'GET', path: '/api/auth/getCurUser', body: undefined })
        return (await recorded(async () => await ask(of))).filter(({ text }) => !/\bfrom session\b/.test(text))
      })
      const runs: Record<'ours' | 'plain' | 'small', Run[]> = { ours: [], plain: [], small: [] }
      for (let turn = 0; turn <= turns; turn++) {
        const ours = await answers.run(repeating(of))
        const plainly = await driver.run(repeating(statements))
        const onSmall = await answers.run(repeating(ofSmall))
        if (turn === 0) continue
        runs.ours.push(ours)
        runs.plain.push(plainly)
        runs.small.push(onSmall)
      }
      const [ours, plainly, onSmall] = [together(runs.ours), together(runs.plain), together(runs.small)]
      for (const failure of [...ours.failures, ...plainly.failures, ...onSmall.failures].slice(0, 1)) say(`${words}: ${failure}`)
      const p50 = percentile(ours.times, 0.5)
      const ratio = ours.times.length / ours.seconds / (plainly.times.length / plainly.seconds)
      console.log(`table, ${words}: ${p50.toFixed(1)} ms, plain driver ${percentile(plainly.times, 0.5).toFixed(1)} ms`)
      if (!printBar(`  requests over the plain driver`, ratio, { atLeast: 0.5 })) missed++
      if (!printBar(`  p50 over that of a register of 10,000`, p50 / percentile(onSmall.times, 0.5), { atMost: 1.5 })) missed++
    }
  } finally {
    await Promise.all([answers.end(), driver.end()])
    await server.stop()
    await database.close()
    await dropDatabase(copy)
  }
  return missed
}

const requestOf = async (of: Place, body: Question['body']): Promise<Request> => ({
  method: 'POST',
  path: '/api/goods/gsgoodsinstance/list',
  body: { pageSize, ...(await body(of)) },
  token: of.admin.token,
})

const repeating = <T>(item: T): (() => T | undefined) => {
  const end = performance.now() + secondsEach * 1000
  return () => (performance.now() > end ? undefined : item)
}
