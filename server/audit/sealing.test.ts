import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { testDatabase } from '../db/testing.ts'
import { openLog } from '../log.ts'
import { insert, uploadedFile } from '../testing/company.ts'
import { sealAll } from './seal.ts'

const { database, newOrganisation } = await testDatabase()
const means = { key: undefined, log: openLog('silent'), settleMs: 0, patienceMs: 300 }

test('what was numbered by a transaction that is still open is sealed when it has ended, and nothing moves past it', async () => {
  const orgId = await newOrganisation()
  const uid = newId()
  await database.inTransaction(orgId, (tx) => insert(tx, 'person', [{ id: uid, username: 'a', user_name: '甲', search: '' }]))
  await sealAll(database, means)
  let end = (): void => undefined
  const mayEnd = new Promise<void>((done) => (end = done))
  let begun = (): void => undefined
  const hasBegun = new Promise<void>((done) => (begun = done))
  // No one has written since it began to: it is the newest that there is.
  const open = database.inTransaction(orgId, async (tx) => {
    await uploadedFile(tx, uid)
    begun()
    await mayEnd
  })
  await hasBegun
  assert.equal(await sealAll(database, means), 0)
  end()
  await open
  // Transactions of other databases hold it up as well, for as long as they take.
  assert.equal(await sealAll(database, { ...means, patienceMs: 30_000 }), 1)
})
