import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../../kernel/id.ts'
import { backUpEmbedded } from '../backups/embeddedBackup.ts'
import { finishSwap, swapIn } from '../backups/swap.ts'
import { type EmbeddedDatabase, startEmbedded, superuserOf } from '../db/embedded.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { restoreIntoScratch } from './restore.ts'

/** An installation with an archived log: three organisations are made, the first before the backup, the others after it. */
const root = mkdtempSync(join(tmpdir(), 'zaice-restore-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [dataDir, target, archive] = [join(root, 'data'), join(root, 'backups'), join(root, "log's archive")]
const scratch = join(dataDir, 'restoring')

const within = async <R>(work: (database: Database, cluster: EmbeddedDatabase) => Promise<R>): Promise<R> => {
  const cluster = await startEmbedded({ dir: dataDir, logArchive: archive })
  const database = openDatabase({ url: cluster.url, poolSize: 2 })
  try {
    return await work(database, cluster)
  } finally {
    await database.close()
    await cluster.stop()
  }
}
const addOrganisation = (database: Database, name: string) => {
  const orgId = newId()
  return database.inTransaction(orgId, (tx) => tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, name]))
}
const namesOf = async () => {
  const client = new pg.Client({ ...superuserOf(dataDir), database: 'zaice' })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from organisation order by name').finally(() => client.end())
  return rows.map(({ name }) => name)
}
const momentIn = async (database: Database) => {
  await sleep(50)
  const [row] = await database.gate<{ moment: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as moment`,
  )
  await sleep(50)
  return row?.moment ?? ''
}
const restore = (backup: string, until?: string) =>
  restoreIntoScratch({
    backup,
    scratch,
    sealKey: undefined,
    isDurable: true,
    until,
    logFolders: until === undefined ? [archive] : [archive, join(dataDir, 'postgres/pg_wal')],
    newerFiles: until === undefined ? undefined : join(dataDir, 'files'),
  })

test('until a moment between two writes the first is there and the second is not, and the way goes on from there', async () => {
  const { backup, between } = await within(async (database, { url }) => {
    await migrate(url, readMigrations(join(import.meta.dirname, '../db/migrations')))
    await addOrganisation(database, 'a before the backup')
    const path = await backUpEmbedded({ dataDir, target, at: new Date() })
    await addOrganisation(database, 'b first')
    const moment = await momentIn(database)
    await addOrganisation(database, 'c second')
    mkdirSync(join(dataDir, 'files'))
    writeFileSync(join(dataDir, 'files/later'), 'later')
    return { backup: path, between: moment }
  })

  const outcome = await restore(backup, between)
  assert.deepEqual([outcome.findings, outcome.isLogAtEnd], [[], false])
  assert.ok(outcome.recoveredUntil && outcome.recoveredUntil <= between)
  swapIn(dataDir, { scratch: 'restoring', aside: 'before' })
  assert.ok(existsSync(join(dataDir, 'files/later')), 'what was uploaded later stays, because documents may name it')
  await within(async (database) => {
    assert.deepEqual(await namesOf(), ['a before the backup', 'b first'])
    await addOrganisation(database, 'd after the restore')
  })
  assert.ok(
    readdirSync(archive).some((name) => name.startsWith('00000002')),
    'the log goes on in a timeline of its own',
  )

  // A moment that is still to come: all that the log has, on the way that was taken since.
  const all = await restore(backup, '2999-01-01T00:00:00.000Z')
  assert.ok(all.isLogAtEnd)
  swapIn(dataDir, { scratch: 'restoring', aside: 'second' })
  await within(async () => assert.deepEqual(await namesOf(), ['a before the backup', 'b first', 'd after the restore']))

  // The backup alone, and then what was put aside.
  await restore(backup)
  swapIn(dataDir, { scratch: 'restoring', aside: 'third' })
  await within(async (database) => {
    assert.deepEqual(await namesOf(), ['a before the backup'])
    await addOrganisation(database, 'e')
  })
  swapIn(dataDir, { scratch: 'before', aside: 'fourth' })
  assert.equal(finishSwap(dataDir), false)
  await within(async () => assert.deepEqual(await namesOf(), ['a before the backup', 'b first', 'c second']))
})

test('what cannot be restored leaves nothing behind', async () => {
  await assert.rejects(restore(join(root, 'nowhere')), /is no backup/)
  assert.ok(!existsSync(scratch))
})
