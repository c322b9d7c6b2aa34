-- The store that a piece belongs to: where it lies, or lay last. Whoever keeps that store looks after it while it stands in no place.
alter table asset add column home_id bigint;
alter table asset add foreign key (org_id, home_id) references location (org_id, id);
alter table asset no force row level security;
alter table move no force row level security;
update asset a set home_id = coalesce(
  case when a.account like 'store:_%' then split_part(a.account, ':', 2)::bigint end,
  (select split_part(case when m.to_account like 'store:_%' then m.to_account else m.from_account end, ':', 2)::bigint
   from move m where m.org_id = a.org_id and m.item_id = a.id and (m.to_account like 'store:_%' or m.from_account like 'store:_%')
   order by m.seq desc limit 1),
  a.loc_id);
alter table asset force row level security;
alter table move force row level security;
create index asset_home on asset (org_id, home_id, id desc) where loc_id is null and deleted_at is null;

-- A keeper's search finds what stands nowhere and belongs to his stores.
create or replace function gate_find_assets(
  p_grams text[], p_pattern text, p_locations bigint[], p_own bigint, p_in bigint[], p_models bigint[], p_categories bigint[], p_dept bigint, p_state text,
  p_holder bigint, p_supplier bigint, p_condition text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int;
  v_last bigint;
begin
  return query
    select w.id from (
      select a.* from asset a where a.org_id = v_org and a.deleted_at is null and a.id < p_before order by a.id desc limit 2000
    ) w where w.search like p_pattern
      and (p_locations is null or coalesce(w.loc_id, w.home_id) = any (p_locations) or w.holder_uid = p_own) and (p_in is null or w.loc_id = any (p_in))
      and (p_models is null or w.goods_id = any (p_models)) and (p_categories is null or w.cat_id = any (p_categories))
      and (p_dept is null or w.dept_id = p_dept) and (p_state is null or w.state = p_state) and (p_holder is null or w.holder_uid = p_holder)
      and (p_supplier is null or w.supplier_id = p_supplier) and (p_condition is null or w.condition = p_condition)
    order by w.id desc limit p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    select min(w.id) into v_last from (
      select a.id from asset a where a.org_id = v_org and a.deleted_at is null and a.id < p_before order by a.id desc limit 2000
    ) w;
    return query
      select w.id from asset w
      where w.org_id = v_org and w.grams @> p_grams and w.search like p_pattern and w.deleted_at is null and w.id < coalesce(v_last, p_before)
        and (p_locations is null or coalesce(w.loc_id, w.home_id) = any (p_locations) or w.holder_uid = p_own) and (p_in is null or w.loc_id = any (p_in))
        and (p_models is null or w.goods_id = any (p_models)) and (p_categories is null or w.cat_id = any (p_categories))
        and (p_dept is null or w.dept_id = p_dept) and (p_state is null or w.state = p_state) and (p_holder is null or w.holder_uid = p_holder)
        and (p_supplier is null or w.supplier_id = p_supplier) and (p_condition is null or w.condition = p_condition)
      order by w.id desc limit p_limit - v_found;
  end if;
end $$;
