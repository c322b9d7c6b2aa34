import { keysOf } from '../../kernel/keysOf.ts'
import type { AccountUse } from './chart.ts'
import type { Fen } from './depreciation.ts'
import type { EntryKind } from './entryKind.ts'
import type { Bearer } from './shares.ts'

/** What a voucher is about; a month has one of each at most, in this order. */
export const voucherEvents = {
  addition: '固定资产增加',
  revaluation: '原值调整',
  depreciation: '计提折旧',
  impairment: '计提减值',
  disposal: '固定资产减少',
  transfer: '固定资产转移',
} as const
export type VoucherEvent = keyof typeof voucherEvents

/** In which voucher an entry stands, and which account takes what is not on the accounts of the asset. */
const events: Readonly<Record<EntryKind, { readonly event: VoucherEvent; readonly counter: AccountUse } | undefined>> = {
  opening: undefined,
  acquisition: { event: 'addition', counter: 'source' },
  takeover: { event: 'addition', counter: 'source' },
  addition: { event: 'addition', counter: 'source' },
  revaluation: { event: 'revaluation', counter: 'source' },
  reversal: { event: 'addition', counter: 'source' },
  withdrawal: { event: 'addition', counter: 'source' },
  depreciation: { event: 'depreciation', counter: 'expense' },
  impairment: { event: 'impairment', counter: 'loss' },
  disposal: { event: 'disposal', counter: 'clearing' },
  return: { event: 'disposal', counter: 'clearing' },
  convertedOut: { event: 'transfer', counter: 'source' },
  convertedIn: { event: 'transfer', counter: 'source' },
  transferOut: { event: 'transfer', counter: 'source' },
  transferIn: { event: 'transfer', counter: 'source' },
  undone: undefined,
}

/** The entries of a month of one kind, department and category together. */
export type ValueTotal = {
  readonly kind: EntryKind
  readonly deptId: string | null
  readonly catId: string | null
  readonly cost: Fen
  readonly depreciation: Fen
  readonly impairment: Fen
}

/** What the disposals of a month, of one department, category and way together, brought and cost, and how that is cleared. */
export type DisposalTotal = Pick<ValueTotal, 'deptId' | 'catId'> & {
  /** How the assets left. */
  readonly disposalMethod: string
  readonly proceeds: Fen
  readonly saleCost: Fen
  readonly gain: Fen
  readonly loss: Fen
}

/** What of the depreciation of a category one department bears for another, or for a cost object. */
export type BorneExpense = {
  readonly catId: string | null
  readonly fromDeptId: string | null
  readonly deptId: string | null
  readonly costObject: string | null
  readonly amount: Fen
}

/** What vouchers say besides the entries of a month. */
export type VoucherFacts = { readonly disposals?: readonly DisposalTotal[]; readonly borneExpenses?: readonly BorneExpense[] }

export type AccountOf = (
  use: AccountUse,
  place: Pick<ValueTotal, 'deptId' | 'catId'> & Partial<Pick<DisposalTotal, 'disposalMethod'>>,
) => string

export type VoucherLine = {
  readonly account: string
  readonly deptId: string | null
  readonly costObject: string | null
  readonly debit: Fen
  readonly credit: Fen
}
export type Voucher = { readonly event: VoucherEvent; readonly lines: readonly VoucherLine[]; readonly total: Fen }

/**
 * The vouchers of a month: debits are what accounts grow by on the left side, and each voucher balances. Expenses keep their department and cost object,
 * accounts of the balance sheet are added up.
 */
export const vouchersOf = (totals: readonly ValueTotal[], accountOf: AccountOf, facts: VoucherFacts = {}): Voucher[] => {
  const totalsByEvent = Map.groupBy(totals, ({ kind }) => events[kind]?.event)
  return keysOf(voucherEvents).flatMap((event) => {
    const ofEvent = totalsByEvent.get(event)
    if (!ofEvent) return []
    const { disposals, borneExpenses } = facts
    const lines = linesOf(
      ofEvent,
      { ...(event === 'disposal' && { disposals }), ...(event === 'depreciation' && { borneExpenses }) },
      accountOf,
    )
    return lines.length === 0 ? [] : [{ event, lines, total: lines.reduce((sum, { debit }) => sum + debit, 0n) }]
  })
}

const linesOf = (
  totals: readonly ValueTotal[],
  { disposals = [], borneExpenses = [] }: VoucherFacts,
  accountOf: AccountOf,
): VoucherLine[] => {
  const sums = new Map<string, Bearer & { account: string; amount: Fen }>()
  const book = (account: string, deptId: string | null, amount: Fen, costObject: string | null = null) => {
    const key = `${account} ${deptId ?? ''} ${costObject ?? ''}`
    const sum = sums.get(key) ?? { account, deptId, costObject, amount: 0n }
    sums.set(key, { ...sum, amount: sum.amount + amount })
  }
  for (const total of totals) {
    const { cost, depreciation, impairment, deptId } = total
    const counter = events[total.kind]?.counter ?? 'source'
    book(accountOf('asset', total), null, cost)
    book(accountOf('depreciation', total), null, -depreciation)
    book(accountOf('impairment', total), null, -impairment)
    book(accountOf(counter, total), counter === 'expense' ? deptId : null, depreciation + impairment - cost)
  }
  for (const { catId, fromDeptId, deptId, costObject, amount } of borneExpenses) {
    book(accountOf('expense', { deptId: fromDeptId, catId }), fromDeptId, -amount)
    book(accountOf('expense', { deptId, catId }), deptId, amount, costObject)
  }
  for (const disposal of disposals) {
    const { proceeds, saleCost, gain, loss, deptId, catId } = disposal
    book(accountOf('cash', disposal), null, proceeds - saleCost)
    book(accountOf('gain', disposal), deptId, -gain)
    book(accountOf('disposal', disposal), deptId, loss)
    // The entries cleared it without regard to the way.
    book(accountOf('clearing', { deptId, catId }), null, saleCost + gain - proceeds - loss)
  }
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ amount, ...line }) => ({ ...line, debit: amount > 0n ? amount : 0n, credit: amount < 0n ? -amount : 0n }))
    .toSorted((a, b) => Number(a.debit === 0n) - Number(b.debit === 0n) || (a.account < b.account ? -1 : 1))
}

/** What a month left on the accounts of the assets, by account: debits less credits. */
export const balancesOf = (totals: readonly ValueTotal[], accountOf: AccountOf): ReadonlyMap<string, Fen> => {
  const sums = new Map<string, Fen>()
  const add = (account: string, amount: Fen) => void sums.set(account, (sums.get(account) ?? 0n) + amount)
  for (const total of totals) {
    add(accountOf('asset', total), total.cost)
    add(accountOf('depreciation', total), -total.depreciation)
    add(accountOf('impairment', total), -total.impairment)
  }
  return sums
}
