import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accountFor, type AccountRule, isClearedByAccount } from './chart.ts'
import { settleDisposal } from './disposal.ts'
import { type Regime, regimes } from './regime.ts'
import { type EntryKind, entryKinds } from './entryKind.ts'
import { type AccountOf, balancesOf, type ValueTotal, mergeLines, type VoucherFacts, vouchersOf } from './voucher.ts'
import { keysOf } from '../../kernel/keysOf.ts'

const accountOf: AccountOf = (use, { deptId }) => accountFor(use, [], { deptId }, 'enterprise')
const total = (kind: EntryKind, cost: bigint, depreciation = 0n, impairment = 0n, deptId: string | null = null): ValueTotal => ({
  kind,
  cost,
  depreciation,
  impairment,
  deptId,
  catId: null,
})
const written = (totals: readonly ValueTotal[], facts: VoucherFacts = {}, of = accountOf) =>
  vouchersOf(totals, of, facts).map(({ event, lines }) => [
    event,
    ...lines.map(
      ({ account, deptId, costObject, debit, credit }) =>
        `${[account, deptId, costObject].filter(Boolean).join('/')} ${debit > 0n ? `Dr ${debit}` : `Cr ${credit}`}`,
    ),
  ])

test('each event has its voucher', () => {
  assert.deepEqual(written([total('acquisition', 699_900n), total('takeover', 100_000n, 40_000n)]), [
    ['addition', '1601 Dr 799900', '1602 Cr 40000', '2202 Cr 759900'],
  ])
  assert.deepEqual(written([total('depreciation', 0n, 18_470n, 0n, '7'), total('depreciation', 0n, 9_721n, 0n, '8')]), [
    ['depreciation', '6602/7 Dr 18470', '6602/8 Dr 9721', '1602 Cr 28191'],
  ])
  assert.deepEqual(written([total('disposal', -699_900n, -277_050n, -1_000n)]), [
    ['disposal', '1602 Dr 277050', '1603 Dr 1000', '1606 Dr 421850', '1601 Cr 699900'],
  ])
  assert.deepEqual(written([total('impairment', 0n, 0n, 1_000n)]), [['impairment', '6701 Dr 1000', '1603 Cr 1000']])
  assert.deepEqual(written([total('transferOut', -500n, -100n, 0n, '7'), total('transferIn', 500n, 100n, 0n, '8')]), [])
  assert.deepEqual(written([total('opening', 500n), total('undone', 0n, -100n)]), [])
})

test('what is transferred moves between the accounts of the assets alone, whatever accounts categories are bought from', () => {
  const rules = (catId: string | null): AccountRule[] => [
    { deptId: null, distance: 0, accounts: catId === '1' ? { asset: '1604', source: '2202' } : { asset: '160101', source: '1123' } },
  ]
  const byCategory: AccountOf = (use, { catId, deptId }) => accountFor(use, rules(catId), { deptId }, 'enterprise')
  const underConstruction = { ...total('convertedOut', -500n), catId: '1' }
  assert.deepEqual(written([underConstruction, { ...total('convertedIn', 500n), catId: '2' }], {}, byCategory), [
    ['transfer', '160101 Dr 500', '1604 Cr 500'],
  ])
})

test('the vouchers of a month stand in the order in which accountants book it, whatever was written first', () => {
  const totals = [
    total('disposal', -500n),
    total('depreciation', 0n, 100n),
    total('impairment', 0n, 0n, 10n),
    total('revaluation', -800n),
    total('acquisition', 700n),
  ]
  assert.deepEqual(
    written(totals).map(([event]) => event),
    ['addition', 'revaluation', 'depreciation', 'impairment', 'disposal'],
  )
})

test('what a disposal brought and cost clears its account, and a share of depreciation is an expense of who bears it', () => {
  const place = { deptId: null, catId: null, disposalMethod: 'sale', isCleared: true }
  const sale = { ...place, net: 422_850n, proceeds: 300_000n, saleCost: 20_000n, gain: 0n, loss: 142_850n }
  assert.deepEqual(written([total('disposal', -699_900n, -277_050n)], { disposals: [sale] }), [
    [
      'disposal',
      ...['1602 Dr 277050', '1606 Dr 422850', '1601 Cr 699900'],
      ...['1002 Dr 300000', '1606 Cr 300000'],
      ...['1606 Dr 20000', '1002 Cr 20000'],
      ...['6115 Dr 142850', '1606 Cr 142850'],
    ],
  ])
  const back = { ...place, net: -422_850n, proceeds: -300_000n, saleCost: -20_000n, gain: 0n, loss: -142_850n }
  assert.deepEqual(written([total('return', 699_900n, 277_050n)], { disposals: [back] }), [
    [
      'disposal',
      ...['1601 Dr 699900', '1602 Cr 277050', '1606 Cr 422850'],
      ...['1606 Dr 300000', '1002 Cr 300000'],
      ...['1002 Dr 20000', '1606 Cr 20000'],
      ...['1606 Dr 142850', '6115 Cr 142850'],
    ],
  ])
  const borneExpenses = [
    { catId: null, fromDeptId: '7', deptId: '8', costObject: '甲', amount: 6_156n },
    { catId: null, fromDeptId: '7', deptId: '7', costObject: '甲', amount: 1_000n },
  ]
  assert.deepEqual(written([total('depreciation', 0n, 18_470n, 0n, '7')], { borneExpenses }), [
    ['depreciation', '6602/7 Dr 11314', '6602/8/甲 Dr 6156', '6602/7/甲 Dr 1000', '1602 Cr 18470'],
  ])
  assert.deepEqual(written([total('convertedOut', -500n, -100n, -7n), total('convertedIn', 500n, 100n, 7n)]), [])
})

test('every voucher balances, and the accounts of assets move by their entries', () => {
  const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
  const totals = fc.array(
    fc.record({
      kind: fc.constantFrom(...keysOf(entryKinds)),
      cost: amount,
      depreciation: amount,
      impairment: amount,
      deptId: fc.constantFrom('7', '8', null),
      catId: fc.constantFrom('1', null),
    }),
    { maxLength: 30 },
  )
  const byPlace: AccountOf = (use, { deptId, catId }) =>
    accountFor(
      use,
      [{ deptId: null, distance: catId === '1' ? 0 : undefined, accounts: { asset: catId === '1' ? '160101' : '1601' } }],
      { deptId },
      'enterprise',
    )
  fc.assert(
    fc.property(totals, (given) => {
      const vouchers = vouchersOf(given, byPlace)
      for (const { lines, total: sum } of vouchers) {
        assert.equal(
          lines.reduce((debit, line) => debit + line.debit, 0n),
          lines.reduce((credit, line) => credit + line.credit, 0n),
        )
        assert.ok(sum > 0n && lines.length >= 2)
        for (const { debit, credit } of lines) assert.ok(debit >= 0n && credit >= 0n && (debit === 0n) !== (credit === 0n))
      }
      const counted = given.filter(({ kind }) => kind !== 'opening' && kind !== 'undone')
      for (const [account, balance] of balancesOf(counted, byPlace)) {
        if (account === '2202') continue
        const moved = vouchers.flatMap(({ lines }) => lines).filter((line) => line.account === account)
        assert.equal(
          moved.reduce((sum, { debit, credit }) => sum + debit - credit, 0n),
          balance,
          account,
        )
      }
    }),
  )
})

test('an account has one line on a side, though it was chosen for two uses', () => {
  const line = { step: null, account: '1602', deptCode: null, deptName: null, costObject: null, debit: '0.00', credit: '0.00' }
  const lines = [
    { ...line, debit: '277.05' },
    { ...line, debit: '10.00' },
    { ...line, deptCode: 'S', deptName: '销售部', debit: '1.00' },
    { ...line, credit: '5.00' },
  ]
  assert.deepEqual(
    mergeLines(lines).map(({ deptCode, debit, credit }) => [deptCode, Number(debit), Number(credit)]),
    [
      [null, 287.05, 0],
      ['S', 1, 0],
      [null, 0, 5],
    ],
  )
})

test('the most exact rule names the account', () => {
  const rules: AccountRule[] = [
    { deptId: null, distance: undefined, accounts: { asset: 'A', expense: 'E' } },
    { deptId: null, distance: 2, accounts: { asset: 'B' } },
    { deptId: null, distance: 1, accounts: { asset: 'C' } },
    { deptId: '7', distance: undefined, accounts: { expense: 'F' } },
  ]
  assert.equal(accountFor('asset', rules, { deptId: '7' }, 'enterprise'), 'C')
  assert.equal(accountFor('expense', rules, { deptId: '7' }, 'enterprise'), 'F')
  assert.equal(accountFor('expense', rules, { deptId: '8' }, 'enterprise'), 'E')
  assert.equal(accountFor('loss', rules, { deptId: '8' }, 'government'), '5901')
})

/** The voucher of one asset that left with a net value of 60.00 and brought 10.00. */
const disposalVoucher = (regime: Regime, disposalMethod: string, rules: readonly AccountRule[] = [], proceeds = 1_000n) => {
  const amounts = { net: 6_000n, proceeds, saleCost: 0n }
  const isCleared = isClearedByAccount(regime, disposalMethod)
  const disposals = [{ deptId: null, catId: null, disposalMethod, isCleared, ...amounts, ...settleDisposal(regimes[regime], amounts) }]
  const [voucher = []] = written([total('disposal', -10_000n, -4_000n)], { disposals }, (use, place) =>
    accountFor(use, rules, place, regime),
  )
  return voucher.slice(1)
}

/** The same as lines, cleared by an account: for 10.00, or for 90.00. */
const withLoss = (clearing: string, loss: string): string[] => [
  ...['1602 Dr 4000', `${clearing} Dr 6000`, '1601 Cr 10000'],
  ...['1002 Dr 1000', `${clearing} Cr 1000`],
  ...[`${loss} Dr 5000`, `${clearing} Cr 5000`],
]
const withGain = (clearing: string, gain: string): string[] => [
  ...['1602 Dr 4000', `${clearing} Dr 6000`, '1601 Cr 10000'],
  ...['1002 Dr 9000', `${clearing} Cr 9000`],
  ...[`${clearing} Dr 3000`, `${gain} Cr 3000`],
]

test('enterprises: a sale is a gain or loss on disposals, what is scrapped, given away, lost or missing is outside operations', () => {
  for (const regime of ['enterprise', 'tax', 'none'] as const) {
    assert.deepEqual(disposalVoucher(regime, 'sale'), withLoss('1606', '6115'))
    assert.deepEqual(disposalVoucher(regime, '抵债'), withLoss('1606', '6115'))
    for (const way of ['scrap', 'donation']) assert.deepEqual(disposalVoucher(regime, way), withLoss('1606', '6711'), way)
    for (const way of ['loss', 'missing', 'back']) assert.deepEqual(disposalVoucher(regime, way), withLoss('1901', '6711'), way)
    assert.deepEqual(disposalVoucher(regime, 'sale', [], 9_000n), withGain('1606', '6115'))
    assert.deepEqual(disposalVoucher(regime, 'scrap', [], 9_000n), withGain('1606', '6301'))
  }
})

test('small enterprises: every disposal is outside operations', () => {
  for (const way of ['sale', 'scrap', 'donation', '抵债'])
    assert.deepEqual(disposalVoucher('smallEnterprise', way), withLoss('1606', '5711'), way)
  for (const way of ['loss', 'missing']) assert.deepEqual(disposalVoucher('smallEnterprise', way), withLoss('1901', '5711'), way)
  assert.deepEqual(disposalVoucher('smallEnterprise', 'sale', [], 9_000n), withGain('1606', '5301'))
})

test('public bodies: the net value is the cost of disposal, the proceeds belong to the treasury; what is scrapped or missing waits for approval', () => {
  for (const way of ['sale', 'donation'])
    assert.deepEqual(disposalVoucher('government', way), ['1002 Dr 1000', '1602 Dr 4000', '5301 Dr 6000', '1601 Cr 10000', '2103 Cr 1000'])
  for (const way of ['scrap', 'loss', 'missing'])
    assert.deepEqual(disposalVoucher('government', way), [
      ...['1602 Dr 4000', '1902 Dr 6000', '1601 Cr 10000'],
      ...['1002 Dr 1000', '1902 Cr 1000'],
      ...['1902 Dr 1000', '2103 Cr 1000'],
      ...['5301 Dr 6000', '1902 Cr 6000'],
    ])
})

test('a rule for a way of disposal comes before rules for departments and categories', () => {
  const rules: AccountRule[] = [
    { deptId: null, distance: 0, accounts: { disposal: '671101' } },
    { deptId: null, disposalMethod: '无偿调拨', distance: undefined, accounts: { disposal: '3201' } },
  ]
  assert.deepEqual(disposalVoucher('government', '无偿调拨', rules)[2], '3201 Dr 6000')
  assert.ok(disposalVoucher('government', 'scrap', rules).includes('671101 Dr 6000'))
})
