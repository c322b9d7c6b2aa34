import { add, type Decimal } from '../../kernel/decimal.ts'
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
  impairment: '计提减值准备',
  disposal: '固定资产减少',
  transfer: '固定资产转移',
} as const
export type VoucherEvent = keyof typeof voucherEvents

/** The steps of a disposal in the order in which they are booked: a step balances by itself. */
export const disposalSteps = {
  retirement: '转出账面价值',
  proceeds: '收到处置收入',
  saleCost: '支付处置费用',
  gain: '结转处置收益',
  loss: '结转处置损失',
} as const
export type DisposalStep = keyof typeof disposalSteps

/** What a line of a voucher is about, in Chinese. */
export const lineTitle = (event: VoucherEvent, step: DisposalStep | null): string => (step ? disposalSteps[step] : voucherEvents[event])

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

/** The voucher in which entries of a kind stand; none where they concern no general ledger. */
export const eventOf = (kind: EntryKind): VoucherEvent | undefined => bookingOf(kind)?.event

/** The voucher in which entries of a kind stand, and the use of the account that takes what is not on the accounts of the asset. */
export const bookingOf = (kind: EntryKind) => events[kind]

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
  /** False where the chart books the loss at once, without an account for assets that are being disposed of. */
  readonly isCleared: boolean
  readonly net: Fen
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
  /** Of a disposal alone. */
  readonly step: DisposalStep | null
  /** What the account was chosen for: the accounts of uses may change later, what was booked for a use may not. */
  readonly use: AccountUse
  readonly account: string
  readonly deptId: string | null
  readonly costObject: string | null
  readonly debit: Fen
  readonly credit: Fen
}
export type Voucher = { readonly event: VoucherEvent; readonly lines: readonly VoucherLine[]; readonly total: Fen }

/**
 * The vouchers of a month: debits are what accounts grow by on the left side, and each voucher balances. Expenses keep their department and cost object,
 * accounts of the balance sheet are added up, in a disposal step by step.
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
  const sums = new Map<string, BookedSum>()
  const book: BookAmount = (use, amount, place, { bearer: { deptId, costObject } = noBearer, step = null } = {}) => {
    const account = accountOf(use, place)
    const key = `${use} ${account} ${deptId ?? ''} ${costObject ?? ''} ${step ?? ''}`
    const sum = sums.get(key) ?? { use, account, deptId, costObject, step, amount: 0n }
    sums.set(key, { ...sum, amount: sum.amount + amount })
  }
  for (const total of totals) {
    const { cost, depreciation, impairment, deptId, kind } = total
    const { event, counter = 'source' } = events[kind] ?? {}
    const step = counter === 'clearing' ? 'retirement' : null
    book('asset', cost, total, { step })
    book('depreciation', -depreciation, total, { step })
    book('impairment', -impairment, total, { step })
    const counterPlace = event === 'transfer' ? everyPlace : total
    book(counter, depreciation + impairment - cost, counterPlace, {
      step,
      ...(counter === 'expense' && { bearer: { deptId, costObject: null } }),
    })
  }
  for (const { catId, fromDeptId, deptId, costObject, amount } of borneExpenses) {
    const from = { deptId: fromDeptId, catId }
    book('expense', -amount, from, { bearer: { deptId: fromDeptId, costObject: null } })
    book('expense', amount, { deptId, catId }, { bearer: { deptId, costObject } })
  }
  for (const disposal of disposals) bookDisposal(disposal, book)
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ amount, ...line }) => ({ ...line, debit: amount > 0n ? amount : 0n, credit: amount < 0n ? -amount : 0n }))
    .toSorted(
      (a, b) => placeOf(a.step) - placeOf(b.step) || Number(a.debit === 0n) - Number(b.debit === 0n) || (a.account < b.account ? -1 : 1),
    )
}

type BookedSum = Bearer & Pick<VoucherLine, 'use' | 'account' | 'step'> & { readonly amount: Fen }
type BookedFor = { readonly bearer?: Bearer; readonly step?: DisposalStep | null }
/** Books an amount on the account that a use has at a place. */
type BookAmount = (use: AccountUse, amount: Fen, place: Parameters<AccountOf>[1], bookedFor?: BookedFor) => void

/** Where both sides of a transfer meet: what leaves with some assets comes with others, so nothing stays on the account. */
const everyPlace = { deptId: null, catId: null }
const noBearer: Bearer = { deptId: null, costObject: null }

const stepOrder = keysOf(disposalSteps)
const placeOf = (step: DisposalStep | null): number => (step ? stepOrder.indexOf(step) : 0)

/** Clears what the entries of disposals put on the account for all ways: by the account of the way, with what came in, what was paid and the result. */
const bookDisposal = (disposal: DisposalTotal, book: BookAmount): void => {
  const { net, proceeds, saleCost, gain, loss, deptId, catId, isCleared } = disposal
  const bearer = { deptId, costObject: null }
  book('clearing', -net, { deptId, catId }, { step: 'retirement' })
  if (!isCleared) {
    book('cash', proceeds - saleCost, disposal, { step: 'retirement' })
    book('gain', -gain, disposal, { bearer, step: 'retirement' })
    book('disposal', loss, disposal, { bearer, step: 'retirement' })
    return
  }
  book('clearing', net, disposal, { step: 'retirement' })
  book('cash', proceeds, disposal, { step: 'proceeds' })
  book('clearing', -proceeds, disposal, { step: 'proceeds' })
  book('clearing', saleCost, disposal, { step: 'saleCost' })
  book('cash', -saleCost, disposal, { step: 'saleCost' })
  book('clearing', gain, disposal, { step: 'gain' })
  book('gain', -gain, disposal, { bearer, step: 'gain' })
  book('disposal', loss, disposal, { bearer, step: 'loss' })
  book('clearing', -loss, disposal, { step: 'loss' })
}

/** A line as it leaves for a reader or a ledger program. */
type StatedLine = {
  readonly step: DisposalStep | null
  readonly account: string
  readonly deptCode: string | null
  readonly deptName: string | null
  readonly costObject: string | null
  readonly debit: Decimal
  readonly credit: Decimal
}

/** Lines of one account on one side as one line, whatever the account was chosen for: a ledger program knows accounts and no uses. */
export const mergeLines = <L extends StatedLine>(lines: readonly L[]): L[] => {
  const placeOfLine = ({ step, account, deptCode, deptName, costObject, debit }: L): string =>
    JSON.stringify([step, account, deptCode, deptName, costObject, Number(debit) === 0])
  return [...Map.groupBy(lines, placeOfLine).values()].flatMap(([first, ...furtherLines]) =>
    first
      ? [
          furtherLines.reduce(
            (sum, { debit, credit }) => ({ ...sum, debit: add(sum.debit, debit), credit: add(sum.credit, credit) }),
            first,
          ),
        ]
      : [],
  )
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
