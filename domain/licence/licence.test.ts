import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetLimit, canSwitchTrialRole, isTrial, type LicenceOrder, licenceState, orderInEffect, validOrders } from './licence.ts'

const now = Date.parse('2026-11-21T02:30:00.000Z')
const [longAgo, ended, begun, later, muchLater] = ['2024-01-01', '2026-11-01', '2026-11-10', '2026-12-31', '2027-12-31'].map(
  (day) => `${day}T00:00:00.000Z`,
) as [string, string, string, string, string]

const order = (
  orderId: string,
  startDate: string,
  endDate: string,
  assets: number,
  more: Partial<LicenceOrder & LicenceOrder['skuEntity']> = {},
): LicenceOrder => ({
  orderId,
  startDate,
  endDate,
  orderState: more.orderState ?? 1,
  skuEntity: { periodName: more.periodName ?? '一年', price: more.price ?? '1999.00', busdataScope: assets },
})
const trial = (orderId: string, startDate: string, endDate: string) =>
  order(orderId, startDate, endDate, 10, { periodName: '试用15天', price: '0.00' })

const cases: [
  title: string,
  orders: LicenceOrder[],
  valid: string[],
  inEffect: string | undefined,
  limit: number,
  state: string,
  canSwitch: boolean,
][] = [
  ['nothing was ordered', [], [], undefined, 0, 'install', false],
  ['on trial', [trial('t', begun, later)], ['t'], 't', 10, 'active', true],
  ['the trial is over', [trial('t', longAgo, ended)], [], undefined, 0, 'tryTimeout', false],
  ['paid', [order('p', begun, later, 500)], ['p'], 'p', 500, 'active', false],
  ['the paid licence is over', [order('p', longAgo, ended, 500)], [], undefined, 0, 'vipTimeout', false],
  ['trial and paid are over', [trial('t', longAgo, ended), order('p', longAgo, ended, 500)], [], undefined, 0, 'vipTimeout', false],
  ['bought during the trial', [trial('t', begun, later), order('p', begun, later, 500)], ['p'], 'p', 500, 'active', false],
  [
    'on trial again after a paid licence ran out',
    [order('p', longAgo, ended, 500), trial('t', begun, later)],
    ['t'],
    't',
    10,
    'active',
    true,
  ],
  ['never activated', [order('p', begun, later, 500, { orderState: 0 })], [], undefined, 0, 'install', false],
  ['renewed ahead', [order('next', later, muchLater, 900), order('p', begun, later, 500)], ['next', 'p'], 'p', 500, 'active', false],
  [
    'upgraded half way',
    [order('small', begun, later, 100), order('large', begun, later, 500)],
    ['small', 'large'],
    'large',
    500,
    'active',
    false,
  ],
  ['two of the same size', [order('a', begun, later, 100), order('b', begun, muchLater, 100)], ['a', 'b'], 'b', 100, 'active', false],
  [
    'bought and not begun, the trial is dropped',
    [trial('t', begun, later), order('p', later, muchLater, 500)],
    ['p'],
    undefined,
    0,
    'active',
    false,
  ],
]
for (const [title, orders, valid, inEffect, limit, state, canSwitch] of cases) {
  test(title, () => {
    assert.deepEqual(
      validOrders(orders, now).map(({ orderId }) => orderId),
      valid,
    )
    assert.equal(orderInEffect(orders, now)?.orderId, inEffect)
    assert.equal(assetLimit(orders, now), limit)
    assert.equal(licenceState(orders, now), state)
    assert.equal(canSwitchTrialRole(orders, now), canSwitch)
  })
}

const trials: [periodName: string, assets: number, price: string, trial: boolean][] = [
  ['试用', 1000, '99', true],
  ['一个月试用版', 10, '0', true],
  ['一年', 10, '0.00', true],
  ['一年', 10, '1', false],
  ['一年', 11, '0', false],
]
for (const [periodName, assets, price, expected] of trials) {
  test(`${periodName} for ${assets} assets at ${price} is a trial: ${expected}`, () =>
    assert.equal(isTrial(order('o', begun, later, assets, { periodName, price })), expected))
}

test('a free order that is no trial by its name cannot switch roles', () => {
  assert.equal(canSwitchTrialRole([order('o', begun, later, 10, { price: '0' })], now), false)
})

test('an order begins with its first moment and ends with its last', () => {
  const orders = [order('p', begun, later, 500)]
  const [start, end] = [Date.parse(begun), Date.parse(later)]
  assert.deepEqual(
    [start - 1, start, end - 1, end].map((at) => [assetLimit(orders, at), licenceState(orders, at)]),
    [
      [0, 'active'],
      [500, 'active'],
      [500, 'active'],
      [0, 'vipTimeout'],
    ],
  )
})
