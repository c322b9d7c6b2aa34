-- The register in the order of what people sort it by. Rows without a value stand in these indexes as well: they come last, in the order of
-- their ids. What is due, in maintenance or under warranty is sorted by the indexes that there are.
create index asset_sorted_name on asset (org_id, instance_name, id) where deleted_at is null;
create index asset_sorted_value on asset (org_id, value, id) where deleted_at is null;
create index asset_sorted_bought on asset (org_id, bought_on, id) where deleted_at is null;
create index asset_sorted_created on asset (org_id, created_at, id) where deleted_at is null;

-- Comparisons of numbers are not leakproof, so row-level security would walk a register that is sorted by value from its beginning to wherever
-- a page begins: what comes behind a value and an id is a function that takes the organisation from the same setting.
create function gate_assets_behind_value(p_value numeric, p_id bigint, p_descending boolean, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if p_descending then
    return query select a.id from asset a
      where a.org_id = current_org() and a.deleted_at is null and (a.value, a.id) < (p_value, p_id) order by a.value desc, a.id desc limit p_limit;
  else
    return query select a.id from asset a
      where a.org_id = current_org() and a.deleted_at is null and (a.value, a.id) > (p_value, p_id) order by a.value, a.id limit p_limit;
  end if;
end $$;
revoke all on function gate_assets_behind_value(numeric, bigint, boolean, int) from public;
grant execute on function gate_assets_behind_value(numeric, bigint, boolean, int) to zaice_app;
alter function gate_assets_behind_value(numeric, bigint, boolean, int) owner to zaice_gate;
