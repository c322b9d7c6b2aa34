/**
 * What the product costs over the database alone. Starts its own PostgreSQL, makes its data, and prints for each kind of work what a client
 * gets over HTTP beside the same statements sent by the plain driver, at the same concurrency, in the same run.
 *
 *   npm run bench                       quick: 100,000 assets in one organisation among fifty
 *   npm run bench -- --full             1,000,000 assets
 *   npm run bench -- --only issue,scan  some of the work
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate, readMigrations } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/pool.ts'
import { createServer, migrationsDir } from '../server/main.ts'
import { readSettings } from '../server/settings.ts'
import { cpuSeconds } from './cpu.ts'
import { full, makeData, quick } from './data.ts'
import { type Answer, overHttp, percentile, type Request, type Run } from './load.ts'
import { printHead, printLine } from './report.ts'
import { byPlainDriver, recorded, type Statement } from './statements.ts'
import { works, type Work } from './works.ts'

process.env['NODE_ENV'] = 'production'
const flags = process.argv.slice(2)
const only = flags.includes('--only') ? flags[flags.indexOf('--only') + 1]!.split(',') : undefined
const size = flags.includes('--full') ? full : quick

const dir = mkdtempSync(join(tmpdir(), 'zaice-bench-'))
const say = (line: string) => process.stderr.write(`${line}\n`)

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** The server as people run it, in a process of its own. */
const startServer = async (databaseUrl: string): Promise<{ port: number; process: ChildProcess }> => {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl, DATA_DIR: join(dir, 'server'), LOG_LEVEL: 'error', DEMO: 'off', POOL_SIZE: '16' },
  })
  await new Promise<void>((resolve, reject) => child.once('message', () => resolve()).once('exit', () => reject(new Error('the server did not start'))))
  return { port, process: child }
}

/** Everything a request sends to the database, found by answering it in this process. */
const recordAll = async (databaseUrl: string, requests: readonly Request[], clients: number): Promise<Statement[][]> => {
  const settings = readSettings({ ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: join(dir, 'recorder'), LOG_LEVEL: 'silent', DEMO: 'off', POOL_SIZE: '16' })
  const server = await createServer(settings, databaseUrl)
  const ask = ({ method, path, body, token }: Request) =>
    server.http.inject({ method, url: path, ...(body === undefined ? {} : { payload: body as object }), headers: { authorization: `bearer ${token}` } })
  await ask({ ...requests[0]!, method: 'GET', path: '/api/auth/getCurUser', body: undefined })
  const statements: Statement[][] = []
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = next++; index < requests.length; index = next++) {
        // Awaited inside: an injected request starts only when somebody waits for it.
        statements[index] = (await recorded(async () => await ask(requests[index]!))).filter(({ text }) => !/\bfrom session\b/.test(text))
      }
    }),
  )
  await server.close()
  return statements
}

const copyDatabase = async (url: string, name: string): Promise<string> => {
  const admin = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  const source = url.slice(url.lastIndexOf('/') + 1)
  await admin.query(`create database ${name} template "${source}"`)
  await admin.end()
  return url.replace(/\/[^/]*$/, `/${name}`)
}

const dropDatabase = async (url: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  await admin.query(`drop database "${url.slice(url.lastIndexOf('/') + 1)}" with (force)`)
  await admin.end()
}

const repeating = <T>(items: readonly T[], seconds: number): (() => T | undefined) => {
  let index = 0
  const end = performance.now() + seconds * 1000
  return () => (performance.now() > end ? undefined : items[index++ % items.length])
}
const once = <T>(items: readonly T[]): (() => T | undefined) => {
  let index = 0
  return () => items[index++]
}

const isGood = ({ status, body }: Answer): string | undefined => (status === 200 && /"code":0/.test(body.slice(0, 40)) ? undefined : `${status} ${body.slice(0, 200)}`)

const embedded = await startEmbedded({ dir: join(dir, 'data'), durable: true, maxConnections: 200 })
const postmaster = Number(readFileSync(join(dir, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0])
let missed = 0
try {
  say('Schema')
  await migrate(embedded.url, readMigrations(migrationsDir))
  const database = openDatabase({ url: embedded.url, poolSize: 4 })
  say('Data')
  const data = await makeData(database, embedded.url, size, say)
  const chosen = works.filter((work) => !only || only.includes(work.key))
  for (const work of chosen) await work.prepare?.(database, data)
  await database.close()

  printHead()
  const runs = new Map<string, Run>()
  for (const work of chosen) runs.set(work.key, await measure(work))
  for (const { title, of, base, most } of [
    { title: 'the same location size, in the large register over the small one', of: 'page', base: 'page-small', most: 1.5 },
    { title: 'search over the plain first page', of: 'search', base: 'page', most: 10 },
  ]) {
    const [above, below] = [runs.get(of), runs.get(base)]
    if (!above || !below) continue
    const ratio = percentile(above.times, 0.5) / percentile(below.times, 0.5)
    if (ratio > most) missed++
    console.log(`p50 of ${title}: ${ratio.toFixed(2)} ${ratio > most ? `> ${most}!` : `≤ ${most}`}`)
  }

  async function measure(work: Work): Promise<Run> {
    const requests = work.requests(data)
    const clients = work.clients ?? 16
    const urls = work.writes ? await copies(work.key) : { record: embedded.url, ours: embedded.url, plain: embedded.url }
    const statements = await recordAll(urls.record, work.writes ? requests : requests.slice(0, 500), clients)
    const server = await startServer(urls.ours)
    const warm = work.writes ? undefined : repeating(requests, 1)
    if (warm) await overHttp(server.port, clients, warm, () => undefined)
    const before = { server: cpuSeconds(server.process.pid!), database: cpuSeconds(postmaster, true) }
    const ours = await overHttp(server.port, clients, work.writes ? once(requests) : repeating(requests, 4), isGood)
    const after = { server: cpuSeconds(server.process.pid!), database: cpuSeconds(postmaster, true) }
    server.process.disconnect()
    await new Promise((done) => server.process.once('exit', done))
    if (!work.writes) await byPlainDriver(urls.plain, work.place(data).orgId, clients, repeating(statements, 1))
    const plain = await byPlainDriver(urls.plain, work.place(data).orgId, clients, work.writes ? once(statements) : repeating(statements, 4))
    const { met } = printLine({
      work: work.title,
      ours,
      plain,
      serverCpuSeconds: after.server - before.server,
      databaseCpuSeconds: after.database - before.database,
      floor: work.floor,
      besides: plain.failures.length > 0 ? `the plain driver failed ${plain.failures.length}: ${plain.failures[0]}` : '',
    })
    if (!met || ours.failures.length > 0) missed++
    if (work.writes) for (const url of Object.values(urls)) await dropDatabase(url)
    return ours
  }

  async function copies(key: string): Promise<{ record: string; ours: string; plain: string }> {
    const name = (part: string) => `bench_${key.replace(/\W/g, '_')}_${part}`
    return { record: await copyDatabase(embedded.url, name('record')), ours: await copyDatabase(embedded.url, name('ours')), plain: await copyDatabase(embedded.url, name('plain')) }
  }
} finally {
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}
say(missed === 0 ? 'Every bar was met.' : `${missed} bars were missed.`)
process.exit(0)
