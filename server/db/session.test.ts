import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { isBusy, isUncertain } from './busy.ts'
import { migrate, MigrationRefused, readMigrations } from './migrate.ts'
import { addressesIn } from '../settings.ts'
import { openDatabase } from './pool.ts'
import { openSession } from './session.ts'
import { testDatabase } from './testing.ts'

const { url, newOrganisation } = await testDatabase()
const migrations = readMigrations(join(import.meta.dirname, 'migrations'))

const rows: [url: string, addresses: string[]][] = [
  ['postgres://a@h/db', ['postgres://a@h/db']],
  [
    'postgres://a:p%40,q@h1:1,h2/db?sslmode=require',
    ['postgres://a:p%40,q@h1:1/db?sslmode=require', 'postgres://a:p%40,q@h2/db?sslmode=require'],
  ],
  ['postgresql://h1,h2/db?target_session_attrs=read-write', ['postgresql://h1/db', 'postgresql://h2/db']],
  [
    'postgresql://h1,h2/db?target_session_attrs=any&sslmode=disable',
    ['postgresql://h1/db?sslmode=disable', 'postgresql://h2/db?sslmode=disable'],
  ],
]
for (const [given, expected] of rows)
  test(`hosts of ${given}`, () => {
    assert.deepEqual(addressesIn(given), expected)
  })

/** A message of the server: a type, its length, and what it says. */
const refusal = (words: string): Buffer => {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** A pooler in front of the database that keeps a session for each connection and refuses options at its start, as PgBouncer does. */
const startPooler = async () => {
  const sockets = new Set<Socket>()
  const state = { cutsAt: '', cuts: 0 }
  const pooler = createServer((client) => {
    const server = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    server.on('data', (bytes) => client.write(bytes))
    client.once('data', (start) => {
      if (start.includes('\0options\0')) return client.end(refusal('unsupported startup parameter: options'))
      server.write(start)
      client.on('data', (bytes) => {
        if (state.cutsAt === '' || !bytes.includes(state.cutsAt)) return server.write(bytes)
        state.cutsAt = ''
        state.cuts++
        client.destroy()
        return server.destroy()
      })
    })
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    pooler.close()
  })
  const through = new URL(url)
  through.port = String((pooler.address() as AddressInfo).port)
  return { url: through.href, state }
}

test('behind a pooler that takes no options the session is set afterwards, and organisations stay apart', async () => {
  const pooler = await startPooler()
  const database = openDatabase({ url: pooler.url, poolSize: 2 })
  try {
    const [mine, other] = [await newOrganisation(), await newOrganisation()]
    const seen = await database.reading(mine, (tx) =>
      tx.query<{ org: string; role: string; zone: string; wait: string }>(
        `select org_id as org, current_user as role, current_setting('TimeZone') as zone, current_setting('lock_timeout') as wait
         from organisation where org_id in ($1, $2)`,
        [mine, other],
      ),
    )
    assert.deepEqual(
      seen.map((row) => ({ ...row })),
      [{ org: mine, role: 'zaice_app', zone: 'UTC', wait: '3s' }],
    )
  } finally {
    await database.close()
  }
})

test('a line that is cut while the schema is looked at is opened again', async () => {
  const pooler = await startPooler()
  pooler.state.cutsAt = 'pg_advisory_lock'
  const steps: string[] = []
  assert.deepEqual(await migrate(pooler.url, migrations, (line) => steps.push(line)), [])
  assert.deepEqual([pooler.state.cuts, steps], [1, ['The line to the database broke, trying again']])
})

test('of several hosts one that is down is passed over', async () => {
  const { username, host, pathname, password } = new URL(url)
  const several = `postgres://${username}${password && `:${password}`}@127.0.0.1:9,${host}${pathname}`
  const client = await openSession({ url: several, settings: { TimeZone: 'UTC' }, make: (config) => new pg.Client(config) })
  assert.equal((await client.query('select 1 as n')).rows[0].n, 1)
  await client.end()
})

test('a role without rights is told what it lacks', async () => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const name = `poor_${process.pid}`
  try {
    await owner.query(`create role ${name} login password 'poor'`)
    const poor = new URL(url)
    poor.username = name
    poor.password = 'poor'
    await assert.rejects(
      migrate(poor.href, migrations),
      (error) => error instanceof MigrationRefused && /lacks a right/.test(error.message),
    )
  } finally {
    await owner.query(`drop role ${name}`)
    await owner.end()
  }
})

test('a database that takes no writes yet is busy, and nothing was done', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = on')
    const error: unknown = await client.query('create table none (id int)').catch((thrown: unknown) => thrown)
    assert.deepEqual([isBusy(error), isUncertain(error)], [true, false])
  } finally {
    await client.end()
  }
})
