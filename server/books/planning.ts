import type { Day } from '../../kernel/day.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { type AssetRule, planFor } from '../../domain/books/assetPlan.ts'
import type { EntryKind } from '../../domain/books/entryKind.ts'
import { fenOf } from '../../domain/books/fen.ts'
import type { MonthNumber } from '../../domain/books/month.ts'
import { standingSegment } from '../../domain/books/standingValue.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import type { Job, PieceWorker } from '../jobs/jobs.ts'
import { type Book, readAssetRules, readBooks, shareBooks } from './books.ts'
import { insertEntries, type ValueEntry } from './entries.ts'
import { monthsSince } from './opening.ts'
import { lockStandingValues, type StandingAsset, writeStandingValues } from './standingAssets.ts'
import { writeTotals } from './totals.ts'

/**
 * Plans assets that came into a book before a rule or a category said how long they live: as if it had been said then. No closed month has charged them,
 * because they stand in the way of a close.
 */
export const planningWorker: PieceWorker = {
  kind: 'book.plan',
  piece: (database: Database, { orgId, body }: Job) => {
    const { actor } = body as { readonly actor: Id }
    return database.inTransaction(orgId, (tx) => planPiece(tx, actor))
  },
}

const assetsOfPart = 1000

/** One part of the planning of all books; answers whether there is more. */
export const planPiece = async (tx: Tx, actor: Id, assetsAtOnce = assetsOfPart): Promise<boolean> => {
  await shareBooks(tx)
  for (const book of await readBooks(tx)) if (book.rules.depreciates && (await planBook(tx, book, { actor, assetsAtOnce }))) return true
  return false
}

/** An asset of a book that has no life there, with its only entry and what was taken over of it. */
type LifelessRow = {
  id: Id
  catId: Id | null
  inServiceOn: Day
  kind: EntryKind
  month: MonthNumber
  depreciation: Decimal
  openingDepreciation: Decimal | null
  impairment: Decimal | null
  monthsDone: number | null
}

const firstKinds = `'opening', 'takeover', 'acquisition'`

/** Assets without a life; those whose value was changed since they came in are left to a document. */
const lifelessAssets = `book_asset b
  join asset a on a.org_id = $1 and a.id = b.asset_id left join model m on m.org_id = $1 and m.id = a.goods_id
  cross join lateral (select coalesce(a.cat_id, m.cat_id) as cat_id) c
  where b.org_id = $1 and b.book_id = $2 and b.life_months is null and b.last_month is null and b.cost > 0 and b.entry_month > $3
    and b.method in ('straightLine', 'doubleDeclining', 'sumOfYears')
    and (select count(*) from value_entry e where e.org_id = $1 and e.book_id = $2 and e.asset_id = b.asset_id and e.kind <> 'depreciation') = 1
    and exists (select from value_entry e where e.org_id = $1 and e.book_id = $2 and e.asset_id = b.asset_id and e.kind <> 'depreciation'
      and e.kind in (${firstKinds}))`

const planBook = async (tx: Tx, book: Book, { actor, assetsAtOnce }: { readonly actor: Id; readonly assetsAtOnce: number }) => {
  const categories = await tx.query<{ catId: Id | null }>(`select distinct c.cat_id as "catId" from ${lifelessAssets}`, [
    tx.orgId,
    book.id,
    book.closedMonth,
  ])
  const categoryIds = categories.map(({ catId }) => catId)
  const ruleOf = await readAssetRules(tx, categoryIds)
  const plannedCategories = categoryIds.filter((catId) => saysLife(ruleOf(book.id, catId)))
  if (plannedCategories.length === 0) return false
  const rows = await tx.query<LifelessRow>(
    `select l.id, l."catId", l."inServiceOn", o.depreciation as "openingDepreciation", o.impairment, o.months_done as "monthsDone", e.kind, e.month, e.depreciation
     from (select b.asset_id as id, a.instance_code as code, c.cat_id as "catId", b.in_service_on as "inServiceOn" from ${lifelessAssets}
       and coalesce(c.cat_id, 0) = any ($4::bigint[]) order by b.asset_id limit $5) l
     join value_entry e on e.org_id = $1 and e.book_id = $2 and e.asset_id = l.id and e.kind <> 'depreciation'
     left join opening o on o.org_id = $1 and o.book_id = $2 and o.asset_code = l.code and o.deleted_at is null`,
    [tx.orgId, book.id, book.closedMonth, plannedCategories.map((catId) => catId ?? '0'), assetsAtOnce],
  )
  const standingAssets = await lockStandingValues(
    tx,
    rows.map(({ id }) => id),
  )
  const standingById = new Map(standingAssets.filter(({ bookId }) => bookId === book.id).map((asset) => [asset.assetId, asset]))
  const plannedAssets = rows.flatMap((row) => {
    const asset = standingById.get(row.id)
    return asset ? [plannedAsset(book, ruleOf(book.id, row.catId), { row, asset })] : []
  })
  const entries = plannedAssets.flatMap(({ entry }) => (entry.depreciation === 0n ? [] : [entry]))
  await writeStandingValues(
    tx,
    plannedAssets.map(({ asset }) => asset),
  )
  await insertEntries(tx, entries, { sourceId: '0', actor, at: tx.now() })
  if (entries.some(({ month }) => month < book.firstMonth)) await writeTotals(tx, book.id, book.firstMonth - 1)
  return plannedAssets.length > 0
}

const saysLife = ({ method, lifeMonths }: AssetRule): boolean =>
  lifeMonths !== undefined || method === 'none' || method === 'immediate' || method === 'unitsOfProduction'

/** An asset with the terms of its rule, and the entry of what was charged before its first month in the book. */
const plannedAsset = (
  book: Book,
  rule: AssetRule,
  { row, asset }: { readonly row: LifelessRow; readonly asset: StandingAsset },
): { readonly asset: StandingAsset; readonly entry: ValueEntry } => {
  const { inServiceOn, openingDepreciation, kind, month } = row
  const { value, entryMonth } = asset
  const takenOver =
    openingDepreciation === null
      ? undefined
      : {
          depreciation: fenOf(openingDepreciation),
          impairment: fenOf(row.impairment ?? '0'),
          monthsDone: row.monthsDone ?? monthsSince(book, inServiceOn, rule),
        }
  const plan = planFor(book.rules, rule, { cost: value.cost, inServiceOn, entryMonth, ...(takenOver && { takenOver }) }, book.lowValueLimit)
  const { method, residual, firstMonth, depreciationBefore, segments } = plan
  return {
    asset: {
      ...asset,
      value: {
        ...value,
        method,
        residual,
        firstMonth,
        depreciationBefore,
        monthsBefore: plan.monthsBefore,
        lifeMonths: rule.lifeMonths,
        unitsTotal: rule.unitsTotal,
        segments: segments.map(standingSegment),
      },
    },
    entry: {
      bookId: book.id,
      assetId: asset.assetId,
      month,
      kind,
      cost: 0n,
      depreciation: plan.openingDepreciation - fenOf(row.depreciation),
      impairment: 0n,
      deptId: asset.deptId,
      catId: asset.catId,
    },
  }
}
