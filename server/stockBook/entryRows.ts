import { stockAccounts, type StockEntryKind, stockEntryKinds } from '../../domain/stockBook/entryKind.ts'
import { centsStanding } from '../tables/centsStanding.ts'
import type { Standings } from '../tables/columnStanding.ts'

/** SQL: the account holds supplies that are in stock. */
export const isStock = (account: string): string =>
  `(${Object.keys(stockAccounts)
    .map((kind) => `${account} like '${kind}:_%'`)
    .join(' or ')})`

const kindsOf = (isIncoming: boolean): (readonly [string, StockEntryKind])[] =>
  Object.entries<StockEntryKind>(stockEntryKinds).filter(([, kind]) => kind.isIncoming === isIncoming)

/** SQL: the kind of an entry by the kind of the account at its other end. */
const kindSql = (isIncoming: boolean): string => {
  const kinds = kindsOf(isIncoming)
  const branches = kinds.flatMap(([name, { counterparts }]) => counterparts.map((counterpart) => `when '${counterpart}' then '${name}'`))
  const [fallback] = kinds.filter(([, { counterparts }]) => counterparts.length === 0).map(([name]) => name)
  return `case split_part(s.other, ':', 1) ${branches.join(' ')} else '${fallback}' end`
}

/**
 * The entries of the stock: moves `m` by their ends `s` that lie in it. `sign` says whether the end has more or less afterwards; `is_in` whether it
 * counts among what came: a reversal counts, with the other sign, where what it takes back counted.
 */
export const stockEntryRows = `move m
  cross join lateral (values (m.to_account, m.from_account, 1), (m.from_account, m.to_account, -1)) s (account, other, sign)
  cross join lateral (select (s.sign = 1) <> (m.reverses is not null) as is_in) i
  cross join lateral (select case when i.is_in then ${kindSql(true)} else ${kindSql(false)} end as kind) k`

/** Of moves of organisation $1 those. */
export const isStockEntry = `m.org_id = $1 and m.item_kind = 'consumable' and ${isStock('s.account')}`

/** The place of an account, whether what it holds is there or on the road to it. */
export const placeOf = (account: string): string => `split_part(${account}, ':', 2)::bigint`

/** What tells an entry from others: its move has a number, and two ends. */
export const stockEntryId = `(m.seq * 2 + case s.sign when 1 then 1 else 0 end)`

/** Who an entry is for: the person who supplies go to or come back from, or the one who its document is for. */
const personSql = `coalesce(case when s.other like 'consumed:_%' then split_part(s.other, ':', 2)::bigint end, d.subject_uid)`

/** What the list has besides: names, and the document with the department that it is for. */
export const stockEntryNames = `
  join consumable g on g.org_id = $1 and g.id = m.item_id
  join location l on l.org_id = $1 and l.id = ${placeOf('s.account')}
  join document d on d.org_id = $1 and d.id = m.document_id
  left join person p on p.org_id = $1 and p.id = ${personSql}`

/** A person's department is that of the one who it is for, as the lines of documents have it. */
const departmentSql = `coalesce((d.header ->> 'department')::bigint, case when p.id <> d.author_uid then p.dept_id end, d.dept_id)`

const ofIncome = (sql: string): string => `case when i.is_in then s.sign * ${sql} end`
const ofIssue = (sql: string): string => `case when not i.is_in then -s.sign * ${sql} end`

/** Where the columns of the entries stand. */
export const stockEntryStandings = {
  goodsName: { sql: 'g.goods_name' },
  goodsCode: { sql: 'g.goods_code' },
  spec: { sql: 'g.spec' },
  unit: { sql: 'g.unit' },
  movedOn: { sql: 'm.business_date', filled: true },
  kind: { sql: 'k.kind' },
  locName: { sql: 'l.loc_name' },
  standing: { sql: `split_part(s.account, ':', 1)` },
  inQuantity: { sql: ofIncome('m.quantity') },
  inAmount: centsStanding(ofIncome('m.cost')),
  outQuantity: { sql: ofIssue('m.quantity') },
  outAmount: centsStanding(ofIssue('m.cost')),
  netQuantity: { sql: '(s.sign * m.quantity)' },
  netAmount: centsStanding('(s.sign * m.cost)'),
  documentCode: { sql: 'd.code' },
  goodsId: { sql: 'm.item_id', mergedNoun: 'consumable' },
  catId: { sql: 'g.cat_id', tree: 'category' },
  locId: { sql: 'l.id', tree: 'location' },
  deptId: { sql: departmentSql, tree: 'department' },
  actorUid: { sql: 'm.actor_uid' },
} as const satisfies Standings
