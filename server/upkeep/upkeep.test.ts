import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { newId } from '../../kernel/id.ts'
import { listBackups } from '../backups/backupFolder.ts'
import { readOutcomes } from '../backups/outcomes.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'
import { readSettings } from '../settings.ts'
import { folderStorage } from '../storage/storage.ts'
import { openBackupWork } from './backupWork.ts'
import { keepNight } from './nightly.ts'

const root = mkdtempSync(join(tmpdir(), 'zaice-upkeep-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [dataDir, folder] = [join(root, 'data'), join(root, 'backups')]

test('a night backs up and proves it in a scratch place; a fault in the books is named, and nothing is left behind', async () => {
  const cluster = await startEmbedded({ dir: dataDir })
  const database = openDatabase({ url: cluster.url, poolSize: 2 })
  try {
    await migrate(cluster.url, readMigrations(join(import.meta.dirname, '../db/migrations')))
    const settings = readSettings({
      DATA_DIR: dataDir,
      BACKUP_FOLDER: folder,
      BACKUP_KEEP: '2',
      BACKUP_PASSPHRASE: 'a passphrase',
      DISK_RESERVE_MEGABYTES: '0',
    })
    const work = openBackupWork({ settings, database, storage: folderStorage(join(dataDir, 'files')), log: pino({ level: 'silent' }) })
    const night = keepNight(work)
    assert.equal(work.begin('backup'), undefined, 'one thing at a time')
    assert.equal(work.state().currentAct?.act, 'backup')
    await night
    assert.equal(work.state().currentAct, undefined)

    const [backup] = await listBackups(folder)
    assert.deepEqual([backup?.isEncrypted, backup?.proof?.how, backup?.proof?.fault], [true, 'restored', ''])
    const outcomes = await readOutcomes(database)
    assert.deepEqual([outcomes.backup?.fault, outcomes.drill?.fault, outcomes.drill?.name], ['', '', backup?.name])

    // A file that lies nowhere, written past the program: the next night finds it in the backup.
    const orgId = newId()
    await database.inTransaction(orgId, async (tx) => {
      await tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, '缺一行'])
      await tx.query(
        `insert into file (org_id, id, path, name, mime, size_bytes, sha256) values ($1, $2, $3, 'gone', 'text/plain', 1, repeat('0', 64))`,
        [orgId, newId(), `${BigInt(orgId).toString(36)}/gone.txt`],
      )
    })
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await keepNight(work)
    const drill = (await readOutcomes(database)).drill
    assert.match(drill?.fault ?? '', new RegExp(`in organisation ${orgId}`))
    assert.match((await listBackups(folder))[0]?.proof?.fault ?? '', /in organisation/)
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('drill')),
      [],
    )
    assert.match((await work.begin('check', '2020-01-01T000000'))?.fault ?? '', /There is no backup/)
  } finally {
    await database.close()
    await cluster.stop()
  }
})
