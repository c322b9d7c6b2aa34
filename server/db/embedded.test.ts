import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'

const ask = async (url: string, text: string) => {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('a database that is killed runs again at the same address with what was committed', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-embedded-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  let restarted = (_?: Error): void => undefined
  const again = new Promise<Error | undefined>((done) => (restarted = done))
  const embedded = await startEmbedded({ dir, onRestart: (failure) => restarted(failure) })
  t.after(() => embedded.stop())
  await ask(embedded.url, 'create table kept as select 7 as n')

  process.kill(Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  assert.equal(await again, undefined)
  assert.deepEqual(await ask(embedded.url, 'select n from kept'), [{ n: 7 }])
})
