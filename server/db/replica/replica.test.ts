import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../../../kernel/id.ts'
import { HttpError } from '../../httpError.ts'
import { openMetrics } from '../../metrics/metrics.ts'
import { copyAsStandby } from '../../testing/standby.ts'
import { startEmbedded, superuserOf } from '../embedded.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { openDatabase } from '../pool.ts'
import type { Tx } from '../tx.ts'
import { probeReplica } from './probeReplica.ts'
import { Replica, type ReplicaOutcome } from './replica.ts'

const root = mkdtempSync(join(tmpdir(), 'zaice-replica-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [primaryDir, standbyDir] = [join(root, 'primary'), join(root, 'standby')]

const asSuperuser = async <R extends object>(dir: string, text: string): Promise<R[]> => {
  const client = new pg.Client({ ...superuserOf(dir), database: 'zaice' })
  await client.connect()
  return (await client.query<R>(text).finally(() => client.end())).rows
}

const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return
    await sleep(100)
  }
  assert.fail(`it never came that ${what}`)
}

const primary = await startEmbedded({ dir: primaryDir })
after(() => primary.stop())
await migrate(primary.url, readMigrations(join(import.meta.dirname, '../migrations')))

await copyAsStandby({ primaryDir, standbyDir, backups: join(root, 'backups'), lines: ['max_standby_streaming_delay = 200'] })
let standby = await startEmbedded({ dir: standbyDir })
after(() => standby.stop())

const words: string[] = []
const database = openDatabase({ url: primary.url, readUrl: standby.url, poolSize: 4, onReplicaChange: (line) => words.push(line) })
after(() => database.close())
const orgId = newId()
await database.inTransaction(orgId, (tx) => tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, '读写分开']))

const rename = (name: string) =>
  database.inTransaction(orgId, (tx) => tx.query('update organisation set name = $2 where org_id = $1', [orgId, name]))
const nameText = 'select name, pg_is_in_recovery() as "isReplica" from organisation where org_id = $1'
const readName = async (tx: Tx) => (await tx.query<{ name: string; isReplica: boolean }>(nameText, [orgId]))[0]
const read = () => database.readingReplica(orgId, readName)
const readings = (outcome: ReplicaOutcome): number => database.replicaState()?.readings[outcome] ?? 0
const untilUsed = () => until('the replica answers', async () => (await read())?.isReplica === true)

test('the replica answers, and shows what was committed just before, every time', async () => {
  await untilUsed()
  const before = readings('answered')
  let isEverReplica = false
  for (let n = 0; n < 200; n++) {
    await rename(`第${n}次`)
    const row = await read()
    assert.equal(row?.name, `第${n}次`)
    isEverReplica ||= row.isReplica
  }
  assert.ok(isEverReplica && readings('answered') > before)
  const page = await openMetrics(database).page()
  assert.match(page, /^zaice_replica_used [01]$/m)
  assert.match(page, /^zaice_replica_readings_total\{outcome="answered"\} \d+$/m)
})

test('organisations stay apart on the replica', async () => {
  await untilUsed()
  const row = await database.readingReplica(newId(), (tx) => tx.query(nameText, [orgId]))
  assert.deepEqual(row, [])
})

test('while the replica does not replay, the primary answers what is newer', async () => {
  await untilUsed()
  await asSuperuser(standbyDir, 'select pg_wal_replay_pause()')
  const before = readings('behind')
  await rename('暂停之后')
  assert.deepEqual({ ...(await read()) }, { name: '暂停之后', isReplica: false })
  assert.equal(readings('behind'), before + 1)
  await asSuperuser(standbyDir, 'select pg_wal_replay_resume()')
  await untilUsed()
  assert.equal((await read())?.name, '暂停之后')
})

test('a reading that writes after all runs at the primary', async () => {
  await untilUsed()
  const before = readings('writes')
  await database.readingReplica(orgId, (tx) => tx.query('update organisation set name = $2 where org_id = $1', [orgId, '写了']))
  assert.equal(readings('writes'), before + 1)
  assert.equal((await read())?.name, '写了')
})

test('a reading that the replica breaks off because of what it has to replay runs again at the primary', async () => {
  await untilUsed()
  await asSuperuser(primaryDir, 'create table shown as select generate_series(1, 1000) as n; grant select on shown to public')
  await untilUsed()
  const before = readings('brokenOff')
  const answer = database.readingReplica(
    orgId,
    async (tx) => {
      const { isReplica = false } = (await readName(tx)) ?? {}
      if (isReplica) await asSuperuser(primaryDir, 'drop table if exists shown')
      // The replica waits 200 ms for it and then ends it.
      if (isReplica) await tx.query('select count(pg_sleep(0.002)) from organisation, shown')
      return isReplica
    },
    { statementSeconds: 5 },
  )
  assert.equal(await answer, false)
  assert.equal(readings('brokenOff'), before + 1)
})

test('a reading that takes too long is refused, and does not take as long once more', async () => {
  await untilUsed()
  let runs = 0
  const slow = database.readingReplica(
    orgId,
    (tx) => {
      runs++
      return tx.query('select pg_sleep(5)', [], 'anew')
    },
    { statementSeconds: 1 },
  )
  await assert.rejects(slow, (error) => error instanceof HttpError && error.refusal.reason === 'server.slow')
  assert.equal(runs, 1)
})

test('a replica that is gone fails no reading, and is asked again when it is back', async () => {
  await untilUsed()
  await standby.stop()
  words.length = 0
  for (let n = 0; n < 20; n++) assert.equal((await read())?.isReplica, false)
  assert.ok(readings('unreachable') > 0)
  assert.match(words[0] ?? '', /^The read replica is not asked: /)
  standby = await startEmbedded({ dir: standbyDir })
  await untilUsed()
  assert.equal(words.at(-1), 'The read replica answers again.')
})

test('a replica in another timeline is not believed, however much it has replayed', async () => {
  await untilUsed()
  const laggingReplica = new Replica({
    url: standby.url,
    poolSize: 1,
    askPosition: () => Promise.resolve({ lsn: '0/1', timeline: 7 }),
  })
  assert.equal(
    await laggingReplica.read(
      orgId,
      () => Promise.resolve('replica'),
      () => Promise.resolve('primary'),
    ),
    'primary',
  )
  assert.equal(laggingReplica.state().readings.behind, 1)
  await laggingReplica.close()
})

test('a probe says of a replica that it may be one, and of a primary why not', async () => {
  await untilUsed()
  const [first, second] = [new pg.Client({ connectionString: primary.url }), new pg.Client({ connectionString: standby.url })]
  await Promise.all([first.connect(), second.connect()])
  try {
    const refusals = async (replica: pg.Client) => (await probeReplica(first, replica)).flatMap(({ refusal }) => refusal ?? [])
    assert.deepEqual(await refusals(second), [])
    assert.match((await refusals(first)).join(), /it takes writes itself/)
  } finally {
    await Promise.all([first.end(), second.end()])
  }
})

test('of several hosts the one that is a standby is the replica', async () => {
  const [first, second] = [new URL(primary.url), new URL(standby.url)]
  assert.equal(first.password !== '' && first.username, second.username)
  const url = primary.url.replace(first.host, `${first.host},${second.host}`)
  const position = { lsn: '0/1', timeline: 1 }
  const several = new Replica({ url, poolSize: 1, askPosition: () => Promise.resolve(position) })
  const answer = await several.read(
    orgId,
    async ({ client }) => (await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')).rows[0]?.standby,
    () => Promise.resolve(undefined),
  )
  assert.equal(answer, true)
  await several.close()
})

test('a replica that was promoted is asked no more', async () => {
  await untilUsed()
  await asSuperuser(standbyDir, 'select pg_promote()')
  await until('it is no standby', async () => {
    const [row] = await asSuperuser<{ standby: boolean }>(standbyDir, 'select pg_is_in_recovery() as standby')
    return row?.standby === false
  })
  await asSuperuser(standbyDir, `update organisation set name = '另一个世界' where org_id = ${orgId}`)
  assert.deepEqual({ ...(await read()) }, { name: '写了', isReplica: false })
  assert.ok(readings('promoted') > 0)
})
