import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../../kernel/id.ts'
import { isBusy } from '../db/busy.ts'
import { startEmbedded, superuserOf } from '../db/embedded.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { enqueue } from '../jobs/jobs.ts'
import { copyAsStandby } from '../testing/standby.ts'

const root = mkdtempSync(join(tmpdir(), 'zaice-failover-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [primaryDir, standbyDir] = [join(root, 'primary'), join(root, 'standby')]

const asSuperuser = async <R extends object>(dir: string, text: string, database = 'postgres'): Promise<R[]> => {
  const client = new pg.Client({ ...superuserOf(dir), database })
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

test('a synchronous standby is promoted under load: nothing acknowledged is lost, and who writes meanwhile is told to come again', async (t) => {
  const primary = await startEmbedded({ dir: primaryDir })
  await migrate(primary.url, readMigrations(join(import.meta.dirname, '../db/migrations')))
  await copyAsStandby({ primaryDir, standbyDir, backups: join(root, 'backups') })
  const standby = await startEmbedded({ dir: standbyDir })
  t.after(() => standby.stop())
  await asSuperuser(primaryDir, `alter system set synchronous_standby_names = 'standby'`)
  await asSuperuser(primaryDir, 'select pg_reload_conf()')
  await until('the standby is synchronous', async () =>
    (await asSuperuser<{ state: string }>(primaryDir, 'select sync_state as state from pg_stat_replication')).some(
      ({ state }) => state === 'sync',
    ),
  )

  // In the order of the operator, the standby named second; and the other way round, as after the next change of places.
  const [host, otherHost] = [new URL(primary.url).host, new URL(standby.url).host]
  const database = openDatabase({ url: primary.url.replace(host, `${otherHost},${host}`), poolSize: 4 })
  t.after(() => database.close())
  const orgId = newId()
  await database.inTransaction(orgId, (tx) => tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, '不断供']))

  const answeredKeys: string[] = []
  const strange: unknown[] = []
  let isWriting = true
  let refusals = 0
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; isWriting; n++) {
      const key = `${writer}/${n}`
      try {
        await database.inTransaction(orgId, (tx) => enqueue(tx, { kind: 'probe', key, dueAt: '2999-01-01' }))
        answeredKeys.push(key)
      } catch (error) {
        refusals++
        if (!isBusy(error)) strange.push(error)
        await sleep(50)
      }
    }
  })
  await until('people write', () => answeredKeys.length > 100)

  process.kill(Number(readFileSync(join(primaryDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await primary.stop()
  await until('a write was refused by the standby', () => refusals > 8)
  const before = answeredKeys.length
  const promotedMs = performance.now()
  await asSuperuser(standbyDir, 'select pg_promote()')
  await until('people write again', () => answeredKeys.length > before + 20)
  t.diagnostic(`writes were back ${Math.round(performance.now() - promotedMs)} ms after the promotion`)
  isWriting = false
  await Promise.all(writers)

  assert.deepEqual(strange, [], 'every refusal is one that is answered with 503')
  const rows = await asSuperuser<{ key: string }>(standbyDir, `select key from job where kind = 'probe'`, 'zaice')
  const keys = new Set(rows.map(({ key }) => key))
  assert.deepEqual(
    answeredKeys.filter((key) => !keys.has(key)),
    [],
  )
})
