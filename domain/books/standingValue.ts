import type { Decimal } from '../../kernel/decimal.ts'
import { chargedIn, type DepreciationMethod, type Fen, segmentsOf, type ValueSegment } from './depreciation.ts'
import type { MonthNumber } from './month.ts'
import type { RegimeRules } from './regime.ts'

/** A run of months as it stands in a book: it may end before its last month. */
export type StandingSegment = ValueSegment & { readonly untilMonth: MonthNumber }

/** What an asset is worth in a book, and how that goes on. */
export type StandingValue = {
  readonly method: DepreciationMethod
  readonly lifeMonths: number | undefined
  readonly cost: Fen
  readonly impairment: Fen
  readonly residual: Fen
  /** By units of production: what the asset can do from a month on, the entry month where none is named. */
  readonly unitsTotal?: Decimal | undefined
  readonly unitsFrom?: MonthNumber | undefined
  readonly depreciationBefore: Fen
  readonly monthsBefore: number
  readonly firstMonth: MonthNumber
  /** The last month that is charged of an asset that left. */
  readonly lastMonth: MonthNumber | undefined
  readonly segments: readonly StandingSegment[]
}

/** What is accumulated up to a month, that month included. Each screen and each run goes by this, and the database by the same formula. */
export const accumulatedThrough = (value: StandingValue, month: MonthNumber): Fen => {
  const until = value.lastMonth === undefined ? month : Math.min(month, value.lastMonth)
  return value.segments.reduce(
    (sum, segment) => sum + chargedIn(segment, Math.min(until, segment.untilMonth) - segment.fromMonth + 1),
    value.depreciationBefore,
  )
}

/** How many months of the life are charged up to a month, that month included. */
export const monthsCharged = ({ monthsBefore, firstMonth, lastMonth = Infinity }: StandingValue, month: MonthNumber): number =>
  monthsBefore + Math.max(0, Math.min(month, lastMonth) - firstMonth + 1)

export const netValueAt = (value: StandingValue, month: MonthNumber): Fen =>
  value.cost - value.impairment - accumulatedThrough(value, month)

/** From which month on a change acts that is made in a month. */
export const effectiveMonth = ({ startsNextMonth }: RegimeRules, month: MonthNumber): MonthNumber => month + (startsNextMonth ? 1 : 0)

/** What a change says anew; the rest stays. */
export type ValueChange = Partial<
  Pick<StandingValue, 'method' | 'lifeMonths' | 'cost' | 'impairment' | 'residual' | 'unitsTotal' | 'unitsFrom'>
>

/**
 * The value as it goes on after a change that acts from a month on: what was charged before stays, what is left is spread over the months that
 * are left. Refuses in words what the method cannot do.
 */
export const changeValue = (value: StandingValue, change: ValueChange, fromMonth: MonthNumber): StandingValue => {
  const terms = { ...value, ...change }
  const start = Math.max(fromMonth, value.firstMonth)
  const { lifeMonths } = terms
  const isCharged = lifeMonths !== undefined || terms.method === 'immediate'
  const newSegments = isCharged
    ? segmentsOf({
        ...terms,
        lifeMonths: lifeMonths ?? 1,
        depreciation: accumulatedThrough(value, start - 1),
        monthsDone: monthsCharged(value, start - 1),
        firstMonth: start,
      })
    : []
  return { ...terms, segments: [...cutBefore(value.segments, start), ...newSegments.map(standingSegment)] }
}

/** An asset leaves, and its last charged month is known. */
export const endValue = (value: StandingValue, lastMonth: MonthNumber): StandingValue => ({ ...value, lastMonth })

/** An asset that had left is charged again from a month on; the months between are not made up for, its life ends later by them. */
export const resumeValue = (value: StandingValue, fromMonth: MonthNumber): StandingValue => {
  const { lastMonth } = value
  if (lastMonth === undefined || fromMonth - 1 <= lastMonth) return { ...value, lastMonth: undefined }
  const monthsBefore = monthsCharged(value, lastMonth)
  const start = Math.max(fromMonth, value.firstMonth)
  const stoppedValue = { ...value, segments: cutBefore(value.segments, lastMonth + 1) }
  const resumedValue = { ...stoppedValue, lastMonth: undefined, monthsBefore, firstMonth: start }
  return changeValue(resumedValue, {}, start)
}

/** Segments as they stand where everything from a month on is planned anew. */
const cutBefore = (segments: readonly StandingSegment[], month: MonthNumber): StandingSegment[] =>
  segments
    .filter(({ fromMonth }) => fromMonth < month)
    .map((segment) => ({ ...segment, untilMonth: Math.min(segment.untilMonth, month - 1) }))

export const standingSegment = (segment: ValueSegment): StandingSegment => ({
  ...segment,
  untilMonth: segment.fromMonth + segment.months - 1,
})
