import { accountKinds } from '../../domain/ledger/ledger.ts'
import { type Check, holds } from './check.ts'

/** Both ends of every move that keep a balance, each with its number and what was there afterwards; before them what an account began with. */
const entries = `
  select null::bigint as id, item_kind, item_id, account, quantity as delta, value, 0::bigint as seq, quantity as after from balance_opening where org_id = $1
  union all
  select id, item_kind, item_id, to_account as account, quantity as delta, cost as value, to_seq as seq, to_after as after
  from move where org_id = $1 and is_inside(to_account)
  union all
  select id, item_kind, item_id, from_account, -quantity, -cost, from_seq, from_after
  from move where org_id = $1 and is_inside(from_account)`

/** What must hold in the books. */
export const ledgerChecks: readonly Check[] = [
  holds(
    'ledger: as many assets are on the register as there are in the books',
    `select 'counted ' || coalesce(r.n::text, 'nothing') || ', there are ' || b.n
     from (select count(*) as n from balance where org_id = $1 and item_kind = 'asset') b left join asset_register r on r.org_id = $1
     where r.n is distinct from b.n`,
  ),
  holds(
    'ledger: a balance is the sum of its moves, in quantity and value',
    `select account || ' ' || item_id from (select account, item_id, sum(delta) as delta, sum(value) as value from (${entries}) e group by 1, 2) m
     full join (select account, item_id, on_hand, value from balance where org_id = $1) b using (account, item_id)
     where coalesce(m.delta, 0) <> coalesce(b.on_hand, 0) or coalesce(m.value, 0) <> coalesce(b.value, 0)`,
  ),
  holds(
    'ledger: what came in from outside and did not go out again is on hand',
    `select item_id::text from (
       select item_id, sum(case when is_inside(to_account) then quantity else 0 end - case when is_inside(from_account) then quantity else 0 end) as net
       from (select item_id, from_account, to_account, quantity from move where org_id = $1
             union all select item_id, '', account, quantity from balance_opening where org_id = $1) m group by 1
     ) m full join (select item_id, sum(on_hand) as on_hand from balance where org_id = $1 group by 1) b using (item_id)
     where coalesce(net, 0) <> coalesce(on_hand, 0)`,
  ),
  holds(
    'ledger: an end of a move is numbered exactly where its account keeps a balance',
    `select id::text from move where org_id = $1 and (
       is_inside(from_account) <> (from_seq is not null) or is_inside(from_account) <> (from_after is not null)
       or is_inside(to_account) <> (to_seq is not null) or is_inside(to_account) <> (to_after is not null))`,
  ),
  holds(
    'ledger: the history of supplies has no hole and every step adds up',
    `select account || ' ' || item_id from (
       select account, item_id, seq, after, delta, lag(after, 1, 0) over w as before, lag(seq, 1, least(seq - 1, 0)) over w as seq_before
       from (${entries}) e where item_kind = 'consumable' window w as (partition by account, item_id order by seq)
     ) h where after <> before + delta or seq <> seq_before + 1`,
  ),
  holds(
    'ledger: the last number of a history is the one of its balance',
    `select account || ' ' || item_id from (select account, item_id, max(seq) as seq from (${entries}) e where item_kind = 'consumable' group by 1, 2) m
     join balance b using (account, item_id) where b.org_id = $1 and b.seq <> m.seq`,
  ),
  holds('ledger: nothing was ever below zero', `select account || ' ' || item_id from (${entries}) e where after < 0`),
  holds(
    'ledger: what is reserved is the sum of the reservations',
    `select account || ' ' || item_id from (select account, item_id, sum(quantity) as quantity from reservation where org_id = $1 group by 1, 2) r
     full join (select account, item_id, reserved from balance where org_id = $1) b using (account, item_id)
     where coalesce(r.quantity, 0) <> coalesce(b.reserved, 0)`,
  ),
  holds(
    'ledger: only documents in approval, or that wait for their receiver, have reservations',
    `select d.code from reservation r join document d on d.org_id = $1 and d.id = r.document_id
     where r.org_id = $1 and d.state not in ('inApproval', 'approved') and not (d.state = 'inProgress' and d.stage = 0)`,
  ),
  holds(
    'ledger: a reversal is the mirror of a move that is none itself',
    `select r.id::text from move r join move o on o.org_id = $1 and o.id = r.reverses
     where r.org_id = $1 and (r.item_id <> o.item_id or r.item_kind <> o.item_kind or r.quantity <> o.quantity or r.document_id <> o.document_id
       or r.from_account <> o.to_account or r.to_account <> o.from_account or r.seq <= o.seq or o.reverses is not null)`,
  ),
  holds(
    'stock: what was fixed of a closed month is what its moves come to',
    `select p.month || ' ' || account || ' ' || item_id from stock_month p cross join lateral (
       select account, item_id, sum(quantity) as quantity, sum(amount) as amount from (
         select account, item_id, quantity, amount from stock_closing where org_id = $1 and month_id = p.id
         union all select account, item_id, -quantity, -value from balance_opening where org_id = $1 and item_kind = 'consumable'
         union all select e.account, m.item_id, -e.sign * m.quantity, -e.sign * m.cost
           from move m cross join lateral (values (m.to_account, 1), (m.from_account, -1)) e (account, sign)
           where m.org_id = $1 and m.item_kind = 'consumable' and m.business_date < first_day_of(p.month + 1)) s
       where account like 'store:_%' or account like 'transit:_%' group by 1, 2 having sum(quantity) <> 0 or sum(amount) <> 0) f
     where p.org_id = $1 and p.state = 'closed'`,
  ),
  holds(
    'ledger: a document is reversed exactly where all its moves are, each once',
    `select d.code from document d
     join (select m.document_id, count(*) filter (where m.reverses is null) as made, count(m.reverses) as reversals, count(distinct m.reverses) as reversed
           from move m where m.org_id = $1 group by 1) m on m.document_id = d.id
     where d.org_id = $1 and (m.reversals <> m.reversed or m.reversed <> case when d.state = 'reversed' then m.made else 0 end)`,
  ),
  holds(
    'ledger: what is moved is on the register under its kind',
    `select b.item_id::text from (
       select item_id, item_kind from balance where org_id = $1 union select item_id, item_kind from move where org_id = $1
     ) b left join asset a on a.org_id = $1 and a.id = b.item_id left join consumable c on c.org_id = $1 and c.id = b.item_id
     where case b.item_kind when 'asset' then a.id is null or c.id is not null else c.id is null or a.id is not null end`,
  ),
  holds(
    'ledger: accounts name a place or a person that exists',
    `select account from (select from_account as account from move where org_id = $1 union select to_account from move where org_id = $1) m
     where case split_part(account, ':', 1)
       when 'store' then not exists (select from location where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'transit' then not exists (select from location where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'person' then account <> 'person:' and not exists (select from person where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'consumed' then not exists (select from person where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'used' then account <> 'used:' and not exists (select from department where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'loan' then not exists (select from person where org_id = $1 and id::text = split_part(account, ':', 2))
       else split_part(account, ':', 1) not in (${Object.keys(accountKinds)
         .map((kind) => `'${kind}'`)
         .join(', ')}) end`,
  ),
]
