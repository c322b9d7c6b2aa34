import { dayAt } from '../../../kernel/day.ts'
import { toFixed } from '../../../kernel/decimal.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { bookValues, ValueRow } from '../../../domain/books/operations.ts'
import { monthOfText } from '../../../domain/books/month.ts'
import { valueTable } from '../../../domain/books/table.ts'
import type { SignedIn } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { onlyRow } from '../../db/rows.ts'
import { countLimit, pageFor } from '../../page.ts'
import { likeAnywhere } from '../../search/searchText.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import type { Standings } from '../../tables/columnStanding.ts'
import { behindOf, cursorOf, orderOf, plannedFor, type Request, sortedPartOf, sortValues } from '../../tables/order.ts'
import { conditionsOf } from '../../tables/where.ts'

/** Which assets of which book, at the end of which month. */
export type ValueQuery = Request & { readonly bookId: string; readonly month: string }

type Reader = Pick<SignedIn, 'tx'>

/** A page of the values. */
export const listValues = async ({ tx }: Reader, input: ValueQuery): Promise<OutputOf<typeof bookValues>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(valueTable, valueStandings, input)
  const { from, conditions: c } = valueConditions({ tx }, input)
  const counting = [`from ${from} where ${c.texts.join(' and ')}`, [...c.values]] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, 'a.id')})`)
  else if (part.after !== undefined) c.add(`a.id < ${c.place(part.after)}::bigint`)
  const planMode = plannedFor(input)
  const [count, rows] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(`select count(*)::int as n from (select ${counting[0]} limit ${countLimit + 1}) x`, counting[1], planMode),
    ),
    tx.query<ValueRow & { sortedBy: (string | null)[] }>(
      `select ${sortValues(sortOrder)}, a.id, a.instance_name as "assetName", a.instance_code as "assetCode",
         (select k.cat_name from category k where k.org_id = $1 and k.id = b.cat_id) as "catName",
         (select d.dept_name from department d where d.org_id = $1 and d.id = b.dept_id) as "deptName",
         b.in_service_on as "inServiceOn", b.method, b.life_months as "lifeMonths", v.months_charged as "monthsCharged", v.cost, v.charge, v.depreciation,
         v.impairment, v.cost - v.depreciation - v.impairment as net, ${valueStandings.isCharged.sql} as "isCharged"
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, 'a.id')} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const list = rows.map(({ sortedBy: _sortedBy, ...row }) => ({
    ...row,
    cost: toFixed(row.cost, 2),
    charge: toFixed(row.charge, 2),
    depreciation: toFixed(row.depreciation, 2),
    impairment: toFixed(row.impairment, 2),
    net: toFixed(row.net, 2),
  }))
  const place = (index: number) => {
    const row = rows[index]
    if (!row) return undefined
    return sortOrder.length === 0 ? row.id : cursorOf(valueTable, sortOrder, { values: row.sortedBy, id: row.id })
  }
  return pageFor(part, list, count.n, { place })
}

/**
 * The assets `a` of a book `b` with what they are worth at the end of a month: the sum of their entries but the runs, and what the runs charge by
 * the plan from the month on in which the book got to know them.
 */
export const valueConditions = ({ tx }: Reader, input: ValueQuery): { readonly from: string; readonly conditions: Conditions } => {
  const c = new Conditions(tx.orgId)
  const book = `${c.place(input.bookId)}::bigint`
  const month = `${c.place(monthOfText(input.month))}::int`
  const until = `least(${month}, b.last_month)`
  const chargedUntil = (last: string) => `charged_in(s.base, s.months, least(${last}, s.until_month) - s.from_month + 1)`
  const from = `book_asset b join asset a on a.org_id = $1 and a.id = b.asset_id
    cross join lateral (select sum(e.cost) as cost, sum(e.depreciation) as depreciation, sum(e.impairment) as impairment from value_entry e
      where e.org_id = $1 and e.book_id = b.book_id and e.asset_id = b.asset_id and e.month <= ${month} and e.kind <> 'depreciation'
        and e.kind not in ('undone', 'transferOut', 'transferIn')) e
    cross join lateral (select coalesce(sum(${chargedUntil(until)} - ${chargedUntil(`least(b.entry_month - 1, ${until})`)}), 0) as charged,
        coalesce(sum(${chargedUntil(until)} - ${chargedUntil(`least(${month} - 1, b.last_month)`)}), 0) as charge
      from value_segment s where s.org_id = $1 and s.book_id = b.book_id and s.asset_id = b.asset_id) s
    cross join lateral (select coalesce(e.cost, 0) as cost, coalesce(e.depreciation, 0) + s.charged as depreciation, coalesce(e.impairment, 0) as impairment,
        s.charge, b.months_before + greatest(0, ${until} - b.first_month + 1) as months_charged) v`
  // What left in the month is still charged by some regimes: without it the charges are less than the voucher of the month.
  c.add(`b.org_id = $1 and b.book_id = ${book} and (v.cost <> 0 or v.charge <> 0 and b.entry_month <= ${month})`)
  for (const text of conditionsOf(c, valueTable, valueStandings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  if (input.likeQuery?.trim()) c.add(`split_part(a.search, chr(1), 1) like ${c.place(likeAnywhere(input.likeQuery))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, 'a.id'))
  return { from, conditions: c }
}

/** Where the columns of the values stand. */
export const valueStandings = {
  assetName: { sql: 'a.instance_name' },
  assetCode: { sql: 'a.instance_code' },
  inServiceOn: { sql: 'b.in_service_on' },
  method: { sql: 'b.method' },
  lifeMonths: { sql: 'b.life_months' },
  monthsCharged: { sql: 'v.months_charged' },
  cost: { sql: 'v.cost' },
  charge: { sql: 'v.charge' },
  depreciation: { sql: 'v.depreciation' },
  impairment: { sql: 'v.impairment' },
  net: { sql: '(v.cost - v.depreciation - v.impairment)' },
  isCharged: { sql: `(b.method <> 'none' and v.cost <> 0 and v.cost - v.depreciation - v.impairment <= b.residual)` },
  catId: { sql: 'b.cat_id', tree: 'category' },
  deptId: { sql: 'b.dept_id', tree: 'department' },
} satisfies Standings
