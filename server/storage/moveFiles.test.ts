import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { localFiles, moveFiles } from './moveFiles.ts'
import { bucketStorage, folderStorage, StorageUnavailable } from './storage.ts'
import { testBucket } from './testing/bucket.ts'

const dir = mkdtempSync(join(tmpdir(), 'zaice-moving-'))
after(() => rmSync(dir, { recursive: true, force: true }))
const bucket = await testBucket()
const folder = folderStorage(dir)
const storage = bucketStorage({ url: bucket.url, region: 'here', key: 'key', secret: 'secret' })
/** The organisations of the folders a1 and b1. */
const [ours, theirs] = ['361', '397']

test('files of this machine are moved with their paths, also after a storage that was down; what is no file of ours stays', async () => {
  assert.deepEqual(await localFiles(join(dir, 'none')), [])
  await folder.put(ours, 'a1/20261101/x.png', Buffer.from('x'), 'image/png')
  await folder.put(ours, 'a1/20261101/same.png', Buffer.from('same'), 'image/png')
  await folder.put(theirs, 'b1/20261101/y.pdf', Buffer.from('y'), 'application/pdf')
  await storage.put(ours, 'a1/20261101/same.png', Buffer.from('same'), 'image/png')
  writeFileSync(join(dir, 'README'), 'notes')
  writeFileSync(join(dir, 'a1/20261101/z.png.123.part'), 'half')
  assert.equal((await localFiles(dir)).length, 3)
  bucket.state = 'down'
  await assert.rejects(moveFiles(dir, storage), (error) => error instanceof StorageUnavailable)
  bucket.state = 'up'
  assert.equal((await localFiles(dir)).length, 3)
  assert.equal(await moveFiles(dir, storage), 3)
  assert.deepEqual([...bucket.objects].map(([path, { bytes }]) => [path, String(bytes)]).toSorted(), [
    ['/bucket/a1/20261101/same.png', 'same'],
    ['/bucket/a1/20261101/x.png', 'x'],
    ['/bucket/b1/20261101/y.pdf', 'y'],
  ])
  assert.deepEqual([await localFiles(dir), existsSync(join(dir, 'README'))], [[], true])
})
