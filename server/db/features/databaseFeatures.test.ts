import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { databaseFeatures, probeFeatures } from './databaseFeatures.ts'
import { testDatabase } from '../testing.ts'

const { url } = await testDatabase({ breaks: 'everything' })

const withClient = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

test('a database of ours has every feature, and trying them leaves nothing', () =>
  withClient(async (client) => {
    const results = await probeFeatures(client)
    assert.deepEqual(
      results.filter(({ refusal }) => refusal !== undefined),
      [],
    )
    assert.equal(results.length, databaseFeatures.length)
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from pg_class where relname like 'zaice_probe%'`)
    assert.equal(rows[0]?.count, 0)
  }))

test('what a database refuses is named, and the rest is tried', () =>
  withClient(async (client) => {
    const refuses = /exclude using gist|\blisten\b/
    const lesser = {
      query: async (text: string) => client.query(refuses.test(text) ? 'select there_is_no_such_function()' : text),
    } as Pick<pg.Client, 'query'>
    const missing = (await probeFeatures(lesser)).filter(({ refusal }) => refusal !== undefined)
    assert.deepEqual(
      missing.map(({ name }) => name),
      ['exclusion constraints', 'messages between sessions (LISTEN, NOTIFY)'],
    )
    assert.match(missing[0]?.refusal ?? '', /there_is_no_such_function/)
  }))
