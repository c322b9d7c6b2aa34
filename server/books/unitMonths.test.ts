import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '../testing/desk.ts'
import { faults, furnish, monthName, monthStart, ok, submit } from './testing/bookCompany.ts'

test('an asset goes over to units of production and back; what is left is charged by the readings of each month', async () => {
  const { desk, enter, start, close, valueOf } = await furnish({ startsBefore: 2, life: 60, residualRate: '0' })
  const press = await enter({ value: '60000', boughtOn: monthStart(3), instanceCode: 'P-1' })
  await start()
  await close(2)
  await close(1)
  const change = (line: Row) => submit(desk, 'gsvalueorder', { reason: '按工作量' }, { asset: press['id'], ...line })
  assert.equal((await change({ method: 'unitsOfProduction' }))['reason'], 'book.unitsNeeded')
  assert.equal((await change({ unitsTotal: '100' }))['reason'], 'book.unitsMethod')
  const toUnits = await change({ method: 'unitsOfProduction', unitsTotal: '570' })
  assert.equal(toUnits['code'], 0, toUnits['msg'])
  const byUnits = await valueOf(press['id'])
  assert.deepEqual([byUnits['method'], byUnits['depreciation'], byUnits['forecast'][0]['charge']], ['unitsOfProduction', '3000.00', '0.00'])

  assert.equal((await desk.call('goods/gsvalueorder/reverse', { id: toUnits['result']['id'] }))['code'], 0)
  const back = await valueOf(press['id'])
  assert.deepEqual([back['method'], back['forecast'][0]['charge']], ['straightLine', '1000.00'])
  assert.deepEqual(await faults(), [])
})

test('an asset leaves units of production once the open months have their readings, and its last reading is charged', async () => {
  const { desk, book, enter, start, close, valueOf } = await furnish({ startsBefore: 1 })
  const rule = { ruleName: '按件', bookId: book['id'], method: 'unitsOfProduction', residualRate: '0', unitsTotal: '1000' }
  await ok(desk, 'goods/gsdepreciationrule/save', rule)
  const press = await enter({ value: '10000', boughtOn: monthStart(3), instanceCode: 'P-1' })
  const read = (before: number, units: string) =>
    ok(desk, 'goods/gsunitreading/save', { assetCode: 'P-1', readOn: monthStart(before), units })
  await start()
  await read(1, '100')
  await close(1)
  assert.equal((await valueOf(press['id']))['depreciation'], '1000.00')
  const change = (line: Row) => submit(desk, 'gsvalueorder', { reason: '按年限' }, { asset: press['id'], ...line })
  assert.match((await change({ method: 'straightLine' }))['msg'], new RegExp(`请先登记${monthName(0)}的工作量`))
  await read(0, '300')
  const answer = await change({ method: 'straightLine', lifeMonths: 43 })
  assert.equal(answer['code'], 0, answer['msg'])
  const value = await valueOf(press['id'])
  assert.deepEqual(
    [value['method'], value['depreciation'], value['forecast'][0]],
    ['straightLine', '4000.00', { month: monthName(-1), charge: '150.00', net: '5850.00' }],
  )
  assert.deepEqual(await faults(), [])
})
