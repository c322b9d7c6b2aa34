import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import type { Id } from '../kernel/id.ts'
import { copyDatabase, dropDatabase } from './databases.ts'
import { measureDifferences } from './differences.ts'
import { percentile } from './load.ts'
import { printBar } from './report.ts'
import { type Measuring, serve } from './serving.ts'

const devices = 20
const eventsEach = 5000
const batch = 200

/**
 * A count of the large organisation: opened, fetched by a phone, counted by twenty devices that come back together after two hours, looked at, and
 * settled.
 * Beside what writes, the same rows by the plain driver. Answers how many bars were missed.
 */
export const measureCounting = async ({ url, dir, data: { large } }: Measuring): Promise<number> => {
  const database = await copyDatabase(url, 'bench_counting')
  const { port, stop } = await serve(database, join(dir, 'counting'))
  const ask = async <R>(path: string, body: unknown): Promise<{ result: R; text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/goods/${path}`, {
      method: 'POST',
      headers: { authorization: `bearer ${large.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    const said = JSON.parse(text) as { code: number; msg: string; result: R; page: R }
    if (said.code !== 0) throw new Error(`${path}: ${said.msg}`)
    return { result: said.result ?? said.page, text }
  }
  const fetchFile = async (path: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/goods/${path}`, { headers: { authorization: `bearer ${large.admin.token}` } })
    const { byteLength } = await answer.arrayBuffer()
    if (!answer.ok || answer.headers.get('content-type')?.includes('json')) throw new Error(`${path}: ${answer.status}`)
    return byteLength
  }
  const timed = async <R>(work: () => Promise<R>): Promise<[R, number]> => {
    const started = performance.now()
    return [await work(), (performance.now() - started) / 1000]
  }
  try {
    const plan = { name: '年终盘点', methods: ['scan'], scope: { kinds: ['asset'] } }
    const { result: saved } = await ask<{ id: Id }>('gsinventoryplan/save', { plan })
    const [{ result: task }, opening] = await timed(() => ask<{ id: Id; expected: number }>('gsinventorytask/open', { planId: saved.id }))

    let after: string | undefined
    let bytes = 0
    const items: Id[] = []
    const places: string[] = []
    const [, packing] = await timed(async () => {
      do {
        const piece = await ask<{ next?: string; columns: (string | number | null)[][]; places: [string][] }>('gsinventorytask/pack', {
          taskId: task.id,
          ...(after !== undefined && { after }),
        })
        bytes += gzipSync(piece.text, { level: 5 }).length
        items.push(...(piece.result.columns[1] as Id[]))
        places.push(...piece.result.columns[6]!.map((at) => piece.result.places[Number(at)]![0]))
        after = piece.result.next
      } while (after !== undefined)
    })
    if (items.length !== task.expected) throw new Error(`${items.length} of ${task.expected} lines were packed`)

    const latencies: number[] = []
    const count = async (device: number): Promise<void> => {
      const name = randomUUID()
      await ask('gsinventorytask/join', { taskId: task.id, device: name })
      for (let from = 1; from <= eventsEach; from += batch) {
        const events = Array.from({ length: batch }, (_, at) => {
          const index = ((device * eventsEach + from + at - 1) * 7919) % items.length
          const isElsewhere = at % 33 === 0
          return {
            id: randomUUID(),
            seq: from + at,
            round: 1,
            kind: 'seen',
            source: 'camera',
            itemKind: 'asset',
            item: items[index],
            place: isElsewhere ? large.locations[1] : places[index],
            at: new Date().toISOString(),
          }
        })
        const digest = createHash('sha256').update(JSON.stringify(events)).digest('hex')
        const [, seconds] = await timed(() =>
          ask('gsinventorytask/push', {
            taskId: task.id,
            device: name,
            from,
            events,
            digest,
            clientAt: new Date().toISOString(),
            roundTripMs: 30,
          }),
        )
        latencies.push(seconds * 1000)
      }
    }
    const [, counting] = await timed(() => Promise.all(Array.from({ length: devices }, (_, device) => count(device))))
    const [, listing] = await timed(() => ask('gsinventorytask/lines', { taskId: task.id, differing: true, pageSize: 100 }))
    const [, watching] = await timed(() => ask('gsinventorytask/progress', { taskId: task.id }))
    const plain = await byPlainDriver(database, large.orgId, task.id)
    console.log(
      `count of ${task.expected} assets: plain driver writes the lines in ${plain.lines.toFixed(2)} s and the events in ${plain.events.toFixed(2)} s; batches of ${batch} took ${percentile(
        latencies.toSorted((a, b) => a - b),
        0.5,
      ).toFixed(0)} ms, p95 ${percentile(
        latencies.toSorted((a, b) => a - b),
        0.95,
      ).toFixed(0)} ms; progress ${watching.toFixed(2)} s, pack ${packing.toFixed(2)} s, all events ${counting.toFixed(1)} s`,
    )
    const bars = [
      printBar(`opening a count of ${task.expected} over its lines by the plain driver`, opening / plain.lines, { atMost: 3 }),
      printBar('its pack, MB gzip', bytes / 1e6, { atMost: 2 }),
      printBar(
        `${devices} devices × ${eventsEach} events, taken and folded, over their rows by the plain driver`,
        counting / plain.events,
        { atMost: 20 },
      ),
      printBar('its list of differences over its lines by the plain driver', listing / plain.lines, { atMost: 1 }),
      ...(await measureDifferences({ taskId: task.id, expected: task.expected, plainSeconds: plain.lines, ask, fetchFile, timed })),
    ]
    return bars.filter((met) => !met).length
  } finally {
    await stop()
    await dropDatabase(database)
  }
}

/** The same lines and events once more, by one statement each, past every rule of ours. */
const byPlainDriver = async (url: string, orgId: Id, taskId: Id): Promise<{ lines: number; events: number }> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select set_config('app.org', $1, false)`, [orgId])
    const timed = async (text: string): Promise<number> => {
      await client.query('begin')
      const started = performance.now()
      await client.query(text, [orgId, taskId])
      const seconds = (performance.now() - started) / 1000
      await client.query('rollback')
      return seconds
    }
    return {
      lines: await timed(
        `with t as (
           insert into count_task (org_id, id, plan_id, code, name, state, plan, opened_by)
           select org_id, id + 1, plan_id, 'PD1', name, 'closed', plan, opened_by from count_task where org_id = $1 and id = $2 returning org_id, id
         ) insert into count_line (org_id, task_id, item_kind, item_id, account, loc_id, dept_id, holder_uid, quantity, value)
         select t.org_id, t.id, 'asset', a.id, a.account, a.loc_id, a.dept_id, a.holder_uid, 1, a.value from t, asset a where a.org_id = $1`,
      ),
      events: await timed(
        `with d as (
           insert into count_device (org_id, task_id, device, uid) select org_id, id, '00000000-0000-4000-8000-000000000000', opened_by from count_task where org_id = $1 and id = $2
           returning org_id, task_id, device
         ) insert into count_event
         select e.org_id, e.task_id, d.device, row_number() over (), gen_random_uuid(), e.round, e.kind, e.item_id, e.loc_id, e.body, e.happened_at, e.uncertainty_ms, e.received_at,
           e.actor_uid, e.uploader_uid, e.disposition, e.fingerprint
         from count_event e, d where e.org_id = $1 and e.task_id = $2`,
      ),
    }
  } finally {
    await client.end()
  }
}
