import { dayAt } from '../../../kernel/day.ts'
import { type Decimal, toFixed } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import { disposalTable } from '../../../domain/books/disposalTable.ts'
import { monthOfText, monthText } from '../../../domain/books/month.ts'
import type { bookDisposals, DisposalRow } from '../../../domain/books/operations.ts'
import { gsHandleOrder } from '../../../domain/documents/asset/handle.ts'
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

/** Which disposals of which book, from one month to another. */
export type DisposalQuery = Request & { readonly bookId: string; readonly fromMonth: string; readonly toMonth: string }

type Reader = Pick<SignedIn, 'tx'>

/** An entry by which an asset left a book for good or came back, with the document that says what it brought; a way back has the other sign. */
export const disposalRows = `value_entry e
  left join document d on d.org_id = $1 and d.id = e.source_id
  left join document_line l on l.org_id = $1 and l.document_id = d.id and l.item_id = e.asset_id and d.kind = '${gsHandleOrder.kind}'
  cross join lateral (select case e.kind when 'return' then -1 else 1 end as sign) s
  cross join lateral (select -e.cost as cost, -e.depreciation as depreciation, -e.impairment as impairment, e.depreciation + e.impairment - e.cost as net,
      s.sign * coalesce((l.data ->> 'proceeds')::numeric, 0) as proceeds, s.sign * coalesce((l.data ->> 'saleCost')::numeric, 0) as sale_cost,
      coalesce(case when d.kind = '${gsHandleOrder.kind}' then d.header ->> 'method' end, case when e.kind = 'return' then 'back' else 'missing' end) as method) v`

/** Of all entries those. */
export const isDisposal = `e.kind in ('disposal', 'return')`

/** Where the columns of the disposals stand. */
export const disposalStandings = {
  assetName: { sql: 'a.instance_name' },
  assetCode: { sql: 'a.instance_code' },
  method: { sql: 'v.method' },
  month: { sql: `(e.month / 12 || '-' || lpad((e.month % 12 + 1)::text, 2, '0'))` },
  documentCode: { sql: 'd.code' },
  cost: { sql: 'v.cost' },
  depreciation: { sql: 'v.depreciation' },
  impairment: { sql: 'v.impairment' },
  net: { sql: 'v.net' },
  proceeds: { sql: 'v.proceeds' },
  saleCost: { sql: 'v.sale_cost' },
  gain: { sql: '(v.proceeds - v.sale_cost - v.net)' },
  catId: { sql: 'e.cat_id', tree: 'category' },
  deptId: { sql: 'e.dept_id', tree: 'department' },
} satisfies Standings

/** The disposals that are asked for. */
export const disposalConditions = ({ tx }: Reader, input: DisposalQuery): { readonly from: string; readonly conditions: Conditions } => {
  const c = new Conditions(tx.orgId)
  c.add(`e.org_id = $1 and e.book_id = ${c.place(input.bookId)}::bigint and ${isDisposal}`)
  c.add(`e.month between ${c.place(monthOfText(input.fromMonth))}::int and ${c.place(monthOfText(input.toMonth))}::int`)
  for (const text of conditionsOf(c, disposalTable, disposalStandings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  if (input.likeQuery?.trim()) c.add(`split_part(a.search, chr(1), 1) like ${c.place(likeAnywhere(input.likeQuery))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, 'e.number'))
  return { from: `${disposalRows} join asset a on a.org_id = $1 and a.id = e.asset_id`, conditions: c }
}

type StoredRow = Omit<DisposalRow, 'month' | Amount> & Record<Amount, Decimal> & { month: number; sortedBy: (string | null)[]; id: Id }
const amounts = ['cost', 'depreciation', 'impairment', 'net', 'proceeds', 'saleCost', 'gain'] as const
type Amount = (typeof amounts)[number]

/** A page of the disposals. */
export const listDisposals = async ({ tx }: Reader, input: DisposalQuery): Promise<OutputOf<typeof bookDisposals>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(disposalTable, disposalStandings, input)
  const { from, conditions: c } = disposalConditions({ tx }, input)
  const countParts = [`from ${from} where ${c.texts.join(' and ')}`, [...c.values]] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, 'e.number')})`)
  else if (part.after !== undefined) c.add(`e.number < ${c.place(part.after)}::bigint`)
  const planMode = plannedFor(input)
  const [count, rows] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select ${countParts[0]} limit ${countLimit + 1}) x`,
        countParts[1],
        planMode,
      ),
    ),
    tx.query<StoredRow>(
      `select ${sortValues(sortOrder)}, e.number::text as id, a.id as "assetId", a.instance_name as "assetName", a.instance_code as "assetCode",
         (select k.cat_name from category k where k.org_id = $1 and k.id = e.cat_id) as "catName",
         (select w.dept_name from department w where w.org_id = $1 and w.id = e.dept_id) as "deptName",
         v.method, e.month, d.code as "documentCode", v.cost, v.depreciation, v.impairment, v.net, v.proceeds, v.sale_cost as "saleCost",
         ${disposalStandings.gain.sql} as gain
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, 'e.number')} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const list = rows.map(({ sortedBy: _sortedBy, month, ...row }) => ({
    ...row,
    month: monthText(month),
    ...yuanIn(row),
  }))
  const place = (index: number) => {
    const row = rows[index]
    if (!row) return undefined
    return sortOrder.length === 0 ? row.id : cursorOf(disposalTable, sortOrder, { values: row.sortedBy, id: row.id })
  }
  return pageFor(part, list, count.n, { place })
}

const yuanIn = (row: Record<Amount, Decimal>): Record<Amount, string> => ({
  cost: toFixed(row.cost, 2),
  depreciation: toFixed(row.depreciation, 2),
  impairment: toFixed(row.impairment, 2),
  net: toFixed(row.net, 2),
  proceeds: toFixed(row.proceeds, 2),
  saleCost: toFixed(row.saleCost, 2),
  gain: toFixed(row.gain, 2),
})
