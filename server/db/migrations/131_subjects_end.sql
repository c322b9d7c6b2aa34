-- A conversation about a document, an application or a count ends with it: it can be read and not written any more, until what it is about goes
-- on again.
create function chat_subject_ended() returns trigger language plpgsql as $$
declare
  v_noun text := case tg_table_name when 'document' then 'document' when 'wf_instance' then 'process' else 'count' end;
  v_state text := case tg_table_name when 'wf_instance' then to_jsonb(new) ->> 'status' else to_jsonb(new) ->> 'state' end;
  v_ended boolean := v_state in ('posted', 'reversed', 'rejected', 'withdrawn', 'approved', 'terminated', 'closed', 'cancelled')
    and not (tg_table_name = 'document' and v_state = 'approved');
begin
  update chat c set dissolved_at = case when v_ended then clock_timestamp() end, version = c.version + 1
  where c.org_id = new.org_id and c.subject_noun = v_noun and c.subject_id = new.id and (c.dissolved_at is not null) <> v_ended;
  return null;
end $$;
create trigger chat_ends after update of state on document
  for each row when (old.state is distinct from new.state) execute function chat_subject_ended();
create trigger chat_ends after update of status on wf_instance
  for each row when (old.status is distinct from new.status) execute function chat_subject_ended();
create trigger chat_ends after update of state on count_task
  for each row when (old.state is distinct from new.state) execute function chat_subject_ended();
