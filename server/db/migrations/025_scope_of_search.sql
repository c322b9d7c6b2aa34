-- What everybody may search of a record stands in its search text before a mark, what only those may who read it whole stands behind it: a
-- job puts the mark into the texts that have none yet.
create index asset_unmarked on asset (org_id, id) where remark is not null and strpos(search, chr(1)) = 0;
create index person_unmarked on person (org_id, id) where strpos(search, chr(1)) = 0;
alter table organisation no force row level security;
alter table job no force row level security;
insert into job (org_id, id, kind, key, due_at) select org_id, (extract(epoch from now()) * 1000)::bigint + 1, 'records.search', '', now() from organisation;
alter table organisation force row level security;
alter table job force row level security;

-- The same as gate_find_assets for whoever sees of the assets only what everybody may: the keyword is looked for in that part. A text that
-- has no mark yet is plain where the asset has no remark.
create function gate_find_open_assets(
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
    ) w where (case when strpos(w.search, chr(1)) > 0 then split_part(w.search, chr(1), 1) when w.remark is null then w.search
           else lower(concat_ws(e'\n', w.instance_code, w.instance_name, w.serial_no)) end) like p_pattern
      and (p_locations is null or w.loc_id = any (p_locations) or w.holder_uid = p_own) and (p_in is null or w.loc_id = any (p_in))
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
      where w.org_id = v_org and w.grams @> p_grams and w.search like p_pattern and (case when strpos(w.search, chr(1)) > 0 then split_part(w.search, chr(1), 1) when w.remark is null then w.search
           else lower(concat_ws(e'\n', w.instance_code, w.instance_name, w.serial_no)) end) like p_pattern and w.deleted_at is null and w.id < coalesce(v_last, p_before)
        and (p_locations is null or w.loc_id = any (p_locations) or w.holder_uid = p_own) and (p_in is null or w.loc_id = any (p_in))
        and (p_models is null or w.goods_id = any (p_models)) and (p_categories is null or w.cat_id = any (p_categories))
        and (p_dept is null or w.dept_id = p_dept) and (p_state is null or w.state = p_state) and (p_holder is null or w.holder_uid = p_holder)
        and (p_supplier is null or w.supplier_id = p_supplier) and (p_condition is null or w.condition = p_condition)
      order by w.id desc limit p_limit - v_found;
  end if;
end $$;
do $$ declare f text := 'gate_find_open_assets(text[], text, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int)';
begin
  execute format('revoke all on function %s from public', f);
  execute format('grant execute on function %s to zaice_app', f);
  execute format('alter function %s owner to zaice_gate', f);
end $$;
