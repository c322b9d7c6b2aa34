/**
 * What the product costs over the database alone. Starts its own PostgreSQL, makes its data, and prints for each kind of work what a client
 * gets over HTTP beside the same statements sent by the plain driver, at the same concurrency, in the same run.
 *
 *   npm run bench                       quick: 100,000 assets in one organisation among fifty
 *   npm run bench -- --full             1,000,000 assets, 1,000,000 tasks
 *   npm run bench -- --only issue,scan  some of the work: keys of works.ts, and core, labels, chat, disk, attendance, tags, push, webhooks, races, fairness, costs, least, upgrade, import, agenda, counting, web, list, keys, find, table, groups, dashboards, stockBook, ownFields, books
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/pool.ts'
import { migrationsDir } from '../server/main.ts'
import { measureBooks } from './books.ts'
import { measureCounting } from './counting.ts'
import { measureCore } from './core.ts'
import { measureCosts } from './costs.ts'
import { cpuSeconds } from './cpu.ts'
import { full, makeData, quick } from './data.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { measureFind } from './find.ts'
import { measureImport } from './import.ts'
import { measureList } from './list.ts'
import { measureChat } from './chat.ts'
import { measureKeys } from './keys.ts'
import { measureLabels } from './labels.ts'
import { measureLeast } from './least.ts'
import { type Answer, overHttp, percentile, type Request, type Run, together } from './load.ts'
import { measureRaces } from './races.ts'
import { measurePush } from './sending/push.ts'
import { printBar, printHead, printLine } from './report.ts'
import { measureFairness } from './fairness.ts'
import { answered, type Measuring, serve, severally } from './serving.ts'
import { byPlainDriver, recorded, type Statement } from './statements.ts'
import { measureAgenda } from './agenda.ts'
import { measureAttendance } from './attendance.ts'
import { measureDisk } from './disk.ts'
import { measureDashboards } from './reports/dashboards.ts'
import { measureGroups } from './reports/groups.ts'
import { measureStockBook } from './reports/stockBook.ts'
import { measureOwnFields } from './ownFields.ts'
import { measureTable } from './table.ts'
import { measureTags } from './tags.ts'
import { measureUpgrade } from './upgrade.ts'
import { measureWeb } from './web.ts'
import { measureWebhooks } from './sending/webhooks.ts'
import { works, type Work } from './works.ts'

process.env['NODE_ENV'] = 'production'
const flags = process.argv.slice(2)
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1]!.split(',') : undefined
const size = flags.includes('--full') ? full : quick

const dir = mkdtempSync(join(tmpdir(), 'zaice-bench-'))
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const isChosen = (key: string): boolean => !only || only.includes(key)

/** Everything each request sends to the database but the look at the session, found by answering it in this process. */
const recordAll = (databaseUrl: string, requests: readonly Request[], clients: number): Promise<Statement[][]> =>
  answered(databaseUrl, join(dir, 'recorder'), async (ask) => {
    await ask({ ...requests[0]!, method: 'GET', path: '/api/auth/getCurUser', body: undefined })
    // Awaited inside: an injected request starts only when a person waits for it.
    return severally(requests, clients, async (request) =>
      (await recorded(async () => await ask(request))).filter(({ text }) => !/\bfrom session\b/.test(text)),
    )
  })

const repeating = <T>(items: readonly T[], seconds: number): (() => T | undefined) => {
  let index = 0
  const end = performance.now() + seconds * 1000
  return () => (performance.now() > end ? undefined : items[index++ % items.length])
}
const once = <T>(items: readonly T[]): (() => T | undefined) => {
  let index = 0
  return () => items[index++]
}

/** Ours and the plain driver take turns, so that a machine that is slower for a while is slower for both. */
const turns = 4
const secondsEach = 1.5
const followUpMs = 3000
const partOf = <T>(items: readonly T[], turn: number): readonly T[] =>
  items.slice(Math.floor((items.length * turn) / turns), Math.floor((items.length * (turn + 1)) / turns))

const troubleIn = ({ status, body }: Answer, expected = ''): string | undefined =>
  status === 200 && /"code":0/.test(body.slice(0, 40)) && body.includes(expected) ? undefined : `${status} ${body.slice(0, 200)}`

const embedded = await startEmbedded({ dir: join(dir, 'data'), durable: true, maxConnections: 200 })
const postmaster = Number(readFileSync(join(dir, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0])
let missed = 0
try {
  say('Schema')
  await migrate(embedded.url, readMigrations(migrationsDir))
  if (isChosen('core')) missed += measureCore()
  if (isChosen('labels')) missed += await measureLabels({ dir, say })
  if (isChosen('chat')) missed += await measureChat({ url: embedded.url, dir, say, long: flags.includes('--full') ? 500_000 : 100_000 })
  if (isChosen('disk')) missed += await measureDisk({ url: embedded.url, dir, say, nodes: flags.includes('--full') ? 200_000 : 100_000 })
  if (isChosen('attendance')) missed += await measureAttendance({ url: embedded.url, dir, say })
  if (isChosen('tags')) missed += measureTags()
  if (isChosen('push')) missed += await measurePush({ url: embedded.url, say })
  if (isChosen('webhooks')) missed += await measureWebhooks({ url: embedded.url, say })
  if (isChosen('races')) missed += await measureRaces({ url: embedded.url, dir, say })
  if (isChosen('fairness')) missed += await measureFairness({ url: embedded.url, dir, say })
  if (
    !only ||
    only.some((key) => !['core', 'labels', 'chat', 'disk', 'attendance', 'tags', 'push', 'webhooks', 'races', 'fairness'].includes(key))
  )
    await measureOnData()
} finally {
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}
say(missed === 0 ? 'Every bar was met.' : `${missed} bars were missed.`)
process.exit(0)

/** Everything that needs a full register. */
async function measureOnData(): Promise<void> {
  const database = openDatabase({ url: embedded.url, poolSize: 4 })
  say('Data')
  const data = await makeData(database, embedded.url, size, say)
  const chosen = works.filter(({ key }) => isChosen(key))
  const prepared = new Map<string, readonly Request[]>()
  for (const work of chosen) prepared.set(work.key, await work.requests(data, { database, url: embedded.url, dir }))
  await database.close()
  await settle(embedded.url)

  if (chosen.length > 0) printHead()
  for (const work of chosen) await measure(work, prepared.get(work.key)!)
  for (const { title, of, base, most } of [
    { title: 'the same location size, in the large register over the small one', of: 'page', base: 'page-small', most: 1.5 },
    { title: 'search over the plain first page', of: 'search', base: 'page', most: 4 },
    { title: 'the first page of tasks among all over among 10,000', of: 'tasks', base: 'tasks-small', most: 1.3 },
  ]) {
    const [above, below] = [prepared.get(of), prepared.get(base)]
    if (above && below && !printBar(`p50 of ${title}`, await growth(above, below), { atMost: most })) missed++
  }
  const measuring: Measuring = { url: embedded.url, dir, data, say }
  if (isChosen('import')) missed += await measureImport(measuring)
  if (isChosen('agenda')) missed += await measureAgenda(measuring)
  if (isChosen('counting')) missed += await measureCounting(measuring)
  if (isChosen('web')) missed += await measureWeb(measuring)
  if (isChosen('list')) missed += await measureList(measuring)
  if (isChosen('keys')) missed += await measureKeys(measuring)
  if (isChosen('find')) missed += await measureFind(measuring)
  if (isChosen('table')) missed += await measureTable(measuring)
  if (isChosen('dashboards')) missed += await measureDashboards(measuring)
  if (isChosen('groups')) missed += await measureGroups(measuring)
  if (isChosen('stockBook')) missed += await measureStockBook(measuring)
  if (isChosen('ownFields')) missed += await measureOwnFields(measuring)
  if (isChosen('books')) missed += await measureBooks(measuring)
  if (isChosen('upgrade')) missed += await measureUpgrade(measuring)
  if (isChosen('costs')) missed += await measureCosts(measuring)
  if (isChosen('least')) missed += await measureLeast(measuring, postmaster)

  async function measure(work: Work, requests: readonly Request[]): Promise<void> {
    const clients = work.clients ?? 16
    const urls = work.writes ? await copies(work.key) : { record: embedded.url, ours: embedded.url, plain: embedded.url }
    const sent = await recordAll(urls.record, work.writes ? requests : requests.slice(0, 500), clients)
    const { plainly = () => true } = work
    const statements = sent.map((each) => each.filter(({ text }) => plainly(text)))
    const server = await serve(urls.ours, join(dir, 'server'))
    const ours = await overHttp(server.port, clients, (answer) => troubleIn(answer, work.answers))
    const plain = await byPlainDriver(urls.plain, work.place(data).orgId, clients)
    // The first of what writes finds the server, its plans and the pages of the database cold; that is told beside.
    const cold = work.writes ? Math.floor(requests.length / (turns + 1)) : 0
    const first = await ours.run(work.writes ? once(requests.slice(0, cold)) : repeating(requests, 1))
    await plain.run(work.writes ? once(statements.slice(0, cold)) : repeating(statements, 1))
    const [left, leftPlain] = [requests.slice(cold), statements.slice(cold)]
    const cpu = { server: 0, database: 0, plainDatabase: 0 }
    const runs: { ours: Run; plain: Run }[] = []
    for (let turn = 0; turn < turns; turn++) {
      const before = { server: cpuSeconds(server.process.pid!), database: cpuSeconds(postmaster, true) }
      const oursNow = await ours.run(work.writes ? once(partOf(left, turn)) : repeating(requests, secondsEach))
      // What follows within seconds belongs to it, and not to the plain driver's turn.
      if (work.writes) await sleep(followUpMs)
      cpu.server += cpuSeconds(server.process.pid!) - before.server
      cpu.database += cpuSeconds(postmaster, true) - before.database
      const databaseBefore = cpuSeconds(postmaster, true)
      const plainNow = await plain.run(work.writes ? once(partOf(leftPlain, turn)) : repeating(statements, secondsEach))
      cpu.plainDatabase += cpuSeconds(postmaster, true) - databaseBefore
      runs.push({ ours: oursNow, plain: plainNow })
    }
    await Promise.all([ours.end(), plain.end(), server.stop()])
    const [all, allPlain] = [together(runs.map((run) => run.ours)), together(runs.map((run) => run.plain))]
    const { met } = printLine({
      work: work.title,
      ours: all,
      plain: allPlain,
      serverCpuSeconds: cpu.server,
      databaseCpuSeconds: cpu.database,
      plainDatabaseCpuSeconds: cpu.plainDatabase,
      floor: work.floor,
      besides: [
        ...(work.writes ? [`${(first.times.length / first.seconds).toFixed(0)}/s cold`] : []),
        ...(allPlain.failures.length > 0 ? [`the plain driver failed ${allPlain.failures.length}: ${allPlain.failures[0]}`] : []),
      ].join('; '),
    })
    if (!met || all.failures.length > 0) missed++
    for (const [name, share, most] of work.within
      ? ([
          ['p50', 0.5, work.within.p50Ms],
          ['p99', 0.99, work.within.p99Ms],
        ] as const)
      : [])
      if (!printBar(`${name} of ${work.key}, ms, ${clients} at once`, percentile(all.times, share), { atMost: most })) missed++
    if (work.writes) for (const url of Object.values(urls)) await dropDatabase(url)
  }

  /** The median of some reading requests over that of others; the two take turns as well. */
  async function growth(above: readonly Request[], below: readonly Request[]): Promise<number> {
    const server = await serve(embedded.url, join(dir, 'server'))
    const clients = await overHttp(server.port, 16, troubleIn)
    const runs: { above: Run; below: Run }[] = []
    for (let turn = 0; turn <= turns; turn++)
      runs.push({ above: await clients.run(repeating(above, secondsEach)), below: await clients.run(repeating(below, secondsEach)) })
    await Promise.all([clients.end(), server.stop()])
    const [, ...warm] = runs
    const median = (side: 'above' | 'below') => percentile(together(warm.map((run) => run[side])).times, 0.5)
    return median('above') / median('below')
  }

  async function copies(key: string): Promise<{ record: string; ours: string; plain: string }> {
    const name = (part: string) => `bench_${key.replace(/\W/g, '_')}_${part}`
    return {
      record: await copyDatabase(embedded.url, name('record')),
      ours: await copyDatabase(embedded.url, name('ours')),
      plain: await copyDatabase(embedded.url, name('plain')),
    }
  }
}
