import { refuse } from '../../kernel/refusal.ts'
import type { MonthNumber } from './month.ts'

/** An amount of money in fen. */
export type Fen = bigint

/** How the cost of an asset is spread over its life. */
export const depreciationMethods = {
  straightLine: '年限平均法',
  doubleDeclining: '双倍余额递减法',
  sumOfYears: '年数总和法',
  unitsOfProduction: '工作量法',
  immediate: '一次性摊销',
  none: '不计提折旧',
} as const
export type DepreciationMethod = keyof typeof depreciationMethods

/** What an asset is worth at the beginning of `firstMonth`, and how the rest is spread from then on. */
export type DepreciationTerms = {
  readonly method: DepreciationMethod
  readonly cost: Fen
  /** Accumulated before `firstMonth`. */
  readonly depreciation: Fen
  readonly impairment: Fen
  readonly residual: Fen
  readonly lifeMonths: number
  /** Months of the life that were charged before `firstMonth`. */
  readonly monthsDone: number
  readonly firstMonth: MonthNumber
}

/**
 * A run of months that are charged alike: `base` is spread evenly over `months` from `fromMonth` on, the last one takes the rest. Every method is a
 * list of these, so one formula posts and values all of them.
 */
export type ValueSegment = { readonly fromMonth: MonthNumber; readonly months: number; readonly base: Fen }

/** What a segment charges in its first `count` months together. */
export const chargedIn = ({ base, months }: Pick<ValueSegment, 'base' | 'months'>, count: number): Fen => {
  if (count <= 0) return 0n
  if (count >= months) return base
  const amount = BigInt(count) * divideHalfUp(base, BigInt(months))
  return amount < base ? amount : base
}

/** What segments charge up to a month, that month included. */
export const chargedThrough = (segments: readonly ValueSegment[], month: MonthNumber): Fen =>
  segments.reduce((sum, segment) => sum + chargedIn(segment, month - segment.fromMonth + 1), 0n)

/** What segments charge in one month. */
export const chargedInMonth = (segments: readonly ValueSegment[], month: MonthNumber): Fen =>
  chargedThrough(segments, month) - chargedThrough(segments, month - 1)

/** How the terms spread what is left; refuses in words what a method cannot do. */
export const segmentsOf = (terms: DepreciationTerms): ValueSegment[] => {
  const { method, cost, depreciation, impairment, residual, lifeMonths, monthsDone, firstMonth } = terms
  const remainder = cost - depreciation - impairment - residual
  if (remainder <= 0n || method === 'none' || method === 'unitsOfProduction') return []
  if (method === 'immediate') return [{ fromMonth: firstMonth, months: 1, base: remainder }]
  if (method === 'straightLine') return [{ fromMonth: firstMonth, months: Math.max(lifeMonths - monthsDone, 1), base: remainder }]
  return segmentsByYear(terms, remainder)
}

/** The charge of units of production in a month: of what is left, the share that its units are of the units that are left. */
export const chargeOfUnits = ({ remainder, units, unitsLeft }: UnitsCharge): Fen => {
  if (remainder <= 0n || units <= 0n) return 0n
  return units >= unitsLeft ? remainder : divideHalfUp(remainder * units, unitsLeft)
}
export type UnitsCharge = { readonly remainder: Fen; readonly units: bigint; readonly unitsLeft: bigint }

/** a ÷ b for b > 0, rounded half away from zero. */
export const divideHalfUp = (a: bigint, b: bigint): bigint => {
  const quotient = ((a < 0n ? -a : a) * 2n + b) / (2n * b)
  return a < 0n ? -quotient : quotient
}

/** The accelerated methods go by years of twelve months from the first month that is charged, not by calendar years. */
const segmentsByYear = (terms: DepreciationTerms, remainder: Fen): ValueSegment[] => {
  const { method, lifeMonths, monthsDone, firstMonth } = terms
  const years = lifeMonths / 12
  if (!Number.isInteger(years) || years < (method === 'doubleDeclining' ? 3 : 1))
    refuse('book.wholeYears', '{method}的使用年限须为整年，且不少于{years}年', {
      method: depreciationMethods[method],
      years: method === 'doubleDeclining' ? 3 : 1,
    })
  const segments: ValueSegment[] = []
  let open = remainder
  let monthsBefore = monthsDone
  let fromMonth = firstMonth
  while (open > 0n && monthsBefore < lifeMonths) {
    const yearIndex = Math.floor(monthsBefore / 12)
    const months = 12 - (monthsBefore % 12)
    const charge = yearIndex === years - 1 ? open : chargeOfYear(terms, { yearIndex, months, open, chargedBefore: remainder - open })
    if (charge > 0n) segments.push({ fromMonth, months, base: charge })
    open -= charge
    fromMonth += months
    monthsBefore += months
  }
  // A life that is over already: the rest goes at once.
  if (segments.length === 0) segments.push({ fromMonth: firstMonth, months: 1, base: remainder })
  return segments
}

type YearOfTerms = { readonly yearIndex: number; readonly months: number; readonly open: Fen; readonly chargedBefore: Fen }

/** What is charged in the rest of a year that is not the last, `months` of it. */
const chargeOfYear = (terms: DepreciationTerms, { yearIndex, months, open, chargedBefore }: YearOfTerms): Fen => {
  const years = BigInt(terms.lifeMonths / 12)
  const share = BigInt(months)
  const isFirst = yearIndex === Math.floor(terms.monthsDone / 12)
  if (terms.method === 'sumOfYears') {
    // Of what the whole life spreads, or what the years from this one on still have to.
    const base = terms.monthsDone === 0 ? open + chargedBefore : terms.cost - terms.impairment - terms.residual
    const weights = (years * (years + 1n)) / 2n
    return lesser(divideHalfUp(base * (years - BigInt(yearIndex)) * share, weights * 12n), open)
  }
  const net = open + terms.residual
  if (yearIndex >= terms.lifeMonths / 12 - 2) return divideHalfUp(open * share, share + 12n)
  // Where the year is under way already, its first net value follows from the present one: net × 12N ÷ (12N − 2 × months that are over).
  const monthsOver = isFirst ? 12n - share : 0n
  const netAtStart = divideHalfUp(net * 12n * years, 12n * years - 2n * monthsOver)
  return lesser(divideHalfUp(netAtStart * 2n * share, years * 12n), open)
}

const lesser = (a: Fen, b: Fen): Fen => (a < b ? a : b)
