-- Lists of somebody with very many rows. What a keyword finds among his tasks is reached as applications are: the newest 2000 are looked
-- through first, as frequent words are among them, the rest by the index of grams, planned for the values at hand; what is null does not
-- narrow. Applications are looked at one by one in the order of the list, so that looking ends with the page (`offset 0` keeps the planner
-- from doing otherwise). `at` is when a task came, for what is done when it was decided.
create policy gate on wf_task for select to zaice_gate using (true);
grant select on wf_task to zaice_gate;

create function gate_find_tasks(
  p_grams text[], p_pattern text, p_uid bigint, p_done boolean, p_flow text, p_initiator bigint, p_overdue boolean, p_from timestamptz,
  p_until timestamptz, p_amount_from numeric, p_amount_to numeric, p_before timestamptz, p_before_id bigint, p_limit int)
returns table (id bigint, at timestamptz) language plpgsql stable security definer set search_path = public, pg_temp as $$
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
  v_found int;
  v_last_at timestamptz;
  v_last_id bigint;
begin
  return query execute
    'select t.id, t.at from (select t.id, ' || v_at || ' as at, t.instance_id from wf_task t where ' || v_own ||
    ' order by ' || v_at || ' desc, t.id desc limit 2000) t, lateral (select from wf_instance i where i.org_id = $1 and i.id = t.instance_id and '
    || v_worth || ' and i.search like $12 offset 0) i order by t.at desc, t.id desc limit $13'
    using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, p_before, p_before_id, p_amount_from, p_amount_to, p_pattern, p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    execute 'select ' || v_at || ', t.id from wf_task t where ' || v_own || ' order by ' || v_at || ' desc, t.id desc offset 1999 limit 1'
      into v_last_at, v_last_id using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, p_before, p_before_id;
    if v_last_id is null then return; end if;
    return query execute
      'select t.id, ' || v_at || ' from wf_task t join wf_instance i on i.org_id = $1 and i.id = t.instance_id where ' || v_own || ' and ' || v_worth ||
      ' and i.grams @> $12 and i.search like $13 order by ' || v_at || ' desc, t.id desc limit $14'
      using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, v_last_at, v_last_id, p_amount_from, p_amount_to, p_grams, p_pattern,
        p_limit - v_found;
  end if;
end $$;

-- The same order of looking for copies.
create or replace function gate_find_copies(p_grams text[], p_pattern text, p_uid bigint, p_read boolean, p_flow text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int;
  v_last bigint;
  v_own constant text := 'c.org_id = $1 and c.uid = $2 and c.id < $3 and ($4 is null or (c.read_at is not null) = $4)';
begin
  return query execute
    'select c.id from (select c.id, c.instance_id from wf_cc c where ' || v_own || ' order by c.id desc limit 2000) c,
       lateral (select from wf_instance i where i.org_id = $1 and i.id = c.instance_id and ($5 is null or i.flow_key = $5)
         and i.search like $6 offset 0) i
     order by c.id desc limit $7'
    using v_org, p_uid, p_before, p_read, p_flow, p_pattern, p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    execute 'select c.id from wf_cc c where ' || v_own || ' order by c.id desc offset 1999 limit 1'
      into v_last using v_org, p_uid, p_before, p_read;
    if v_last is null then return; end if;
    return query execute
      'select c.id from wf_cc c join wf_instance i on i.org_id = $1 and i.id = c.instance_id
       where ($5 is null or i.flow_key = $5) and ' || v_own || ' and i.grams @> $6 and i.search like $7 order by c.id desc limit $8'
      using v_org, p_uid, v_last, p_read, p_flow, p_grams, p_pattern, p_limit - v_found;
  end if;
end $$;

do $$
declare f constant text :=
  'gate_find_tasks(text[], text, bigint, boolean, text, bigint, boolean, timestamptz, timestamptz, numeric, numeric, timestamptz, bigint, int)';
begin
  execute format('revoke all on function %s from public', f);
  execute format('grant execute on function %s to zaice_app', f);
  execute format('alter function %s owner to zaice_gate', f);
end $$;

-- Tables that stay small are planned for as they are: by default nobody looks at a table before its fiftieth change, and a guess of its
-- size turns a list into a join of everything.
do $$
declare t text;
begin
  foreach t in array array[
    'organisation', 'department', 'person', 'person_department', 'role', 'person_role', 'location', 'category', 'supplier', 'model', 'consumable',
    'wf_flow', 'wf_definition', 'wf_form', 'wf_service', 'wf_delegation', 'wf_handover', 'work_calendar', 'number_sequence', 'licence_order']
  loop
    execute format('alter table %I set (autovacuum_analyze_threshold = 5)', t);
  end loop;
end $$;
