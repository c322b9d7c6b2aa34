import { dayAt } from '../../../kernel/day.ts'
import { type Decimal, toFixed } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import { allocationTable } from '../../../domain/books/allocationTable.ts'
import type { AllocationLine, bookAllocationLines } from '../../../domain/books/operations.ts'
import { monthOfText } from '../../../domain/books/month.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { SignedIn } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { onlyRow } from '../../db/rows.ts'
import { countLimit, pageFor } from '../../page.ts'
import { likeAnywhere } from '../../search/searchText.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import type { Standings } from '../../tables/columnStanding.ts'
import { behindOf, cursorOf, orderOf, plannedFor, type Request, sortedPartOf, sortValues } from '../../tables/order.ts'
import { conditionsOf } from '../../tables/where.ts'

/** Which shares of the depreciation of which book, from one closed month to another. */
export type AllocationQuery = Request & { readonly bookId: string; readonly fromMonth: string; readonly toMonth: string }

type Reader = Pick<SignedIn, 'tx'>

/** A row for each charge of an asset, or for each share that the charge was divided into. */
const allocationRows = `value_entry e join book b on b.org_id = $1 and b.id = e.book_id join asset a on a.org_id = $1 and a.id = e.asset_id
  left join value_share s on s.org_id = $1 and s.book_id = e.book_id and s.month = e.month and s.asset_id = e.asset_id
  cross join lateral (select case when s.asset_id is null then e.dept_id else s.dept_id end as dept_id, s.cost_object,
      coalesce(s.amount, e.depreciation) as amount) v`

/** The number of an entry with the number of the share behind it: unique, and in the order of the entries. */
export const allocationId = `(e.number * 100000 + coalesce(s.no, 0))`

/** Where the columns of the shares stand. */
export const allocationStandings = {
  assetName: { sql: 'a.instance_name' },
  assetCode: { sql: 'a.instance_code' },
  monthOn: { sql: 'first_day_of(e.month)' },
  costObject: { sql: 'v.cost_object' },
  amount: { sql: 'v.amount' },
  assetId: { sql: 'e.asset_id' },
  catId: { sql: 'e.cat_id', tree: 'category' },
  deptId: { sql: 'v.dept_id', tree: 'department' },
} as const satisfies Standings

/** The shares that are asked for: of closed months, as the report that adds them up has them. */
export const allocationConditions = (
  { tx }: Reader,
  input: AllocationQuery,
): { readonly from: string; readonly conditions: Conditions } => {
  const c = new Conditions(tx.orgId)
  c.add(`e.org_id = $1 and e.book_id = ${c.place(input.bookId)}::bigint and e.kind = 'depreciation'`)
  c.add(
    `e.month between ${c.place(monthOfText(input.fromMonth))}::int and least(${c.place(monthOfText(input.toMonth))}::int, b.closed_month)`,
  )
  c.add(`exists (select from book_period p where p.org_id = $1 and p.id = e.source_id and p.state in ('closed', 'undoing'))`)
  for (const text of conditionsOf(c, allocationTable, allocationStandings, { where: input.where ?? [], today: dayAt(tx.now()) }))
    c.add(text)
  if (input.likeQuery?.trim()) c.add(`split_part(a.search, chr(1), 1) like ${c.place(likeAnywhere(input.likeQuery))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, allocationId))
  return { from: allocationRows, conditions: c }
}

type StoredLine = Omit<AllocationLine, 'amount'> & { amount: Decimal; sortedBy: (string | null)[]; id: Id }

/** A page of the shares. */
export const listAllocationLines = async ({ tx }: Reader, input: AllocationQuery): Promise<OutputOf<typeof bookAllocationLines>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(allocationTable, allocationStandings, input)
  const { from, conditions: c } = allocationConditions({ tx }, input)
  const counting = [
    `select count(*)::int as n from (select from ${from} where ${c.texts.join(' and ')} limit ${countLimit + 1}) x`,
    [...c.values],
  ] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, allocationId)})`)
  else if (part.after !== undefined) c.add(`${allocationId} < ${c.place(part.after)}::bigint`)
  const planMode = plannedFor(input)
  const [countRow, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(...counting, planMode)),
    tx.query<StoredLine>(
      `select ${sortValues(sortOrder)}, ${allocationId}::text as id, a.id as "assetId", a.instance_name as "assetName", a.instance_code as "assetCode",
         first_day_of(e.month) as "monthOn", v.cost_object as "costObject", v.amount,
         (select k.cat_name from category k where k.org_id = $1 and k.id = e.cat_id) as "catName",
         (select w.dept_name from department w where w.org_id = $1 and w.id = v.dept_id) as "deptName"
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, allocationId)} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const list = rows.map(({ sortedBy: _, amount, ...row }) => ({ ...row, amount: toFixed(amount, 2) }))
  const place = (index: number) => {
    const row = rows[index]
    if (!row) return undefined
    return sortOrder.length === 0 ? row.id : cursorOf(allocationTable, sortOrder, { values: row.sortedBy, id: row.id })
  }
  return pageFor(part, list, countRow.n, { place })
}
