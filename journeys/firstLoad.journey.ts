import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const built = join(import.meta.dirname, '../dist/web')
const page = readFileSync(join(built, 'index.html'), 'utf8')
const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
const gzipBytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(built, path)), { level: 9 }).length, 0)

/** What everyone waits for before the workbench stands, compressed. React alone is 67,300 bytes; less is better, more needs a reason. */
const most = { files: 4, javascriptBytes: 111_100, pageBytes: 7_500 }

test('the shell and the workbench are no more code than they were', () => {
  assert.equal(files.length, most.files, files.join(', '))
  const bytes = gzipBytes(files)
  assert.ok(bytes <= most.javascriptBytes, `${bytes} bytes of JavaScript, ${most.javascriptBytes} at most`)
})

test('the page with what its first screen wears is no larger than it was', () => {
  const bytes = gzipBytes(['index.html'])
  assert.ok(bytes <= most.pageBytes, `${bytes} bytes, ${most.pageBytes} at most`)
})
