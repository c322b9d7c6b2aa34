-- A line of which something waits: since when it was asked for, and when somebody was told that it came.
alter table document_line add column waits_since timestamptz;
alter table document_line add column told_at timestamptz;
create index document_line_waiting on document_line (org_id, item_id, waits_since) where waits_since is not null and done_quantity < quantity;

-- Issues and loans in the books brought what they asked for.
alter table document no force row level security;
alter table document_line no force row level security;
update document_line l set done_quantity = l.quantity from document d
where d.org_id = l.org_id and d.id = l.document_id and d.kind in ('GsOutstockOrder', 'GsBorrowOrder') and d.state = 'posted' and l.quantity is not null;
alter table document force row level security;
alter table document_line force row level security;
