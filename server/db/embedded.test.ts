import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { catalogueFaults } from './catalogue.ts'
import { lastWordsIn, startEmbedded } from './embedded.ts'
import { migrate, readMigrations } from './migrate.ts'
import { NoDatabase } from './postgres/postgresPrograms.ts'

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

test('views, functions and tables of an extension do not stop a start', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-embedded-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const embedded = await startEmbedded({ dir, durable: false })
  t.after(() => embedded.stop())
  const { password } = JSON.parse(readFileSync(join(dir, 'postgres.json'), 'utf8')) as { password: string }
  const superuserUrl = embedded.url.replace(/\/\/[^@]+@/, `//postgres:${password}@`)
  await ask(superuserUrl, 'create extension pg_stat_statements schema public')
  await ask(superuserUrl, 'create table spatial_reference (id int primary key)')
  await ask(superuserUrl, 'grant select on spatial_reference to public')
  await ask(superuserUrl, 'alter extension pg_stat_statements add table spatial_reference')

  const migrations = readMigrations(join(import.meta.dirname, 'migrations'))
  for (let start = 1; start <= 2; start++) {
    await migrate(embedded.url, migrations)
    assert.deepEqual(await catalogueFaults(embedded.url), [])
  }
  await ask(superuserUrl, 'alter extension pg_stat_statements drop view pg_stat_statements_info')
  assert.match((await catalogueFaults(embedded.url)).join(), /view pg_stat_statements_info reads with its owner's rights/)
})

const debianBin = '/usr/lib/postgresql/15/bin'
test(
  'programs of the machine run the embedded database, and another major version is refused',
  { skip: !existsSync(debianBin) },
  async (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'zaice-embedded-'))
    t.after(() => rmSync(dir, { recursive: true, force: true }))
    const embedded = await startEmbedded({ dir, binDir: debianBin, durable: false })
    try {
      await migrate(embedded.url, readMigrations(join(import.meta.dirname, 'migrations')))
      assert.deepEqual(await ask(embedded.url, "select lower('É') as folded, '笔记本' ~ '^[[:alpha:]]+$' as letters"), [
        { folded: 'é', letters: true },
      ])
    } finally {
      await embedded.stop()
    }
    await assert.rejects(
      startEmbedded({ dir }),
      (error) => error instanceof NoDatabase && /made by PostgreSQL 15 and .* is PostgreSQL 18/.test(error.message),
    )
  },
)

test('a folder without the programs is refused', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-embedded-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  await assert.rejects(startEmbedded({ dir, binDir: dir }), (error) => error instanceof NoDatabase && /has no program/.test(error.message))
})

test('the last words of a database that ended leave out what it answered to those who tried to connect', () => {
  const refusals = [
    'FATAL:  the database system is not accepting connections',
    'DETAIL:  Consistent recovery state has not been yet reached.',
    'FATAL:  the database system is not accepting connections',
    'DETAIL:  Recovery snapshot is not yet ready for hot standby.',
    'HINT:  To enable hot standby, close write transactions with more than 64 subtransactions on the primary server.',
  ]
  const cause = 'FATAL:  recovery ended before configured recovery target was reached'
  assert.equal(
    lastWordsIn([cause, ...refusals, ...refusals, 'LOG:  database system is shut down', ''].join('\n')),
    `${cause}\nLOG:  database system is shut down`,
  )
})
