-- What a transaction announces more than one of stands in one row, with the topic '' and all of it in `body`: one row to write, to order and to read.

-- Planned once in a session; the rest is as it was.
create or replace function gate_outbox_since(p_xid text, p_id bigint, p_limit int)
returns table (org_id bigint, id bigint, xid text, topic text, key text, body jsonb, settled boolean)
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select o.org_id, o.id, o.xid::text, o.topic, o.key, o.body, o.xid < pg_snapshot_xmin(pg_current_snapshot()) from outbox o
    where (o.xid, o.id) > (p_xid::xid8, p_id)
    order by o.xid, o.id limit p_limit;
end $$;

create or replace function gate_lease_jobs(p_kinds text[], p_limit int, p_lease_seconds int)
returns table (org_id bigint, id bigint, kind text, key text, body jsonb, attempts int)
language plpgsql volatile security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    update job j set lease_until = now() + make_interval(secs => p_lease_seconds), attempts = j.attempts + 1
    from (
      select d.org_id, d.id from job d
      where d.done_at is null and d.due_at <= now() and (d.lease_until is null or d.lease_until < now()) and d.kind = any (p_kinds)
        and exists (select from organisation o where o.org_id = d.org_id and o.state = 'active')
      order by d.due_at limit p_limit for update skip locked
    ) due
    where j.org_id = due.org_id and j.id = due.id
    returning j.org_id, j.id, j.kind, j.key, j.body, j.attempts;
end $$;

-- Messages that are to leave the house become jobs, one for each announcement of messages after a place, once, however often it is asked. The place is
-- the one of the installation that `p_place` names, which moves up to where nothing can appear any more; or, for the next page, p_xid and p_id.
-- `p_kind`: the kind of the jobs of notices, `p_seconds`: how long they wait. Answers where the reading ended, and whether there is more.
grant select, update on installation to zaice_gate;
create function gate_hand_out_from(p_place text, p_xid text, p_id bigint, p_limit int, p_kind text, p_seconds int)
returns table (xid text, id bigint, full_page boolean)
language plpgsql volatile security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_xid xid8 := p_xid::xid8;
  v_id bigint := p_id;
begin
  if v_xid is null then
    select split_part(i.value, ' ', 1)::xid8, split_part(i.value, ' ', 2)::bigint into v_xid, v_id from installation i where i.key = p_place;
  end if;
  return query
    with page as materialized (
      select o.org_id, o.xid, o.id, o.topic, o.body, o.xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
      from outbox o where (o.xid, o.id) > (v_xid, v_id)
      order by o.xid, o.id limit p_limit
    ), said as materialized (
      select p.org_id, p.id, 0 as n, p.topic, p.body from page p where p.topic in ('message', 'chat')
      union all
      select p.org_id, p.id, a.n::int, a.said ->> 'topic', a.said -> 'body'
      from page p cross join jsonb_array_elements(p.body -> 'all') with ordinality as a (said, n)
      where p.topic = '' and a.said ->> 'topic' in ('message', 'chat')
    ), notices as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, (s.body -> 'ids' ->> 0)::bigint, p_kind, 'message/' || (s.body -> 'ids' ->> 0),
             jsonb_build_object('source', 'message', 'ids', s.body -> 'ids'), clock_timestamp() + make_interval(secs => p_seconds)
      from said s where s.topic = 'message' and s.body ? 'ids'
      on conflict do nothing
    ), conversations as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, (s.body ->> 'id')::bigint, 'ring', 'chat/' || (s.body ->> 'id'),
             jsonb_build_object('source', 'chat', 'ids', jsonb_build_array(s.body ->> 'id')), clock_timestamp() + interval '3 seconds'
      from said s where s.topic = 'chat' and s.body ? 'id'
      on conflict do nothing
    ), settled as (
      select p.xid, p.id from page p where p.settled order by p.xid desc, p.id desc limit 1
    ), moved as (
      update installation i set value = d.xid::text || ' ' || d.id from settled d
      where i.key = p_place and i.value <> d.xid::text || ' ' || d.id
    )
    select l.xid::text, l.id, (select count(*) from page) = p_limit
    from (select p.xid, p.id from page p order by p.xid desc, p.id desc limit 1) l;
end $$;
revoke all on function gate_hand_out_from(text, text, bigint, int, text, int) from public;
grant execute on function gate_hand_out_from(text, text, bigint, int, text, int) to zaice_app;
alter function gate_hand_out_from(text, text, bigint, int, text, int) owner to zaice_gate;

-- Notices that wait to be sorted where every way rings.
alter table job no force row level security;
update job j set kind = 'ring', key = 'message/' || j.key, body = j.body || '{"source": "message"}', due_at = j.due_at + interval '3 seconds'
where j.kind = 'message' and j.done_at is null
  and not exists (select from job r where r.org_id = j.org_id and r.kind = 'ring' and r.key = 'message/' || j.key);
alter table job force row level security;
