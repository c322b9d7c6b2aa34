import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { testDatabase } from '../testing.ts'
import { moveOrganisation, NoSuchMachine } from './moveOrganisation.ts'

const isOnCluster = process.env.CITUS_URL !== undefined
const { url, database, newOrganisation } = await testDatabase()

test('an organisation moves to another machine while it writes', { skip: !isOnCluster && 'CITUS_URL is not set' }, async () => {
  const orgId = await newOrganisation()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const machineOf = async () => {
      const { rows } = await client.query<{ host: string; port: number }>(
        `select n.nodename as host, n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
         where p.shardid = get_shard_id_for_distribution_column('organisation', $1::bigint)`,
        [orgId],
      )
      const [row] = rows
      assert.ok(row)
      return row
    }
    const before = await machineOf()
    const { rows: otherMachines } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> $1',
      [before.port],
    )
    const [target] = otherMachines
    assert.ok(target)
    const writingState = { isOver: false, count: 0 }
    const writer = (async () => {
      while (!writingState.isOver) {
        await database.inTransaction(orgId, (tx) =>
          tx.query('update organisation set name = $2 where org_id = $1', [orgId, String(writingState.count + 1)]),
        )
        writingState.count++
        await sleep(20)
      }
    })()
    await moveOrganisation(client, orgId, { target }).finally(async () => {
      writingState.isOver = true
      await writer
    })
    assert.deepEqual(await machineOf(), target)
    const [organisation] = await database.reading(orgId, (tx) =>
      tx.query<{ name: string }>('select name from organisation where org_id = $1', [orgId]),
    )
    assert.ok(writingState.count > 0)
    assert.equal(organisation?.name, String(writingState.count))
    await assert.rejects(moveOrganisation(client, orgId, { target: { host: 'nowhere', port: 1 } }), NoSuchMachine)
  } finally {
    await client.end()
  }
})
