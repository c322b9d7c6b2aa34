import { type Day, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Account } from '../../domain/ledger/ledger.ts'
import { firstDayOf, type MonthNumber, monthOfDay, monthText } from '../../domain/books/month.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'

/** Refuses in words what is dated into a closed month of the stock. */
export const refuseClosed = (closedThrough: MonthNumber): never =>
  refuse('stock.closed', '库存已结账到{month}，最早可入账的日期是{day}', {
    month: monthText(closedThrough),
    day: firstDayOf(closedThrough + 1),
  })

/** The last month of the stock that is closed. */
export const readClosedThrough = async (tx: Tx): Promise<MonthNumber | undefined> => {
  const { month } = await onlyRow(tx.query<{ month: MonthNumber | null }>('select stock_closed_through($1) as month', [tx.orgId]))
  return month ?? undefined
}

/** Refuses a document that is dated into a closed month; the ledger asks again under its lock. */
export const requireOpenDay = async (tx: Tx, day: Day | undefined): Promise<void> => {
  if (day === undefined) return
  const closedThrough = await readClosedThrough(tx)
  if (closedThrough !== undefined && monthOfDay(day) <= closedThrough) refuseClosed(closedThrough)
}

/** An account that moves took something of. */
type TakenFrom = { readonly account: Account; readonly item: Id }

/**
 * Refuses what was dated back where less than nothing would have been in an account at the end of that day or of one since. The balances are those
 * behind the moves, and locked.
 */
export const requirePastStock = async (tx: Tx, day: Day, takenFrom: readonly TakenFrom[]): Promise<void> => {
  if (takenFrom.length === 0 || day >= dayAt(tx.now())) return
  const [shortage] = await tx.query<{ item: string; day: Day; remainder: string; unit: string | null }>(
    `select g.goods_name as item, g.unit, t.day, trim_scale(t.before_next)::text as remainder
     from (
       select k.account, k.item, e.day, b.on_hand - coalesce(sum(e.delta) over (partition by k.account, k.item order by e.day desc
           rows between unbounded preceding and 1 preceding), 0) as before_next
       from (select distinct * from unnest($2::text[], $3::bigint[]) as u (account, item)) k
       join balance b on b.org_id = $1 and b.account = k.account and b.item_id = k.item
       join lateral (
         select m.business_date as day, sum(case m.to_account when k.account then m.quantity else -m.quantity end) as delta from move m
         where m.org_id = $1 and m.item_id = k.item and m.business_date >= $4::date and k.account in (m.from_account, m.to_account) group by 1) e on true) t
     join consumable g on g.org_id = $1 and g.id = t.item
     where t.before_next < 0 order by t.day, g.goods_code limit 1`,
    [tx.orgId, takenFrom.map(({ account }) => account), takenFrom.map(({ item }) => item), day],
  )
  if (shortage)
    refuse('stock.pastShortage', '{item}在{day}日终的结存会是{left}{unit}，请改用较晚的业务日期', {
      item: shortage.item,
      day: shortage.day,
      left: shortage.remainder,
      unit: shortage.unit ?? '',
    })
}
