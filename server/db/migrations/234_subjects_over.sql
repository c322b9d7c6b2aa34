-- When what a conversation is about is over: one rule for conversations that end with it and for those that nobody begins any more.
create function chat_subject_over(p_noun text, p_state text) returns boolean language sql immutable as $$
  select p_state in ('posted', 'reversed', 'rejected', 'withdrawn', 'approved', 'terminated', 'closed', 'cancelled')
    and not (p_noun = 'document' and p_state = 'approved')
$$;

-- Whether a thing is over. As it is, it stays until the transaction ends; an asset never is.
create function chat_subject_is_over(p_org bigint, p_noun text, p_id bigint) returns boolean language plpgsql as $$
declare
  v_state text;
begin
  if p_noun = 'document' then select d.state into v_state from document d where d.org_id = p_org and d.id = p_id for share;
  elsif p_noun = 'process' then select w.status into v_state from wf_instance w where w.org_id = p_org and w.id = p_id for share;
  elsif p_noun = 'count' then select t.state into v_state from count_task t where t.org_id = p_org and t.id = p_id for share;
  end if;
  return coalesce(chat_subject_over(p_noun, v_state), false);
end $$;

create or replace function chat_subject_ended() returns trigger language plpgsql as $$
declare
  v_noun text := case tg_table_name when 'document' then 'document' when 'wf_instance' then 'process' else 'count' end;
  v_ended boolean := chat_subject_over(v_noun, case tg_table_name when 'wf_instance' then to_jsonb(new) ->> 'status' else to_jsonb(new) ->> 'state' end);
begin
  update chat c set dissolved_at = case when v_ended then clock_timestamp() end, version = c.version + 1
  where c.org_id = new.org_id and c.subject_noun = v_noun and c.subject_id = new.id and (c.dissolved_at is not null) <> v_ended;
  return null;
end $$;

-- Those that were begun when it was over already end as well. Forced row security holds for the owner too.
alter table chat no force row level security;
alter table document no force row level security;
alter table wf_instance no force row level security;
alter table count_task no force row level security;

update chat c set dissolved_at = clock_timestamp(), version = c.version + 1
where c.dissolved_at is null and (
  exists (select from document d where c.subject_noun = 'document' and d.org_id = c.org_id and d.id = c.subject_id and chat_subject_over('document', d.state))
  or exists (select from wf_instance w where c.subject_noun = 'process' and w.org_id = c.org_id and w.id = c.subject_id and chat_subject_over('process', w.status))
  or exists (select from count_task t where c.subject_noun = 'count' and t.org_id = c.org_id and t.id = c.subject_id and chat_subject_over('count', t.state)));

alter table chat force row level security;
alter table document force row level security;
alter table wf_instance force row level security;
alter table count_task force row level security;
