-- Whether a scanned label is another organisation's: only for what nobody can guess, the id of an asset and the code of a blank label, and
-- nothing but yes or no.
create policy gate on label_code for select to zaice_gate using (true);
grant select on label_code to zaice_gate;
create function gate_is_elsewhere(p_asset bigint, p_code text)
returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from organisation o
    where o.org_id is distinct from current_org()
      and (exists (select from asset a where a.org_id = o.org_id and a.id = p_asset)
        or exists (select from label_code l where l.org_id = o.org_id and l.code = p_code))
  );
end $$;
revoke all on function gate_is_elsewhere(bigint, text) from public;
grant execute on function gate_is_elsewhere(bigint, text) to zaice_app;
alter function gate_is_elsewhere(bigint, text) owner to zaice_gate;
