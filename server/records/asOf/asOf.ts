import { type Day, dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { type AccountKind, accountKinds } from '../../../domain/ledger/ledger.ts'
import type { AsOfRow, assetsAsOf } from '../../../domain/records/asOf/asOfOperations.ts'
import { asOfTable } from '../../../domain/records/asOf/asOfTable.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { hiddenKeys } from '../../access/hidden.ts'
import { assetScopeOf } from '../../access/scope.ts'
import type { Session, SignedIn } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { dayEnd } from '../../db/days.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { countLimit, pageFor } from '../../page.ts'
import { likePattern } from '../../search/searchText.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import type { Standings } from '../../tables/columnStanding.ts'
import { requireColumns } from '../../tables/open.ts'
import { behindOf, cursorOf, orderOf, plannedFor, type Request, sortedPartOf, sortValues } from '../../tables/order.ts'
import { conditionsOf } from '../../tables/where.ts'
import { inScopeOf } from '../assetList.ts'

export type AsOfQuery = Request & { readonly day: Day }

/** SQL: the state of an asset in an account. */
const stateSql = `case split_part(t.account, ':', 1) ${Object.entries(accountKinds)
  .map(([kind, { assetState }]) => `when '${kind}' then '${assetState}'`)
  .join(' ')} else 'gone' end`

/** SQL: the person or the place that an account names, where it is of one of these kinds. */
export const refIn = (account: string, ...kinds: readonly AccountKind[]): string =>
  `case when split_part(${account}, ':', 1) in (${kinds.map((kind) => `'${kind}'`).join(', ')}) then nullif(split_part(${account}, ':', 2), '')::bigint end`

/**
 * Assets `a` as they stood, `t`: what their histories say of since is undone, so that of each field the first change behind the day says what was
 * there before.
 */
const asOfFrom = `asset a left join undone u on u.asset_id = a.id
  cross join lateral (select
    case when u.was ? 'account' then u.was ->> 'account' else a.account end as account,
    case when u.was ? 'locId' then nullif(u.was ->> 'locId', '')::bigint else a.loc_id end as card_loc,
    case when u.was ? 'deptId' then nullif(u.was ->> 'deptId', '')::bigint else a.dept_id end as dept_id,
    case when u.was ? 'value' then nullif(u.was ->> 'value', '')::numeric else a.value end as value) t
  left join model w on w.org_id = $1 and w.id = a.goods_id`

const undoneSince = (day: string): string => `with undone as materialized (
    select x.asset_id, jsonb_object_agg(x.key, x.was) as was from (
      select distinct on (e.asset_id, k.key) e.asset_id, k.key, k.value -> 0 as was
      from asset_event e cross join lateral jsonb_each(e.changes) k
      where e.org_id = $1 and e.at >= ${dayEnd(day)} and k.key in ('account', 'locId', 'deptId', 'value')
      order by e.asset_id, k.key, e.seq) x group by 1)`

/** Where the columns of the register as of a day stand. */
export const asOfStandings = {
  instanceName: { sql: 'a.instance_name' },
  instanceCode: { sql: 'a.instance_code' },
  state: { sql: stateSql },
  value: { sql: 't.value' },
  boughtOn: { sql: 'a.bought_on' },
  assetId: { sql: 'a.id' },
  goodsId: { sql: 'a.goods_id', mergedNoun: 'model' },
  catId: { sql: 'coalesce(a.cat_id, w.cat_id)', tree: 'category' },
  locId: { sql: `coalesce(${refIn('t.account', 'store')}, t.card_loc)`, tree: 'location' },
  holderUid: { sql: refIn('t.account', 'person', 'loan') },
  deptId: { sql: 't.dept_id', tree: 'department' },
} as const satisfies Standings

/** The columns of it that none of a reader's roles shows. */
export const hiddenInAsOf = (session: Session): string[] => hiddenKeys(session, { noun: 'asset', fields: asOfTable.columns })

type AsOfAsked = { readonly begins: string; readonly from: string; readonly conditions: Conditions }

/** What was on the register of a day and is asked for: inside what the caller sees of it today. */
export const asOfAsked = (tx: Tx, session: Session, input: AsOfQuery): AsOfAsked => {
  requireColumns(asOfTable, (key) => !hiddenInAsOf(session).includes(key), input, [])
  const c = new Conditions(tx.orgId)
  const begins = undoneSince(c.place(input.day))
  c.add('a.org_id = $1 and a.deleted_at is null and t.account is not null and is_inside(t.account)')
  for (const text of inScopeOf(c, assetScopeOf(session))) c.add(text)
  for (const text of conditionsOf(c, asOfTable, asOfStandings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  if (input.likeQuery?.trim()) c.add(`a.search like ${c.place(likePattern(input.likeQuery))}`)
  if (input.chosen) c.add(chosenText(c, input.chosen, 'a.id'))
  return { begins, from: asOfFrom, conditions: c }
}

/** A page of the register as of a day. */
export const listAsOf = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  input: AsOfQuery,
): Promise<OutputOf<typeof assetsAsOf>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(asOfTable, asOfStandings, input)
  const { begins, from, conditions: c } = asOfAsked(tx, session, input)
  const counting = [
    `${begins} select count(*)::int as n from (select from ${from} where ${c.texts.join(' and ')} limit ${countLimit + 1}) x`,
    [...c.values],
  ] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, 'a.id')})`)
  else if (part.after !== undefined) c.add(`a.id < ${c.place(part.after)}::bigint`)
  const planMode = plannedFor(input)
  const [countRow, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(...counting, planMode)),
    tx.query<AsOfRow & { sortedBy: (string | null)[]; id: Id }>(
      `${begins} select ${sortValues(sortOrder)}, a.id, a.instance_name as "instanceName", a.instance_code as "instanceCode", ${stateSql} as state, t.value,
         a.bought_on as "boughtOn",
         (select k.cat_name from category k where k.org_id = $1 and k.id = coalesce(a.cat_id, w.cat_id)) as "catName",
         (select l.loc_name from location l where l.org_id = $1 and l.id = ${asOfStandings.locId.sql}) as "locName",
         (select p.user_name from person p where p.org_id = $1 and p.id = ${asOfStandings.holderUid.sql}) as "holderName",
         (select d.dept_name from department d where d.org_id = $1 and d.id = t.dept_id) as "deptName"
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, 'a.id')} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const hidden = new Set(hiddenInAsOf(session))
  const withoutHidden = ({ sortedBy: _, ...row }: (typeof rows)[number]): AsOfRow => ({
    ...row,
    ...(hidden.has('value') && { value: null }),
    ...(hidden.has('boughtOn') && { boughtOn: null }),
    ...(hidden.has('deptId') && { deptName: null }),
    ...(hidden.has('holderUid') && { holderName: null }),
  })
  const place = (index: number) => {
    const row = rows[index]
    if (!row) return undefined
    return sortOrder.length === 0 ? row.id : cursorOf(asOfTable, sortOrder, { values: row.sortedBy, id: row.id })
  }
  return pageFor(part, rows.map(withoutHidden), countRow.n, { place })
}
