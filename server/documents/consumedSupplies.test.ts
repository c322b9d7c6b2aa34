import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { testDatabase } from '../db/testing.ts'
import { callOf, type Company, foundCompany } from '../testing/company.ts'
import { submit } from './engine.ts'
import { reverse } from './reverse.ts'
import type { Flows } from './flows.ts'

// A return is left in approval without a flow.
const { database, newOrganisation } = await testDatabase({
  poolSize: 12,
  breaks: ['approval: a document is in approval exactly where its flow is under way'],
})

const noFlows: Flows = {
  installed: () => Promise.resolve(false),
  requireStarter: () => Promise.resolve(),
  start: () => Promise.reject(new Error('no flow is installed')),
  withdraw: () => Promise.reject(new Error('no flow is installed')),
  readerOf: () => Promise.resolve({ takesPart: false, permissions: {} }),
}
/** Under a flow that never decides: what is submitted stays in approval. */
const slowFlows: Flows = {
  ...noFlows,
  installed: () => Promise.resolve(true),
  start: () => Promise.resolve({ processId: newId(), isRunning: true }),
}

/** Fifty pieces worth 900 in the first store. */
const founded = async (): Promise<Company> => {
  const company = await foundCompany(database, await newOrganisation())
  await submitted(company, 'CsInstockOrder', { to: company.storeA }, '50', { price: '18' })
  return company
}

const submitted = (
  company: Company,
  kindName: string,
  header: Record<string, unknown>,
  quantity: string,
  { price, uid = company.keeper, codes = [`${kindName.toLowerCase()}:post`], flows = noFlows } = {} as {
    price?: string
    uid?: Id
    codes?: string[]
    flows?: Flows
  },
) =>
  database.inTransaction(company.orgId, (tx) =>
    submit(
      callOf(tx, uid, codes),
      flows,
      { kind: documentKind(kindName)!, id: newId(), raw: { header, lines: [{ item: company.paper, quantity, ...(price && { price }) }] } },
      {},
    ),
  )

const issued = (company: Company, quantity: string, recipient = company.staff) =>
  submitted(company, 'CsOutstockOrder', { from: company.storeA, recipient, reason: '办公' }, quantity)
const returned = (company: Company, quantity: string, returner = company.staff, more: Parameters<typeof submitted>[4] = {}) =>
  submitted(company, 'CsReturnOrder', { returner, to: company.storeA, reason: '没用上' }, quantity, more)
const reversed = (company: Company, kindName: string, id: Id) =>
  database.inTransaction(company.orgId, (tx) =>
    reverse(callOf(tx, company.keeper, [`${kindName.toLowerCase()}:reverse`]), documentKind(kindName)!, id, '有误'),
  )

/** Quantity and value in the first store, and with each person who ever held some. */
const books = (company: Company): Promise<Record<string, string>> =>
  database.reading(company.orgId, async (tx) =>
    Object.fromEntries(
      (
        await tx.query<{ account: string; on_hand: string; value: string }>(
          'select account, on_hand, value from balance where org_id = $1 and item_id = $2 order by account desc',
          [tx.orgId, company.paper],
        )
      ).map(({ account, on_hand, value }) => [
        account.startsWith('store:') ? 'store' : account.endsWith(company.staff) ? 'staff' : 'keeper',
        `${on_hand} @ ${value}`,
      ]),
    ),
  )

const saying = (words: string) => (error: unknown) => error instanceof RefusalError && error.message === words

test('what is issued is held at its cost, and comes back at it', async () => {
  const company = await founded()
  await issued(company, '10')
  assert.deepEqual(await books(company), { store: '40 @ 720', staff: '10 @ 180' })
  await submitted(company, 'CsInstockOrder', { to: company.storeA }, '10', { price: '28' })
  await returned(company, '4')
  assert.deepEqual(await books(company), { store: '54 @ 1072', staff: '6 @ 108' })
  await returned(company, '6')
  assert.deepEqual(await books(company), { store: '60 @ 1180', staff: '0 @ 0' })
})

test('nobody returns what he does not hold, nor what another took', async () => {
  const company = await founded()
  await issued(company, '10')
  await assert.rejects(returned(company, '1', company.keeper), saying('王库管名下没有可退的复印纸'))
  await assert.rejects(returned(company, '500'), saying('李明名下可退的复印纸只有10包，不能退500包'))
  assert.deepEqual(await books(company), { store: '40 @ 720', staff: '10 @ 180' })
})

test('what a return in approval will take is not returned a second time', async () => {
  const company = await founded()
  await issued(company, '10')
  await returned(company, '7', company.staff, { uid: company.staff, codes: [], flows: slowFlows })
  await assert.rejects(returned(company, '4'), saying('李明名下可退的复印纸只有3包，不能退4包'))
})

test('an employee returns what is his own', async () => {
  const company = await founded()
  await issued(company, '10', company.keeper)
  await assert.rejects(
    returned(company, '1', company.keeper, { uid: company.staff, codes: [], flows: slowFlows }),
    saying('只能退回您自己领用的耗材'),
  )
})

test('an issue and a return are taken back to what was there before', async () => {
  const company = await founded()
  const first = await issued(company, '10')
  const back = await returned(company, '4')
  await assert.rejects(reversed(company, 'CsOutstockOrder', first.id), saying('李明名下可退的复印纸只有6包，不能退10包'))
  await reversed(company, 'CsReturnOrder', back.id)
  assert.deepEqual(await books(company), { store: '40 @ 720', staff: '10 @ 180' })
  await reversed(company, 'CsOutstockOrder', first.id)
  assert.deepEqual(await books(company), { store: '50 @ 900', staff: '0 @ 0' })
})

test('of twenty returns at once as many pass as there is to return, and no value is lost', async () => {
  const company = await founded()
  await issued(company, '7')
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => returned(company, '1')))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 7)
  assert.deepEqual(await books(company), { store: '50 @ 900', staff: '0 @ 0' })
})
