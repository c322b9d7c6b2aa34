-- Issues of supplies in the books brought what they asked for.
alter table document no force row level security;
alter table document_line no force row level security;
update document_line l set done_quantity = l.quantity from document d
where d.org_id = l.org_id and d.id = l.document_id and d.kind = 'CsOutstockOrder' and d.state = 'posted' and l.quantity is not null;
alter table document force row level security;
alter table document_line force row level security;
