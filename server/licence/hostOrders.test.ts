import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { assetLimit, orderInEffect } from '../../domain/licence/licence.ts'
import { trialOrder, unlimitedAssets } from '../../domain/licence/offers.ts'
import { trialAssetLimit } from '../../domain/rules/constants.ts'
import type { WorkplaceOrder } from '../../hosts/workplace.ts'
import { testApp } from '../testing/app.ts'
import { applyEdition, editionsBought, takeHostOrder } from './hostOrders.ts'
import { addOrder, licenceStateOf, ordersOf } from './licence.ts'

const { database, newCompany } = await testApp([])

const dayMs = 86_400_000
const today = dayAt(Date.now())
const midnight = Date.parse(`${today}T00:00:00+08:00`)
const sold = (more: Partial<WorkplaceOrder> = {}): WorkplaceOrder => ({
  orderId: 'a',
  title: '专业版一年',
  isTrial: false,
  isVoid: false,
  startMs: midnight,
  endMs: midnight + 365 * dayMs,
  price: '1999',
  edition: 'sp1',
  ...more,
})
const company = async () => {
  const { orgId } = await newCompany(undefined, [])
  const inside = <R>(run: Parameters<typeof database.inTransaction<R>>[1]) => database.inTransaction(orgId, run)
  return {
    inside,
    take: (...orders: WorkplaceOrder[]) =>
      inside(async (tx) => {
        for (const order of orders) await takeHostOrder(tx, 'dingtalk', order)
      }),
    standing: () =>
      inside(async (tx) => ({
        orders: (await ordersOf(tx)).map(({ orderState, startDate, endDate, skuEntity }) => [
          skuEntity.periodName,
          orderState,
          dayAt(Date.parse(startDate)),
          dayAt(Date.parse(endDate)),
          skuEntity.busdataScope,
        ]),
        state: await licenceStateOf(tx),
        limit: assetLimit(await ordersOf(tx), tx.now()),
      })),
    told: () => inside((tx) => tx.query<{ title: string }>('select title from message where org_id = $1 order by id', [tx.orgId])),
  }
}
const year = addDays(today, 365)

test('an order becomes one of ours, once, and administrators are told once', async () => {
  const { take, standing, told } = await company()
  await take(sold(), sold())
  await Promise.all([take(sold()), take(sold())])
  assert.deepEqual(await standing(), { orders: [['专业版一年', 1, today, year, unlimitedAssets]], state: 'active', limit: unlimitedAssets })
  assert.deepEqual(await told(), [{ title: '会员套餐已更新：专业版一年' }])
})

test('a refund ends it at once, and what was refunded by mistake goes on', async () => {
  const { take, standing } = await company()
  await take(sold({ startMs: midnight - 10 * dayMs }), sold({ startMs: midnight - 10 * dayMs, isVoid: true }))
  assert.deepEqual(await standing(), {
    orders: [['专业版一年', 0, addDays(today, -10), today, unlimitedAssets]],
    state: 'vipTimeout',
    limit: 0,
  })
  await take(sold())
  assert.equal((await standing()).state, 'active')
})

test('a trial that a chat sells takes the place of the one that the organisation began with', async () => {
  const { inside, take, standing } = await company()
  await inside((tx) => addOrder(tx, trialOrder(today), 'test'))
  const trial = sold({ orderId: 't', title: '试用15天', isTrial: true, endMs: midnight + 15 * dayMs, price: '0' })
  const one = { orders: [['试用15天', 1, today, addDays(today, 15), trialAssetLimit]], state: 'active', limit: trialAssetLimit }
  await take(trial)
  assert.deepEqual(await standing(), one)
  await take(trial, { ...trial, isVoid: true }, trial)
  assert.deepEqual(await standing(), one, 'told again it is the same one')
})

test('what was never paid leaves nothing', async () => {
  const { take, standing, told } = await company()
  await take(sold({ isVoid: true }))
  assert.deepEqual([await standing(), await told()], [{ orders: [], state: 'install', limit: 0 }, []])
})

test('a trial gives way to what is bought, and a renewal takes over where that ends', async () => {
  const { take, inside, standing } = await company()
  await take(sold({ orderId: 't', isTrial: true, title: '标准版', price: '0', endMs: midnight + 15 * dayMs }))
  assert.equal((await standing()).limit, 10)
  await take(
    sold({ edition: '500件' }),
    sold({ orderId: 'b', edition: '800件', startMs: midnight + 365 * dayMs, endMs: midnight + 730 * dayMs }),
  )
  await inside(async (tx) => {
    const orders = await ordersOf(tx)
    const scopes = [0, 364, 365, 729, 730].map((days) => orderInEffect(orders, midnight + days * dayMs)?.skuEntity.busdataScope)
    assert.deepEqual(scopes, [500, 500, 800, 800, undefined])
  })
})

test('the operator says how many an edition covers, for what was sold and for what will be', async () => {
  const { take, inside, standing } = await company()
  await take(sold({ edition: 'sp30' }))
  assert.deepEqual(await inside(editionsBought), [{ source: 'dingtalk', edition: 'sp30', title: '专业版一年', assetScope: null }])
  await inside((tx) => tx.query(`insert into licence_edition (source, edition, asset_scope) values ('dingtalk', 'sp30', 300)`))
  assert.equal(await inside((tx) => applyEdition(tx, 'dingtalk', 'sp30', 300)), true)
  assert.equal(await inside((tx) => applyEdition(tx, 'dingtalk', 'sp30', 300)), false)
  assert.equal((await standing()).limit, 300)
  await take(sold({ edition: 'sp30', endMs: midnight + 400 * dayMs }))
  assert.equal((await standing()).limit, 300)
})

test('what the operator did to an order stays until the chat says something new of it', async () => {
  const { take, inside, standing } = await company()
  await take(sold())
  await inside((tx) => tx.query('update licence_order set end_date = $2 where org_id = $1', [tx.orgId, today]))
  await take(sold())
  assert.equal((await standing()).state, 'vipTimeout')
  await take(sold({ endMs: midnight + 366 * dayMs }))
  assert.equal((await standing()).state, 'active')
})

test('however often and however doubled orders come, the newest state of each stands', async () => {
  const told = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    void: fc.boolean(),
    days: fc.integer({ min: 1, max: 3 }),
    twice: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 8 }), async (all) => {
      const { take, inside } = await company()
      const orderOf = (each: (typeof all)[number]) => sold({ orderId: each.id, isVoid: each.void, endMs: midnight + each.days * dayMs })
      for (const each of all) await take(orderOf(each), ...(each.twice ? [orderOf(each)] : []))
      const rows = await inside((tx) =>
        tx.query<{ id: Id; order_state: number; end_date: string }>(
          'select source_order_id as id, order_state, end_date from licence_order where org_id = $1 order by 1',
          [tx.orgId],
        ),
      )
      const expected = ['a', 'b', 'c'].flatMap((id) => {
        const mine = all.filter((each) => each.id === id)
        const last = mine.at(-1)
        if (!last || mine.every((each) => each.void)) return []
        return [{ id, order_state: last.void ? 0 : 1, end_date: last.void ? today : addDays(today, last.days) }]
      })
      assert.deepEqual(rows, expected)
    }),
    { numRuns: 10 },
  )
})
