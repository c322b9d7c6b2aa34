-- Messages that are to leave the house become jobs: one for each announcement of messages after a place, once, however often it is asked.
-- Answers where the reading ended, and up to where nothing can appear any more (null where it did not come that far). The numbers of
-- messages are nobody else's, so they number their jobs.
grant insert on job to zaice_gate;
create function gate_hand_out(p_xid text, p_id bigint, p_limit int, p_kind text)
returns table (xid text, id bigint, settled_xid text, settled_id bigint, full_page boolean)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with seen as (
      select o.org_id, o.xid, o.id, o.topic, o.body, o.xid < pg_snapshot_xmin(pg_current_snapshot()) as settled
      from outbox o where (o.xid, o.id) > (p_xid::xid8, p_id)
      order by o.xid, o.id limit p_limit
    ), made as (
      insert into job (org_id, id, kind, key, body, due_at)
      select s.org_id, (s.body -> 'ids' ->> 0)::bigint, p_kind, s.body -> 'ids' ->> 0, jsonb_build_object('ids', s.body -> 'ids'), clock_timestamp()
      from seen s where s.topic = 'message' and s.body ? 'ids'
      on conflict do nothing
    ), settled as (
      select s.xid, s.id from seen s where s.settled order by s.xid desc, s.id desc limit 1
    )
    select l.xid::text, l.id, d.xid::text, d.id, (select count(*) from seen) = p_limit
    from (select s.xid, s.id from seen s order by s.xid desc, s.id desc limit 1) l left join settled d on true;
end $$;
revoke all on function gate_hand_out(text, bigint, int, text) from public;
grant execute on function gate_hand_out(text, bigint, int, text) to zaice_app;
alter function gate_hand_out(text, bigint, int, text) owner to zaice_gate;
