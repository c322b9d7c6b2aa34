import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../db/testing.ts'
import { enqueue } from '../jobs/jobs.ts'
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
