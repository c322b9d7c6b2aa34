import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newId, type Id } from '../../kernel/id.ts'
import { testDatabase } from '../db/testing.ts'
import { insert } from '../testing/company.ts'
import { dayFolderOf } from './files.ts'
import { removeOrphans } from './orphans.ts'
import { folderStorage } from '../storage/storage.ts'

const { database, newOrganisation } = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'zaice-orphans-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const storage = folderStorage(dir)
const now = new Date('2026-11-21T03:00:00Z')
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)

/** A stored file of some hours ago, with its row or without. */
const stored = async (orgId: Id, name: string, hours: number, hasRow: boolean): Promise<string> => {
  const at = hoursAgo(hours)
  const path = `${dayFolderOf(orgId, at)}/${name}`
  await storage.put(orgId, path, Buffer.from('x'), 'image/png')
  await utimes(join(dir, path), at, at)
  const row = { id: newId(), path, name, mime: 'image/png', size_bytes: 1, sha256: '', created_at: at.toISOString() }
  if (hasRow) await database.inTransaction(orgId, (tx) => insert(tx, 'file', [row]))
  return path
}

test('files without a row go when they are a day old; others, their thumbnails and those of other organisations stay', async () => {
  const [one, other] = [await newOrganisation(), await newOrganisation()]
  const stay = [
    await stored(one, 'kept.png', 30, true),
    await stored(one, 'kept.small.webp', 30, false),
    await stored(one, 'uploading.png', 2, false),
    await stored(one, 'late.png', 23, false),
    await stored(other, 'kept.png', 30, true),
  ]
  const go = [
    await stored(one, 'failed.png', 30, false),
    await stored(one, 'failed.small.webp', 30, false),
    await stored(one, 'cut.png.123.part', 40, false),
    await stored(other, 'failed.pdf', 24 * 6, false),
  ]
  const isThere = async (path: string) =>
    (await Promise.all([one, other].map((orgId) => storage.get(orgId, path)))).some((found) => found?.body.destroy() !== undefined)
  assert.equal(await removeOrphans({ database, storage }, now), go.length)
  for (const path of stay) assert.equal(await isThere(path), true, path)
  for (const path of go) assert.equal(await isThere(path), false, path)
  assert.equal(await removeOrphans({ database, storage }, now), 0)
})
