import assert from 'node:assert/strict'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '../db/embedded.ts'
import { backUpEmbedded, BackupRefused, checkBackup, listBackups, pruneBackups, restoreEmbedded } from './embeddedBackup.ts'

const root = mkdtempSync(join(tmpdir(), 'zaice-backup-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [dataDir, target] = [join(root, 'data'), join(root, 'backups')]
mkdirSync(join(dataDir, 'files'), { recursive: true })
writeFileSync(join(dataDir, 'files/photo.webp'), 'photo')

const withClient = async <R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

test('a backup that is made while people write has what was committed before it, and whole transactions alone', async () => {
  const embedded = await startEmbedded({ dir: dataDir })
  let isWriting = true
  let committed = 0
  const writes = withClient(embedded.url, async (client) => {
    await client.query('create table pair (n int, half text)')
    for (let n = 1; isWriting; n++) {
      await client.query('begin')
      await client.query(`insert into pair select $1, 'first' || repeat('x', 2000)`, [n])
      await client.query(`insert into pair values ($1, 'second')`, [n])
      await client.query('commit')
      committed = n
    }
  })
  while (committed < 50) await new Promise((resolve) => setTimeout(resolve, 5))
  const before = committed
  const backup = await backUpEmbedded(dataDir, target, new Date())
  isWriting = false
  await writes
  await embedded.stop()

  await checkBackup(backup)
  const restored = join(root, 'restored')
  await restoreEmbedded(backup, restored)
  assert.equal(readFileSync(join(restored, 'files/photo.webp'), 'utf8'), 'photo')
  const again = await startEmbedded({ dir: restored })
  const [row] = await withClient(
    again.url,
    async (client) =>
      (
        await client.query<{ last: number; unpaired: number }>(
          'select max(n) as last, (select count(*)::int from (select n from pair group by n having count(*) <> 2) u) as unpaired from pair',
        )
      ).rows,
  )
  await again.stop()
  assert.ok(row && row.last >= before && row.unpaired === 0, JSON.stringify({ row, before }))
  await assert.rejects(restoreEmbedded(backup, restored), /has a database/)
})

test('a backup that was changed is refused, and the oldest go', async () => {
  const [backup = ''] = await listBackups(target)
  appendFileSync(join(backup, 'files/photo.webp'), '!')
  await assert.rejects(checkBackup(backup), (error) => error instanceof BackupRefused && /photo\.webp is not as it was/.test(error.message))
  await assert.rejects(restoreEmbedded(backup, join(root, 'other')), BackupRefused)
  assert.ok(!existsSync(join(root, 'other')))
  for (const day of ['2026-01-01', '2026-01-02']) mkdirSync(join(target, `${day}T020000`))
  assert.deepEqual(await pruneBackups(target, 1), [join(target, '2026-01-01T020000'), join(target, '2026-01-02T020000')])
  assert.deepEqual(await listBackups(target), [backup])
})
