import { dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { stockEntryMoneyKeys, stockEntryTable } from '../../domain/stockBook/entryTable.ts'
import type { stockEntries, StockEntryRow } from '../../domain/stockBook/operations.ts'
import { hidesMoney } from '../access/hidden.ts'
import { requireQuerying } from '../access/scope.ts'
import type { Session, SignedIn } from '../call.ts'
import { Conditions, limitOf } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { countLimit, pageFor } from '../page.ts'
import { likePattern } from '../search/searchText.ts'
import { chosenText } from '../tables/chosenRows.ts'
import { requireColumns } from '../tables/open.ts'
import { behindOf, cursorAt, orderOf, plannedFor, type Request, type SortedBy, sortedPartOf, sortValues } from '../tables/order.ts'
import { conditionsOf } from '../tables/where.ts'
import { isStockEntry, placeOf, stockEntryId, stockEntryNames, stockEntryRows, stockEntryStandings } from './entryRows.ts'

type Reader = Pick<SignedIn, 'tx' | 'session'>

/** The columns of the entries that none of a reader's roles shows. */
export const hiddenInEntries = (session: Session): readonly string[] => (hidesMoney(session) ? stockEntryMoneyKeys : [])

/** The entries that a person asks for, inside the places that he keeps. */
export const entriesAsked = (tx: Tx, session: Session, input: Request): { readonly from: string; readonly conditions: Conditions } => {
  requireQuerying(session)
  requireColumns(stockEntryTable, (key) => !hiddenInEntries(session).includes(key), input, [])
  const c = new Conditions(tx.orgId)
  c.add(isStockEntry)
  if (session.locations !== 'all') c.add(`${placeOf('s.account')} = any (${c.place(session.locations)}::bigint[])`)
  for (const text of conditionsOf(c, stockEntryTable, stockEntryStandings, { where: input.where ?? [], today: dayAt(tx.now()) }))
    c.add(text)
  if (input.likeQuery?.trim()) {
    const pattern = c.place(likePattern(input.likeQuery))
    c.add(`(g.search like ${pattern} or lower(d.code) like ${pattern})`)
  }
  if (input.chosen) c.add(chosenText(c, input.chosen, stockEntryId))
  return { from: `${stockEntryRows} ${stockEntryNames}`, conditions: c }
}

/** The newest day first, and of a day what was posted last. */
const usualOrder: readonly SortedBy[] = [
  { key: 'movedOn', sql: 'm.business_date', descending: true, type: 'date', filled: true },
  { key: 'number', sql: 'm.seq', descending: true, type: 'bigint', filled: true },
]

/** A page of the entries. */
export const listEntries = async ({ tx, session }: Reader, input: Request): Promise<OutputOf<typeof stockEntries>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(stockEntryTable, stockEntryStandings, input, { finalOrder: usualOrder })
  const { from, conditions: c } = entriesAsked(tx, session, input)
  const counting = [`from ${from} where ${c.texts.join(' and ')}`, [...c.values]] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, stockEntryId)})`)
  const planMode = plannedFor(input)
  const at = stockEntryStandings
  const [countRow, rows] = await Promise.all([
    onlyRow(
      tx.query<{ n: number }>(`select count(*)::int as n from (select ${counting[0]} limit ${countLimit + 1}) x`, counting[1], planMode),
    ),
    tx.query<StockEntryRow & { sortedBy: (string | null)[]; id: Id }>(
      `select ${sortValues(sortOrder)}, ${stockEntryId}::text as id, g.id as "goodsId", g.goods_name as "goodsName", g.goods_code as "goodsCode",
         g.spec, g.unit, m.business_date as "movedOn", k.kind, l.loc_name as "locName", ${at.standing.sql} as standing,
         ${at.inQuantity.sql} as "inQuantity", ${at.inAmount.sql} as "inAmount", ${at.outQuantity.sql} as "outQuantity",
         ${at.outAmount.sql} as "outAmount", case s.sign when 1 then m.to_after else m.from_after end as "afterQuantity",
         ${at.netQuantity.sql} as "netQuantity", ${at.netAmount.sql} as "netAmount", d.id as "documentId", d.kind as "documentKind",
         d.code as "documentCode", (select w.dept_name from department w where w.org_id = $1 and w.id = ${at.deptId.sql}) as "deptName",
         (select u.user_name from person u where u.org_id = $1 and u.id = m.actor_uid) as "actorName"
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, stockEntryId)} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const noMoney = Object.fromEntries(hiddenInEntries(session).map((key) => [key, null]))
  const list = rows.map(({ sortedBy: _, ...row }) => ({ ...row, ...noMoney }))
  return pageFor(part, list, countRow.n, { place: cursorAt(stockEntryTable, sortOrder, rows) })
}
