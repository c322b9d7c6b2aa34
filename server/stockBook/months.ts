import { dayAt } from '../../kernel/day.ts'
import { type Decimal, toFixed } from '../../kernel/decimal.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { firstDayOf, type MonthNumber, monthOfDay, monthOfText, monthText } from '../../domain/books/month.ts'
import type { stockMonthClose, stockMonthReopen, stockMonths } from '../../domain/stockBook/operations.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { hidesMoney } from '../access/hidden.ts'
import { requireQuerying } from '../access/scope.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { stockBackTo } from './figures.ts'
import { readClosedThrough } from './openDays.ts'

/** Postings of supplies share it, and the closing or opening of a month takes it alone. */
const lockStock = (tx: Tx): Promise<unknown> => tx.query(`select pg_advisory_xact_lock(hashtextextended('stock', $1::bigint))`, [tx.orgId])

const presentMonth = (tx: Tx): MonthNumber => monthOfDay(dayAt(tx.now()))

/** The month that is closed next: behind the last closed one, or the last that is over, with all before it. */
const nextMonth = (tx: Tx, closedThrough: MonthNumber | undefined): MonthNumber | undefined => {
  const lastOver = presentMonth(tx) - 1
  const next = closedThrough === undefined ? lastOver : closedThrough + 1
  return next > lastOver ? undefined : next
}

/** The kinds of document whose moves may be dated back. */
const datedKinds = documentKinds.filter(({ movesOn }) => movesOn !== undefined).map(({ kind }) => kind)
const examplesAtMost = 5

/** Documents dated into a month or before it that are in no book yet. */
const readPending = async (tx: Tx, month: MonthNumber): Promise<OutputOf<typeof stockMonths>['pending']> => {
  const rows = await tx.query<{ id: Id; kind: string; code: string; count: number }>(
    `select d.id, d.kind, d.code, (count(*) over ())::int as count from document d
     where d.org_id = $1 and d.kind = any ($2::text[]) and d.state in ('inApproval', 'approved') and nullif(d.header ->> 'businessDate', '') < $3 order by d.id limit $4`,
    [tx.orgId, datedKinds, firstDayOf(month + 1), examplesAtMost],
  )
  return { count: rows[0]?.count ?? 0, examples: rows.map(({ count: _, ...document }) => document) }
}

const monthsAtMost = 120

/** The months of the stock from its first one, the newest first, and what stands in the way of the next close. */
export const listStockMonths = async ({ tx, session }: SignedIn): Promise<OutputOf<typeof stockMonths>> => {
  requireQuerying(session)
  const [closedThrough, { first }, closings] = await Promise.all([
    readClosedThrough(tx),
    onlyRow(
      tx.query<{ first: MonthNumber | null }>(
        `select month_of(min(business_date)) as first from move where org_id = $1 and item_kind = 'consumable'`,
        [tx.orgId],
      ),
    ),
    tx.query<{ month: MonthNumber; amount: Decimal; by: string; at: string }>(
      `select p.month, u.user_name as by, p.closed_at as at, coalesce((select sum(s.amount) from stock_closing s where s.org_id = $1 and s.month_id = p.id), 0) as amount
       from stock_month p join person u on u.org_id = $1 and u.id = p.actor_uid
       where p.org_id = $1 and p.state = 'closed' order by p.month desc limit $2`,
      [tx.orgId, monthsAtMost],
    ),
  ])
  const present = presentMonth(tx)
  const length = Math.min(monthsAtMost, present - Math.min(first ?? present, closedThrough ?? present) + 1)
  const seesAmounts = session.locations === 'all' && !hidesMoney(session)
  const list = Array.from({ length }, (_, index) => {
    const month = present - index
    const closeRow = closings.find((candidate) => candidate.month === month)
    const isClosed = closedThrough !== undefined && month <= closedThrough
    const amount = closeRow && seesAmounts ? toFixed(closeRow.amount, 2) : null
    return { month: monthText(month), isClosed, amount, by: closeRow?.by ?? null, at: closeRow?.at ?? null }
  })
  const next = first === null ? undefined : nextMonth(tx, closedThrough)
  const pending = next === undefined ? { count: 0, examples: [] } : await readPending(tx, next)
  return { list, next: next === undefined ? null : monthText(next), pending }
}

/** Fixes what is in stock at the end of a month, and closes it to postings. */
export const closeStockMonth = async (
  { tx, session, at }: SignedIn,
  { month: text }: ParsedInput<typeof stockMonthClose>,
): Promise<OutputOf<typeof stockMonthClose>> => {
  await lockStock(tx)
  const month = monthOfText(text)
  const closedThrough = await readClosedThrough(tx)
  if (closedThrough !== undefined && month <= closedThrough) return { month: text }
  if (month >= presentMonth(tx)) refuse('stock.notOver', '{month}还没有结束，下月1日起可以结账', { month: text })
  if (closedThrough !== undefined && month !== closedThrough + 1)
    refuse('stock.notNext', '只能依次结账，下一个月份是{month}', { month: monthText(closedThrough + 1) })
  const { count } = await readPending(tx, month)
  if (count > 0) refuse('stock.pending', '有{count}张日期在{month}或以前的单据还没有入账，请先处理', { count, month: text })
  const id = newId()
  await Promise.all([
    tx.query(`insert into stock_month (org_id, id, month, state, actor_uid, closed_at) values ($1, $2, $3, 'closed', $4, $5)`, [
      tx.orgId,
      id,
      month,
      session.uid,
      new Date(at).toISOString(),
    ]),
    tx.query(
      `insert into stock_closing (org_id, month_id, account, item_id, quantity, amount)
       select o.org_id, $2::bigint, f.account, f.item_id, sum(f.quantity), sum(f.amount) from organisation o cross join (${stockBackTo('$3::date')}) f
       where o.org_id = $1 group by o.org_id, f.account, f.item_id having sum(f.quantity) <> 0 or sum(f.amount) <> 0`,
      [tx.orgId, id, firstDayOf(month + 1)],
    ),
  ])
  return { month: text }
}

/** Opens the last closed month again; what was fixed of it stays on file with the reason. */
export const reopenStockMonth = async (
  { tx, session, at }: SignedIn,
  { month: text, reason }: ParsedInput<typeof stockMonthReopen>,
): Promise<OutputOf<typeof stockMonthReopen>> => {
  await lockStock(tx)
  const closedThrough = await readClosedThrough(tx)
  const month = monthOfText(text)
  if (closedThrough === undefined || month > closedThrough) {
    // The same call once more finds what it did.
    const [undone] = await tx.query(
      `select from stock_month where org_id = $1 and month = $2 and state = 'undone' and undone_by = $3 and reason = $4 limit 1`,
      [tx.orgId, month, session.uid, reason],
    )
    return undone ? { month: text } : refuse('stock.notClosed', '{month}没有结账', { month: text })
  }
  if (month !== closedThrough) refuse('stock.notLast', '只能反结最后一个已结账的月份：{month}', { month: monthText(closedThrough) })
  await tx.query(
    `update stock_month set state = 'undone', undone_by = $3, undone_at = $4, reason = $5 where org_id = $1 and month = $2 and state = 'closed'`,
    [tx.orgId, month, session.uid, new Date(at).toISOString(), reason],
  )
  return { month: text }
}
