import type { Decimal } from '../../kernel/decimal.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { type AccountRule, accountFor, type AccountUse, accountUses, isClearedByAccount } from '../../domain/books/chart.ts'
import type { EntryKind } from '../../domain/books/entryKind.ts'
import { settleDisposal } from '../../domain/books/disposal.ts'
import { fenOf, yuanOf } from '../../domain/books/fen.ts'
import { type MonthNumber, monthText } from '../../domain/books/month.ts'
import { type Regime, regimes } from '../../domain/books/regime.ts'
import {
  type AccountOf,
  type BorneExpense,
  type DisposalTotal,
  eventOf,
  type ValueTotal,
  type VoucherEvent,
  vouchersOf,
} from '../../domain/books/voucher.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { disposalRows, isDisposal } from './lists/disposalList.ts'

type RuleRow = { catId: Id | null; deptId: Id | null; disposalMethod: string | null } & Readonly<Record<AccountUse, string | null>>

const accountColumns = keysOf(accountUses)
  .map((use) => `r.${use}_account as ${use}`)
  .join(', ')

/** Answers the accounts of a book for any category and department. */
export const readAccounts = async (tx: Tx, bookId: Id): Promise<AccountOf> => {
  const [{ regime }, rules, categories] = await Promise.all([
    readRegime(tx, bookId),
    tx.query<RuleRow>(
      `select r.cat_id as "catId", r.dept_id as "deptId", r.disposal_method as "disposalMethod", ${accountColumns} from account_rule r
       where r.org_id = $1 and r.book_id = $2 and r.deleted_at is null order by r.id`,
      [tx.orgId, bookId],
    ),
    tx.query<{ id: Id; parent: Id | null }>('select id, parent_id as parent from category where org_id = $1', [tx.orgId]),
  ])
  const parentOf = new Map(categories.map(({ id, parent }) => [id, parent]))
  const rulesByCategory = new Map<string, AccountRule[]>()
  const rulesOf = (catId: Id | null): AccountRule[] => {
    const existing = rulesByCategory.get(catId ?? '')
    if (existing) return existing
    const above = categoriesFrom(parentOf, catId)
    const matchingRules = rules.flatMap(({ catId: of, deptId, disposalMethod, ...accounts }): AccountRule[] => {
      const distance = of === null ? undefined : above.indexOf(of)
      if (distance === -1) return []
      return [
        {
          deptId,
          disposalMethod,
          distance,
          accounts: Object.fromEntries(Object.entries(accounts).filter(([, account]) => account !== null)),
        },
      ]
    })
    rulesByCategory.set(catId ?? '', matchingRules)
    return matchingRules
  }
  return (use, place) => accountFor(use, rulesOf(place.catId), place, regime)
}

/** A category and those above it, from below. */
const categoriesFrom = (parentOf: ReadonlyMap<Id, Id | null>, from: Id | null): Id[] => {
  const above: Id[] = []
  for (let id = from; id !== null && !above.includes(id); id = parentOf.get(id) ?? null) above.push(id)
  return above
}

type TotalRow = Omit<ValueTotal, 'cost' | 'depreciation' | 'impairment'> & { cost: Decimal; depreciation: Decimal; impairment: Decimal }

/** The totals of the months of a book up to one, or of that month alone. */
export const readTotals = async (
  tx: Tx,
  bookId: Id,
  months: { readonly from: MonthNumber; readonly to: MonthNumber },
): Promise<ValueTotal[]> => {
  const rows = await tx.query<TotalRow>(
    `select kind, dept_id as "deptId", cat_id as "catId", sum(cost) as cost, sum(depreciation) as depreciation, sum(impairment) as impairment
     from value_total where org_id = $1 and book_id = $2 and month >= $3 and month <= $4 group by kind, dept_id, cat_id`,
    [tx.orgId, bookId, months.from, months.to],
  )
  return rows.map((row) => ({
    kind: row.kind satisfies EntryKind,
    deptId: row.deptId,
    catId: row.catId,
    cost: fenOf(row.cost),
    depreciation: fenOf(row.depreciation),
    impairment: fenOf(row.impairment),
  }))
}

type DisposalRow = Pick<DisposalTotal, 'deptId' | 'catId' | 'disposalMethod'> & {
  isBack: boolean
  net: Decimal
  proceeds: Decimal
  saleCost: Decimal
}

const noDisposals = { net: 0n, proceeds: 0n, saleCost: 0n, gain: 0n, loss: 0n } as const

/** The disposals of a month as they are cleared, by department, category and way; a way back clears what was cleared. */
const readDisposals = async (tx: Tx, bookId: Id, month: MonthNumber): Promise<DisposalTotal[]> => {
  const [{ regime }, rows] = await Promise.all([
    readRegime(tx, bookId),
    tx.query<DisposalRow>(
      `select e.dept_id as "deptId", e.cat_id as "catId", v.method as "disposalMethod", e.kind = 'return' as "isBack", s.sign * v.net as net, s.sign * v.proceeds as proceeds,
         s.sign * v.sale_cost as "saleCost"
       from ${disposalRows} where e.org_id = $1 and e.book_id = $2 and e.month = $3 and ${isDisposal}`,
      [tx.orgId, bookId, month],
    ),
  ])
  const totals = new Map<string, DisposalTotal>()
  for (const { deptId, catId, disposalMethod, isBack, net, ...row } of rows) {
    const amounts = { net: fenOf(net), proceeds: fenOf(row.proceeds), saleCost: fenOf(row.saleCost) }
    const { gain, loss } = settleDisposal(regimes[regime], amounts)
    const sign = isBack ? -1n : 1n
    const key = `${deptId} ${catId} ${disposalMethod}`
    const isCleared = isClearedByAccount(regime, disposalMethod)
    const total = totals.get(key) ?? { ...noDisposals, deptId, catId, disposalMethod, isCleared }
    totals.set(key, {
      ...total,
      net: total.net + sign * amounts.net,
      proceeds: total.proceeds + sign * amounts.proceeds,
      saleCost: total.saleCost + sign * amounts.saleCost,
      gain: total.gain + sign * gain,
      loss: total.loss + sign * loss,
    })
  }
  return [...totals.values()]
}

/** What departments bear of the month for others or for cost objects. */
const readBorneExpenses = async (tx: Tx, bookId: Id, month: MonthNumber): Promise<BorneExpense[]> => {
  const rows = await tx.query<Omit<BorneExpense, 'amount'> & { amount: Decimal }>(
    `select cat_id as "catId", from_dept_id as "fromDeptId", dept_id as "deptId", cost_object as "costObject", sum(amount) as amount from value_share
     where org_id = $1 and book_id = $2 and month = $3 and (dept_id is distinct from from_dept_id or cost_object is not null) group by 1, 2, 3, 4`,
    [tx.orgId, bookId, month],
  )
  return rows.map((row) => ({ ...row, amount: fenOf(row.amount) }))
}

/** How many documents stand behind each voucher of a month; depreciation has one, the list of the month. */
const countDocuments = async (tx: Tx, bookId: Id, month: MonthNumber): Promise<ReadonlyMap<VoucherEvent, number>> => {
  const sources = await tx.query<{ kind: EntryKind; documentId: Id }>(
    `select distinct e.kind, e.source_id as "documentId" from value_entry e join document d on d.org_id = $1 and d.id = e.source_id
     where e.org_id = $1 and e.book_id = $2 and e.month = $3 and e.kind <> 'depreciation'`,
    [tx.orgId, bookId, month],
  )
  const documentsByEvent = Map.groupBy(sources, ({ kind }) => eventOf(kind))
  return new Map([
    ['depreciation', 1],
    ...[...documentsByEvent].flatMap(([event, rows]): [VoucherEvent, number][] =>
      event ? [[event, new Set(rows.map(({ documentId }) => documentId)).size]] : [],
    ),
  ])
}

const readRegime = async (tx: Tx, bookId: Id): Promise<{ regime: Regime }> => {
  const [book] = await tx.query<{ regime: Regime }>('select regime from book where org_id = $1 and id = $2', [tx.orgId, bookId])
  if (!book) throw new NotFound()
  return book
}

/** Makes the vouchers of a month that was just added up. */
export const writeVouchers = async (
  tx: Tx,
  { id: periodId, bookId, month }: { readonly id: Id; readonly bookId: Id; readonly month: MonthNumber },
): Promise<void> => {
  const [accountOf, totals, disposals, borneExpenses, documentCounts] = await Promise.all([
    readAccounts(tx, bookId),
    readTotals(tx, bookId, { from: month, to: month }),
    readDisposals(tx, bookId, month),
    readBorneExpenses(tx, bookId, month),
    countDocuments(tx, bookId, month),
  ])
  const vouchers = vouchersOf(totals, accountOf, { disposals, borneExpenses }).map((voucher, index) => ({
    ...voucher,
    id: newId(),
    code: `${monthText(month)}-${String(index + 1).padStart(3, '0')}`,
  }))
  if (vouchers.length === 0) return
  const lines = vouchers.flatMap(({ id, lines: ofVoucher }) =>
    ofVoucher.map((line, index) => ({ ...line, id, no: index + 1, debit: yuanOf(line.debit), credit: yuanOf(line.credit) })),
  )
  await tx.query(
    `insert into voucher (org_id, id, book_id, period_id, month, event, code, total, document_count, created_at)
     select p.org_id, r.id, p.book_id, p.id, p.month, r.event, r.code, r.total, r."documentCount", $4
     from jsonb_to_recordset($3::jsonb) as r (id bigint, event text, code text, total numeric, "documentCount" int) join book_period p on p.org_id = $1 and p.id = $2`,
    [
      tx.orgId,
      periodId,
      JSON.stringify(
        vouchers.map(({ id, event, code, total }) => ({
          id,
          event,
          code,
          total: yuanOf(total),
          documentCount: documentCounts.get(event) ?? 0,
        })),
      ),
      new Date(tx.now()).toISOString(),
    ],
  )
  await tx.query(
    `insert into voucher_line (org_id, voucher_id, no, step, account_use, account, dept_id, cost_object, debit, credit)
     select p.org_id, r.id, r.no, r.step, r.use, r.account, r."deptId", r."costObject", r.debit, r.credit
     from jsonb_to_recordset($3::jsonb)
       as r (id bigint, no int, step text, use text, account text, "deptId" bigint, "costObject" text, debit numeric, credit numeric)
     join book_period p on p.org_id = $1 and p.id = $2`,
    [tx.orgId, periodId, JSON.stringify(lines)],
  )
}

/** The vouchers of a month that was opened again count no more. */
export const voidVouchers = async (tx: Tx, periodId: Id): Promise<void> => {
  await tx.query('update voucher set voided_at = $3 where org_id = $1 and period_id = $2', [
    tx.orgId,
    periodId,
    new Date(tx.now()).toISOString(),
  ])
}
