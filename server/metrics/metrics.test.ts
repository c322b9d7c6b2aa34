import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteOutcome } from '../backups/outcomes.ts'
import { testDatabase } from '../db/testing.ts'
import { enqueue } from '../jobs/jobs.ts'
import { announce } from '../messaging/outbox.ts'
import { openMetrics } from './metrics.ts'

const { database, newOrganisation } = await testDatabase({ breaks: 'everything' })

test('metrics say what is due, since when, and what rests after it failed', async () => {
  const metrics = openMetrics(database)
  const valueOf = (text: string, name: string) => Number(new RegExp(`^${name}\\{kind="probe"\\} (.+)$`, 'm').exec(text)?.[1] ?? 'NaN')
  const orgId = await newOrganisation()
  await database.inTransaction(orgId, async (tx) => {
    const dueAt = new Date(tx.now() - 90_000).toISOString()
    for (const key of ['a', 'b', 'c']) await enqueue(tx, { kind: 'probe', key, dueAt })
    await enqueue(tx, { kind: 'probe', key: 'later', dueAt: new Date(tx.now() + 90_000).toISOString() })
    await tx.query(`update job set lease_until = 'infinity' where org_id = $1 and kind = 'probe' and key = 'c'`, [tx.orgId])
  })
  const text = await metrics.page()
  assert.equal(valueOf(text, 'zaice_jobs_due'), 2)
  assert.ok(valueOf(text, 'zaice_jobs_oldest_due_seconds') >= 90)
  assert.equal(valueOf(text, 'zaice_jobs_failed'), 1)

  await database.inTransaction(orgId, (tx) => tx.query(`update job set done_at = now() where org_id = $1 and kind = 'probe'`, [tx.orgId]))
  assert.ok(Number.isNaN(valueOf(await metrics.page(), 'zaice_jobs_due')), 'what is done stands there no more')
})

test('metrics say how much is held, who holds and asks most, and how many statements were slow', async () => {
  const metrics = openMetrics(database)
  const orgId = await newOrganisation()
  await database.inTransaction(orgId, (tx) =>
    tx.query(
      `insert into file (org_id, id, path, name, mime, size_bytes, sha256) values ($1, 1, 'a', 'a.bin', 'application/octet-stream', 9000000000000, '')`,
      [tx.orgId],
    ),
  )
  metrics.requestDone({ operation: 'probe', status: 200, seconds: 1000, orgId })
  await database.reading(orgId, (tx) => tx.query('select pg_sleep(1.05)'))
  const lines = (await metrics.page()).split('\n')
  assert.ok(lines.includes(`zaice_organisation_holding{kind="file_bytes",organisation="${orgId}"} 9000000000000`))
  assert.ok(lines.includes(`zaice_organisation_request_seconds{organisation="${orgId}"} 1000`))
  const valueOf = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  assert.ok(valueOf('zaice_files') >= 1)
  assert.ok(valueOf('zaice_sessions') >= 0)
  assert.ok(valueOf('zaice_slow_statements_total') >= 1)
})

test('metrics say when the last backup was and whether it went well, and what waits to go out', async () => {
  const metrics = openMetrics(database)
  const lineOf = (text: string, name: string) => text.split('\n').find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  assert.equal(lineOf(await metrics.page(), 'zaice_upkeep_failed'), undefined)
  await noteOutcome(database, 'drill', { at: new Date(database.now() - 3_600_000).toISOString(), fault: 'no room' })
  const orgId = await newOrganisation()
  const text = await metrics.page()
  assert.equal(lineOf(text, 'zaice_upkeep_failed'), 'zaice_upkeep_failed{act="drill"} 1')
  assert.ok(Number(lineOf(text, 'zaice_upkeep_age_seconds')?.split(' ')[1]) >= 3600)
  assert.equal(lineOf(text, 'zaice_outbox_oldest_seconds'), 'zaice_outbox_oldest_seconds 0')

  // A place that nobody moves on, as where every process is gone.
  await database.gate(
    "insert into installation (key, value) values ('messages.handed', '0 0') on conflict (key) do update set value = '0 0'",
  )
  await database.inTransaction(orgId, (tx) => announce(tx, { topic: 'message', key: 'x', body: { ids: ['1'] } }))
  assert.notEqual(lineOf(await metrics.page(), 'zaice_outbox_oldest_seconds'), 'zaice_outbox_oldest_seconds 0')
})
