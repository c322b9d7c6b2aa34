import { join } from 'node:path'
import pg from 'pg'
import { overHttp, percentile, type Request, type Run, together } from '../load.ts'
import { printBar } from '../report.ts'
import { type Measuring, serve } from '../serving.ts'

const turns = 5

/** A grouping of a register of a million assets takes a second at most. */
const secondsForMillion = 1

const value = [{ key: 'value', of: 'sum' }] as const
const questions: readonly { readonly words: string; readonly body: object }[] = [
  { words: 'by place', body: { by: [{ key: 'locId' }], figures: value } },
  { words: 'by category and state', body: { by: [{ key: 'catId' }, { key: 'state' }], figures: value } },
  {
    words: 'by department, state and quarter, four figures',
    body: {
      by: [{ key: 'deptId' }, { key: 'state' }, { key: 'createdAt', period: 'quarter' }],
      figures: ['sum', 'average', 'min', 'max'].map((of) => ({ key: 'value', of })),
    },
  },
  {
    words: 'idle ones by place',
    body: { by: [{ key: 'locId' }], figures: value, asked: { where: [{ key: 'state', is: 'in', value: ['idle'] }] } },
  },
  { words: 'by code, a group for each asset', body: { by: [{ key: 'instanceCode' }], figures: value, limit: 100 } },
]

/** The large register by its columns, over HTTP. Answers how many bars were missed. */
export const measureGroups = async ({ url, dir, data: { large }, say }: Measuring): Promise<number> => {
  say('Groups')
  const assets = await countAssets(url, large.orgId)
  const server = await serve(url, join(dir, 'groups'))
  const crowd = await overHttp(server.port, 1, ({ status, body }) =>
    status === 200 && /"code":0/.test(body.slice(0, 40)) ? undefined : `${status} ${body.slice(0, 200)}`,
  )
  let missedCount = 0
  try {
    for (const { words, body } of questions) {
      const request: Request = {
        method: 'POST',
        path: '/api/table/groups',
        token: large.admin.token,
        body: { table: 'gsgoodsinstance', ...body },
      }
      const runs: Run[] = []
      for (let turn = 0; turn <= turns; turn++) {
        let isSent = false
        const run = await crowd.run(() => {
          if (isSent) return undefined
          isSent = true
          return request
        })
        if (turn > 0) runs.push(run)
      }
      const { times, failures } = together(runs)
      for (const failure of failures.slice(0, 1)) say(`${words}: ${failure}`)
      const seconds = percentile(times, 0.5) / 1000
      const title = `groups, ${assets} assets ${words}: ${(seconds * 1000).toFixed(0)} ms; seconds for a million`
      if (!printBar(title, (seconds / assets) * 1_000_000, { atMost: secondsForMillion }) || failures.length > 0) missedCount++
    }
  } finally {
    await crowd.end()
    await server.stop()
  }
  return missedCount
}

const countAssets = async (url: string, orgId: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<{ n: number }>('select count(*)::int as n from asset where org_id = $1', [orgId])
    .finally(() => client.end())
  return rows[0]?.n ?? 0
}
