import type { Id } from '../../kernel/id.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { type AssetRule } from '../../domain/books/assetPlan.ts'
import type { DepreciationMethod, Fen } from '../../domain/books/depreciation.ts'
import { fenOf } from '../../domain/books/fen.ts'
import type { MonthNumber } from '../../domain/books/month.ts'
import { type Regime, type RegimeRules, regimes } from '../../domain/books/regime.ts'
import type { Tx } from '../db/tx.ts'

/** A book that was started. */
export type Book = {
  readonly id: Id
  readonly name: string
  readonly regime: Regime
  readonly rules: RegimeRules
  readonly firstMonth: MonthNumber
  readonly closedMonth: MonthNumber
  readonly lowValueLimit: Fen | undefined
}

const memoryKey = 'books'

/** True where an organisation has a book that was started; a change of that is known to all processes within a second. */
export const hasBooks = (tx: Tx): Promise<boolean> =>
  tx.memory.recall(
    memoryKey,
    async () =>
      (await tx.query('select from book where org_id = $1 and closed_month is not null and deleted_at is null limit 1', [tx.orgId]))
        .length > 0,
  )

export const forgetBooks = (tx: Tx): void => tx.memory.forget(memoryKey)

/** Postings share this lock and the end of a month takes it alone, so that nothing is posted into a month that is just being closed. */
export const shareBooks = (tx: Tx): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock_shared(hashtextextended('book', $1::bigint))`, [tx.orgId])
export const lockBooks = (tx: Tx): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('book', $1::bigint))`, [tx.orgId])

type BookRow = {
  id: Id
  name: string
  regime: Regime
  firstMonth: number
  closedMonth: number
  lowValueLimit: Decimal | null
}

/** The books that were started, as they stand now. */
export const readBooks = async (tx: Tx): Promise<Book[]> => {
  const rows = await tx.query<BookRow>(
    `select id, book_name as name, regime, (extract(year from starts_on) * 12 + extract(month from starts_on) - 1)::int as "firstMonth",
       closed_month as "closedMonth", low_value_limit as "lowValueLimit"
     from book where org_id = $1 and closed_month is not null and deleted_at is null order by id`,
    [tx.orgId],
  )
  return rows.map(({ lowValueLimit, ...book }) => ({
    ...book,
    rules: regimes[book.regime],
    lowValueLimit: lowValueLimit === null ? undefined : fenOf(lowValueLimit),
  }))
}

type RuleRow = {
  leaf: Id | null
  depth: number
  bookId: Id | null
  method: DepreciationMethod | null
  ruleLife: number | null
  ruleResidual: Decimal | null
  unitsTotal: Decimal | null
  life: number | null
  residual: Decimal | null
}

/** The rules of all books for the categories of assets: of each the nearest that says it, from the category upwards. */
export const readAssetRules = async (
  tx: Tx,
  categories: readonly (Id | null)[],
): Promise<(bookId: Id, category: Id | null) => AssetRule> => {
  const rows = await tx.query<RuleRow>(
    `with recursive up (leaf, id, depth) as (
       select c.id, c.id, 0 from category c where c.org_id = $1 and c.id = any ($2::bigint[])
       union all
       select u.leaf, c.parent_id, u.depth + 1 from up u join category c on c.org_id = $1 and c.id = u.id where c.parent_id is not null and u.depth < 20)
     select u.leaf, u.depth, r.book_id as "bookId", r.method, r.life_months as "ruleLife", r.residual_rate as "ruleResidual", r.units_total as "unitsTotal",
       c.useful_life_months as life, c.residual_rate as residual
     from up u join category c on c.org_id = $1 and c.id = u.id
     left join depreciation_rule r on r.org_id = $1 and r.cat_id = c.id and r.deleted_at is null
     union all
     select null, 1000, r.book_id, r.method, r.life_months, r.residual_rate, r.units_total, null, null from depreciation_rule r
     where r.org_id = $1 and r.cat_id is null and r.deleted_at is null`,
    [tx.orgId, categories.filter((category) => category !== null)],
  )
  const byLeaf = Map.groupBy(rows, ({ leaf }) => leaf)
  const general = byLeaf.get(null) ?? []
  return (bookId, category) => {
    const ownRows = category === null ? [] : (byLeaf.get(category) ?? []).toSorted((a, b) => a.depth - b.depth)
    const rule = [...ownRows, ...general].find((row) => row.bookId === bookId)
    const life = rule?.ruleLife ?? ownRows.find((row) => row.life !== null)?.life ?? undefined
    const residual = rule?.ruleResidual ?? ownRows.find((row) => row.residual !== null)?.residual ?? '0'
    return {
      method: rule?.method ?? 'straightLine',
      lifeMonths: life,
      residualShare: fenOf(residual),
      unitsTotal: rule?.unitsTotal ?? undefined,
    }
  }
}
