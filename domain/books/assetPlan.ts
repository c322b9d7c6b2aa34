import type { Day } from '../../kernel/day.ts'
import {
  chargedThrough,
  type DepreciationMethod,
  depreciationMethods,
  divideHalfUp,
  type Fen,
  segmentsOf,
  type ValueSegment,
} from './depreciation.ts'
import { type MonthNumber, monthOfDay } from './month.ts'
import type { RegimeRules } from './regime.ts'

/** How a book depreciates the assets of a category. Without `lifeMonths` nothing is charged, and a close names the asset. */
export type AssetRule = {
  readonly method: DepreciationMethod
  readonly lifeMonths: number | undefined
  /** In per cent with up to two places, times 100: 5 % is 500. */
  readonly residualShare: bigint
  /** What an asset does in its whole life, in units with up to four places. */
  readonly unitsTotal?: string | undefined
}

/** An asset that comes into a book. */
export type AssetValue = {
  readonly cost: Fen
  readonly inServiceOn: Day
  /** The month in which the book gets to know it. */
  readonly entryMonth: MonthNumber
  /** Taken over from another register: what was depreciated before `entryMonth`, in how many months. Reckoned by the rule where absent. */
  readonly takenOver?: { readonly depreciation: Fen; readonly impairment: Fen; readonly monthsDone: number }
}

/** How the value of an asset goes on in a book. */
export type AssetPlan = {
  readonly method: DepreciationMethod
  readonly residual: Fen
  readonly firstMonth: MonthNumber
  /** Taken over with the asset; what the segments charge comes on top. */
  readonly depreciationBefore: Fen
  readonly monthsBefore: number
  /** Accumulated before the entry month: the opening of the book. */
  readonly openingDepreciation: Fen
  readonly segments: readonly ValueSegment[]
}

/** The first month that is charged of an asset that was put into use on a day. */
export const firstChargedMonth = ({ startsNextMonth }: RegimeRules, inServiceOn: Day): MonthNumber =>
  monthOfDay(inServiceOn) + (startsNextMonth ? 1 : 0)

/** The last month that is charged of an asset that leaves in a month. */
export const lastChargedMonth = ({ chargesLeavingMonth }: RegimeRules, leavingMonth: MonthNumber): MonthNumber =>
  chargesLeavingMonth ? leavingMonth : leavingMonth - 1

/** The method of an asset: what costs no more than the limit is written off at once. */
export const methodFor = (rule: AssetRule, cost: Fen, lowValueLimit: Fen | undefined): DepreciationMethod =>
  lowValueLimit !== undefined && cost <= lowValueLimit && rule.method !== 'none' ? 'immediate' : rule.method

/** What remains of a cost at the end of a life. */
export const residualOf = ({ hasResidual }: RegimeRules, rule: AssetRule, method: DepreciationMethod, cost: Fen): Fen =>
  hasResidual && method !== 'immediate' && method !== 'none' ? divideHalfUp(cost * rule.residualShare, 10_000n) : 0n

/** How an asset that comes into a book is depreciated there; refuses in words what its method cannot do. */
export const planFor = (
  regime: RegimeRules,
  rule: AssetRule,
  { cost, inServiceOn, entryMonth, takenOver }: AssetValue,
  lowValueLimit?: Fen,
): AssetPlan => {
  const method = regime.depreciates ? methodFor(rule, cost, lowValueLimit) : 'none'
  const residual = residualOf(regime, rule, method, cost)
  const ownFirstMonth = firstChargedMonth(regime, inServiceOn)
  const firstMonth = takenOver ? Math.max(entryMonth, ownFirstMonth) : ownFirstMonth
  const depreciationBefore = takenOver?.depreciation ?? 0n
  const monthsBefore = takenOver?.monthsDone ?? 0
  const isCharged = method === 'immediate' || rule.lifeMonths !== undefined
  const segments = isCharged
    ? segmentsOf({
        method,
        cost,
        depreciation: depreciationBefore,
        impairment: takenOver?.impairment ?? 0n,
        residual,
        lifeMonths: rule.lifeMonths ?? 1,
        monthsDone: monthsBefore,
        firstMonth,
      })
    : []
  return {
    method,
    residual,
    firstMonth,
    depreciationBefore,
    monthsBefore,
    openingDepreciation: depreciationBefore + chargedThrough(segments, entryMonth - 1),
    segments,
  }
}

/** What a method is called. */
export const methodTitle = (method: DepreciationMethod): string => depreciationMethods[method]
