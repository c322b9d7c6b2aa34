import type { Day } from '../../kernel/day.ts'
import { type AssetPlan, type AssetRule, planFor } from './assetPlan.ts'
import { type Fen, segmentsOf } from './depreciation.ts'
import type { MonthNumber } from './month.ts'
import type { RegimeRules } from './regime.ts'
import { shareOut } from './shares.ts'
import { accumulatedThrough, monthsCharged, type StandingValue, resumeValue } from './standingValue.ts'

/** Cost, accumulated depreciation and impairment, which cards take over from others. */
export type CarriedValue = { readonly cost: Fen; readonly depreciation: Fen; readonly impairment: Fen }

/** What a card that comes of others is worth, and how that goes on. */
export type ConvertedValue = CarriedValue & { readonly plan: AssetPlan; readonly lifeMonths: number | undefined }

type ConvertedAsset = { readonly value: StandingValue; readonly depreciation: Fen }

/** Assets that others come of, when the others are first charged. */
export type ConversionTerms = {
  readonly sources: readonly StandingValue[]
  /** Costs of the new cards in the register: by them everything is shared out. */
  readonly weights: readonly Fen[]
  readonly fromMonth: MonthNumber
  readonly entryMonth: MonthNumber
}

/** What the new cards take over together, shared out to the fen; none is written off beyond its cost. */
export const carriedValues = ({ sources, weights, fromMonth }: ConversionTerms): (CarriedValue & { readonly residual: Fen })[] => {
  const sum = (of: (asset: ConvertedAsset) => Fen): Fen =>
    sources.reduce((total, value) => total + of({ value, depreciation: accumulatedThrough(value, fromMonth - 1) }), 0n)
  const costs = shareOut(
    sum(({ value }) => value.cost),
    weights,
  )
  const depreciations = shareOut(
    sum(({ depreciation }) => depreciation),
    weights,
    costs,
  )
  const roomAfter = (amounts: readonly Fen[], room: readonly Fen[]): Fen[] => room.map((space, index) => space - (amounts[index] ?? 0n))
  const roomForImpairment = roomAfter(depreciations, costs)
  const impairments = shareOut(
    sum(({ value }) => value.impairment),
    weights,
    roomForImpairment,
  )
  const roomForResidual = roomAfter(impairments, roomForImpairment)
  const residuals = shareOut(
    lesser(
      sum(({ value }) => value.residual),
      roomForResidual.reduce((total, room) => total + room, 0n),
    ),
    weights,
    roomForResidual,
  )
  return costs.map((cost, index) => ({
    cost,
    depreciation: depreciations[index] ?? 0n,
    impairment: impairments[index] ?? 0n,
    residual: residuals[index] ?? 0n,
  }))
}

const lesser = (a: Fen, b: Fen): Fen => (a < b ? a : b)

/** The asset whose terms go on: the dearest, of several alike the first. */
export const leadingValue = <T extends { readonly value: StandingValue }>(sources: readonly T[]): T | undefined =>
  sources.reduce<T | undefined>((lead, source) => (lead && lead.value.cost >= source.value.cost ? lead : source), undefined)

/** How the value of cards goes on that come of others: by the method, the life and the months of the dearest. */
export const carryOn = (terms: ConversionTerms, lead: StandingValue): ConvertedValue[] => {
  const { fromMonth } = terms
  const { method, lifeMonths } = lead
  const firstMonth = Math.max(fromMonth, lead.firstMonth)
  const monthsDone = monthsCharged(lead, fromMonth - 1)
  const isCharged = lifeMonths !== undefined || method === 'immediate'
  return carriedValues(terms).map(({ residual, ...amounts }) => {
    const segments = isCharged ? segmentsOf({ ...amounts, method, residual, lifeMonths: lifeMonths ?? 1, monthsDone, firstMonth }) : []
    const plan: AssetPlan = {
      method,
      residual,
      firstMonth,
      depreciationBefore: amounts.depreciation,
      monthsBefore: monthsDone,
      openingDepreciation: amounts.depreciation,
      segments,
    }
    return { ...amounts, plan, lifeMonths }
  })
}

export type NewTerms = {
  readonly regime: RegimeRules
  readonly ruleOf: (index: number) => AssetRule
  readonly inServiceOn: Day
  readonly lowValueLimit: Fen | undefined
}

/** How the value of cards begins that come of what was under construction: by the rules of their own categories, from a day of service on. */
export const startAnew = (terms: ConversionTerms, { regime, ruleOf, inServiceOn, lowValueLimit }: NewTerms): ConvertedValue[] =>
  carriedValues(terms).map(({ residual: _residual, ...amounts }, index) => {
    const rule = ruleOf(index)
    const takenOver = { depreciation: amounts.depreciation, impairment: amounts.impairment, monthsDone: 0 }
    const asset = { cost: amounts.cost, inServiceOn, entryMonth: terms.entryMonth, takenOver }
    return { ...amounts, plan: planFor(regime, rule, asset, lowValueLimit), lifeMonths: rule.lifeMonths }
  })

/** An asset that cards came of, and what it took with it when it left. */
export type FormerValue = { readonly value: StandingValue; readonly cost: Fen; readonly impairment: Fen }

/**
 * The values of assets that come back because the cards that came of them are taken back: what was charged of those meanwhile, and for how many months,
 * is theirs.
 */
export const takeOnAgain = (
  formerValues: readonly FormerValue[],
  pieces: readonly StandingValue[],
  fromMonth: MonthNumber,
): StandingValue[] => {
  const depreciations = formerValues.map(({ value }) => accumulatedThrough(value, fromMonth - 1))
  const total = (amounts: readonly Fen[]): Fen => amounts.reduce((sum, amount) => sum + amount, 0n)
  const chargedAmount = total(pieces.map((piece) => accumulatedThrough(piece, fromMonth - 1))) - total(depreciations)
  const months = Math.max(0, ...pieces.map((piece) => monthsCharged(piece, fromMonth - 1) - piece.monthsBefore))
  const extras = shareOut(
    chargedAmount,
    formerValues.map(({ cost }) => cost),
    formerValues.map(({ cost, impairment }, index) => cost - impairment - (depreciations[index] ?? 0n)),
  )
  return formerValues.map(({ value, cost, impairment }, index) =>
    resumeValue(
      {
        ...value,
        cost,
        impairment,
        depreciationBefore: value.depreciationBefore + (extras[index] ?? 0n),
        monthsBefore: value.monthsBefore + months,
      },
      fromMonth,
    ),
  )
}
