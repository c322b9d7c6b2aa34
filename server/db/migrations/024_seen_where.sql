-- What the last move of each asset of a line was when the line was written, by asset: so that what is submitted later knows whether the piece
-- has moved since. Of what waits to be submitted already, the last moves before it was last changed.
alter table document_line add column seen jsonb;
alter table document no force row level security;
alter table document_line no force row level security;
alter table move no force row level security;
update document_line l set seen = s.seen
from (
  select d.org_id, d.id, x.line_no, jsonb_object_agg(a.asset, (
    select max(m.seq) from move m where m.org_id = d.org_id and m.item_id = a.asset::bigint and m.posted_at <= d.updated_at)::text) as seen
  from document d join document_line x on x.org_id = d.org_id and x.document_id = d.id
  cross join lateral (
    select x.data ->> 'asset' as asset where x.data ? 'asset'
    union select jsonb_array_elements_text(x.data -> 'assets') where jsonb_typeof(x.data -> 'assets') = 'array') a
  where d.state in ('draft', 'returned', 'rejected', 'withdrawn', 'inApproval') and a.asset ~ '^\d{1,19}$'
  group by 1, 2, 3
) s
where l.org_id = s.org_id and l.document_id = s.id and l.line_no = s.line_no;
alter table document force row level security;
alter table document_line force row level security;
alter table move force row level security;
