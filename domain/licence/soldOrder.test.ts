import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTrial } from './licence.ts'
import { unlimitedAssets } from './offers.ts'
import { assetsSold, orderOfSold, type SoldOrder } from './soldOrder.ts'

const sold: SoldOrder = {
  title: '专业版一年',
  edition: 'sp1',
  isTrial: false,
  startMs: Date.parse('2026-05-01T16:00:00Z'),
  endMs: Date.parse('2027-05-01T16:00:00Z'),
  price: '1999',
}

for (const [title, start, end, startDate, endDate] of [
  ['from midnight to midnight', '2026-05-01T16:00:00Z', '2027-05-01T16:00:00Z', '2026-05-02', '2027-05-02'],
  ['the last second of a day', '2026-05-01T16:00:00Z', '2027-05-02T15:59:59Z', '2026-05-02', '2027-05-03'],
  ['in the middle of days', '2026-05-02T03:00:00Z', '2026-05-09T03:00:00Z', '2026-05-02', '2026-05-10'],
  ['nothing at all', '2026-05-02T03:00:00Z', '2026-05-02T03:00:00Z', '2026-05-02', '2026-05-03'],
  ['backwards', '2026-05-02T03:00:00Z', '2026-04-02T03:00:00Z', '2026-05-02', '2026-05-03'],
] as const)
  test(`days of an order: ${title}`, () => {
    const order = orderOfSold({ ...sold, startMs: Date.parse(start), endMs: Date.parse(end) }, 1)
    assert.deepEqual([order.startDate, order.endDate], [startDate, endDate])
  })

for (const [more, assets] of [
  [{}, unlimitedAssets],
  [{ edition: '500件资产' }, 500],
  [{ title: '2000资产版' }, 2000],
  [{ title: '1000 assets a year' }, 1000],
  [{ edition: 'sp30' }, unlimitedAssets],
  [{ title: '0件' }, unlimitedAssets],
  [{ isTrial: true }, 10],
  [{ isTrial: true, title: '试用（50件）' }, 50],
] as const)
  test(`without an agreement ${JSON.stringify(more)} covers ${assets}`, () => assert.equal(assetsSold({ ...sold, ...more }), assets))

test('what the operator agreed on goes first', () => assert.equal(orderOfSold({ ...sold, title: '500件' }, 300).assetScope, 300))

for (const [more, name] of [
  [{}, '专业版一年'],
  [{ isTrial: true }, '专业版一年 (试用)'],
  [{ isTrial: true, title: '免费试用' }, '免费试用'],
  [{ isTrial: true, title: ' ' }, '试用'],
  [{ title: '' }, '会员版'],
] as const)
  test(`${JSON.stringify(more)} is called ${name}`, () => {
    const order = orderOfSold({ ...sold, ...more }, 20)
    assert.equal(order.periodName, name)
    const { periodName, price, assetScope: busdataScope, startDate, endDate } = order
    const taken = { orderId: '', startDate, endDate, orderState: 1, skuEntity: { periodName, price, busdataScope } }
    assert.equal(isTrial(taken), 'isTrial' in more)
  })
