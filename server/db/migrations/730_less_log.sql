-- What a document writes into the log: no index entry that nothing asks for.

-- A document is in the order of a moment or an amount once it has one: no draft is in these indexes, and no document of a kind without amounts in
-- that of amounts. Lists read what has none only behind everything that has one.
drop index document_by_submission;
create index document_by_submission on document (org_id, kind, submitted_at, id) where submitted_at is not null;
drop index document_by_posting;
create index document_by_posting on document (org_id, kind, posted_at, id) where posted_at is not null;
drop index document_by_amount;
create index document_by_amount on document (org_id, kind, amount, id) where amount is not null;

-- Events are found by their document alone: one index is the key and leads to them.
alter table document_event drop constraint document_event_pkey;
alter table document_event add primary key (org_id, document_id, id);
drop index document_event_document;

-- An index of ranges that is made while its table is empty has a summary of the first range, which every row in it would write anew. A range
-- gets its summary when it is full.
do $$
declare v_index regclass;
begin
  for v_index in select c.oid from pg_class c join pg_am a on a.oid = c.relam and a.amname = 'brin' where c.relnamespace = 'public'::regnamespace loop
    perform brin_desummarize_range(v_index, 0);
  end loop;
end $$;
