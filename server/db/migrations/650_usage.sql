-- What the operator's metrics say of how much the installation holds and who holds most of it.

create policy gate_usage on seal for select to zaice_gate using (true);
grant select on seal to zaice_gate;
create policy gate_usage on asset_register for select to zaice_gate using (true);
grant select on asset_register to zaice_gate;

-- Sessions that are open, files that have bytes, and how long ago the last seal was made; null where none ever was.
create function gate_usage()
returns table (open_sessions bigint, files bigint, file_bytes numeric, seal_seconds double precision)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select (select count(*) from session s where s.ended_at is null and s.expires_at > now()), f.files, f.bytes,
      extract(epoch from clock_timestamp() - (select max(s.at) from seal s))::double precision
    from (select count(*) as files, coalesce(sum(size_bytes), 0) as bytes from file where emptied_at is null) f;
end $$;

-- The organisations that hold most: by the bytes of their files, and by the assets in their books.
create function gate_largest_organisations(p_limit int)
returns table (org_id bigint, kind text, size numeric)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    (select f.org_id, 'file_bytes', sum(f.size_bytes) from file f where f.emptied_at is null group by 1 order by 3 desc limit p_limit)
    union all
    (select r.org_id, 'assets', r.n::numeric from asset_register r where r.n > 0 order by 3 desc limit p_limit);
end $$;

do $$
declare f regprocedure;
begin
  foreach f in array array['gate_usage', 'gate_largest_organisations']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
