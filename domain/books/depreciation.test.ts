import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toFixed } from '../../kernel/decimal.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import {
  chargedInMonth,
  chargedThrough,
  chargeOfUnits,
  type DepreciationMethod,
  type DepreciationTerms,
  divideHalfUp,
  type Fen,
  segmentsOf,
} from './depreciation.ts'
import { monthOfText, monthText } from './month.ts'

const fen = (yuan: string): Fen => {
  const [whole, fraction = ''] = yuan.replaceAll(',', '').split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
const yuan = (amount: Fen): string => toFixed(`${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`, 2)

const terms = (method: DepreciationMethod, cost: string, residual: string, lifeMonths: number, more: Partial<DepreciationTerms> = {}) => ({
  method,
  cost: fen(cost),
  residual: fen(residual),
  lifeMonths,
  depreciation: 0n,
  impairment: 0n,
  monthsDone: 0,
  firstMonth: monthOfText('2026-04'),
  ...more,
})

/** The charges of the years of a life, and those of single months. */
const yearsOf = (given: DepreciationTerms): string[] => {
  const segments = segmentsOf(given)
  return Array.from({ length: given.lifeMonths / 12 }, (_, year) =>
    yuan(chargedThrough(segments, given.firstMonth + year * 12 + 11) - chargedThrough(segments, given.firstMonth + year * 12 - 1)),
  )
}
const monthOf = (given: DepreciationTerms, index: number): string => yuan(chargedInMonth(segmentsOf(given), given.firstMonth + index - 1))

describe('depreciation', () => {
  test('straight line: the last month takes the rest', () => {
    const computer = terms('straightLine', '6999.00', '349.95', 36)
    assert.equal(monthOf(computer, 1), '184.70')
    assert.equal(monthOf(computer, 36), '184.55')
    assert.equal(monthOf(computer, 37), '0.00')
    const segments = segmentsOf(computer)
    assert.equal(yuan(chargedThrough(segments, monthOfText('2026-12'))), '1662.30')
    assert.equal(yuan(chargedThrough(segments, monthOfText('2027-06'))), '2770.50')
    assert.equal(monthText(computer.firstMonth + 35), '2029-03')
  })

  test('a public body writes off the whole cost', () => {
    const computer = terms('straightLine', '6999.00', '0', 72, { firstMonth: monthOfText('2026-03') })
    assert.equal(monthOf(computer, 1), '97.21')
    assert.equal(monthOf(computer, 72), '97.09')
    assert.equal(yuan(chargedThrough(segmentsOf(computer), monthOfText('2026-12'))), '972.10')
    assert.equal(yuan(chargedThrough(segmentsOf(computer), monthOfText('2027-05'))), '1458.15')
  })

  test('a change acts from its month on over what is left', () => {
    const revalued = terms('straightLine', '12000.00', '0', 72, { depreciation: fen('1388.90'), monthsDone: 10 })
    assert.deepEqual([monthOf(revalued, 1), monthOf(revalued, 62)], ['171.15', '170.95'])
    const longer = terms('straightLine', '12000.00', '600.00', 48, { depreciation: fen('3166.68'), monthsDone: 12 })
    assert.deepEqual([monthOf(longer, 1), monthOf(longer, 36)], ['228.70', '228.82'])
    const impaired = terms('straightLine', '120000.00', '6000.00', 60, {
      depreciation: fen('45600.00'),
      impairment: fen('10000.00'),
      monthsDone: 24,
    })
    assert.deepEqual([monthOf(impaired, 1), monthOf(impaired, 36)], ['1622.22', '1622.30'])
    const takenOver = terms('straightLine', '825000.00', '41250.00', 180, { depreciation: fen('158036.58'), monthsDone: 13 })
    assert.deepEqual([monthOf(takenOver, 1), monthOf(takenOver, 167)], ['3746.79', '3746.28'])
  })

  test('double declining: twice the even rate of what is left, the last two years even', () => {
    const machine = terms('doubleDeclining', '1200000.00', '48000.00', 60)
    assert.deepEqual(yearsOf(machine), ['480000.00', '288000.00', '172800.00', '105600.00', '105600.00'])
    assert.deepEqual([monthOf(machine, 1), monthOf(machine, 60)], ['40000.00', '8800.00'])
    const small = terms('doubleDeclining', '10000.00', '200.00', 60)
    assert.deepEqual(yearsOf(small), ['4000.00', '2400.00', '1440.00', '980.00', '980.00'])
    assert.deepEqual([monthOf(small, 1), monthOf(small, 12), monthOf(small, 60)], ['333.33', '333.37', '81.63'])
    assert.deepEqual(yearsOf(terms('doubleDeclining', '100000.00', '4000.00', 60)), [
      '40000.00',
      '24000.00',
      '14400.00',
      '8800.00',
      '8800.00',
    ])
    assert.deepEqual(yearsOf(terms('doubleDeclining', '100000.00', '30000.00', 60)), ['40000.00', '24000.00', '6000.00', '0.00', '0.00'])
    assert.deepEqual(yearsOf(terms('doubleDeclining', '100000.00', '5000.00', 120)).slice(7), ['4194.30', '5888.61', '5888.61'])
  })

  test('sum of years', () => {
    assert.deepEqual(yearsOf(terms('sumOfYears', '1200000.00', '48000.00', 60)), [
      '384000.00',
      '307200.00',
      '230400.00',
      '153600.00',
      '76800.00',
    ])
    const asset = terms('sumOfYears', '100000.00', '4000.00', 60)
    assert.deepEqual(yearsOf(asset), ['32000.00', '25600.00', '19200.00', '12800.00', '6400.00'])
    assert.deepEqual([monthOf(asset, 1), monthOf(asset, 12)], ['2666.67', '2666.63'])
  })

  test('units of production: never more than is left', () => {
    const base = fen('680000.00') - fen('34000.00')
    assert.equal(yuan(chargeOfUnits({ remainder: base, units: 34_000n, unitsLeft: 2_000_000n })), '10982.00')
    assert.equal(yuan(chargeOfUnits({ remainder: 5n, units: 34_000n, unitsLeft: 34_000n })), '0.05')
  })

  test('a cost of some fen ends early and never turns negative', () => {
    const screw = terms('straightLine', '0.07', '0', 12)
    assert.deepEqual(
      Array.from({ length: 12 }, (_, index) => monthOf(screw, index + 1)),
      [...Array.from({ length: 7 }, () => '0.01'), ...Array.from({ length: 5 }, () => '0.00')],
    )
    assert.deepEqual(segmentsOf(terms('straightLine', '10.00', '20.00', 12)), [])
  })

  test('accelerated methods go by whole years', () => {
    assert.throws(() => segmentsOf(terms('doubleDeclining', '10000.00', '0', 50)), RefusalError)
    assert.throws(() => segmentsOf(terms('doubleDeclining', '10000.00', '0', 24)), RefusalError)
    assert.throws(() => segmentsOf(terms('sumOfYears', '10000.00', '0', 30)), RefusalError)
  })

  test('an accelerated life that is taken over in the middle ends as the whole one does', () => {
    for (const method of ['doubleDeclining', 'sumOfYears'] as const) {
      const whole = terms(method, '1200000.00', '48000.00', 60)
      const segments = segmentsOf(whole)
      for (const monthsDone of [5, 12, 17, 30, 47, 48, 59]) {
        const rest = terms(method, '1200000.00', '48000.00', 60, {
          monthsDone,
          firstMonth: whole.firstMonth + monthsDone,
          depreciation: chargedThrough(segments, whole.firstMonth + monthsDone - 1),
        })
        for (const month of [whole.firstMonth + monthsDone, whole.firstMonth + 59])
          assert.equal(chargedInMonth(segmentsOf(rest), month), chargedInMonth(segments, month), `${method} ${monthsDone} ${month}`)
      }
    }
  })

  /** Month by month with rational numbers and no code of ours: the even share of what is left, in fen, once the whole is known. */
  test('agrees with an independent reckoning of ten thousand lives', () => {
    let seed = 7n
    const random = (most: bigint): bigint => {
      seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
      return (seed >> 20n) % most
    }
    for (let round = 0; round < 10_000; round++) {
      const cost = random(10n ** 9n) + 1n
      const residual = (cost * random(20n)) / 100n
      const lifeMonths = Number(random(240n)) + 1
      const given = { ...terms('straightLine', '0', '0', lifeMonths), cost, residual }
      const segments = segmentsOf(given)
      const base = cost - residual
      const even = (2n * base + BigInt(lifeMonths)) / (2n * BigInt(lifeMonths))
      let left = base
      for (let index = 1; index <= lifeMonths; index++) {
        const charge = index === lifeMonths || even > left ? left : even
        assert.equal(chargedInMonth(segments, given.firstMonth + index - 1), charge, `${cost} ${residual} ${lifeMonths} ${index}`)
        left -= charge
      }
      assert.equal(left, 0n)
    }
  })

  test('halves are rounded away from zero', () => {
    assert.deepEqual([divideHalfUp(5n, 2n), divideHalfUp(-5n, 2n), divideHalfUp(4n, 3n), divideHalfUp(0n, 3n)], [3n, -3n, 1n, 0n])
  })
})
