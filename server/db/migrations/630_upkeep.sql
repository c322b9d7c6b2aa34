-- What the operator of the installation sees of the work that is done later, and how what failed is begun again.

create policy gate on webhook_delivery for select to zaice_gate using (true);
grant select on webhook_delivery to zaice_gate;
create index webhook_delivery_failed on webhook_delivery (done_at) where state = 'failed';
create policy gate on group_robot for select to zaice_gate using (true);
grant select on group_robot to zaice_gate;

-- How what goes out of the installation stands: since when the oldest announcement of a message or conversation waits to be handed out, what
-- webhooks gave up in a week, and the robots of groups that are refused now.
create function gate_delivery_health()
returns table (outbox_seconds double precision, failed_deliveries bigint, failing_robots bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select
      coalesce((
        select extract(epoch from clock_timestamp() - min(o.at)) from installation i
          join outbox o on (o.xid, o.id) > (split_part(i.value, ' ', 1)::xid8, split_part(i.value, ' ', 2)::bigint)
        where i.key = 'messages.handed'
          and (o.topic in ('message', 'chat') or o.topic = '' and o.body -> 'all' @> any (array['[{"topic": "message"}]', '[{"topic": "chat"}]']::jsonb[]))
      ), 0)::double precision,
      (select count(*) from webhook_delivery d where d.state = 'failed' and d.done_at > now() - interval '7 days'),
      (select count(*) from group_robot r where r.is_on and r.failures > 0);
end $$;

-- Jobs that rest after they failed too often, the newest first, behind the one that a page ended with.
create function gate_resting_jobs(p_before bigint, p_limit int)
returns table (org_id bigint, id bigint, organisation text, kind text, attempts int, due_at timestamptz, last_error text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select j.org_id, j.id, o.name, j.kind, j.attempts, j.due_at, coalesce(j.last_error, '')
    from job j join organisation o on o.org_id = j.org_id
    where j.done_at is null and j.lease_until = 'infinity' and (p_before is null or j.id < p_before)
    order by j.id desc limit p_limit;
end $$;

-- Lets jobs that rest run again: one, or all of a kind. Those that run already are left alone; answers how many were begun again.
create function gate_retry_jobs(p_id bigint, p_kind text)
returns bigint language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare n bigint;
begin
  update job set lease_until = null, attempts = 0, due_at = now()
  where done_at is null and lease_until = 'infinity' and (id = p_id or kind = p_kind);
  get diagnostics n = row_count;
  return n;
end $$;

do $$
declare f regprocedure;
begin
  foreach f in array array['gate_delivery_health', 'gate_resting_jobs', 'gate_retry_jobs']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
