import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { finishSwap, swapIn } from './swap.ts'

const lay = (dir: string, what: string) => {
  for (const folder of ['postgres', 'files']) {
    mkdirSync(join(dir, folder), { recursive: true })
    writeFileSync(join(dir, folder, 'content'), what)
  }
  writeFileSync(join(dir, 'postgres.json'), what)
}
const read = (dir: string) => ['postgres/content', 'postgres.json', 'files/content'].map((path) => readFileSync(join(dir, path), 'utf8'))

test('a swap that is killed at any rename is carried on by the next start, and back again', (t) => {
  for (let killedAt = 0; killedAt <= 6; killedAt++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'zaice-swap-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    lay(dataDir, 'old')
    lay(join(dataDir, 'restoring'), 'new')
    let renames = 0
    const renameUntilKilled = (from: string, to: string) => {
      if (renames++ === killedAt) throw new Error('killed')
      renameSync(from, to)
    }
    const order = { scratch: 'restoring', aside: 'before' }
    if (killedAt < 6) assert.throws(() => swapIn(dataDir, order, renameUntilKilled), /killed/)
    else swapIn(dataDir, order, renameUntilKilled)
    assert.equal(finishSwap(dataDir), killedAt < 6)
    assert.equal(finishSwap(dataDir), false)
    assert.deepEqual(read(dataDir), ['new', 'new', 'new'], `killed at ${killedAt}`)
    assert.deepEqual(read(join(dataDir, 'before')), ['old', 'old', 'old'])
    assert.ok(!existsSync(join(dataDir, 'restoring')))
    swapIn(dataDir, { scratch: 'before', aside: 'undone' })
    assert.deepEqual([read(dataDir)[0], read(join(dataDir, 'undone'))[0]], ['old', 'new'])
  }
})

test('an empty data folder is filled, and what has no database puts nothing aside', (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zaice-swap-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  assert.throws(() => swapIn(dataDir, { scratch: 'restoring', aside: 'before' }), /has no database/)
  lay(join(dataDir, 'restoring'), 'new')
  swapIn(dataDir, { scratch: 'restoring', aside: 'before' })
  assert.deepEqual(read(dataDir), ['new', 'new', 'new'])
  assert.ok(!existsSync(join(dataDir, 'before')))
})
