-- When the organisation was closed; null while people work in it. Closed, nobody signs in and its jobs wait.
alter table organisation add column closed_at timestamptz;

-- All of them, also those that are closed: their books are kept, audited and sealed.
create or replace function gate_organisations() returns table (org_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select org_id from organisation order by org_id
$$;

-- Takes due jobs of all organisations that are not closed on lease.
create or replace function gate_lease_jobs(p_kinds text[], p_limit int, p_lease_seconds int)
returns table (org_id bigint, id bigint, kind text, key text, body jsonb, attempts int) language sql volatile security definer set search_path = public, pg_temp as $$
  update job j set lease_until = now() + make_interval(secs => p_lease_seconds), attempts = j.attempts + 1
  from (
    select d.org_id, d.id from job d
    where d.done_at is null and d.due_at <= now() and (d.lease_until is null or d.lease_until < now()) and d.kind = any (p_kinds)
      and exists (select from organisation o where o.org_id = d.org_id and o.state = 'active')
    order by d.due_at limit p_limit for update skip locked
  ) due
  where j.org_id = due.org_id and j.id = due.id
  returning j.org_id, j.id, j.kind, j.key, j.body, j.attempts
$$;
