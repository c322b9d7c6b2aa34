-- In whose name the documents of a task are made.
alter table count_task add column settled_by bigint;
alter table count_task add foreign key (org_id, settled_by) references person (org_id, id);
create index count_task_settler on count_task (org_id, settled_by) where settled_by is not null;

-- A difference is on one document at a time, whatever rounds it was counted in.
create unique index count_result_settled_once on count_result (org_id, task_id, item_id, account) where document_id is not null;
create index count_result_decided on count_result (org_id, task_id, decision) where decision is not null;

-- Why it went back from a document.
alter table count_unknown add column note text;

-- The documents of a task.
create index document_of_count on document (org_id, (header ->> 'task')) where header ? 'task';

-- One person signs in one role what he saw, once.
create unique index count_signature_once on count_signature (org_id, task_id, role, uid, hash);

-- What moves while documents are made is folded again as well, should the task come back to its review.
create or replace function count_mark() returns trigger language plpgsql as $$
declare
  v_item bigint := case tg_table_name when 'move' then (to_jsonb(new) ->> 'item_id')::bigint else (to_jsonb(new) ->> 'asset_id')::bigint end;
begin
  if exists (select from count_task t where t.org_id = new.org_id and t.state in ('open', 'review', 'settling')) then
    insert into count_stale (org_id, task_id, item_id)
    select t.org_id, t.id, v_item from count_task t
    where t.org_id = new.org_id and t.state in ('open', 'review', 'settling')
      and (exists (select from count_line l where l.org_id = t.org_id and l.task_id = t.id and l.item_id = v_item)
        or exists (select from count_result r where r.org_id = t.org_id and r.task_id = t.id and r.item_id = v_item));
  end if;
  return null;
end $$;
