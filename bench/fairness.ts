import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../server/db/pool.ts'
import type { Target } from './attack.ts'
import { makeOrganisation, password, type Place } from './data.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { connection, percentile, type Request, type Run, together } from './load.ts'
import { treeMegabytes } from './memory.ts'
import { printBar } from './report.ts'
import { serve, type Serving } from './serving.ts'

/** What one organisation does, and how many seconds of it are measured in a round. */
const attacks: readonly (readonly [key: string, title: string])[] = [
  ['bombs', '12 workbooks at once that unpack to 300 MB of cells'],
  ['imports', '12 checks at once of sheets of 50,000 rows'],
  ['stalls', '1,000 connections whose bodies do not come'],
  ['uploads', '40 uploads at once of 20 MB of text'],
  ['sockets', 'sockets without end that flood heartbeats'],
  ['patterns', '8 drafts at once of 0.95 MB held against costly expressions'],
  ['formulas', '8 drafts and designs at once with costly formulas'],
  ['guesses', '300 wrong sign-ins at once, each from another address'],
]
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 4)
const roundMs = 6000

/**
 * What the small requests of one organisation take while another one does its worst, over what they take without; quiet and loud rounds take
 * turns. Answers how many bars were missed.
 */
export const measureFairness = async ({ url, dir, say }: { url: string; dir: string; say: (line: string) => void }): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_fairness')
  const database = openDatabase({ url: copy, poolSize: 4 })
  const [hostile, modest] = [
    await makeOrganisation(database, 2000, 50, () => undefined),
    await makeOrganisation(database, 2000, 50, () => undefined),
  ]
  await database.close()
  await settle(copy)
  const chosen = process.env['BENCH_ATTACKS']?.split(',')
  let missed = 0
  console.log('| while | requests | p50 ms | p99 ms | without: p50 | p99 | failed | sign-in, slowest ms | memory MB, at most |')
  console.log('|---|---|---|---|---|---|---|---|---|')
  const ratios: [title: string, ratio: number][] = []
  for (const [key, title] of attacks) {
    if (chosen && !chosen.includes(key)) continue
    say(title)
    const server = await serve(copy, join(dir, `fairness-${key}`), { TRUSTED_PROXIES: '1', FILES_GIGABYTES: '0' })
    // Where they sign in under attack they have signed in before.
    await signIn(server, modest)
    await smallRequests(server, modest, 1500)
    const quiet: Run[] = []
    const loud: Run[] = []
    const entering: number[] = []
    let megabytes = 0
    for (let round = 0; round < rounds; round++) {
      quiet.push(await smallRequests(server, modest, roundMs / 2))
      const attack = await begin(key, server, hostile)
      const watching = setInterval(() => (megabytes = Math.max(megabytes, treeMegabytes(server.process.pid!))), 200)
      entering.push(await signIn(server, modest))
      loud.push(await smallRequests(server, modest, roundMs))
      clearInterval(watching)
      await attack.end()
      await calm(server, modest)
    }
    await server.stop()
    const [with_, without] = [together(loud), together(quiet)]
    const at = (run: Run, share: number) => percentile(run.times, share).toFixed(1)
    const failed = with_.failures.length > 0 ? `${with_.failures.length}: ${with_.failures[0]}` : '0'
    console.log(
      `| ${title} | ${with_.times.length} | ${at(with_, 0.5)} | ${at(with_, 0.99)} | ${at(without, 0.5)} | ${at(without, 0.99)} | ${failed} | ${Math.max(...entering).toFixed(0)} | ${megabytes.toFixed(0)} |`,
    )
    ratios.push([title, percentile(with_.times, 0.99) / percentile(without.times, 0.99)])
    if (with_.failures.length > 0) missed++
  }
  for (const [title, ratio] of ratios)
    if (!printBar(`p99 of another's small requests over that without: ${title}`, ratio, { atMost: 2 })) missed++
  await dropDatabase(copy)
  return missed
}

const begin = async (key: string, { port }: Serving, { admin, locations }: Place) => {
  const target: Target = { port, uid: admin.uid, token: admin.token, locations: locations.length }
  const child = fork(join(import.meta.dirname, 'attack.ts'), [key, JSON.stringify(target)])
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((done, fail) => child.once('message', () => done()).once('exit', () => fail(new Error(`${key} did not begin`))))
  await sleep(500)
  return {
    end: () => {
      child.disconnect()
      return ended
    },
  }
}

/** A few people who each ask something small, look at it for a moment, and ask again. */
const smallRequests = async ({ port }: Serving, { admin }: Place, ms: number): Promise<Run> => {
  const times: number[] = []
  const failures: string[] = []
  const end = performance.now() + ms
  const requests: Request[] = [
    { method: 'GET', path: '/api/auth/getCurUser', token: admin.token },
    { method: 'POST', path: '/api/goods/gsgoodsinstance/list', token: admin.token, body: { page: 1, pageSize: 10 } },
  ]
  const people = Array.from({ length: 4 }, async (_, at) => {
    const line = await connection(port)
    for (let n = at; performance.now() < end; n++) {
      const before = performance.now()
      const { status, body } = await line.ask(requests[n % requests.length]!)
      times.push(performance.now() - before)
      if (status !== 200 || !/"code":0/.test(body.slice(0, 40))) failures.push(`${status} ${body.slice(0, 120)}`)
      await sleep(15)
    }
    line.end()
  })
  await Promise.all(people)
  return { seconds: ms / 1000, times: times.toSorted((a, b) => a - b), failures }
}

/** How long a genuine sign-in takes, in ms. */
const signIn = async ({ port }: Serving, { admin }: Place): Promise<number> => {
  const before = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('app:app').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': '192.0.2.7',
    },
    body: new URLSearchParams({ grant_type: 'password', username: admin.username, password }),
  })
  const text = await answer.text()
  if (!text.includes('access_token')) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
  return performance.now() - before
}

/** Waits until what was begun has ended: three small requests in a row that take no longer than usual. */
const calm = async (server: Serving, modest: Place): Promise<void> => {
  for (let tries = 0; tries < 20; tries++) {
    await sleep(500)
    const { times } = await smallRequests(server, modest, 300)
    if (percentile(times, 0.9) < 30) return
  }
}
