-- Triggers hold on a part of a table as well, whose name ends in a number: they read the name of the whole table. What reads the tables of
-- changed rows writes what it found row by row.
create function whole_table(p_name text) returns text language sql immutable parallel safe as $$ select regexp_replace(p_name, '_\d{6,}$', '') $$;

create or replace function chat_subject_ended() returns trigger language plpgsql as $$
declare
  v_noun text := case whole_table(tg_table_name) when 'document' then 'document' when 'wf_instance' then 'process' else 'count' end;
  v_ended boolean := chat_subject_over(v_noun, case whole_table(tg_table_name) when 'wf_instance' then to_jsonb(new) ->> 'status' else to_jsonb(new) ->> 'state' end);
begin
  update chat c set dissolved_at = case when v_ended then clock_timestamp() end, version = c.version + 1
  where c.org_id = new.org_id and c.subject_noun = v_noun and c.subject_id = new.id and (c.dissolved_at is not null) <> v_ended;
  return null;
end $$;

create or replace function chat_directory_changed() returns trigger language plpgsql as $$
declare
  v_org bigint;
  v_key text;
  v_table text := whole_table(tg_table_name);
begin
  if v_table = 'department' then v_org := new.org_id; v_key := 'all';
  elsif v_table = 'person' then v_org := new.org_id; v_key := new.id::text;
  elsif tg_op = 'DELETE' then v_org := old.org_id; v_key := old.uid::text;
  else v_org := new.org_id; v_key := new.uid::text;
  end if;
  if exists (select from chat c where c.org_id = v_org and c.kind = 'department') then
    insert into job as j (org_id, id, kind, key, due_at)
    select o.org_id, ((extract(epoch from clock_timestamp()) * 1000 - 1704067200000)::bigint << 22) | floor(random() * 4194304)::bigint,
      'chat.directory', v_key, now()
    from organisation o where o.org_id = v_org
    on conflict (org_id, kind, key) do update
    set id = excluded.id, due_at = excluded.due_at, attempts = 0, last_error = null, done_at = null, lease_until = null;
  end if;
  return null;
end $$;

create or replace function note_watched() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  v_keys text[] := string_to_array(tg_argv[0], ',');
  v_columns text[] := string_to_array(tg_argv[1], ',');
  v_was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_table text := whole_table(tg_table_name);
  v_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' then
    if watched_value(v_was, v_columns) = watched_value(v_is, v_columns) and watched_key(v_was, v_keys) = watched_key(v_is, v_keys) then return null; end if;
    if watched_key(v_was, v_keys) <> watched_key(v_is, v_keys) then
      insert into watched_change (org_id, subject, key) values (old.org_id, v_table, watched_key(v_was, v_keys));
    end if;
  end if;
  insert into watched_change (org_id, subject, key, becomes) values (
    (coalesce(v_is, v_was) ->> 'org_id')::bigint, v_table, watched_key(coalesce(v_is, v_was), v_keys),
    case when v_is is not null then watched_value(v_is, v_columns) end);
  return null;
end $$;

create function asset_count_change(p_org bigint, p_loc bigint, p_state text, p_slot int, p_n bigint) returns void language plpgsql as $$
begin
  insert into asset_count as c (org_id, loc_id, state, slot, n) values (p_org, p_loc, p_state, p_slot, p_n)
  on conflict (org_id, loc_id, state, slot) do update set n = c.n + excluded.n;
end $$;

create or replace function asset_count_add() returns trigger language plpgsql as $$
declare
  v_slot int := pg_backend_pid() % 8;
  v_change record;
begin
  if tg_op = 'INSERT' then
    for v_change in
      select org_id, coalesce(loc_id, 0) as loc_id, state, count(*) as n from added where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    loop
      perform asset_count_change(v_change.org_id, v_change.loc_id, v_change.state, v_slot, v_change.n);
    end loop;
  elsif tg_op = 'UPDATE' then
    for v_change in
      select org_id, loc_id, state, sum(n) as n from (
        select org_id, coalesce(loc_id, 0) as loc_id, state, count(*) as n from added where deleted_at is null group by 1, 2, 3
        union all
        select org_id, coalesce(loc_id, 0), state, -count(*) from removed where deleted_at is null group by 1, 2, 3
      ) as change group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    loop
      perform asset_count_change(v_change.org_id, v_change.loc_id, v_change.state, v_slot, v_change.n::bigint);
    end loop;
  else
    for v_change in
      select org_id, coalesce(loc_id, 0) as loc_id, state, -count(*) as n from removed where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    loop
      perform asset_count_change(v_change.org_id, v_change.loc_id, v_change.state, v_slot, v_change.n);
    end loop;
  end if;
  return null;
end $$;
