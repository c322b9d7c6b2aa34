import { join } from 'node:path'
import { newId } from '../../kernel/id.ts'
import { overHttp, percentile, type Request, type Run, together } from '../load.ts'
import { printBar } from '../report.ts'
import { type Measuring, serve } from '../serving.ts'

const runsOfEach = 20

/** A dashboard of eight tiles of a register of a million assets, and that over the same of 10,000. */
const msForMillion = 80
const growthAtMost = 1.5

const worth = [{ key: 'value', of: 'sum' }]
const tiles = [
  { shape: 'figure', figures: worth },
  { shape: 'figure', where: [{ key: 'state', is: 'in', value: ['idle'] }] },
  { shape: 'figure', where: [{ key: 'state', is: 'in', value: ['inUse'] }], figures: worth },
  { shape: 'figure', where: [{ key: 'boughtOn', is: 'last', value: '30' }] },
  { shape: 'bar', by: [{ key: 'deptId' }], figures: worth },
  { shape: 'pie', by: [{ key: 'state' }] },
  { shape: 'table', by: [{ key: 'catId' }], figures: worth },
  { shape: 'line', by: [{ key: 'createdAt', period: 'month' }] },
]

/** A dashboard over HTTP in the large register and in one of 10,000, read again and again by one person. Answers how many bars were missed. */
export const measureDashboards = async ({ url, dir, data: { large, small }, say }: Measuring): Promise<number> => {
  say('Dashboards')
  const server = await serve(url, join(dir, 'dashboards'))
  const crowd = await overHttp(server.port, 1, ({ status, body }) =>
    status === 200 && /"code":0/.test(body.slice(0, 40)) && !body.includes('"state":"slow"')
      ? undefined
      : `${status} ${body.slice(0, 200)}`,
  )
  const runOnce = async (request: Request): Promise<Run> => {
    let isSent = false
    return crowd.run(() => {
      if (isSent) return undefined
      isSent = true
      return request
    })
  }
  try {
    const times: number[] = []
    for (const { admin } of [large, small]) {
      const id = newId()
      const placedTiles = tiles.map((tile, at) => ({ id: newId(), title: `${at}`, width: 1, height: 1, table: 'gsgoodsinstance', ...tile }))
      const body = { id, version: 0, title: id, tiles: placedTiles }
      const runs = [await runOnce({ method: 'POST', path: '/api/dashboard/save', token: admin.token, body })]
      for (let turn = 0; turn < runsOfEach; turn++)
        runs.push(await runOnce({ method: 'POST', path: '/api/dashboard/read', token: admin.token, body: { id } }))
      const { failures } = together(runs)
      for (const failure of failures.slice(0, 1)) say(`dashboards: ${failure}`)
      times.push(failures.length > 0 ? Infinity : percentile(together(runs.slice(1)).times, 0.5))
    }
    const [largeMs = Infinity, smallMs = Infinity] = times
    const bars = [
      printBar('dashboards, eight tiles of the large register, p50 in ms', largeMs, { atMost: msForMillion }),
      printBar('dashboards, that over the same of 10,000 assets', largeMs / smallMs, { atMost: growthAtMost }),
    ]
    return bars.filter((isMet) => !isMet).length
  } finally {
    await crowd.end()
    await server.stop()
  }
}
