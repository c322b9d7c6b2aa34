import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { addDays, type Day, dayAt } from '../kernel/day.ts'
import { type Id, newId } from '../kernel/id.ts'
import { createPerson } from '../server/access/people.ts'
import { openDatabase } from '../server/db/pool.ts'
import { copyDatabase, dropDatabase } from './databases.ts'
import { printBar } from './report.ts'
import { type Measuring, serve, severally } from './serving.ts'

const colleagues = 49
const single = 170
const repeating = 30
const pending = 100_000
const dueAtOnce = 100

/**
 * A month of a person with 200 events of which 30 come again since 2016, beside what 10,000 assets bring; free time of fifty such people; a feed
 * that has not changed; and reminders among a hundred thousand that wait. Answers how many bars were missed.
 */
export const measureAgenda = async ({ url, dir, data: { small } }: Measuring): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_agenda')
  const database = openDatabase({ url: copy, poolSize: 4 })
  const { orgId, admin } = small
  const today = dayAt(Date.now())
  const first = `${today.slice(0, 7)}-01`
  const people = await database.inTransaction(orgId, async (tx) => {
    const uids: Id[] = []
    for (let n = 0; n < colleagues; n++) uids.push(await createPerson(tx, { username: `agenda${n}`, userName: `同事${n}` }))
    await tx.query(
      `update asset set next_maintenance_on = $2::date + (id % 300)::int, warranty_until = $2::date + (id % 700)::int where org_id = $1`,
      [orgId, first],
    )
    return uids
  })
  const server = await serve(copy, join(dir, 'agenda'))
  try {
    const ask = async <R>(name: string, body: object): Promise<R> => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/agenda/ageevent/${name}`, {
        method: 'POST',
        headers: { authorization: `bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const said = (await answer.json()) as { code: number; msg: string; result: R }
      if (said.code !== 0) throw new Error(`${name}: ${said.msg}`)
      return said.result
    }
    await severally(eventsFrom(first, people), 8, (event) => ask('save', event))
    const month = { from: addDays(first, -6), to: addDays(first, 36) }
    const { list } = await ask<{ list: object[] }>('list', month)
    const { path } = await ask<{ path: string }>('feed', {
      sources: ['loan', 'maintenance', 'warranty', 'count', 'approval', 'licence'],
      privateTitles: false,
    })
    const address = `http://127.0.0.1:${server.port}${path}`
    const feed = await fetch(address)
    const tag = feed.headers.get('etag')!
    const kilobytes = (await feed.arrayBuffer()).byteLength / 1000
    console.log(`agenda: ${list.length} rows in the month, ${kilobytes.toFixed(0)} kB in the feed`)

    const bars = [
      printBar('agenda: a month of 200 events, p50 ms', await median(60, () => ask('list', month)), { atMost: 40 }),
      printBar(
        'agenda: free time of 50 people in a week, p50 ms',
        await median(30, () => ask('freeBusy', { uids: [admin.uid, ...people], from: today, to: addDays(today, 7) })),
        { atMost: 100 },
      ),
      printBar(
        'agenda: a feed that has not changed, p50 ms',
        await median(25, async () => {
          const { status } = await fetch(address, { headers: { 'if-none-match': tag } })
          if (status !== 304) throw new Error(`the feed answered ${status}`)
        }),
        { atMost: 5 },
      ),
      printBar(`agenda: ${dueAtOnce} reminders due among ${pending} that wait, seconds`, await reminded(), { atMost: 2 }),
    ]
    return bars.filter((met) => !met).length
  } finally {
    await server.stop()
    await database.close()
    await dropDatabase(copy)
  }

  /** How long it takes until what comes due at one moment was told. */
  async function reminded(): Promise<number> {
    await database.inTransaction(
      orgId,
      async (tx) => {
        await tx.query(
          `insert into job (org_id, id, kind, key, body, due_at)
           select o.org_id, $2::bigint + n, 'agenda.reminder', 'waiting/' || n, '{}', now() + interval '1 year'
           from organisation o, generate_series(1, $3::int) n where o.org_id = $1`,
          [orgId, newId(), pending],
        )
        await tx.query('analyze job')
      },
      { statementSeconds: 120 },
    )
    const due = await database.inTransaction(orgId, (tx) =>
      tx.query<{ key: string }>(
        `update job j set due_at = now(), body = body || jsonb_build_object('after', now() - interval '1 year')
         from (select id from job where org_id = $1 and kind = 'agenda.reminder' and key not like 'waiting/%' order by id limit $2) d
         where j.org_id = $1 and j.id = d.id returning j.key`,
        [orgId, dueAtOnce],
      ),
    )
    const started = performance.now()
    const keys = due.map(({ key }) => key)
    for (;;) {
      const [row] = await database.reading(orgId, (tx) =>
        tx.query<{ n: number }>(
          `select count(*)::int as n from job where org_id = $1 and kind = 'agenda.reminder' and key = any ($2::text[]) and done_at is null and due_at <= now()`,
          [orgId, keys],
        ),
      )
      if (row!.n === 0 || performance.now() - started > 60_000) return (performance.now() - started) / 1000
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}

/** Two hundred events of one person, every fourth with colleagues; so that each of those has a week as well. */
const eventsFrom = (first: Day, people: readonly Id[]): object[] =>
  Array.from({ length: single + repeating }, (_, n) => {
    const again = n < repeating
    const hour = 8 + (n % 10)
    return {
      id: newId(),
      title: again ? `例会${n}` : `会议${n}`,
      place: '会议室',
      point: null,
      notes: '',
      allDay: false,
      startLocal: `${again ? `2016-01-${String(1 + (n % 28)).padStart(2, '0')}` : addDays(first, n % 31)} ${String(hour).padStart(2, '0')}:00`,
      minutes: 45,
      zone: 'Asia/Shanghai',
      rule: again ? { each: 'week', every: 1 + (n % 2), days: [1 + (n % 5)] } : null,
      visibility: 'busy',
      reminders: [15],
      attendees: n % 4 === 0 ? people : [],
    }
  })

const median = async (times: number, work: () => Promise<unknown>): Promise<number> => {
  for (let n = 0; n < 5; n++) await work()
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const started = performance.now()
    await work()
    taken.push(performance.now() - started)
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)]!
}
