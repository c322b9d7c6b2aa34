-- Applications are found by title, summary, applicant and document code, the way assets are: see gate_search_assets. A job fills in what
-- those have that are here already; an empty search text says that it has not come past yet.
alter table wf_instance
  add column search  text not null default '',
  add column grams   text[] not null default '{}';
create index wf_instance_grams on wf_instance using gin (org_id, grams);
create index wf_instance_unsearched on wf_instance (org_id, id) where search = '';
alter table organisation no force row level security;
alter table job no force row level security;
insert into job (org_id, id, kind, key, due_at) select org_id, (extract(epoch from now()) * 1000)::bigint, 'workflow.search', '', now() from organisation;
alter table organisation force row level security;
alter table job force row level security;

create policy gate on wf_instance for select to zaice_gate using (true);
create policy gate on wf_cc for select to zaice_gate using (true);
grant select on wf_instance, wf_cc to zaice_gate;

-- Newest first; what is null does not narrow. The newest are looked through first, as frequent words are among them. Both are planned for
-- the values at hand.
create function gate_find_processes(
  p_grams text[], p_pattern text, p_initiator bigint, p_statuses text[], p_flow text, p_from timestamptz, p_until timestamptz, p_before bigint,
  p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int;
  v_last bigint;
  v_narrowed constant text := 'i.org_id = $1 and i.id < $2 and ($3 is null or i.initiator_uid = $3) and ($4 is null or i.status = any ($4))
    and ($5 is null or i.flow_key = $5) and ($6 is null or i.created_at >= $6) and ($7 is null or i.created_at < $7)';
begin
  return query execute
    'select w.id from (select i.id, i.search from wf_instance i where ' || v_narrowed || ' order by i.id desc limit 2000) w
     where w.search like $8 order by w.id desc limit $9'
    using v_org, p_before, p_initiator, p_statuses, p_flow, p_from, p_until, p_pattern, p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    execute 'select w.id from (select i.id from wf_instance i where ' || v_narrowed || ' order by i.id desc offset 1999 limit 1) w'
      into v_last using v_org, p_before, p_initiator, p_statuses, p_flow, p_from, p_until;
    if v_last is null then return; end if;
    return query execute
      'select i.id from wf_instance i where ' || v_narrowed || ' and i.grams @> $8 and i.search like $9 order by i.id desc limit $10'
      using v_org, v_last, p_initiator, p_statuses, p_flow, p_from, p_until, p_grams, p_pattern, p_limit - v_found;
  end if;
end $$;

-- The same for what somebody was copied on: ids of copies.
create function gate_find_copies(p_grams text[], p_pattern text, p_uid bigint, p_read boolean, p_flow text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select c.id from wf_cc c join wf_instance i on i.org_id = c.org_id and i.id = c.instance_id
     where c.org_id = $1 and i.org_id = $1 and c.uid = $2 and c.id < $3 and ($4 is null or (c.read_at is not null) = $4)
       and ($5 is null or i.flow_key = $5) and i.grams @> $6 and i.search like $7
     order by c.id desc limit $8'
    using current_org(), p_uid, p_before, p_read, p_flow, p_grams, p_pattern, p_limit;
end $$;

do $$
declare f text;
begin
  foreach f in array array[
    'gate_find_processes(text[], text, bigint, text[], text, timestamptz, timestamptz, bigint, int)',
    'gate_find_copies(text[], text, bigint, boolean, text, bigint, int)']
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
