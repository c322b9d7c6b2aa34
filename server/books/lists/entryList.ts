import { dayAt } from '../../../kernel/day.ts'
import { toFixed } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import { valueEntryTable } from '../../../domain/books/entryTable.ts'
import type { bookEntries, ValueEntryRow } from '../../../domain/books/operations.ts'
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
import { isOfStandingRun } from '../totals.ts'

/** Which entries of which book. */
export type EntryQuery = Request & { readonly bookId: string }

type Reader = Pick<SignedIn, 'tx'>

/** Where the columns of the entries stand. */
export const valueEntryStandings = {
  assetName: { sql: 'a.instance_name' },
  assetCode: { sql: 'a.instance_code' },
  monthOn: { sql: 'first_day_of(e.month)' },
  kind: { sql: 'e.kind' },
  cost: { sql: 'e.cost' },
  depreciation: { sql: 'e.depreciation' },
  impairment: { sql: 'e.impairment' },
  net: { sql: '(e.cost - e.depreciation - e.impairment)' },
  documentCode: { sql: 'd.code' },
  isTakenBack: { sql: `(not ${isOfStandingRun})` },
  assetId: { sql: 'e.asset_id' },
  catId: { sql: 'e.cat_id', tree: 'category' },
  deptId: { sql: 'e.dept_id', tree: 'department' },
  actorUid: { sql: 'e.actor_uid' },
} as const satisfies Standings

/** The entries that are asked for. */
export const entryConditions = ({ tx }: Reader, input: EntryQuery): { readonly from: string; readonly conditions: Conditions } => {
  const c = new Conditions(tx.orgId)
  c.add(`e.org_id = $1 and e.book_id = ${c.place(input.bookId)}::bigint`)
  for (const text of conditionsOf(c, valueEntryTable, valueEntryStandings, { where: input.where ?? [], today: dayAt(tx.now()) }))
    c.add(text)
  if (input.likeQuery?.trim()) c.add(`split_part(a.search, chr(1), 1) like ${c.place(likeAnywhere(input.likeQuery))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, 'e.number'))
  return {
    from: 'value_entry e join asset a on a.org_id = $1 and a.id = e.asset_id left join document d on d.org_id = $1 and d.id = e.source_id',
    conditions: c,
  }
}

/** A page of the entries. */
export const listEntriesOfBook = async ({ tx }: Reader, input: EntryQuery): Promise<OutputOf<typeof bookEntries>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(valueEntryTable, valueEntryStandings, input)
  const { from, conditions: c } = entryConditions({ tx }, input)
  const counting = [
    `select count(*)::int as n from (select from ${from} where ${c.texts.join(' and ')} limit ${countLimit + 1}) x`,
    [...c.values],
  ] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, 'e.number')})`)
  else if (part.after !== undefined) c.add(`e.number < ${c.place(part.after)}::bigint`)
  const planMode = plannedFor(input)
  const [countRow, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(...counting, planMode)),
    tx.query<ValueEntryRow & { sortedBy: (string | null)[]; id: Id }>(
      `select ${sortValues(sortOrder)}, e.number::text as id, a.id as "assetId", a.instance_name as "assetName", a.instance_code as "assetCode",
         first_day_of(e.month) as "monthOn", e.kind, e.cost, e.depreciation, e.impairment, ${valueEntryStandings.net.sql} as net,
         (select k.cat_name from category k where k.org_id = $1 and k.id = e.cat_id) as "catName",
         (select w.dept_name from department w where w.org_id = $1 and w.id = e.dept_id) as "deptName",
         d.id as "documentId", d.kind as "documentKind", d.code as "documentCode", ${valueEntryStandings.isTakenBack.sql} as "isTakenBack",
         (select p.user_name from person p where p.org_id = $1 and p.id = e.actor_uid) as "actorName"
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, 'e.number')} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const list = rows.map(({ sortedBy: _, cost, depreciation, impairment, net, ...row }) => ({
    ...row,
    cost: toFixed(cost, 2),
    depreciation: toFixed(depreciation, 2),
    impairment: toFixed(impairment, 2),
    net: toFixed(net, 2),
  }))
  const place = (index: number) => {
    const row = rows[index]
    if (!row) return undefined
    return sortOrder.length === 0 ? row.id : cursorOf(valueEntryTable, sortOrder, { values: row.sortedBy, id: row.id })
  }
  return pageFor(part, list, countRow.n, { place })
}
