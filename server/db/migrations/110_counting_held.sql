-- What an open document holds explains why nobody saw it: lines that the review looks at are marked when that begins and when it ends.
create function count_mark_held() returns trigger language plpgsql as $$
declare
  v_org bigint;
  v_item bigint;
begin
  if tg_op = 'DELETE' then v_org := old.org_id; v_item := old.item_id; else v_org := new.org_id; v_item := new.item_id; end if;
  if exists (select from count_task t where t.org_id = v_org and t.state = 'review') then
    insert into count_stale (org_id, task_id, item_id)
    select t.org_id, t.id, v_item from count_task t
    where t.org_id = v_org and t.state = 'review'
      and exists (select from count_line l where l.org_id = t.org_id and l.task_id = t.id and l.item_id = v_item);
  end if;
  return null;
end $$;
create trigger count_marked after insert or delete on reservation for each row execute function count_mark_held();

-- What takes back and what nobody knows is looked for with every batch, and there is little of it.
create index count_event_void on count_event (org_id, task_id, device) where kind = 'void';
create index count_event_unknown on count_event (org_id, task_id) where disposition = 'unknown';
