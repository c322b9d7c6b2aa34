import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lastChargedMonth, planFor } from './assetPlan.ts'
import { type DisposalAmounts, gainOf, settleDisposal } from './disposal.ts'
import { accumulatedThrough, standingSegment } from './standingValue.ts'
import { monthOfText } from './month.ts'
import { type Regime, regimes } from './regime.ts'

/** What an asset of 6,999.00 that came in March 2026 is worth when it leaves in June 2027. */
const netOf = (regime: Regime, lifeMonths: number): bigint => {
  const rules = regimes[regime]
  const plan = planFor(
    rules,
    { method: 'straightLine', lifeMonths, residualShare: 500n },
    { cost: 699_900n, inServiceOn: '2026-03-15', entryMonth: monthOfText('2026-03') },
  )
  const depreciation = accumulatedThrough(
    {
      ...plan,
      lifeMonths,
      cost: 699_900n,
      impairment: 0n,
      lastMonth: undefined,
      segments: plan.segments.map(standingSegment),
    },
    lastChargedMonth(rules, monthOfText('2027-06')),
  )
  return 699_900n - depreciation
}

test('a sale for less than the net value is a loss, to the fen', () => {
  assert.equal(netOf('enterprise', 36), 422_850n)
  assert.equal(gainOf({ net: netOf('enterprise', 36), proceeds: 300_000n, saleCost: 0n }), -122_850n)
  assert.equal(netOf('government', 72), 554_085n)
})

test('the account of disposals is cleared by the rules of the regime', () => {
  const cases: [Regime, DisposalAmounts, { gain: bigint; loss: bigint }][] = [
    ['enterprise', { net: 422_850n, proceeds: 300_000n, saleCost: 0n }, { gain: 0n, loss: 122_850n }],
    ['enterprise', { net: 422_850n, proceeds: 300_000n, saleCost: 20_000n }, { gain: 0n, loss: 142_850n }],
    ['enterprise', { net: 100n, proceeds: 300n, saleCost: 50n }, { gain: 150n, loss: 0n }],
    ['government', { net: 554_085n, proceeds: 300_000n, saleCost: 20_000n }, { gain: 280_000n, loss: 554_085n }],
    ['government', { net: 554_085n, proceeds: 0n, saleCost: 20_000n }, { gain: 0n, loss: 574_085n }],
  ]
  for (const [regime, amounts, settlement] of cases) assert.deepEqual(settleDisposal(regimes[regime], amounts), settlement)
})

test('gain less loss is what the disposal came to, whatever the rules', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  fc.assert(
    fc.property(fc.record({ net: amount, proceeds: amount, saleCost: amount }), fc.boolean(), (amounts, setsProceedsOff) => {
      const { gain, loss } = settleDisposal({ setsProceedsOff }, amounts)
      assert.equal(gain - loss, gainOf(amounts))
      assert.ok(gain >= 0n && loss >= 0n)
    }),
  )
})
