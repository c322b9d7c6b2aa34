import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '../db/embedded.ts'
import { backUpEmbedded, emptyFolders } from './embeddedBackup.ts'
import { listBackups, proveBackup, pruneBackups, writeProof } from './backupFolder.ts'
import { BackupRefused, checkBackup, unpackBackup } from './manifest.ts'
import { pruneLogArchive } from './logFiles.ts'

const root = mkdtempSync(join(tmpdir(), 'zaice-backup-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [dataDir, target] = [join(root, 'data'), join(root, 'backups')]
mkdirSync(join(dataDir, 'files'), { recursive: true })
writeFileSync(join(dataDir, 'files/photo.webp'), 'photo')
writeFileSync(join(dataDir, 'files/empty'), '')
const passphrase = 'nine lives of a cat'

const withClient = async <R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

test('a backup that is made while people write has what was committed before it, and whole transactions alone', async () => {
  const embedded = await startEmbedded({ dir: dataDir })
  let isWriting = true
  let lastNumber = 0
  const writes = withClient(embedded.url, async (client) => {
    await client.query('create table pair (n int, half text)')
    for (let n = 1; isWriting; n++) {
      await client.query('begin')
      await client.query(`insert into pair select $1, 'first' || repeat('x', 2000)`, [n])
      await client.query(`insert into pair values ($1, 'second')`, [n])
      await client.query('commit')
      lastNumber = n
    }
  })
  while (lastNumber < 50) await new Promise((resolve) => setTimeout(resolve, 5))
  const before = lastNumber
  const backup = await backUpEmbedded({ dataDir, target, at: new Date(), passphrase })
  isWriting = false
  await writes
  await embedded.stop()

  await checkBackup(backup, passphrase)
  const restoredDir = join(root, 'restored')
  await unpackBackup(backup, restoredDir, passphrase)
  for (const folder of emptyFolders) mkdirSync(join(restoredDir, 'postgres', folder), { recursive: true, mode: 0o700 })
  assert.equal(readFileSync(join(restoredDir, 'files/photo.webp'), 'utf8'), 'photo')
  assert.equal(readFileSync(join(restoredDir, 'files/empty'), 'utf8'), '')
  const secondRun = await startEmbedded({ dir: restoredDir })
  const [row] = await withClient(
    secondRun.url,
    async (client) =>
      (
        await client.query<{ last: number; oddCount: number }>(
          'select max(n) as last, (select count(*)::int from (select n from pair group by n having count(*) <> 2) u) as "oddCount" from pair',
        )
      ).rows,
  )
  await secondRun.stop()
  assert.ok(row && row.last >= before && row.oddCount === 0, JSON.stringify({ row, before }))
})

test('an encrypted backup says nothing without its passphrase, and a file that was changed or moved is named', async () => {
  const [backup] = await listBackups(target)
  assert.ok(backup?.isEncrypted && backup.bytes > 1_000_000 && backup.firstLog)
  assert.ok(!readFileSync(join(backup.path, 'files/photo.webp')).includes('photo'))
  await assert.rejects(checkBackup(backup.path), /is encrypted; set BACKUP_PASSPHRASE/)
  await assert.rejects(checkBackup(backup.path, 'another'), /another passphrase/)
  // Nor can a hand without the passphrase write a manifest that fits.
  const manifest = join(backup.path, 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  const forgery = JSON.parse(text) as { files: Record<string, string> }
  forgery.files['files/photo.webp'] = '0'.repeat(64)
  writeFileSync(manifest, JSON.stringify(forgery))
  await assert.rejects(checkBackup(backup.path, passphrase), BackupRefused)
  writeFileSync(manifest, text)

  await proveBackup(backup, new Date('2026-11-29T10:00:00Z'), passphrase)
  assert.deepEqual((await listBackups(target))[0]?.proof, { at: '2026-11-29T10:00:00.000Z', how: 'checked', fault: '' })
  appendFileSync(join(backup.path, 'files/photo.webp'), '!')
  const isNamed = (error: unknown) => error instanceof BackupRefused && /photo\.webp is not as it was/.test(error.message)
  await assert.rejects(proveBackup(backup, new Date(), passphrase), isNamed)
  await assert.rejects(unpackBackup(backup.path, join(root, 'other'), passphrase), isNamed)
  assert.match((await listBackups(target))[0]?.proof?.fault ?? '', /photo\.webp is not as it was/)
})

test('the oldest backups go by count and by age, the newest stays, and the log that none of them needs goes', async () => {
  const folder = join(root, 'pruned')
  const make = (name: string, firstLog: string) => {
    mkdirSync(join(folder, name), { recursive: true })
    const at = `${name.slice(0, 13)}:00:00.000Z`
    writeFileSync(join(folder, name, 'manifest.json'), JSON.stringify({ version: 1, at, firstLog, bytes: 1, files: {} }))
  }
  for (const day of [1, 2, 3, 4]) make(`2026-01-0${day}T020000`, `00000001000000000000000${day}`)
  await writeProof(join(folder, '2026-01-01T020000'), { at: '2026-01-01T03:00:00Z', how: 'checked', fault: '' })
  const now = new Date('2026-01-05T02:00:00Z')
  assert.deepEqual(await pruneBackups(folder, { count: 3 }, now), [join(folder, '2026-01-01T020000')])
  assert.deepEqual(await pruneBackups(folder, { count: 3, days: 2 }, now), [join(folder, '2026-01-02T020000')])
  assert.deepEqual(await pruneBackups(folder, { count: 3, days: 1 }, new Date('2027-01-01')), [join(folder, '2026-01-03T020000')])
  assert.deepEqual(readdirSync(folder), ['2026-01-04T020000'])

  const archive = join(root, 'archive')
  mkdirSync(archive)
  for (const name of ['000000010000000000000003.gz', '000000010000000000000004.gz', '000000020000000000000005.gz', '00000002.history.gz'])
    writeFileSync(join(archive, name), '')
  assert.equal(await pruneLogArchive(archive, join(root, 'nothing')), 0)
  assert.equal(await pruneLogArchive(archive, folder), 1)
  assert.ok(!existsSync(join(archive, '000000010000000000000003.gz')) && existsSync(join(archive, '00000002.history.gz')))
})
