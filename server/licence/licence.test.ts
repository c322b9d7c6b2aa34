import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { testApp } from '../testing/app.ts'
import { insert } from '../testing/company.ts'
import { licenceHandlers, requireAssetRoom } from './licence.ts'

const { ask, newCompany, database } = await testApp(licenceHandlers, {
  breaks: ['ledger: as many assets are on the register as there are in the books'],
})

const order = {
  purchase_type: 'new',
  created_by: '王伟',
  start_date: '2026-01-01',
  end_date: '2027-01-01',
  order_state: 1,
  period_name: '企业版一年',
  price: '9800.00',
  asset_scope: 3,
}

test('orders are answered in the words of the contract, the latest first, with days as moments of China', async () => {
  const { orgId, admin, tokenOf } = await newCompany(undefined, [])
  const first = newId()
  const second = newId()
  await database.inTransaction(orgId, (tx) =>
    insert(tx, 'licence_order', [
      { id: first, ...order },
      { id: second, ...order, start_date: '2027-01-01', end_date: '2028-01-01', created_by: null },
    ]),
  )
  const answer = await ask({ path: '/api/sale/saletenorder/getOperationOrder', body: {}, token: await tokenOf(admin) })
  assert.deepEqual(answer.json['data'][1], {
    orderId: first,
    purchaseType: 'new',
    createdBy: '王伟',
    startDate: '2025-12-31T16:00:00.000Z',
    endDate: '2026-12-31T16:00:00.000Z',
    orderState: 1,
    skuEntity: { periodName: '企业版一年', price: '9800', busdataScope: 3 },
  })
  assert.deepEqual([answer.json['data'].length, answer.json['data'][0].orderId, answer.json['data'][0].createdBy], [2, second, ''])
})

test('assets are added up to the licence and no further; when it is over none, without any as many as one likes', async () => {
  const { orgId } = await newCompany(undefined, [])
  const at = Date.parse('2026-06-01T00:00:00Z')
  const adding = (n: number, when = at) => database.reading(orgId, (tx) => requireAssetRoom(tx, n, when))
  const refusedWith = (reason: string) => (error: unknown) => error instanceof RefusalError && error.refusal.reason === reason
  await adding(1_000_000)
  await database.inTransaction(orgId, async (tx) => {
    await insert(tx, 'licence_order', [{ id: newId(), ...order }])
    await tx.query('update asset_register set n = 2 where org_id = $1', [orgId])
  })
  await adding(1)
  await assert.rejects(adding(2), refusedWith('licence.full'))
  await assert.rejects(adding(1, Date.parse('2027-01-01T00:00:00Z')), refusedWith('licence.none'))
})
