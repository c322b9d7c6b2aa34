-- The newest assets are looked through for one word or two by a statement whose plan is kept: planned anew for each search, it took longer to plan
-- than to run. Sorting and gathering are off, so that the one plan walks the assets of any organisation by their ids.
create function gate_newest_assets(
  p_words jsonb, p_open boolean, p_locations bigint[], p_own bigint, p_in bigint[], p_models bigint[], p_categories bigint[], p_dept bigint,
  p_state text, p_holder bigint, p_supplier bigint, p_condition text, p_before bigint, p_rows int, p_limit int)
returns table (id bigint) language plpgsql stable security definer
set search_path = public, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_sort = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_like text[] := array(select one ->> 'like' from jsonb_array_elements(p_words -> 0 -> 'alike') as a (one));
  v_models bigint[] := p_words -> 0 ->> 'goods_id';
  v_places bigint[] := p_words -> 0 ->> 'loc_id';
  v_holders bigint[] := p_words -> 0 ->> 'holder_uid';
  v_both boolean := jsonb_array_length(p_words) = 2;
  v_like_too text[] := array(select one ->> 'like' from jsonb_array_elements(p_words -> 1 -> 'alike') as a (one));
  v_models_too bigint[] := p_words -> 1 ->> 'goods_id';
  v_places_too bigint[] := p_words -> 1 ->> 'loc_id';
  v_holders_too bigint[] := p_words -> 1 ->> 'holder_uid';
begin
  return query
  select w.id from (
    select a.*, case
      when not p_open then a.search
      when strpos(a.search, chr(1)) > 0 then split_part(a.search, chr(1), 1)
      when a.remark is null then a.search
      else lower(concat_ws(e'\n', a.instance_code, a.instance_name, a.serial_no)) end as read_text
    from asset a where a.org_id = v_org and a.deleted_at is null and a.id < p_before order by a.id desc limit p_rows
  ) w
  where (w.read_text like any (v_like) or w.goods_id = any (v_models) or w.loc_id = any (v_places) or w.holder_uid = any (v_holders))
    and (not v_both or w.read_text like any (v_like_too) or w.goods_id = any (v_models_too) or w.loc_id = any (v_places_too) or w.holder_uid = any (v_holders_too))
    and (p_locations is null or w.loc_id = any (p_locations) or w.loc_id is null and w.home_id = any (p_locations) or w.holder_uid = p_own)
    and (p_in is null or w.loc_id = any (p_in))
    and (p_models is null or w.goods_id = any (p_models))
    and (p_categories is null or w.cat_id = any (p_categories))
    and (p_dept is null or w.dept_id = p_dept)
    and (p_state is null or w.state = p_state)
    and (p_holder is null or w.holder_uid = p_holder)
    and (p_supplier is null or w.supplier_id = p_supplier)
    and (p_condition is null or w.condition = p_condition)
  order by w.id desc limit p_limit;
end $$;

-- The id of the asset that stands at `p_rows` among the newest before an id; null where there are fewer.
create function gate_asset_at(p_before bigint, p_rows int) returns bigint language plpgsql stable security definer
set search_path = public, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_sort = off set enable_bitmapscan = off as $$
begin
  return (
    select a.id from asset a where a.org_id = current_org() and a.deleted_at is null and a.id < p_before order by a.id desc offset p_rows - 1 limit 1
  );
end $$;

create or replace function gate_seek_assets(
  p_words jsonb, p_open boolean, p_locations bigint[], p_own bigint, p_in bigint[], p_models bigint[], p_categories bigint[], p_dept bigint,
  p_state text, p_holder bigint, p_supplier bigint, p_condition text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_text text := case when not p_open then 'w.search' else
    '(case when strpos(w.search, chr(1)) > 0 then split_part(w.search, chr(1), 1) when w.remark is null then w.search
           else lower(concat_ws(e''\n'', w.instance_code, w.instance_name, w.serial_no)) end)' end;
  v_word jsonb;
  v_named text;
  v_said text := '';
  v_sought text := '';
  v_narrow text := format('w.org_id = %s and w.deleted_at is null', v_org);
  v_found int := 0;
  v_few int;
  v_last bigint := p_before;
  v_rows int;
  v_more int;
begin
  for v_word in select jsonb_array_elements(p_words) loop
    select coalesce(string_agg(format(' or w.%I = any (%L::bigint[])', key, value), ''), '') into v_named
    from jsonb_each_text(v_word - 'alike') where value <> '{}';
    select v_said || ' and (' || string_agg(format('%s like %L', v_text, one ->> 'like'), ' or ') || v_named || ')',
           v_sought || ' and (' || string_agg(format('w.grams @> %L::text[] and %s like %L', array(select jsonb_array_elements_text(one -> 'grams')), v_text, one ->> 'like'), ' or ') || v_named || ')'
    into v_said, v_sought from jsonb_array_elements(v_word -> 'alike') as a (one);
  end loop;
  if p_locations is not null then
    v_narrow := v_narrow || format(' and (w.loc_id = any (%1$L::bigint[]) or w.loc_id is null and w.home_id = any (%1$L::bigint[]) or w.holder_uid = %2$L)', p_locations, p_own);
  end if;
  if p_in is not null then v_narrow := v_narrow || format(' and w.loc_id = any (%L::bigint[])', p_in); end if;
  if p_models is not null then v_narrow := v_narrow || format(' and w.goods_id = any (%L::bigint[])', p_models); end if;
  if p_categories is not null then v_narrow := v_narrow || format(' and w.cat_id = any (%L::bigint[])', p_categories); end if;
  if p_dept is not null then v_narrow := v_narrow || format(' and w.dept_id = %L', p_dept); end if;
  if p_state is not null then v_narrow := v_narrow || format(' and w.state = %L', p_state); end if;
  if p_holder is not null then v_narrow := v_narrow || format(' and w.holder_uid = %L', p_holder); end if;
  if p_supplier is not null then v_narrow := v_narrow || format(' and w.supplier_id = %L', p_supplier); end if;
  if p_condition is not null then v_narrow := v_narrow || format(' and w.condition = %L', p_condition); end if;
  -- Who manages no place and has few things is found by those things at once.
  if p_locations is null or p_locations <> '{}' then
    -- As many more are read where what was found among the newest promises the rest there: what stands in many is walked, not gathered.
    foreach v_rows in array array[2000, 20000] loop
      exit when v_rows > 2000 and (v_found >= p_limit or v_found * 10 < p_limit - v_found);
      if jsonb_array_length(p_words) <= 2 then
        return query select n.id from gate_newest_assets(
          p_words, p_open, p_locations, p_own, p_in, p_models, p_categories, p_dept, p_state, p_holder, p_supplier, p_condition, v_last, v_rows,
          p_limit - v_found) n;
      else
        return query execute format(
          'select w.id from (select a.* from asset a where a.org_id = %s and a.deleted_at is null and a.id < %s order by a.id desc limit %s) w where %s%s order by w.id desc limit %s',
          v_org, v_last, v_rows, v_narrow, v_said, p_limit - v_found);
      end if;
      get diagnostics v_more = row_count;
      v_found := v_found + v_more;
      exit when v_found >= p_limit;
      v_last := coalesce(gate_asset_at(v_last, v_rows), 0);
      exit when v_last = 0;
    end loop;
  end if;
  if v_found < p_limit and v_last > 0 then
    if p_locations is not null then
      select count(*) into v_few from (
        select from asset a where a.org_id = v_org and a.deleted_at is null and a.loc_id = any (p_locations) limit 10001
      ) few;
    end if;
    return query execute format(
      case when p_locations is null then 'select w.id from asset w where %s and w.id < %s%s order by w.id desc limit %s'
           else 'select m.id from (select w.id from asset w where %s and w.id < %s%s offset 0) m order by m.id desc limit %s' end,
      v_narrow, v_last, case when v_few <= 10000 then v_said else v_sought end, p_limit - v_found);
  end if;
end $$;

revoke all on function gate_newest_assets(
  jsonb, boolean, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int, int) from public;
alter function gate_newest_assets(
  jsonb, boolean, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int, int) owner to zaice_gate;
revoke all on function gate_asset_at(bigint, int) from public;
alter function gate_asset_at(bigint, int) owner to zaice_gate;
