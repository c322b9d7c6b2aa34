import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AssetRule, planFor } from './assetPlan.ts'
import { fenOf, yuanOf } from './fen.ts'
import { monthOfText } from './month.ts'
import { regimes } from './regime.ts'
import {
  accumulatedThrough,
  changeValue,
  effectiveMonth,
  endValue,
  monthsCharged,
  netValueAt,
  resumeValue,
  standingSegment,
  type StandingValue,
} from './standingValue.ts'
import { lastChargedMonth } from './assetPlan.ts'

const month = monthOfText
const rule = (lifeMonths: number, residualPercent = '0'): AssetRule => ({
  method: 'straightLine',
  lifeMonths,
  residualShare: fenOf(residualPercent),
})

const bookedValue = (regime: keyof typeof regimes, given: AssetRule, cost: string, inServiceOn: string): StandingValue => {
  const plan = planFor(regimes[regime], given, { cost: fenOf(cost), inServiceOn, entryMonth: month(inServiceOn.slice(0, 7)) })
  const { depreciationBefore, monthsBefore, method, residual, firstMonth, segments } = plan
  return {
    method,
    residual,
    firstMonth,
    depreciationBefore,
    monthsBefore,
    lifeMonths: given.lifeMonths,
    cost: fenOf(cost),
    impairment: 0n,
    lastMonth: undefined,
    segments: segments.map(standingSegment),
  }
}

test('an enterprise charges from the month after, and the month of a sale', () => {
  const computer = bookedValue('enterprise', rule(36, '5'), '6999', '2026-03-15')
  assert.equal(yuanOf(accumulatedThrough(computer, month('2026-03'))), '0.00')
  assert.equal(yuanOf(accumulatedThrough(computer, month('2026-12'))), '1662.30')
  const sold = endValue(computer, lastChargedMonth(regimes.enterprise, month('2027-06')))
  assert.equal(yuanOf(accumulatedThrough(sold, month('2030-01'))), '2770.50')
  assert.equal(yuanOf(netValueAt(sold, month('2027-06'))), '4228.50')
})

test('a public body charges the same month, and not that of leaving', () => {
  const computer = bookedValue('government', rule(72), '6999', '2026-03-15')
  assert.equal(yuanOf(accumulatedThrough(computer, month('2026-12'))), '972.10')
  const gone = endValue(computer, lastChargedMonth(regimes.government, month('2027-06')))
  assert.equal(yuanOf(netValueAt(gone, month('2027-06'))), '5540.85')
})

test('a change acts from the next open month over the months that are left', () => {
  const computer = bookedValue('government', rule(72), '10000', '2026-03-15')
  const revalued = changeValue(computer, { cost: fenOf('12000') }, effectiveMonth(regimes.government, month('2027-01')))
  assert.equal(yuanOf(accumulatedThrough(revalued, month('2026-12'))), '1388.90')
  assert.equal(yuanOf(accumulatedThrough(revalued, month('2027-01')) - accumulatedThrough(revalued, month('2026-12'))), '171.15')
  assert.equal(netValueAt(revalued, month('2040-01')), 0n)
  assert.equal(monthsCharged(revalued, month('2026-12')), 10)

  const machine = bookedValue('enterprise', rule(36, '5'), '10000', '2026-01-10')
  const from = effectiveMonth(regimes.enterprise, month('2027-01'))
  const longer = changeValue(machine, { cost: fenOf('12000'), residual: fenOf('600'), lifeMonths: 48 }, from)
  assert.equal(yuanOf(accumulatedThrough(longer, month('2027-01'))), '3166.68')
  assert.equal(yuanOf(accumulatedThrough(longer, from) - accumulatedThrough(longer, from - 1)), '228.70')
  assert.equal(yuanOf(netValueAt(longer, month('2040-01'))), '600.00')

  const impaired = changeValue(
    bookedValue('enterprise', rule(60, '5'), '120000', '2026-01-10'),
    { impairment: fenOf('10000') },
    month('2028-02'),
  )
  assert.equal(yuanOf(accumulatedThrough(impaired, month('2028-02')) - accumulatedThrough(impaired, month('2028-01'))), '1622.22')
  assert.equal(yuanOf(netValueAt(impaired, month('2040-01'))), '6000.00')
})

test('an asset that came back is charged on, and not for the months between', () => {
  const computer = bookedValue('enterprise', rule(36, '5'), '6999', '2026-03-15')
  const gone = endValue(computer, month('2026-12'))
  const sameMonth = resumeValue(gone, month('2027-01'))
  assert.deepEqual({ ...sameMonth }, { ...computer })
  const later = resumeValue(gone, month('2027-05'))
  assert.equal(yuanOf(accumulatedThrough(later, month('2027-04'))), '1662.30')
  assert.equal(yuanOf(accumulatedThrough(later, month('2027-05'))), '1846.99')
  assert.equal(monthsCharged(later, month('2027-05')), 10)
  assert.equal(yuanOf(netValueAt(later, month('2029-07'))), '349.95')
  assert.notEqual(yuanOf(netValueAt(later, month('2029-06'))), '349.95')
})

test('whatever changes, the value ends at what remains and never below it', () => {
  let seed = 11
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let round = 0; round < 2000; round++) {
    const regime = (['enterprise', 'government'] as const)[random(2)] ?? 'enterprise'
    let value = bookedValue(regime, rule(12 + random(100), String(random(20))), String(1 + random(1_000_000)), '2026-03-15')
    let at = month('2026-03')
    for (let step = 0; step < 4; step++) {
      at += random(15)
      const before = accumulatedThrough(value, at)
      const cost = value.cost + BigInt(random(100_000))
      value =
        [
          () => changeValue(value, { cost }, effectiveMonth(regimes[regime], at)),
          () => changeValue(value, { lifeMonths: (value.lifeMonths ?? 0) + random(24) }, effectiveMonth(regimes[regime], at)),
          () => resumeValue(endValue(value, at), at + 1 + random(6)),
        ][random(3)]?.() ?? value
      if (effectiveMonth(regimes[regime], at) > at) assert.equal(accumulatedThrough(value, at), before)
      at += 1
    }
    const end = netValueAt(value, at + 5000)
    assert.ok(end <= value.residual || value.residual === 0n, `${round}: ${end} ${value.residual}`)
    for (let later = at; later < at + 200; later++)
      assert.ok(accumulatedThrough(value, later) >= accumulatedThrough(value, later - 1), `${round}: never less`)
  }
})
