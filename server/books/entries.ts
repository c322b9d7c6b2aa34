import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { AssetPlan } from '../../domain/books/assetPlan.ts'
import type { DepreciationMethod, Fen, ValueSegment } from '../../domain/books/depreciation.ts'
import { yuanOf } from '../../domain/books/fen.ts'
import type { MonthNumber } from '../../domain/books/month.ts'
import type { EntryKind } from '../../domain/books/entryKind.ts'
import type { Tx } from '../db/tx.ts'

/** What of an asset became more or less, in a month of a book. */
export type ValueEntry = {
  readonly bookId: Id
  readonly assetId: Id
  readonly month: MonthNumber
  readonly kind: EntryKind
  readonly cost: Fen
  readonly depreciation: Fen
  readonly impairment: Fen
  readonly deptId: Id | null
  readonly catId: Id | null
}

/** Where entries come from: the document or the run, who caused it, when; `sourceId` is '0' for what was typed on a card. */
export type EntrySource = { readonly sourceId: Id; readonly actor: Id; readonly at: number }

/** An asset as it comes into a book. */
export type BookAsset = {
  readonly bookId: Id
  readonly assetId: Id
  readonly inServiceOn: Day
  readonly lifeMonths: number | undefined
  readonly unitsTotal: string | undefined
  readonly cost: Fen
  readonly impairment: Fen
  readonly plan: AssetPlan
  readonly entryMonth: MonthNumber
  readonly deptId: Id | null
  readonly catId: Id | null
}

export const insertBookAssets = async (tx: Tx, assets: readonly BookAsset[]): Promise<void> => {
  if (assets.length === 0) return
  const rows = assets.map(({ plan, cost, impairment, lifeMonths, unitsTotal, ...asset }) => ({
    ...asset,
    method: plan.method satisfies DepreciationMethod,
    lifeMonths: lifeMonths ?? null,
    unitsTotal: unitsTotal ?? null,
    residual: yuanOf(plan.residual),
    cost: yuanOf(cost),
    impairment: yuanOf(impairment),
    depreciationBefore: yuanOf(plan.depreciationBefore),
    monthsBefore: plan.monthsBefore,
    firstMonth: plan.firstMonth,
  }))
  await Promise.all([
    tx.query(
      `insert into book_asset (org_id, book_id, asset_id, in_service_on, method, life_months, units_total, residual, cost, impairment, depreciation_before,
         months_before, first_month, entry_month, dept_id, cat_id)
       select b.org_id, r."bookId", r."assetId", r."inServiceOn", r.method, r."lifeMonths", r."unitsTotal", r.residual, r.cost, r.impairment, r."depreciationBefore",
         r."monthsBefore", r."firstMonth", r."entryMonth", r."deptId", r."catId"
       from jsonb_to_recordset($2::jsonb) as r ("bookId" bigint, "assetId" bigint, "inServiceOn" date, method text, "lifeMonths" int, "unitsTotal" numeric, residual numeric,
         cost numeric, impairment numeric, "depreciationBefore" numeric, "monthsBefore" int, "firstMonth" int, "entryMonth" int, "deptId" bigint, "catId" bigint)
       join book b on b.org_id = $1 and b.id = r."bookId"`,
      [tx.orgId, JSON.stringify(rows)],
    ),
    insertSegments(
      tx,
      assets.flatMap(({ bookId, assetId, plan }) => plan.segments.map((segment) => ({ bookId, assetId, ...segment }))),
    ),
  ])
}

export type AssetSegment = ValueSegment & { readonly bookId: Id; readonly assetId: Id }

export const insertSegments = async (tx: Tx, segments: readonly AssetSegment[]): Promise<void> => {
  if (segments.length === 0) return
  await tx.query(
    `insert into value_segment (org_id, book_id, asset_id, from_month, months, base, until_month)
     select b.org_id, r."bookId", r."assetId", r."fromMonth", r.months, r.base, r."fromMonth" + r.months - 1
     from jsonb_to_recordset($2::jsonb) as r ("bookId" bigint, "assetId" bigint, "fromMonth" int, months int, base numeric)
     join book b on b.org_id = $1 and b.id = r."bookId"`,
    [tx.orgId, JSON.stringify(segments.map((segment) => ({ ...segment, base: yuanOf(segment.base) })))],
  )
}

/** Adds entries; what one source does to an asset in one way more than once is numbered. */
export const insertEntries = async (tx: Tx, entries: readonly ValueEntry[], { sourceId, actor, at }: EntrySource): Promise<void> => {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({
    ...entry,
    cost: yuanOf(entry.cost),
    depreciation: yuanOf(entry.depreciation),
    impairment: yuanOf(entry.impairment),
  }))
  await tx.query(
    `insert into value_entry (org_id, book_id, month, asset_id, kind, source_id, no, cost, depreciation, impairment, dept_id, cat_id, actor_uid, at)
     select b.org_id, r."bookId", r.month, r."assetId", r.kind, $3,
       (select count(*) from value_entry e where e.org_id = $1 and e.book_id = r."bookId" and e.month = r.month and e.asset_id = r."assetId"
          and e.kind = r.kind and e.source_id = $3),
       r.cost, r.depreciation, r.impairment, r."deptId", r."catId", $4, $5
     from jsonb_to_recordset($2::jsonb) as r ("bookId" bigint, "assetId" bigint, month int, kind text, cost numeric, depreciation numeric,
       impairment numeric, "deptId" bigint, "catId" bigint)
     join book b on b.org_id = $1 and b.id = r."bookId"`,
    [tx.orgId, JSON.stringify(rows), sourceId, actor, new Date(at).toISOString()],
  )
}
