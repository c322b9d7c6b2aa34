-- What several machines do in another way than one database, for the role that owns the schema; run at every start, so each statement may be
-- repeated. Numbers come from the clock, in one order wherever an organisation stands; a sequence of each machine would begin anew when it
-- moves. Jobs are taken one row at a time, because no statement locks rows of several machines. Nothing is sealed: a seal follows the numbers
-- of one database.

create or replace function clock_number() returns bigint language plpgsql volatile set search_path = public, pg_temp as $$
declare
  v_number bigint := ((extract(epoch from clock_timestamp()) * 1000000)::bigint - 1704067200000000) * 1024 + pg_backend_pid() % 1024;
  v_last bigint := nullif(current_setting('app.number', true), '')::bigint;
begin
  if v_number <= v_last then v_number := v_last + 1024; end if;
  perform set_config('app.number', v_number::text, true);
  return v_number;
end $$;

create or replace function number_by_seq() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.seq := coalesce(new.seq, clock_number());
  return new;
end $$;

create or replace function number_by_number() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.number := coalesce(new.number, clock_number());
  return new;
end $$;

create or replace function number_by_id() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.id := coalesce(new.id, clock_number());
  return new;
end $$;

create or replace function gate_last_numbers()
returns table (noun text, number bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select c, 9223372036854775807
  from unnest(array['move', 'document_event', 'asset_event', 'wf_event', 'file', 'watched_change', 'value_entry']) as c;
end $$;

create or replace function gate_lease_jobs(p_kinds text[], p_limit int, p_lease_seconds int)
returns table (org_id bigint, id bigint, kind text, key text, body jsonb, attempts int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_due record;
  v_now timestamptz := clock_timestamp();
begin
  for v_due in
    select d.org_id, d.id, d.lease_until from job d join organisation o on o.org_id = d.org_id
    where d.done_at is null and d.due_at <= v_now and (d.lease_until is null or d.lease_until < v_now) and d.kind = any (p_kinds)
      and o.state = 'active'
    order by d.due_at limit p_limit
  loop
    return query
      update job j set lease_until = v_now + make_interval(secs => p_lease_seconds), attempts = j.attempts + 1
      where j.org_id = v_due.org_id and j.id = v_due.id and j.done_at is null and j.lease_until is not distinct from v_due.lease_until
      returning j.org_id, j.id, j.kind, j.key, j.body, j.attempts;
  end loop;
end $$;

create or replace function gate_hand_out_from(p_place text, p_xid text, p_id bigint, p_limit int, p_kind text, p_seconds int)
returns table (xid text, id bigint, full_page boolean)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_xid xid8 := p_xid::xid8;
  v_id bigint := p_id;
  v_count int := 0;
  v_row record;
  v_said record;
  v_settled text;
begin
  if v_xid is null then
    select split_part(i.value, ' ', 1)::xid8, split_part(i.value, ' ', 2)::bigint into v_xid, v_id from installation i where i.key = p_place;
  end if;
  for v_row in
    select o.org_id, o.xid, o.id, o.topic, o.body, o.xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
    from outbox o where (o.xid, o.id) > (v_xid, v_id) order by o.xid, o.id limit p_limit
  loop
    v_count := v_count + 1;
    v_xid := v_row.xid;
    v_id := v_row.id;
    if v_row.settled then v_settled := v_row.xid::text || ' ' || v_row.id; end if;
    for v_said in
      select coalesce(a.said ->> 'topic', v_row.topic) as topic, coalesce(a.said -> 'body', v_row.body) as body
      from (select jsonb_array_elements(v_row.body -> 'all') as said where v_row.topic = '' union all select null::jsonb where v_row.topic <> '') a
    loop
      if v_said.topic = 'message' and v_said.body ? 'ids' then
        insert into job (org_id, id, kind, key, body, due_at) values (
          v_row.org_id, (v_said.body -> 'ids' ->> 0)::bigint, p_kind, 'message/' || (v_said.body -> 'ids' ->> 0),
          jsonb_build_object('source', 'message', 'ids', v_said.body -> 'ids'), clock_timestamp() + make_interval(secs => p_seconds))
        on conflict do nothing;
      elsif v_said.topic = 'chat' and v_said.body ? 'id' then
        insert into job (org_id, id, kind, key, body, due_at) values (
          v_row.org_id, (v_said.body ->> 'id')::bigint, p_kind, 'chat/' || (v_said.body ->> 'id'),
          jsonb_build_object('source', 'chat', 'ids', jsonb_build_array(v_said.body ->> 'id')), clock_timestamp() + interval '3 seconds')
        on conflict do nothing;
      end if;
    end loop;
  end loop;
  if v_settled is not null then update installation i set value = v_settled where i.key = p_place and i.value <> v_settled; end if;
  if v_count > 0 then return query select v_xid::text, v_id, v_count = p_limit; end if;
end $$;

create or replace function ledger_lock(p_org bigint, p_accounts text[], p_items bigint[]) returns void language plpgsql as $$
declare
  v_key record;
begin
  for v_key in select distinct k.account, k.item_id from unnest(p_accounts, p_items) as k (account, item_id) order by 1, 2 loop
    perform 1 from balance b where b.org_id = p_org and b.account = v_key.account and b.item_id = v_key.item_id for update;
  end loop;
end $$;

-- Over machines no statement reads the rows that another part of it writes: each move is written behind its balance.
create or replace function ledger_open(
  p_org bigint, p_document bigint, p_actor bigint, p_date date, p_kind text,
  p_ids bigint[], p_lines int[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[])
returns void language plpgsql as $$
declare
  v_move record;
  v_balance record;
begin
  if p_kind = 'consumable' then
    perform stock_share(p_org);
    p_date := greatest(p_date, first_day_of(stock_closed_through(p_org) + 1));
  end if;
  if exists (select from unnest(p_froms, p_tos) as u (source, target) where is_inside(source) or not is_inside(target)) then
    raise exception 'ledger_open takes moves from outside accounts to inside ones only';
  end if;
  if p_kind = 'asset' then update asset_register set n = n + cardinality(p_ids) where org_id = p_org; end if;
  perform ledger_lock(p_org, p_tos, p_items);
  for v_move in
    select * from unnest(p_ids, p_lines, p_items, p_froms, p_tos, p_quantities, p_costs) with ordinality
      as u (id, line_no, item_id, source, account, quantity, cost, place)
    order by u.place
  loop
    insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
    values (p_org, v_move.account, v_move.item_id, p_kind, v_move.quantity, v_move.cost, 1)
    on conflict (org_id, account, item_id) do update set
      on_hand = b.on_hand + excluded.on_hand, value = b.value + excluded.value, seq = b.seq + excluded.seq
    returning b.on_hand, b.seq into v_balance;
    insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost,
                      to_seq, to_after, business_date, actor_uid)
    values (p_org, v_move.id, p_document, 0, v_move.line_no, p_kind, v_move.item_id, v_move.source, v_move.account, v_move.quantity, v_move.cost,
            v_balance.seq, v_balance.on_hand, p_date, p_actor);
  end loop;
end $$;

-- A plan for every value is made before the organisation is a value, and then no machine can be chosen.
do $$ declare v_function regprocedure; begin
  for v_function in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (p.proconfig)
  loop
    execute format('alter function %s reset plan_cache_mode', v_function);
  end loop;
end $$;
