import type { Day } from '../../kernel/day.ts'
import { addDays, dayAt, daysBetween } from '../../kernel/day.ts'
import { firstDayOf, type MonthNumber } from '../../domain/books/month.ts'
import type { Id } from '../../kernel/id.ts'
import type { Conditions } from '../db/conditions.ts'
import type { Tx } from '../db/tx.ts'
import { isStock, isStockEntry, stockEntryRows } from './entryRows.ts'

/** What was fixed of the stock at the end of a closed month. */
type FixedStock = { readonly id: Id; readonly end: Day }

/** The last closing that lies before a day; none where the present stock is nearer. */
const closingBefore = async (tx: Tx, day: Day): Promise<FixedStock | undefined> => {
  const [row] = await tx.query<{ id: Id; month: MonthNumber }>(
    `select id, month from stock_month where org_id = $1 and state = 'closed' and month < month_of($2::date) order by month desc limit 1`,
    [tx.orgId, day],
  )
  if (!row) return undefined
  const end = addDays(firstDayOf(row.month + 1), -1)
  return daysBetween(end, day) <= daysBetween(day, dayAt(tx.now())) ? { id: row.id, end } : undefined
}

const movedSql = (when: string, sign: '' | '-'): string =>
  `select s.account, m.item_id, ${sign}s.sign * m.quantity as quantity, ${sign}s.sign * m.cost as amount
   from move m cross join lateral (values (m.to_account, 1), (m.from_account, -1)) s (account, sign)
   where ${isStockEntry} and ${when}`

/** SQL: the present stock without what came and went since the beginning of a day. */
export const stockBackTo = (day: string): string =>
  `select account, item_id, on_hand as quantity, value as amount from balance b
      where b.org_id = $1 and b.item_kind = 'consumable' and ${isStock('b.account')}
    union all ${movedSql(`m.business_date >= ${day}`, '-')}`

/**
 * SQL: what was in stock at the beginning of a day, by account and item, in pieces that add up: from the last closing onwards, or from the present
 * stock back, whichever lies nearer.
 */
export const stockBefore = async (tx: Tx, c: Conditions, day: Day): Promise<string> => {
  const lastClosing = await closingBefore(tx, day)
  const place = `${c.place(day)}::date`
  if (lastClosing)
    return `select account, item_id, quantity, amount from stock_closing where org_id = $1 and month_id = ${c.place(lastClosing.id)}::bigint
      union all ${movedSql(`m.business_date > ${c.place(lastClosing.end)}::date and m.business_date < ${place}`, '')}`
  return stockBackTo(place)
}

/** SQL: what came and went from one day to another, by account, item and kind, move by move; what goes counts where it went. */
export const stockMoved = (c: Conditions, { from, to }: { readonly from: Day; readonly to: Day }): string =>
  `select s.account, m.item_id, k.kind, case when i.is_in then s.sign else -s.sign end * m.quantity as quantity,
     case when i.is_in then s.sign else -s.sign end * m.cost as amount
   from ${stockEntryRows}
   where ${isStockEntry} and m.business_date >= ${c.place(from)}::date and m.business_date <= ${c.place(to)}::date`
