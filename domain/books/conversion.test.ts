import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planFor } from './assetPlan.ts'
import { carriedValues, carryOn, type ConvertedValue, startAnew, takeOnAgain } from './conversion.ts'
import type { DepreciationMethod, Fen } from './depreciation.ts'
import { regimes } from './regime.ts'
import { shareOut } from './shares.ts'
import { accumulatedThrough, changeValue, endValue, type StandingValue, standingSegment } from './standingValue.ts'

const sum = (amounts: readonly Fen[]): Fen => amounts.reduce((total, amount) => total + amount, 0n)

const standingOf = ({ plan, ...value }: ConvertedValue): StandingValue => ({
  ...plan,
  lifeMonths: value.lifeMonths,
  cost: value.cost,
  impairment: value.impairment,
  lastMonth: undefined,
  segments: plan.segments.map(standingSegment),
})

const firstMonth = 24_312
const bought = (cost: Fen, lifeMonths: number, method: DepreciationMethod = 'straightLine'): StandingValue => {
  const rule = { method, lifeMonths, residualShare: 500n }
  const plan = planFor(regimes.government, rule, { cost, inServiceOn: '2026-01-10', entryMonth: firstMonth })
  return { ...plan, lifeMonths, cost, impairment: 0n, lastMonth: undefined, segments: plan.segments.map(standingSegment) }
}

test('shares add up to the amount and stay within their limits', () => {
  assert.deepEqual(shareOut(100n, [1n, 1n, 1n]), [34n, 33n, 33n])
  assert.deepEqual(shareOut(7n, [0n, 0n]), [4n, 3n])
  assert.deepEqual(shareOut(10n, [5n, 5n], [2n, 9n]), [2n, 8n])
  const weight = fc.bigInt({ min: 0n, max: 10n ** 9n })
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 12 }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (weights, amount) => {
      const shares = shareOut(amount, weights)
      const total = sum(weights)
      assert.equal(sum(shares), amount)
      if (total > 0n)
        for (const [index, share] of shares.entries()) {
          const exact = amount * (weights[index] ?? 0n)
          assert.ok(share * total >= exact - total && share * total <= exact + total)
        }
    }),
  )
})

test('the parts of an asset that is split go on with its months, and its whole cost is written off of them', () => {
  const value = bought(699_900n, 72)
  const fromMonth = firstMonth + 10
  assert.equal(accumulatedThrough(value, fromMonth - 1), 97_210n)
  const parts = carryOn({ sources: [value], weights: [500_000n, 199_900n], fromMonth, entryMonth: fromMonth }, value)
  assert.deepEqual(
    parts.map(({ cost, depreciation, plan }) => [cost, depreciation, plan.monthsBefore, plan.segments[0]?.months]),
    [
      [500_000n, 69_446n, 10, 62],
      [199_900n, 27_764n, 10, 62],
    ],
  )
  const end = firstMonth + 71
  assert.equal(sum(parts.map((part) => accumulatedThrough(standingOf(part), end))), accumulatedThrough(value, end))
})

test('what was under construction begins its life when it is put into service', () => {
  const value = { ...bought(1_000_000n, 1, 'none'), lifeMonths: undefined }
  const rule = { method: 'straightLine', lifeMonths: 60, residualShare: 500n } as const
  const month = firstMonth + 5
  const [one, two] = startAnew(
    { sources: [value], weights: [400_000n, 600_000n], fromMonth: month + 1, entryMonth: month },
    { regime: regimes.enterprise, ruleOf: () => rule, inServiceOn: '2026-06-20', lowValueLimit: undefined },
  )
  assert.deepEqual(
    [one?.cost, one?.depreciation, one?.plan.residual, one?.plan.segments],
    [400_000n, 0n, 20_000n, [{ fromMonth: month + 1, months: 60, base: 380_000n }]],
  )
  assert.equal(two?.cost, 600_000n)
})

const method = fc.constantFrom<DepreciationMethod>('straightLine', 'doubleDeclining', 'sumOfYears', 'immediate', 'none')
const source = fc
  .record({
    cost: fc.bigInt({ min: 0n, max: 10n ** 10n }),
    years: fc.integer({ min: 3, max: 20 }),
    method,
    impairedShare: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ cost, years, method, impairedShare }) => {
    const value = bought(cost, years * 12, method)
    const net = cost - accumulatedThrough(value, firstMonth + 1) - value.residual
    const impairment = net > 0n ? (net * BigInt(impairedShare)) / 100n : 0n
    return changeValue(value, { impairment }, firstMonth + 2)
  })

test('values are carried over whole, charged to the end, and taken back whole at any time', () => {
  fc.assert(
    fc.property(
      fc.array(source, { minLength: 1, maxLength: 5 }),
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 8n }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 2, max: 300 }),
      fc.integer({ min: 0, max: 300 }),
      (sources, weights, after, later) => {
        const fromMonth = firstMonth + after
        const terms = { sources, weights, fromMonth, entryMonth: fromMonth - 1 }
        const values = carriedValues(terms)
        const before = {
          cost: sum(sources.map(({ cost }) => cost)),
          depreciation: sum(sources.map((value) => accumulatedThrough(value, fromMonth - 1))),
          impairment: sum(sources.map(({ impairment }) => impairment)),
        }
        for (const key of ['cost', 'depreciation', 'impairment'] as const) assert.equal(sum(values.map((part) => part[key])), before[key])
        for (const part of values) {
          assert.ok(part.depreciation >= 0n && part.impairment >= 0n && part.residual >= 0n)
          assert.ok(part.depreciation + part.impairment + part.residual <= part.cost)
        }
        const [lead] = sources
        if (!lead) return
        const parts = carryOn(terms, lead).map(standingOf)
        for (const part of parts) {
          const end = accumulatedThrough(part, fromMonth + 600)
          const isCharged = part.method !== 'none'
          assert.equal(end, isCharged ? part.cost - part.impairment - part.residual : part.depreciationBefore)
        }
        const backMonth = fromMonth + later
        const formerValues = sources.map((value) => ({
          value: { ...endValue(value, fromMonth - 1), cost: 0n, impairment: 0n },
          cost: value.cost,
          impairment: value.impairment,
        }))
        const restoredValues = takeOnAgain(formerValues, parts, backMonth)
        assert.equal(sum(restoredValues.map(({ cost }) => cost)), before.cost)
        assert.equal(sum(restoredValues.map(({ impairment }) => impairment)), before.impairment)
        assert.equal(
          sum(restoredValues.map((value) => accumulatedThrough(value, backMonth - 1))),
          sum(parts.map((part) => accumulatedThrough(part, backMonth - 1))),
        )
        for (const value of restoredValues) assert.ok(accumulatedThrough(value, backMonth + 600) + value.impairment <= value.cost)
      },
    ),
    { numRuns: 300 },
  )
})
