import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../db/testing.ts'
import type { Tx } from '../db/tx.ts'
import { openLog } from '../log.ts'
import { enqueue, startJobs, withdraw, type Job, type Worker } from './jobs.ts'
import { until } from '../testing/until.ts'

const { database, newOrganisation } = await testDatabase({ poolSize: 16 })
const log = openLog('silent')

const rowOf = async (orgId: string, key: string) =>
  (
    await database.reading(orgId, (tx) =>
      tx.query<{ attempts: number; last_error: string | null; done: boolean; waits: boolean }>(
        'select attempts, last_error, done_at is not null as done, lease_until > now() as waits from job where org_id = $1 and key = $2 and kind <> $3',
        [orgId, key, 'trace'],
      ),
    )
  )[0]

test('several processes share the jobs, and each is done once by one of them', async (t) => {
  const orgId = await newOrganisation()
  const seen: string[] = []
  const worker: Worker = {
    kind: 'shared',
    run: async (_, job) => {
      await sleep(1)
      seen.push(job.key)
    },
  }
  const keys = Array.from({ length: 60 }, (_, at) => `job-${at}`)
  await database.inTransaction(orgId, async (tx) => {
    for (const key of keys) await enqueue(tx, { kind: 'shared', key })
  })
  const processes = [startJobs(database, log, [worker]), startJobs(database, log, [worker]), startJobs(database, log, [worker])]
  t.after(() => Promise.all(processes.map((jobs) => jobs.stop())))
  await until('all done', () => seen.length >= keys.length)
  assert.deepEqual(seen.toSorted(), keys.toSorted())
})

test('what a failed job wrote is taken back, and it comes again later', async (t) => {
  const orgId = await newOrganisation()
  const jobs = startJobs(database, log, [
    {
      kind: 'failing',
      run: async (tx) => {
        await enqueue(tx, { kind: 'never', key: 'never' })
        throw new Error('no gateway')
      },
    },
  ])
  t.after(() => jobs.stop())
  await database.inTransaction(orgId, (tx) => enqueue(tx, { kind: 'failing', key: 'f' }))
  jobs.wake()
  await until('the failure is written down', async () => (await rowOf(orgId, 'f'))?.last_error === 'no gateway')
  assert.deepEqual(await rowOf(orgId, 'f'), { attempts: 1, last_error: 'no gateway', done: false, waits: true })
  assert.equal(await rowOf(orgId, 'never'), undefined)
})

test('a job that is not due, or taken back, does not run; asked for again it runs again', async (t) => {
  const orgId = await newOrganisation()
  const ran: Job[] = []
  const jobs = startJobs(database, log, [{ kind: 'dated', run: async (_, job) => void ran.push(job) }])
  t.after(() => jobs.stop())
  await database.inTransaction(orgId, async (tx) => {
    await enqueue(tx, { kind: 'dated', key: 'tomorrow', dueAt: new Date(Date.now() + 86_400_000).toISOString() })
    await enqueue(tx, { kind: 'dated', key: 'taken back' })
    await withdraw(tx, 'dated', 'taken back')
    await enqueue(tx, { kind: 'dated', key: 'now', body: { n: 1 } })
  })
  await until('the due one ran', () => ran.length === 1)
  await until('it is done', async () => (await rowOf(orgId, 'now'))?.done === true)
  await database.inTransaction(orgId, (tx) => enqueue(tx, { kind: 'dated', key: 'now', body: { n: 2 } }))
  jobs.wake()
  await until('it ran again', () => ran.length === 2)
  assert.deepEqual(
    ran.map(({ key, body }) => [key, body]),
    [
      ['now', { n: 1 }],
      ['now', { n: 2 }],
    ],
  )
})

test('a job whose process died is taken by another one when its lease is over', async (t) => {
  const orgId = await newOrganisation()
  await database.inTransaction(orgId, async (tx) => {
    await enqueue(tx, { kind: 'orphan', key: 'o' })
    await tx.query("update job set attempts = 1, lease_until = now() - interval '1 second' where org_id = $1 and key = 'o'", [orgId])
    await enqueue(tx, { kind: 'orphan', key: 'held' })
    await tx.query("update job set attempts = 1, lease_until = now() + interval '1 hour' where org_id = $1 and key = 'held'", [orgId])
  })
  const ran: string[] = []
  const jobs = startJobs(database, log, [{ kind: 'orphan', run: async (_, job) => void ran.push(job.key) }])
  t.after(() => jobs.stop())
  await until('it ran', async () => (await rowOf(orgId, 'o'))?.done === true)
  assert.deepEqual(ran, ['o'])
})

test('long work is done piece by piece, others have their turn, and it goes on after a process died in the middle', async (t) => {
  const orgId = await newOrganisation()
  const seen: string[] = []
  const long: Worker = {
    kind: 'long',
    piece: async () => {
      seen.push('piece')
      return seen.filter((one) => one === 'piece').length < 6
    },
  }
  const short: Worker = {
    kind: 'short',
    run: async () => {
      seen.push('short')
    },
  }
  await database.inTransaction(orgId, async (tx) => {
    await enqueue(tx, { kind: 'long', key: 'l' })
    await enqueue(tx, { kind: 'short', key: 's', dueAt: new Date(Date.now() + 1).toISOString() })
  })
  // Another process had taken it and died.
  await database.inTransaction(orgId, (tx) =>
    tx.query("update job set lease_until = now() - interval '1 second', attempts = 3 where org_id = $1 and key = 'l'", [orgId]),
  )
  const jobs = startJobs(database, log, [long, short])
  t.after(() => jobs.stop())
  await until('the long work is done', async () => (await rowOf(orgId, 'l'))?.done === true)
  await until('the short one too', () => seen.includes('short'))
  assert.equal(seen.filter((one) => one === 'piece').length, 6)
  assert.ok(seen.indexOf('short') < 6, seen.join())
})

test('what is asked for again while it is worked on is another job: the end of the first one is not its end', async (t) => {
  const orgId = await newOrganisation()
  const ends: ((more: boolean) => void)[] = []
  const worker: Worker = { kind: 'again', piece: () => new Promise<boolean>((done) => ends.push(done)) }
  const ask = () => database.inTransaction(orgId, (tx) => enqueue(tx, { kind: 'again', key: 'a' }))
  await ask()
  const processes = [startJobs(database, log, [worker]), startJobs(database, log, [worker])]
  t.after(() => {
    for (const end of ends) end(false)
    return Promise.all(processes.map((jobs) => jobs.stop()))
  })
  await until('the first is worked on', () => ends.length === 1)
  await ask()
  await until('the second as well', () => ends.length === 2)
  ends[0]!(false)
  // The person who ended it looks for more work, and finds this.
  await database.inTransaction(orgId, (tx) => enqueue(tx, { kind: 'again', key: 'b' }))
  await until('whoever did the first is free', () => ends.length === 3)
  assert.equal((await rowOf(orgId, 'a'))?.done, false)
  ends[1]!(true)
  await until('the rest of it is done', () => ends.length === 4)
})

test('a job that finds the database busy never rests, whatever fails otherwise does', async (t) => {
  const orgId = await newOrganisation()
  const errors = { busy: new Error('Connection terminated unexpectedly'), broken: new Error('no gateway') }
  const jobs = startJobs(database, log, [
    {
      kind: 'tenth',
      run: async (_, { key }) => {
        throw errors[key as keyof typeof errors]
      },
    },
  ])
  t.after(() => jobs.stop())
  await database.inTransaction(orgId, async (tx) => {
    for (const key of Object.keys(errors)) await enqueue(tx, { kind: 'tenth', key })
    await tx.query("update job set attempts = 9 where org_id = $1 and kind = 'tenth'", [orgId])
  })
  jobs.wake()
  const rests = async (key: string) =>
    (
      await database.reading(orgId, (tx) =>
        tx.query<{ rests: boolean | null }>(
          "select lease_until = 'infinity' as rests from job where org_id = $1 and key = $2 and last_error is not null",
          [orgId, key],
        ),
      )
    )[0]?.rests
  await until('both have failed', async () => (await rests('busy')) !== undefined && (await rests('broken')) !== undefined)
  assert.deepEqual([await rests('busy'), await rests('broken')], [false, true])
})

test('a slow job holds up none of those behind it', async (t) => {
  const orgId = await newOrganisation()
  const ended: string[] = []
  let letGo = (): void => undefined
  const held = new Promise<void>((done) => (letGo = done))
  const jobs = startJobs(
    database,
    log,
    [
      {
        kind: 'beside',
        piece: async (_, { key }) => {
          if (key === 'slow') await held
          ended.push(key)
          return false
        },
      },
    ],
    2,
  )
  t.after(() => jobs.stop())
  await database.inTransaction(orgId, async (tx) => {
    await enqueue(tx, { kind: 'beside', key: 'slow' })
    for (let at = 0; at < 10; at++) await enqueue(tx, { kind: 'beside', key: `quick ${at}` })
  })
  jobs.wake()
  await until('all the quick ones ended', () => ended.length === 10)
  assert.ok(!ended.includes('slow'))
  letGo()
  await until('the slow one as well', () => ended.length === 11)
})

test('jobs of a worker that takes several are done in one transaction for each organisation; where one fails, each by itself', async (t) => {
  const [orgId, otherOrg] = [await newOrganisation(), await newOrganisation()]
  const runs: string[][] = []
  const noteRun = async (tx: Tx, jobs: readonly Job[]) => {
    runs.push(jobs.map(({ key }) => key).toSorted())
    for (const { key } of jobs) await enqueue(tx, { kind: 'trace', key, dueAt: '2999-01-01T00:00:00Z' })
    if (jobs.some(({ key }) => key === 'bad')) throw new Error('bad')
  }
  const enqueueAll = (org: string, keys: readonly string[]) =>
    database.inTransaction(org, async (tx) => {
      for (const key of keys) await enqueue(tx, { kind: 'gathered', key })
    })
  await enqueueAll(orgId, ['a', 'b', 'c'])
  await enqueueAll(otherOrg, ['d'])
  const jobs = startJobs(database, log, [{ kind: 'gathered', run: (tx, job) => noteRun(tx, [job]), runTogether: noteRun }])
  t.after(() => jobs.stop())
  await until('all done', async () => (await rowOf(orgId, 'c'))?.done === true && (await rowOf(otherOrg, 'd'))?.done === true)
  assert.deepEqual(runs.toSorted(), [['a', 'b', 'c'], ['d']])

  runs.length = 0
  await enqueueAll(orgId, ['bad', 'good', 'sound'])
  jobs.wake()
  await until(
    'the good ones are done',
    async () => (await rowOf(orgId, 'good'))?.done === true && (await rowOf(orgId, 'sound'))?.done === true,
  )
  await until('the failure is written down', async () => (await rowOf(orgId, 'bad'))?.last_error === 'bad')
  assert.deepEqual(runs.toSorted(), [['bad'], ['bad', 'good', 'sound'], ['good'], ['sound']])
  const traces = await database.reading(orgId, (tx) =>
    tx.query<{ key: string }>(`select key from job where org_id = $1 and kind = 'trace' order by key`, [orgId]),
  )
  assert.deepEqual(
    traces.map(({ key }) => key),
    ['a', 'b', 'c', 'good', 'sound'],
  )
})
