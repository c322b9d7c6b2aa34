import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { sessionOf } from './connections.ts'
import { NamingClient } from './namingClient.ts'
import { openSession } from './session.ts'
import { testDatabase } from './testing.ts'

const { url } = await testDatabase()

const withClient = async (run: (client: NamingClient) => Promise<unknown>): Promise<void> => {
  const client = await openSession({ ...sessionOf(url), make: (config) => new NamingClient({ ...config, pipeline: true }) })
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

const rowsOf = async (client: NamingClient, text: string, values: readonly unknown[] = []) => (await client.ask(text, values, 5)).rows

test('a statement is described once on a connection, and its answers read the same afterwards', () =>
  withClient(async (client) => {
    let descriptions = 0
    client.connection.on('rowDescription', () => descriptions++)
    const text = `select $1::bigint as id, $2::numeric(8,4) as cost, $3::timestamptz as at, $4::jsonb as body, null as nothing`
    const values = [newId(), '12.5000', '2026-11-28 08:30:00.123456+00', { a: [1, '二'] }]
    const expected = [{ id: values[0], cost: '12.5', at: '2026-11-28T08:30:00.123Z', body: { a: [1, '二'] }, nothing: null }]
    for (let n = 0; n < 3; n++) assert.deepEqual(await rowsOf(client, text, values), expected)
    assert.equal(descriptions, 1)
  }))

test('what has no rows at first has them later, and what has no columns has none', () =>
  withClient(async (client) => {
    const upTo = 'select n from generate_series(1, $1::int) as n'
    assert.deepEqual(await rowsOf(client, upTo, [0]), [])
    assert.deepEqual(await rowsOf(client, upTo, [2]), [{ n: 1 }, { n: 2 }])
    for (let n = 0; n < 2; n++) assert.deepEqual(await rowsOf(client, 'set local statement_timeout = 1000'), [])
    assert.equal((await client.ask('select 1 as n', [], 5)).command, 'SELECT')
  }))

test('a statement that failed before it was described is described when it answers', () =>
  withClient(async (client) => {
    const text = 'select 10 / $1::int as share'
    await assert.rejects(rowsOf(client, text, [0]), { code: '22012' })
    for (let n = 0; n < 2; n++) assert.deepEqual(await rowsOf(client, text, [5]), [{ share: 2 }])
  }))

test('a statement whose table has changed since is refused, not read by the columns of before', () =>
  withClient(async (client) => {
    await client.query('create temporary table changing (a int)')
    const text = 'select * from changing'
    await rowsOf(client, text)
    await client.query(`alter table changing alter a type text using 'x' || a`)
    await assert.rejects(rowsOf(client, text), { code: '0A000' })
  }))

test('statements that follow each other without waiting leave in one piece', () =>
  withClient(async (client) => {
    const ask = () => Promise.all([1, 2, 3].map((n) => rowsOf(client, `select $1::int as n`, [n])))
    await ask()
    const { stream } = client.connection
    const pieces: number[] = []
    const { _writev } = stream as unknown as { _writev: (chunks: unknown[], onWritten: () => void) => void }
    Object.assign(stream, {
      _writev(this: typeof stream, chunks: unknown[], onWritten: () => void) {
        pieces.push(chunks.length)
        _writev.call(this, chunks, onWritten)
      },
    })
    assert.deepEqual(await ask(), [[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
    assert.equal(pieces.length, 1)
  }))
