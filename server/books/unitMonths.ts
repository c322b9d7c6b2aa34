import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { chargeOfUnits, type Fen } from '../../domain/books/depreciation.ts'
import { type MonthNumber, monthOfDay, monthText } from '../../domain/books/month.ts'
import { accumulatedThrough, type StandingSegment, type StandingValue } from '../../domain/books/standingValue.ts'
import type { Tx } from '../db/tx.ts'
import type { Book } from './books.ts'

/** How much assets did, by asset and month, in ten-thousandths of a unit. */
export type UnitMonths = ReadonlyMap<Id, ReadonlyMap<MonthNumber, bigint>>

export const readUnitMonths = async (tx: Tx, assetIds: readonly Id[]): Promise<UnitMonths> => {
  const rows = await tx.query<{ assetId: Id; month: string; units: Decimal }>(
    `select a.id as "assetId", to_char(r.read_on, 'YYYY-MM-01') as month, trunc(sum(r.units) * 10000)::text as units
     from asset a join unit_reading r on r.org_id = $1 and r.asset_code = a.instance_code and r.deleted_at is null
     where a.org_id = $1 and a.id = any ($2::bigint[]) group by 1, 2`,
    [tx.orgId, assetIds],
  )
  return new Map(
    [...Map.groupBy(rows, ({ assetId }) => assetId)].map(([id, months]) => [
      id,
      new Map(months.map(({ month, units }) => [monthOfDay(month), BigInt(units)])),
    ]),
  )
}

/** Units with up to four places, in ten-thousandths. */
const tenThousandths = (units: Decimal): bigint => {
  const [integerDigits = '0', places = ''] = units.split('.')
  return BigInt(integerDigits + places.padEnd(4, '0').slice(0, 4))
}

type OpenMonths = {
  readonly book: Pick<Book, 'name' | 'closedMonth'>
  readonly entryMonth: MonthNumber
  /** The month from which on another method charges. */
  readonly until: MonthNumber
  readonly readings: ReadonlyMap<MonthNumber, bigint> | undefined
}

/**
 * Charges the open months of an asset by its units, so that another method takes over what is left. Refuses in words a month that has no reading:
 * it would never be charged.
 */
export const chargeOpenMonths = (value: StandingValue, { book, entryMonth, until, readings = new Map() }: OpenMonths): StandingValue => {
  const { unitsTotal } = value
  if (unitsTotal === undefined) return value
  const countedFrom = value.unitsFrom ?? entryMonth
  let chargedValue = value
  for (let month = Math.max(book.closedMonth + 1, countedFrom); month < until; month++) {
    const units = readings.get(month)
    if (units === undefined) return refuse('book.noReading', '请先登记{month}的工作量，再变更折旧方法', { month: monthText(month) })
    const unitsBefore = sumOf(
      [...readings].filter(([readMonth]) => readMonth >= countedFrom && readMonth < month).map(([, readUnits]) => readUnits),
    )
    const charge = chargeOfUnits({
      remainder: remainderOf(chargedValue, month),
      units,
      unitsLeft: tenThousandths(unitsTotal) - unitsBefore,
    })
    if (charge > 0n) chargedValue = { ...chargedValue, segments: [...chargedValue.segments, monthOf(month, charge)] }
  }
  return chargedValue
}

const monthOf = (month: MonthNumber, base: Fen): StandingSegment => ({ fromMonth: month, months: 1, base, untilMonth: month })

const remainderOf = (value: StandingValue, month: MonthNumber): Fen =>
  value.cost - value.impairment - value.residual - accumulatedThrough(value, month - 1)

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
