import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { DepreciationMethod, Fen } from '../../domain/books/depreciation.ts'
import { fenOf, yuanOf } from '../../domain/books/fen.ts'
import type { MonthNumber } from '../../domain/books/month.ts'
import type { StandingValue } from '../../domain/books/standingValue.ts'
import type { Tx } from '../db/tx.ts'

/** An asset in a book, locked, with what its value is and where it stands. */
export type StandingAsset = {
  readonly bookId: Id
  readonly assetId: Id
  readonly deptId: Id | null
  readonly catId: Id | null
  /** The month in which the book got to know it. */
  readonly entryMonth: MonthNumber
  readonly value: StandingValue
  /** Of one that left: what it took with it. */
  readonly leftWith: { readonly cost: Fen; readonly impairment: Fen }
}

type StoredSegment = { fromMonth: number; months: number; base: Decimal; untilMonth: number }

type StoredAsset = {
  bookId: Id
  assetId: Id
  method: DepreciationMethod
  lifeMonths: number | null
  residual: Decimal
  unitsTotal: Decimal | null
  unitsFrom: number | null
  cost: Decimal
  impairment: Decimal
  leftCost: Decimal
  leftImpairment: Decimal
  depreciationBefore: Decimal
  monthsBefore: number
  firstMonth: number
  lastMonth: number | null
  entryMonth: number
  deptId: Id | null
  catId: Id | null
  segments: StoredSegment[]
}

const segmentsOfAsset = `coalesce((select jsonb_agg(jsonb_build_object('fromMonth', s.from_month, 'months', s.months, 'base', s.base::text,
    'untilMonth', s.until_month) order by s.from_month)
  from value_segment s where s.org_id = $1 and s.book_id = a.book_id and s.asset_id = a.asset_id), '[]') as segments`

const columnsOfAsset = `a.book_id as "bookId", a.asset_id as "assetId", a.method, a.life_months as "lifeMonths", a.residual, a.units_total as "unitsTotal", a.units_from as "unitsFrom", a.cost, a.impairment,
  a.left_cost as "leftCost", a.left_impairment as "leftImpairment", a.depreciation_before as "depreciationBefore",
  a.months_before as "monthsBefore", a.first_month as "firstMonth", a.last_month as "lastMonth", a.entry_month as "entryMonth", a.dept_id as "deptId", a.cat_id as "catId"`

const standingAsset = (row: StoredAsset): StandingAsset => ({
  bookId: row.bookId,
  assetId: row.assetId,
  deptId: row.deptId,
  catId: row.catId,
  entryMonth: row.entryMonth,
  leftWith: { cost: fenOf(row.leftCost), impairment: fenOf(row.leftImpairment) },
  value: {
    method: row.method,
    lifeMonths: row.lifeMonths ?? undefined,
    cost: fenOf(row.cost),
    impairment: fenOf(row.impairment),
    residual: fenOf(row.residual),
    unitsTotal: row.unitsTotal ?? undefined,
    unitsFrom: row.unitsFrom ?? undefined,
    depreciationBefore: fenOf(row.depreciationBefore),
    monthsBefore: row.monthsBefore,
    firstMonth: row.firstMonth,
    lastMonth: row.lastMonth ?? undefined,
    segments: row.segments.map((segment) => ({ ...segment, base: fenOf(segment.base) })),
  },
})

/** The assets of these ids in all books, locked in one order. */
export const lockStandingValues = async (tx: Tx, assetIds: readonly Id[]): Promise<StandingAsset[]> =>
  (
    await tx.query<StoredAsset>(
      `select ${columnsOfAsset}, ${segmentsOfAsset} from book_asset a where a.org_id = $1 and a.asset_id = any ($2::bigint[])
       order by a.asset_id, a.book_id for update of a`,
      [tx.orgId, assetIds],
    )
  ).map(standingAsset)

/** One asset in all books, as it stands. */
export const readStandingValues = async (tx: Tx, assetId: Id): Promise<StandingAsset[]> =>
  (
    await tx.query<StoredAsset>(
      `select ${columnsOfAsset}, ${segmentsOfAsset} from book_asset a where a.org_id = $1 and a.asset_id = $2 order by a.book_id`,
      [tx.orgId, assetId],
    )
  ).map(standingAsset)

/** Writes values anew: their balance, their terms, and the segments that differ from the stored ones. */
export const writeStandingValues = async (tx: Tx, assets: readonly StandingAsset[]): Promise<void> => {
  if (assets.length === 0) return
  const rows = assets.map(({ bookId, assetId, leftWith, value }) => ({
    bookId,
    assetId,
    method: value.method,
    lifeMonths: value.lifeMonths ?? null,
    residual: yuanOf(value.residual),
    unitsTotal: value.unitsTotal ?? null,
    unitsFrom: value.unitsFrom ?? null,
    cost: yuanOf(value.cost),
    impairment: yuanOf(value.impairment),
    leftCost: yuanOf(leftWith.cost),
    leftImpairment: yuanOf(leftWith.impairment),
    depreciationBefore: yuanOf(value.depreciationBefore),
    monthsBefore: value.monthsBefore,
    firstMonth: value.firstMonth,
    lastMonth: value.lastMonth ?? null,
  }))
  const segments = assets.flatMap(({ bookId, assetId, value }) =>
    value.segments.map((segment) => ({ bookId, assetId, ...segment, base: yuanOf(segment.base) })),
  )
  const keys = [assets.map(({ bookId }) => bookId), assets.map(({ assetId }) => assetId)]
  await Promise.all([
    tx.query(
      `update book_asset a set method = r.method, life_months = r."lifeMonths", residual = r.residual, units_total = r."unitsTotal", units_from = r."unitsFrom", cost = r.cost, impairment = r.impairment,
         left_cost = r."leftCost", left_impairment = r."leftImpairment", depreciation_before = r."depreciationBefore", months_before = r."monthsBefore", first_month = r."firstMonth",
         last_month = r."lastMonth"
       from jsonb_to_recordset($2::jsonb) as r ("bookId" bigint, "assetId" bigint, method text, "lifeMonths" int, residual numeric, "unitsTotal" numeric, "unitsFrom" int, cost numeric,
         impairment numeric, "leftCost" numeric, "leftImpairment" numeric, "depreciationBefore" numeric, "monthsBefore" int, "firstMonth" int, "lastMonth" int)
       where a.org_id = $1 and a.book_id = r."bookId" and a.asset_id = r."assetId"`,
      [tx.orgId, JSON.stringify(rows)],
    ),
    tx.query(
      `delete from value_segment s using unnest($2::bigint[], $3::bigint[]) as k (book_id, asset_id)
       where s.org_id = $1 and s.book_id = k.book_id and s.asset_id = k.asset_id`,
      [tx.orgId, ...keys],
    ),
    tx.query(
      `insert into value_segment (org_id, book_id, asset_id, from_month, months, base, until_month)
       select b.org_id, r."bookId", r."assetId", r."fromMonth", r.months, r.base, r."untilMonth"
       from jsonb_to_recordset($2::jsonb) as r ("bookId" bigint, "assetId" bigint, "fromMonth" int, months int, base numeric, "untilMonth" int)
       join book b on b.org_id = $1 and b.id = r."bookId"`,
      [tx.orgId, JSON.stringify(segments)],
    ),
  ])
}
