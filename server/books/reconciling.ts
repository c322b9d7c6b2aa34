import { toFixed, type Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { AccountUse } from '../../domain/books/chart.ts'
import type { Fen } from '../../domain/books/depreciation.ts'
import { fenOf, yuanOf } from '../../domain/books/fen.ts'
import { type MonthNumber, monthOfText } from '../../domain/books/month.ts'
import { explainDifference, type LedgerState } from '../../domain/books/reconciliation.ts'
import { type AccountOf, type ValueTotal } from '../../domain/books/voucher.ts'
import type { balancesSave, reconciliation, ReconciledRow } from '../../domain/books/voucherOperations.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { readBooks } from './books.ts'
import { readAccounts, readTotals } from './vouchers.ts'

type SheetUse = ReconciledRow['use']
const sheetUses: readonly SheetUse[] = ['asset', 'depreciation', 'impairment']

/** What an entry moves on an account: debits less credits. */
const movedOn = (use: SheetUse, { cost, depreciation, impairment }: ValueTotal): Fen =>
  ({ asset: cost, depreciation: -depreciation, impairment: -impairment })[use]

type AccountSum = { readonly account: string; readonly use: SheetUse; readonly amount: Fen }

const sumsOf = (totals: readonly ValueTotal[], accountOf: AccountOf): Map<string, AccountSum> => {
  const sums = new Map<string, AccountSum>()
  for (const total of totals)
    for (const use of sheetUses) {
      const account = accountOf(use satisfies AccountUse, total)
      const sum = sums.get(account) ?? { account, use, amount: 0n }
      sums.set(account, { ...sum, amount: sum.amount + movedOn(use, total) })
    }
  return sums
}

type VoucherMove = {
  code: string
  event: string
  account: string
  amount: Decimal
  ledgerState: LedgerState
  isOfMonth: boolean
  /** What the voucher used the account for, where that is an account of the assets. */
  sheetUse: SheetUse | null
  /** False in a voucher from before lines named their use. */
  hasUses: boolean
}

const readVoucherMoves = (tx: Tx, bookId: Id, month: MonthNumber): Promise<VoucherMove[]> =>
  tx.query<VoucherMove>(
    `select w.code, w.event, l.account, sum(l.debit - l.credit) as amount, w.month = $3 as "isOfMonth",
       case when w.voided_at is not null then 'voided' when w.foreign_number is not null then 'numbered' when w.pushed_at is not null then 'unnumbered' else 'unsent' end as "ledgerState",
       min(l.account_use) filter (where l.account_use = any ($4::text[])) as "sheetUse", bool_and(l.account_use is not null) as "hasUses"
     from voucher w join voucher_line l on l.org_id = $1 and l.voucher_id = w.id
     where w.org_id = $1 and w.book_id = $2 and w.month <= $3
       and (w.voided_at is null or w.foreign_number is not null or w.pushed_at is not null)
     group by w.id, w.code, w.event, l.account, w.foreign_number, w.pushed_at, w.voided_at, w.month`,
    [tx.orgId, bookId, month, sheetUses],
  )

/** The accounts of the assets at the end of a month, three times, and what a difference may come of. */
export const reconcile = async (
  { tx }: SignedIn,
  { bookId, month: text }: ParsedInput<typeof reconciliation>,
): Promise<OutputOf<typeof reconciliation>> => {
  const month = monthOfText(text)
  const [accountOf, totals, moves, ledgerBalances] = await Promise.all([
    readAccounts(tx, bookId),
    readTotals(tx, bookId, { from: 0, to: month }),
    readVoucherMoves(tx, bookId, month),
    tx.query<{ account: string; balance: Decimal }>(
      'select account, balance from ledger_balance where org_id = $1 and book_id = $2 and month = $3',
      [tx.orgId, bookId, month],
    ),
  ])
  const openings = sumsOf(
    totals.filter(({ kind }) => kind === 'opening'),
    accountOf,
  )
  const sums = [...sumsOf(totals, accountOf).values()].filter(({ amount, use }) => amount !== 0n || use !== 'impairment')
  const standingMoves = moves.filter(({ ledgerState }) => ledgerState !== 'voided')
  const balances = [...sums, ...formerAccountsOf(standingMoves, sums)]
    .map(({ account, use, amount }): AccountBalance => {
      const ofAccount = moves.filter((move) => move.account === account)
      const standingOfAccount = standingMoves.filter((move) => move.account === account)
      const vouchers = standingOfAccount.reduce((sum, move) => sum + fenOf(move.amount), openings.get(account)?.amount ?? 0n)
      const balance = ledgerBalances.find((row) => row.account === account)?.balance
      const ledger = balance === undefined ? undefined : fenOf(balance)
      return {
        account,
        use,
        cards: amount,
        vouchers,
        ledger,
        difference: ledger === undefined ? undefined : amount - ledger,
        moves: ofAccount,
      }
    })
    .toSorted((a, b) => (a.account < b.account ? -1 : 1))
  const unnamedVouchers = new Set(standingMoves.filter(({ hasUses }) => !hasUses).map(({ code }) => code))
  return { list: balances.map((balance) => reconciledRow(balance, balances)), vouchersWithoutUses: unnamedVouchers.size }
}

/** Accounts that vouchers put values of assets on, and that no rule names any more. */
const formerAccountsOf = (moves: readonly VoucherMove[], sums: readonly AccountSum[]): AccountSum[] => {
  const accounts = new Set(sums.map(({ account }) => account))
  const useByAccount = new Map(
    moves.flatMap(({ account, sheetUse }): [string, SheetUse][] => (sheetUse && !accounts.has(account) ? [[account, sheetUse]] : [])),
  )
  return [...useByAccount].map(([account, use]) => ({ account, use, amount: 0n }))
}

/** An account with what the assets, the vouchers and the general ledger say of it. */
type AccountBalance = {
  readonly account: string
  readonly use: SheetUse
  readonly cards: Fen
  readonly vouchers: Fen
  readonly ledger: Fen | undefined
  readonly difference: Fen | undefined
  readonly moves: readonly VoucherMove[]
}

const reconciledRow = (balance: AccountBalance, balances: readonly AccountBalance[]): ReconciledRow => {
  const { account, use, cards, vouchers, ledger, difference } = balance
  const explanation = difference === undefined || difference === 0n ? undefined : explanationOf(difference, balance, balances)
  // Where vouchers stand on other accounts than the assets, nothing says that anything was typed by hand.
  const isExplained = explanation !== undefined && !(explanation.reason === 'byHand' && cards !== vouchers)
  return {
    account,
    use,
    cards: yuanOf(cards),
    vouchers: yuanOf(vouchers),
    voucherDifference: yuanOf(cards - vouchers),
    ledger: ledger === undefined ? null : yuanOf(ledger),
    difference: difference === undefined ? null : yuanOf(difference),
    reason: isExplained ? explanation.reason : null,
    about: isExplained ? (explanation.subject ?? null) : null,
  }
}

const explanationOf = (difference: Fen, { account, moves }: AccountBalance, balances: readonly AccountBalance[]) =>
  explainDifference(difference, {
    vouchers: moves
      .filter(({ isOfMonth, ledgerState }) => isOfMonth || ledgerState !== 'numbered')
      .map(({ code, event, amount, ledgerState }) => ({ code, event, amount: fenOf(amount), ledgerState })),
    otherAccounts: balances.flatMap((balance) =>
      balance.account === account || balance.difference === undefined ? [] : [{ account: balance.account, difference: balance.difference }],
    ),
  })

/** Keeps what was typed of the general ledger. */
export const saveBalances = async (
  { tx, session, at }: SignedIn,
  { bookId, month: text, balances }: ParsedInput<typeof balancesSave>,
): Promise<OutputOf<typeof balancesSave>> => {
  const month = monthOfText(text)
  const book = (await readBooks(tx)).find(({ id }) => id === bookId)
  if (!book) throw new NotFound()
  if (month > book.closedMonth) refuse('book.notClosed', '{month}没有结账', { month: text })
  const typedBalances = [...new Map(balances.map((row) => [row.account, row])).values()]
  await tx.query('delete from ledger_balance where org_id = $1 and book_id = $2 and month = $3 and account = any ($4::text[])', [
    tx.orgId,
    bookId,
    month,
    typedBalances.map(({ account }) => account),
  ])
  const filledBalances = typedBalances.filter(({ balance }) => balance !== '')
  await tx.query(
    `insert into ledger_balance (org_id, book_id, month, account, balance, typed_by, typed_at)
     select b.org_id, b.id, $3, r.account, r.balance, $4, $5
     from jsonb_to_recordset($6::jsonb) as r (account text, balance numeric) join book b on b.org_id = $1 and b.id = $2`,
    [
      tx.orgId,
      bookId,
      month,
      session.uid,
      new Date(at).toISOString(),
      JSON.stringify(filledBalances.map(({ account, balance }) => ({ account, balance: toFixed(balance, 2) }))),
    ],
  )
  return { count: filledBalances.length }
}
