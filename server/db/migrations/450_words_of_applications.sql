-- The grams of an application stand in a table of their own. A decision changes columns of `wf_instance` that are indexed, so each one wrote all
-- grams of the application into their index again. A row is written where the words change, and nowhere else. Grams are parted by tabs, which are
-- in none of them: a text has half the bytes of an array of such short ones. There is no foreign key: checked row by row it would lock, and so write,
-- each application that is here already.
create table wf_instance_search (
  org_id       bigint not null,
  instance_id  bigint not null,
  grams        text not null,
  primary key (org_id, instance_id)
);
comment on table wf_instance_search is 'The grams of the search text of an application, parted by tabs; changes only with the text.';

-- What has no search text yet gets its grams with it, from the job.
alter table wf_instance no force row level security;
insert into wf_instance_search (org_id, instance_id, grams)
  select i.org_id, i.id, array_to_string(i.grams, e'\t') from wf_instance i where i.search <> '' order by i.org_id, i.id;
alter table wf_instance force row level security;
create index wf_instance_search_grams on wf_instance_search using gin (org_id, string_to_array(grams, e'\t'));
analyze wf_instance_search;

alter table wf_instance_search enable row level security;
alter table wf_instance_search force row level security;
create policy own_organisation on wf_instance_search using (org_id = current_org()) with check (org_id = current_org());
create policy gate on wf_instance_search for select to zaice_gate using (true);
grant select on wf_instance_search to zaice_gate;

-- Newest first; what is null does not narrow. The newest are looked through first, as frequent words are among them, the rest by the index of
-- grams. Both are planned for the values at hand; reading all rows and parting their texts costs more than the planner thinks, so it is off.
create or replace function gate_find_processes(
  p_grams text[], p_pattern text, p_initiator bigint, p_statuses text[], p_flow text, p_from timestamptz, p_until timestamptz, p_before bigint,
  p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int := 0;
  v_more int;
  v_last bigint := p_before;
  v_rows int;
  v_narrowed constant text := 'i.org_id = $1 and i.id < $2 and ($3 is null or i.initiator_uid = $3) and ($4 is null or i.status = any ($4))
    and ($5 is null or i.flow_key = $5) and ($6 is null or i.created_at >= $6) and ($7 is null or i.created_at < $7)';
begin
  -- As many more are read where what was found among the newest promises the rest there: what stands in many is walked, not gathered.
  foreach v_rows in array array[2000, 20000] loop
    exit when v_rows > 2000 and v_found * 10 < p_limit - v_found;
    return query execute
      'select w.id from (select i.id, i.search from wf_instance i where ' || v_narrowed || ' order by i.id desc limit ' || v_rows || ') w
       where w.search like $8 order by w.id desc limit $9'
      using v_org, v_last, p_initiator, p_statuses, p_flow, p_from, p_until, p_pattern, p_limit - v_found;
    get diagnostics v_more = row_count;
    v_found := v_found + v_more;
    if v_found >= p_limit then return; end if;
    execute 'select w.id from (select i.id from wf_instance i where ' || v_narrowed || ' order by i.id desc offset ' || v_rows - 1 || ' limit 1) w'
      into v_last using v_org, v_last, p_initiator, p_statuses, p_flow, p_from, p_until;
    if v_last is null then return; end if;
  end loop;
  -- Where nothing narrows, only those that are answered are looked at. A sum is in the order of no index: what few have is gathered, not walked to.
  return query execute case when num_nonnulls(p_initiator, p_statuses, p_flow, p_from, p_until) = 0 then
    'select m.id from (
       select s.instance_id as id, s.instance_id + 0 as place from wf_instance_search s
       where s.org_id = $1 and s.instance_id < $2 and string_to_array(s.grams, e''\t'') @> $8 order by place desc) m,
     lateral (select from wf_instance i where ' || v_narrowed || ' and i.id = m.id and i.search like $9 offset 0) i
     order by m.place desc limit $10'
  else
    'select i.id from wf_instance_search s join wf_instance i on i.org_id = $1 and i.id = s.instance_id
     where s.org_id = $1 and s.instance_id < $2 and string_to_array(s.grams, e''\t'') @> $8 and ' || v_narrowed || ' and i.search like $9
     order by i.id desc limit $10'
  end using v_org, v_last, p_initiator, p_statuses, p_flow, p_from, p_until, p_grams, p_pattern, p_limit - v_found;
end $$;

-- The same for the tasks of a person. Applications are looked at one by one in the order of the list, so that looking ends with the page (`offset 0`
-- keeps the planner from doing otherwise). `at` is when a task came, for what is done when it was decided.
create or replace function gate_find_tasks(
  p_grams text[], p_pattern text, p_uid bigint, p_done boolean, p_flow text, p_initiator bigint, p_overdue boolean, p_from timestamptz,
  p_until timestamptz, p_amount_from numeric, p_amount_to numeric, p_before timestamptz, p_before_id bigint, p_limit int)
returns table (id bigint, at timestamptz) language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_at constant text := case when p_done then 't.decided_at' else 't.opened_at' end;
  v_own constant text := 't.org_id = $1 and t.assignee_uid = $2 and ' ||
    case when p_done then 't.status in (2, 3, 4) and not t.automatic' else 't.status = 1' end ||
    ' and ($3 is null or t.flow_key = $3) and ($4 is null or t.initiator_uid = $4)
      and ($5 is null or coalesce(t.due_at < coalesce(t.decided_at, now()), false) = $5)
      and ($6 is null or ' || v_at || ' >= $6) and ($7 is null or ' || v_at || ' < $7)
      and ($8 is null or (' || v_at || ', t.id) < ($8, $9))';
  v_worth constant text := '($10 is null or i.amount >= $10) and ($11 is null or i.amount <= $11)';
  v_found int := 0;
  v_more int;
  v_last_at timestamptz := p_before;
  v_last_id bigint := p_before_id;
  v_rows int;
begin
  foreach v_rows in array array[2000, 20000] loop
    exit when v_rows > 2000 and v_found * 10 < p_limit - v_found;
    return query execute
      'select t.id, t.at from (select t.id, ' || v_at || ' as at, t.instance_id from wf_task t where ' || v_own ||
      ' order by ' || v_at || ' desc, t.id desc limit ' || v_rows || ') t, lateral (select from wf_instance i where i.org_id = $1 and i.id = t.instance_id and '
      || v_worth || ' and i.search like $12 offset 0) i order by t.at desc, t.id desc limit $13'
      using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, v_last_at, v_last_id, p_amount_from, p_amount_to, p_pattern, p_limit - v_found;
    get diagnostics v_more = row_count;
    v_found := v_found + v_more;
    if v_found >= p_limit then return; end if;
    execute 'select ' || v_at || ', t.id from wf_task t where ' || v_own || ' order by ' || v_at || ' desc, t.id desc offset ' || v_rows - 1 || ' limit 1'
      into v_last_at, v_last_id using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, v_last_at, v_last_id;
    if v_last_id is null then return; end if;
  end loop;
  return query execute
    'select t.id, t.at from (
       select t.id, ' || v_at || ' as at, t.instance_id from wf_instance_search s join wf_task t on t.instance_id = s.instance_id
       where s.org_id = $1 and string_to_array(s.grams, e''\t'') @> $12 and ' || v_own || ' order by ' || v_at || ' desc, t.id desc) t,
     lateral (select from wf_instance i where i.org_id = $1 and i.id = t.instance_id and ' || v_worth || ' and i.search like $13 offset 0) i
     order by t.at desc, t.id desc limit $14'
    using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, v_last_at, v_last_id, p_amount_from, p_amount_to, p_grams, p_pattern,
      p_limit - v_found;
end $$;

-- The same order of looking for copies.
create or replace function gate_find_copies(p_grams text[], p_pattern text, p_uid bigint, p_read boolean, p_flow text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int := 0;
  v_more int;
  v_last bigint := p_before;
  v_rows int;
  v_own constant text := 'c.org_id = $1 and c.uid = $2 and c.id < $3 and ($4 is null or (c.read_at is not null) = $4)';
begin
  foreach v_rows in array array[2000, 20000] loop
    exit when v_rows > 2000 and v_found * 10 < p_limit - v_found;
    return query execute
      'select c.id from (select c.id, c.instance_id from wf_cc c where ' || v_own || ' order by c.id desc limit ' || v_rows || ') c,
         lateral (select from wf_instance i where i.org_id = $1 and i.id = c.instance_id and ($5 is null or i.flow_key = $5)
           and i.search like $6 offset 0) i
       order by c.id desc limit $7'
      using v_org, p_uid, v_last, p_read, p_flow, p_pattern, p_limit - v_found;
    get diagnostics v_more = row_count;
    v_found := v_found + v_more;
    if v_found >= p_limit then return; end if;
    execute 'select c.id from wf_cc c where ' || v_own || ' order by c.id desc offset ' || v_rows - 1 || ' limit 1'
      into v_last using v_org, p_uid, v_last, p_read;
    if v_last is null then return; end if;
  end loop;
  return query execute
    'select c.id from (
       select c.id, c.instance_id from wf_instance_search s join wf_cc c on c.instance_id = s.instance_id
       where s.org_id = $1 and string_to_array(s.grams, e''\t'') @> $6 and ' || v_own || ' order by c.id desc) c,
     lateral (select from wf_instance i where i.org_id = $1 and i.id = c.instance_id and ($5 is null or i.flow_key = $5) and i.search like $7 offset 0) i
     order by c.id desc limit $8'
    using v_org, p_uid, v_last, p_read, p_flow, p_grams, p_pattern, p_limit - v_found;
end $$;

drop index wf_instance_grams;
alter table wf_instance drop column grams;
