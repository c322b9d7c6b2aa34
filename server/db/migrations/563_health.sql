-- How the work that is done later stands, over all organisations: what is due and waits, since when the oldest waits, and what rests after it failed.
create function gate_job_health()
returns table (kind text, due bigint, oldest_seconds double precision, failed bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select j.kind, count(*) filter (where j.lease_until is distinct from 'infinity'),
      coalesce(extract(epoch from now() - min(j.due_at) filter (where j.lease_until is distinct from 'infinity')), 0)::double precision,
      count(*) filter (where j.lease_until = 'infinity')
    from job j where j.done_at is null and j.due_at <= now() group by j.kind;
end $$;
alter function gate_job_health() owner to zaice_gate;
revoke all on function gate_job_health() from public;
grant execute on function gate_job_health() to zaice_app;
