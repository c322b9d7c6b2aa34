import { add, type Decimal, subtract, toFixed } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { bookMovements, MovementRow } from '../../domain/books/operations.ts'
import { monthOfText, requireSpan } from '../../domain/books/month.ts'
import type { ParsedInput, SignedIn } from '../call.ts'

type TotalRow = {
  group: Id | null
  isBefore: boolean
  kind: string
  assets: number
  cost: Decimal
  depreciation: Decimal
  impairment: Decimal
}

/** By which column of the totals a table is added up, and where its names stand. */
const groups = {
  category: { column: 'cat_id', names: 'select id, cat_name as name from category where org_id = $1' },
  department: { column: 'dept_id', names: 'select id, dept_name as name from department where org_id = $1' },
} as const

/** What was there before a span of closed months, what came and went in it, and what is there after it. */
export const readMovements = async (
  { tx }: Pick<SignedIn, 'tx'>,
  { bookId, from, to, by }: ParsedInput<typeof bookMovements>,
): Promise<OutputOf<typeof bookMovements>> => {
  requireSpan(from, to)
  const { column, names } = groups[by]
  const [rows, groupNames] = await Promise.all([
    tx.query<TotalRow>(
      `select ${column} as group, month < $3 as "isBefore", kind, sum(assets)::int as assets, sum(cost) as cost, sum(depreciation) as depreciation,
         sum(impairment) as impairment
       from value_total where org_id = $1 and book_id = $2 and month <= $4 group by 1, 2, 3`,
      [tx.orgId, bookId, monthOfText(from), monthOfText(to)],
    ),
    tx.query<{ id: Id; name: string }>(names, [tx.orgId]),
  ])
  const nameOf = new Map(groupNames.map(({ id, name }) => [id, name]))
  const list = [...Map.groupBy(rows, ({ group }) => group)]
    .map(([id, totals]) => movementRow(id, id === null ? '' : (nameOf.get(id) ?? ''), totals))
    .filter((row) => row.closing.assets !== 0 || row.opening.assets !== 0 || Object.keys(row.movements).length > 0)
    .toSorted((a, b) => Number(b.closing.net) - Number(a.closing.net) || (a.name < b.name ? -1 : 1))
  return { list, total: movementRow(null, '', rows) }
}

type Amounts = MovementRow['opening']

const noAmounts: Amounts = { assets: 0, cost: '0.00', depreciation: '0.00', impairment: '0.00' }

/** By how many assets a kind of entry makes the register of the book larger. */
const assetSigns: Readonly<Record<string, number>> = {
  opening: 1,
  acquisition: 1,
  takeover: 1,
  return: 1,
  transferIn: 1,
  transferOut: -1,
  convertedIn: 1,
  convertedOut: -1,
  disposal: -1,
  withdrawal: -1,
}

const movementRow = (id: Id | null, name: string, totals: readonly TotalRow[]): MovementRow => {
  const before = totals.filter(({ isBefore }) => isBefore)
  const within = totals.filter(({ isBefore }) => !isBefore)
  const openingBalance = before.reduce(addTotal, noAmounts)
  const closingBalance = within.reduce(addTotal, openingBalance)
  const movements = Object.fromEntries(
    [...Map.groupBy(within, ({ kind }) => kind)].map(([kind, sameKind]) => [kind, sameKind.reduce(addAmounts, noAmounts)]),
  )
  const net = toFixed(subtract(subtract(closingBalance.cost, closingBalance.depreciation), closingBalance.impairment), 2)
  return { id, name, opening: openingBalance, movements, closing: { ...closingBalance, net } }
}

const addAmounts = (sum: Amounts, total: TotalRow): Amounts => ({
  assets: sum.assets + total.assets,
  cost: toFixed(add(sum.cost, total.cost), 2),
  depreciation: toFixed(add(sum.depreciation, total.depreciation), 2),
  impairment: toFixed(add(sum.impairment, total.impairment), 2),
})

/** The same, where assets count by whether they come or go. */
const addTotal = (sum: Amounts, total: TotalRow): Amounts => ({
  ...addAmounts(sum, total),
  assets: sum.assets + (assetSigns[total.kind] ?? 0) * total.assets,
})
