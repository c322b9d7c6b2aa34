import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newId } from '../../../kernel/id.ts'
import { migrate, MigrationRefused, readMigrations } from '../migrate.ts'
import { openDatabase, type Database } from '../pool.ts'
import { testDatabase } from '../testing.ts'
import { pgBouncerMissing, startPgBouncer, type PoolMode } from './testPooler.ts'

const { url, newOrganisation } = await testDatabase()
const migrations = readMigrations(join(import.meta.dirname, '../migrations'))
const options = { skip: pgBouncerMissing }

/** A database behind PgBouncer, until the test ends. */
const openBehind = async (
  poolMode: PoolMode,
  lines: readonly string[] = [],
  poolSize = 4,
): Promise<{ database: Database; url: string }> => {
  const pooler = await startPgBouncer(url, poolMode, lines)
  const database = openDatabase({ url: pooler.url, directUrl: url, poolSize })
  after(async () => {
    await database.close()
    await pooler.stop()
  })
  return { database, url: pooler.url }
}

const settingsText = `select current_user as role, current_setting('TimeZone') as zone, current_setting('lock_timeout') as wait,
  current_setting('statement_timeout') as limit, org_id as org from organisation where org_id = any ($1::bigint[])`

/** Fewer connections to the server than to the pooler: what one piece of work leaves behind another one finds. */
const fewConnections = ['default_pool_size = 2']

const modes: readonly [PoolMode, readonly string[]][] = [
  ['session', []],
  ['session', ['ignore_startup_parameters = options']],
  ['transaction', fewConnections],
  ['transaction', [...fewConnections, 'ignore_startup_parameters = options']],
]

for (const [poolMode, lines] of modes)
  test(`behind PgBouncer in ${poolMode} mode (${lines.join(', ') || 'as delivered'}) organisations stay apart`, options, async () => {
    const { database } = await openBehind(poolMode, lines)
    const ids = await Promise.all(Array.from({ length: 6 }, () => newOrganisation()))
    const works = Array.from({ length: 60 }, async (_, n) => {
      const orgId = ids[n % ids.length] ?? ''
      const ask = n % 2 === 0 ? database.reading : database.inTransaction
      const rows = await ask(orgId, (tx) => tx.query(settingsText, [ids]))
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [{ role: 'zaice_app', zone: 'UTC', wait: '3s', limit: '5s', org: orgId }],
      )
    })
    await Promise.all(works)
  })

test('in transaction mode what is written is kept, what is refused is not, and limits hold', options, async () => {
  const { database } = await openBehind('transaction', fewConnections)
  const orgId = await newOrganisation()
  const rename = (name: string) =>
    database.inTransaction(orgId, (tx) => tx.query('update organisation set name = $2 where org_id = $1', [orgId, name]))
  const readName = async () =>
    (await database.reading(orgId, (tx) => tx.query<{ name: string }>('select name from organisation where org_id = $1', [orgId])))[0]?.name
  await rename('改名')
  assert.equal(await readName(), '改名')
  await assert.rejects(
    database.inTransaction(orgId, async (tx) => {
      await tx.query('update organisation set name = $2 where org_id = $1', [orgId, '不要'])
      throw new Error('taken back')
    }),
    /taken back/,
  )
  assert.equal(await readName(), '改名')
  const slow = database.inTransaction(orgId, (tx) => tx.query('select pg_sleep(5)'), { statementSeconds: 1 })
  await assert.rejects(slow, { code: '57014' })
  await assert.rejects(
    database.reading(orgId, (tx) => tx.query('select 1 / 0')),
    { code: '22012' },
  )
  assert.equal(await readName(), '改名', 'nothing of what failed is left on the connection')
})

test('in transaction mode a statement that nobody knows is refused to every organisation but its own', options, async () => {
  const { database } = await openBehind('transaction', fewConnections)
  const [mine, other] = [await newOrganisation(), await newOrganisation()]
  const rows = await database.reading(other, (tx) => tx.query('select name from organisation where org_id = $1', [mine]))
  assert.deepEqual(rows, [])
  await assert.rejects(
    database.inTransaction(other, (tx) =>
      tx.query("insert into location (org_id, id, loc_code, loc_name) values ($1, $2, 'x', 'x')", [mine, newId()]),
    ),
    { code: '42501' },
  )
  await assert.rejects(database.gate('select * from organisation'), { code: '22P02' })
})

test('in transaction mode notices are heard past the pooler', options, async () => {
  const { database } = await openBehind('transaction', fewConnections)
  const payload = await database.withPlainClient(undefined, async (client) => {
    const notification = once(client, 'notification')
    await client.query('listen pooler_test')
    await database.gate("select pg_notify('pooler_test', 'heard')")
    const [{ payload: text }] = await notification
    return text
  })
  assert.equal(payload, 'heard')
})

test('the schema is refused through a pooler that lends connections, in words that lead on', options, async () => {
  const pooler = await startPgBouncer(url, 'transaction')
  after(() => pooler.stop())
  await assert.rejects(
    migrate(pooler.url, migrations),
    (error) => error instanceof MigrationRefused && /DATABASE_DIRECT_URL/.test(error.message),
  )
})

test('through a pooler that keeps sessions the schema is looked at as ever', options, async () => {
  const pooler = await startPgBouncer(url, 'session')
  after(() => pooler.stop())
  assert.deepEqual(await migrate(pooler.url, migrations), [])
})
