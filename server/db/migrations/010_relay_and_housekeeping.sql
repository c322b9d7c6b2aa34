-- What was announced after a place and can be seen now. `settled` rows have nothing left that could appear before them; the others were
-- committed while an older transaction is still open.
create function gate_outbox_since(p_xid text, p_id bigint, p_limit int)
returns table (org_id bigint, id bigint, xid text, topic text, key text, body jsonb, settled boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select org_id, id, xid::text, topic, key, body, xid < pg_snapshot_xmin(pg_current_snapshot()) from outbox
  where (xid, id) > (p_xid::xid8, p_id)
  order by outbox.xid, outbox.id limit p_limit
$$;

-- Takes away what nobody will ask for again: announcements a day after they were made, answers of commands after thirty days, jobs done a
-- week ago, codes and counters that are over. One process at a time; how many rows went.
create policy gate_delete on outbox for delete to zaice_gate using (true);
create policy gate on command for all to zaice_gate using (true);
grant delete on outbox, job to zaice_gate;
grant select, delete on command, sms_code, sign_in_guard to zaice_gate;
create function gate_keep_house() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n bigint;
  total bigint := 0;
begin
  if not pg_try_advisory_xact_lock(7120002) then return 0; end if;
  delete from outbox where at < now() - interval '1 day';
  get diagnostics n = row_count; total := total + n;
  delete from command where at < now() - interval '30 days';
  get diagnostics n = row_count; total := total + n;
  delete from job where done_at < now() - interval '7 days';
  get diagnostics n = row_count; total := total + n;
  delete from sms_code where expires_at < now() - interval '1 day';
  get diagnostics n = row_count; total := total + n;
  delete from sign_in_guard where greatest(window_start, coalesce(locked_until, window_start)) < now() - interval '1 day';
  get diagnostics n = row_count; total := total + n;
  return total;
end $$;

do $$
declare f regprocedure;
begin
  foreach f in array array['gate_outbox_since(text, bigint, int)', 'gate_keep_house()']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
