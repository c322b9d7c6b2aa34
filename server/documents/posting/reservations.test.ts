import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { copyStep } from '../../../domain/approval/flow/templates/define.ts'
import { askForPaper, documentState, foundOffice, type Office, publishFlow, stock } from '../../approval/testing/office.ts'
import { testDatabase } from '../../db/testing.ts'

/** When what is applied for is reserved. */
const { database, newOrganisation, url } = await testDatabase()

const founded = async (): Promise<Office> => {
  const office = await foundOffice(database, await newOrganisation())
  await stock(database, office, '10')
  return office
}

const reservedOf = async ({ orgId, paper }: Office): Promise<[balance: string, reservations: number]> => {
  const [[balance], reservations] = await database.reading(orgId, (tx) =>
    Promise.all([
      tx.query<{ reserved: string }>(`select reserved from balance where org_id = $1 and item_id = $2 and account like 'store:%'`, [
        orgId,
        paper,
      ]),
      tx.query<{ document_id: Id }>('select document_id from reservation where org_id = $1', [orgId]),
    ]),
  )
  return [balance!.reserved, reservations.length]
}

/** What the owner of the database sees of an organisation. */
const asOwner = async (orgId: Id): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select set_config('app.org', $1, false)", [orgId])
  return client
}

test('whoever applies keeps others from the stock only once his flow has started', async () => {
  const office = await founded()
  const [holder, other] = [await asOwner(office.orgId), await asOwner(office.orgId)]
  try {
    // The task of the head of the department cannot be written while a person holds him.
    await holder.query('begin')
    await holder.query('select from person where org_id = $1 and id = $2 for update', [office.orgId, office.boss])
    const asking = askForPaper(database, office, '4')
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await other.query(waits)).rowCount === 0) await sleep(5)
    await other.query('select from balance where org_id = $1 and item_id = $2 for update nowait', [office.orgId, office.paper])
    await holder.query('rollback')
    assert.equal((await asking).state, 'inApproval')
    assert.deepEqual(await reservedOf(office), ['4', 1])
  } finally {
    await Promise.all([holder.end(), other.end()])
  }
})

test('a flow that asks nobody posts at once and leaves nothing reserved, or is refused in words and leaves nothing at all', async () => {
  const office = await founded()
  await publishFlow(database, office, [copyStep('told', '抄送', [{ k: 'users', ids: [office.boss] }])])
  const { id, state } = await askForPaper(database, office, '7')
  assert.deepEqual([state, await documentState(database, office, id)], ['posted', 'posted'])
  assert.deepEqual(await reservedOf(office), ['0', 0])
  await assert.rejects(
    askForPaper(database, office, '4'),
    (error) => error instanceof RefusalError && error.refusal.reason === 'not-enough-stock',
  )
  const documents = await database.reading(office.orgId, (tx) =>
    tx.query(`select 1 from document where org_id = $1 and kind = 'CsOutstockOrder'`, [office.orgId]),
  )
  assert.equal(documents.length, 1)
})

test('of many who apply for the last ones at the same moment nobody gets what another has', async () => {
  const office = await founded()
  const answers = await Promise.all(Array.from({ length: 8 }, () => askForPaper(database, office, '3')))
  assert.deepEqual(new Set(answers.map(({ state }) => state)), new Set(['inApproval']))
  assert.deepEqual(await reservedOf(office), ['10', 4])
})
