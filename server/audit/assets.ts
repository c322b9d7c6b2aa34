import { accountKinds } from '../../domain/ledger/ledger.ts'
import { type Check, holds } from './check.ts'

/** What the books say of each asset: its last move. */
const lastMoves = `select distinct on (item_id) item_id, to_account from move where org_id = $1 and item_kind = 'asset' order by item_id, seq desc`

const states = Object.entries(accountKinds)
  .map(([kind, { assetState }]) => `('${kind}', '${assetState}')`)
  .join(', ')

/** What must hold of the cards and histories of assets. */
export const assetChecks: readonly Check[] = [
  holds(
    'assets: a piece is in one place at most, and as one',
    `select item_id::text from balance where org_id = $1 and item_kind = 'asset' group by item_id having count(*) > 1 or sum(on_hand) <> 1`,
  ),
  holds(
    'assets: the card names the account that has the piece',
    `select a.instance_code from asset a left join balance b on b.org_id = $1 and b.item_id = a.id
     where a.org_id = $1 and case when is_inside(a.account) then b.account is distinct from a.account else b.account is not null end`,
  ),
  holds(
    'assets: the card names where the last move went',
    `select a.instance_code from asset a left join (${lastMoves}) m on m.item_id = a.id
     where a.org_id = $1 and a.account <> coalesce(m.to_account, 'supplier:')`,
  ),
  holds(
    'assets: state, holder, place and due day follow from the account',
    `select a.instance_code from asset a left join (values ${states}) as s (kind, state) on s.kind = split_part(a.account, ':', 1)
     where a.org_id = $1 and (
       a.state is distinct from s.state
       or a.holder_uid is distinct from case when s.kind in ('person', 'loan') then nullif(split_part(a.account, ':', 2), '')::bigint end
       or (s.kind = 'store' and a.loc_id::text is distinct from split_part(a.account, ':', 2))
       or (s.kind not in ('loan', 'repair') and a.due_on is not null))`,
  ),
  holds(
    'assets: a deleted card is nowhere of ours',
    `select instance_code from asset where org_id = $1 and deleted_at is not null and is_inside(account)`,
  ),
  holds(
    'assets: the counts by place and state are the real ones',
    `select loc_id || ' ' || state from (select coalesce(loc_id, 0) as loc_id, state, count(*) as n from asset where org_id = $1 and deleted_at is null group by 1, 2) a
     full join (select loc_id, state, sum(n) as n from asset_count where org_id = $1 group by 1, 2) c using (loc_id, state)
     where coalesce(a.n, 0) <> coalesce(c.n, 0)`,
  ),
  holds(
    'assets: every move of a piece stands in its history',
    `select m.id::text from move m where m.org_id = $1 and m.item_kind = 'asset' and not exists (
       select from asset_event e where e.org_id = $1 and e.asset_id = m.item_id and e.document_id = m.document_id)`,
  ),
  holds(
    'assets: the search has the grams of every asset that has words, and of no other',
    // A text of single letters and digits makes no gram.
    `select coalesce(a.instance_code, s.asset_id::text) from (select * from asset where org_id = $1) a
     full join (select * from asset_search where org_id = $1) s on s.asset_id = a.id
     where case when coalesce(s.grams, '') = '' then a.search ~ '[a-z0-9]{2}|[\\u4e00-\\u9fff]' else coalesce(a.search, '') = '' end`,
  ),
]
