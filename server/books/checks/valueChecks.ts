import { type Check, holds } from '../../audit/check.ts'
import { isOfStandingRun } from '../totals.ts'
import { voucherChecks } from './voucherChecks.ts'

/** Books with no run under way, and how far they are closed. */
const restingBooks = `(select b.id, b.closed_month from book b where b.org_id = $1 and b.closed_month is not null and b.opened_at is not null
  and not exists (select from book_period p where p.org_id = $1 and p.book_id = b.id and p.state in ('running', 'undoing')))`

/** What must hold of the values that books keep. */
export const valueChecks: readonly Check[] = [
  holds(
    'values: the cost of an asset in a book is the sum of its entries',
    `select a.asset_id::text from book_asset a
     left join (select book_id, asset_id, sum(cost) as cost, sum(impairment) as impairment from value_entry where org_id = $1 group by 1, 2) e
       on e.book_id = a.book_id and e.asset_id = a.asset_id
     where a.org_id = $1 and (a.cost <> coalesce(e.cost, 0) or a.impairment <> coalesce(e.impairment, 0))`,
  ),
  holds(
    'values: closed months are charged as planned',
    // Of what came back since then the plan begins anew in a month that is open.
    `select a.asset_id::text from book_asset a join ${restingBooks} b on b.id = a.book_id
     left join lateral (select sum(e.depreciation) as depreciation from value_entry e
       where e.org_id = $1 and e.book_id = a.book_id and e.asset_id = a.asset_id and e.month <= b.closed_month) e on true
     left join lateral (select sum(charged_in(s.base, s.months, least(b.closed_month, s.until_month) - s.from_month + 1)) as charged from value_segment s
       where s.org_id = $1 and s.book_id = a.book_id and s.asset_id = a.asset_id) s on true
     where a.org_id = $1 and a.last_month is null and a.entry_month <= b.closed_month
       and not exists (select from value_entry r where r.org_id = $1 and r.book_id = a.book_id and r.asset_id = a.asset_id
         and r.month > b.closed_month and r.kind in ('return', 'convertedIn'))
       and coalesce(e.depreciation, 0) <> a.depreciation_before + coalesce(s.charged, 0)`,
  ),
  holds(
    'values: what has left the register is worth nothing',
    `select a.asset_id::text from book_asset a join ${restingBooks} b on b.id = a.book_id join asset c on c.org_id = $1 and c.id = a.asset_id
     left join lateral (select sum(e.cost) as cost, sum(e.depreciation) as depreciation, max(e.month) as month from value_entry e
       where e.org_id = $1 and e.book_id = a.book_id and e.asset_id = a.asset_id) e on true
     where a.org_id = $1 and not is_inside(c.account) and (a.cost <> 0 or a.last_month is null or e.month <= b.closed_month and e.depreciation <> 0)`,
  ),
  holds(
    'values: the totals of closed months are those of their entries',
    `select coalesce(t.month, e.month)::text from
       (select book_id, month, kind, dept_id, cat_id, assets, cost, depreciation, impairment from value_total where org_id = $1) t
     full join (select e.book_id, e.month, e.kind, e.dept_id, e.cat_id, count(*) as assets, sum(e.cost) as cost, sum(e.depreciation) as depreciation,
         sum(e.impairment) as impairment
       from value_entry e join ${restingBooks} b on b.id = e.book_id and e.month <= b.closed_month where e.org_id = $1 and ${isOfStandingRun}
       group by e.book_id, e.month, e.kind, e.dept_id, e.cat_id) e
       on e.book_id = t.book_id and e.month = t.month and e.kind = t.kind and e.dept_id is not distinct from t.dept_id and e.cat_id is not distinct from t.cat_id
     where coalesce(t.book_id, e.book_id) in (select id from ${restingBooks} b)
       and (t.assets, t.cost, t.depreciation, t.impairment) is distinct from (e.assets, e.cost, e.depreciation, e.impairment)`,
  ),
  holds(
    'values: what is transferred arrives whole',
    `select asset_id::text from value_entry where org_id = $1 and kind in ('transferOut', 'transferIn') group by asset_id, book_id, month, source_id
     having sum(cost) <> 0 or sum(depreciation) <> 0 or sum(impairment) <> 0`,
  ),
  holds(
    'values: cards that became others left their whole value to them',
    `select source_id::text from value_entry where org_id = $1 and kind in ('convertedOut', 'convertedIn') group by book_id, month, source_id
     having sum(cost) <> 0 or sum(depreciation) <> 0 or sum(impairment) <> 0`,
  ),
  holds(
    'values: what is divided of a month is the depreciation of the asset',
    `select s.asset_id::text from (select book_id, month, asset_id, sum(amount) as amount from value_share where org_id = $1 group by 1, 2, 3) s
     left join lateral (select sum(e.depreciation) as depreciation from value_entry e
       where e.org_id = $1 and e.book_id = s.book_id and e.month = s.month and e.asset_id = s.asset_id and e.kind = 'depreciation' and ${isOfStandingRun}) e on true
     where s.amount is distinct from e.depreciation`,
  ),
  holds(
    'values: nothing came into a month after it was closed',
    // A run begins when all that was posted into its month is there. The numbers are given out by the database, so no clock of a server counts.
    `select e.asset_id::text from value_entry e
     join (select r.book_id, r.month, r.source_id, min(r.number) as number from value_entry r
       join book_period p on p.org_id = $1 and p.id = r.source_id and p.state = 'closed' where r.org_id = $1 group by r.book_id, r.month, r.source_id) r
       on r.book_id = e.book_id and r.month = e.month
     where e.org_id = $1 and e.number > r.number and e.source_id <> r.source_id`,
  ),
  ...voucherChecks,
]
