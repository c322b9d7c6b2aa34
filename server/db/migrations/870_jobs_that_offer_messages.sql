-- The jobs that offer new messages to the ways have a kind of their own. Processes of older versions take the kinds 'message' and 'ring', and leave
-- out ways that this version offers to; while one still runs beside this version, the jobs that it makes of announcements get the new kind as well.

-- Turns announcements of messages and of conversations into jobs of the kind `p_kind`, once each. The position is the one of the installation that
-- `p_place` names, which moves up to where nothing can appear; for the next page it is p_xid and p_id. `p_seconds` is how long the jobs of notices
-- wait. Answers where the reading ended, and whether there is more.
create or replace function gate_hand_out_from(p_place text, p_xid text, p_id bigint, p_limit int, p_kind text, p_seconds int)
returns table (xid text, id bigint, full_page boolean)
language plpgsql volatile security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_xid xid8 := p_xid::xid8;
  v_id bigint := p_id;
  v_kind text := case when p_kind in ('message', 'ring') then 'message.offer' else p_kind end;
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
      select s.org_id, (s.body -> 'ids' ->> 0)::bigint, v_kind, 'message/' || (s.body -> 'ids' ->> 0),
             jsonb_build_object('source', 'message', 'ids', s.body -> 'ids'), clock_timestamp() + make_interval(secs => p_seconds)
      from said s where s.topic = 'message' and s.body ? 'ids'
      on conflict do nothing
    ), conversations as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, (s.body ->> 'id')::bigint, v_kind, 'chat/' || (s.body ->> 'id'),
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
