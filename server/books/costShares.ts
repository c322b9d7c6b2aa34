import { add, type Decimal, toFixed } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { fenOf, yuanOf } from '../../domain/books/fen.ts'
import { type MonthNumber, monthOfText, requireSpan } from '../../domain/books/month.ts'
import type { bookAllocations, AllocationRow } from '../../domain/books/operations.ts'
import { divideByShares } from '../../domain/books/shares.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'

type StoredShare = { deptId: Id | null; costObject: string | null; share: Decimal }
type SharedEntry = { assetId: Id; depreciation: Decimal; deptId: Id | null; catId: Id | null; shares: StoredShare[] }
type RunOfMonth = { readonly id: Id; readonly bookId: Id; readonly month: MonthNumber }

/** Divides what the run of a month charged of assets with shares; the month keeps that whatever becomes of the shares. */
export const writeShares = async (tx: Tx, { id, bookId, month }: RunOfMonth): Promise<void> => {
  await dropShares(tx, bookId, month)
  const entries = await tx.query<SharedEntry>(
    `select e.asset_id as "assetId", e.depreciation, e.dept_id as "deptId", e.cat_id as "catId", s.shares
     from (select a.id, jsonb_agg(jsonb_build_object('deptId', c.dept_id::text, 'costObject', c.cost_object, 'share', c.share::text) order by c.id) as shares
       from cost_share c join asset a on a.org_id = $1 and a.instance_code = c.asset_code where c.org_id = $1 and c.deleted_at is null group by a.id) s
     join value_entry e on e.org_id = $1 and e.book_id = $2 and e.month = $3 and e.asset_id = s.id and e.kind = 'depreciation' and e.source_id = $4`,
    [tx.orgId, bookId, month, id],
  )
  const rows = entries.flatMap(({ assetId, catId, deptId, depreciation, shares }) =>
    divideByShares(
      fenOf(depreciation),
      shares.map((share) => ({ ...share, deptId: share.deptId ?? deptId, share: fenOf(share.share) })),
      { deptId, costObject: null },
    ).map(({ amount, ...bearer }, no) => ({ ...bearer, assetId, catId, fromDeptId: deptId, no, amount: yuanOf(amount) })),
  )
  if (rows.length === 0) return
  await tx.query(
    `insert into value_share (org_id, book_id, month, asset_id, no, from_dept_id, cat_id, dept_id, cost_object, amount)
     select b.org_id, b.id, $3, r."assetId", r.no, r."fromDeptId", r."catId", r."deptId", r."costObject", r.amount
     from jsonb_to_recordset($4::jsonb) as r ("assetId" bigint, no int, "fromDeptId" bigint, "catId" bigint, "deptId" bigint, "costObject" text, amount numeric)
     join book b on b.org_id = $1 and b.id = $2`,
    [tx.orgId, bookId, month, JSON.stringify(rows)],
  )
}

export const dropShares = async (tx: Tx, bookId: Id, month: MonthNumber): Promise<void> => {
  await tx.query('delete from value_share where org_id = $1 and book_id = $2 and month = $3', [tx.orgId, bookId, month])
}

type StoredAllocation = {
  deptId: Id | null
  deptName: string | null
  catId: Id | null
  catName: string | null
  costObject: string | null
  amount: Decimal
}

/** Who bears the depreciation of closed months: departments, categories and cost objects, together what was charged. */
export const readAllocations = async (
  { tx }: Pick<SignedIn, 'tx'>,
  { bookId, from, to }: ParsedInput<typeof bookAllocations>,
): Promise<OutputOf<typeof bookAllocations>> => {
  requireSpan(from, to)
  const rows = await tx.query<StoredAllocation>(
    `select r.dept_id as "deptId", d.dept_name as "deptName", r.cat_id as "catId", c.cat_name as "catName", r.cost_object as "costObject", sum(r.amount) as amount
     from (
       select dept_id, cat_id, null as cost_object, depreciation as amount from value_total
       where org_id = $1 and book_id = $2 and month >= $3 and month <= $4 and kind = 'depreciation'
       union all select from_dept_id, cat_id, null, -amount from value_share where org_id = $1 and book_id = $2 and month >= $3 and month <= $4
       union all select dept_id, cat_id, cost_object, amount from value_share where org_id = $1 and book_id = $2 and month >= $3 and month <= $4) r
     left join department d on d.org_id = $1 and d.id = r.dept_id left join category c on c.org_id = $1 and c.id = r.cat_id
     group by 1, 2, 3, 4, 5 having sum(r.amount) <> 0 order by d.dept_name, r.cost_object nulls first, c.cat_name`,
    [tx.orgId, bookId, monthOfText(from), monthOfText(to)],
  )
  const list = rows.map((row): AllocationRow => ({ ...row, amount: toFixed(row.amount, 2) }))
  return {
    list,
    total: toFixed(
      list.reduce((sum, { amount }) => add(sum, amount), '0'),
      2,
    ),
  }
}
