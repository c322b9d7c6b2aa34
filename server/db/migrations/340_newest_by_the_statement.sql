-- The newest assets are looked through for a keyword by the statement that asks, whose plan is kept. The function looks behind them alone,
-- `p_before`, and only for what is still missing: `p_found` of `p_limit` were among those.
drop function gate_seek_assets(jsonb, boolean, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int);

create function gate_seek_assets(
  p_words jsonb, p_open boolean, p_locations bigint[], p_own bigint, p_in bigint[], p_models bigint[], p_categories bigint[], p_dept bigint,
  p_state text, p_holder bigint, p_supplier bigint, p_condition text, p_before bigint, p_limit int, p_found int)
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
  v_found int := p_found;
  v_few int;
  v_last bigint := p_before;
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
  -- As many more are read where what was found among the newest promises the rest there: what stands in many is walked, not gathered.
  if (p_locations is null or p_locations <> '{}') and v_found * 10 >= p_limit - v_found then
    return query execute format(
      'select w.id from (select a.* from asset a where a.org_id = %s and a.deleted_at is null and a.id < %s order by a.id desc limit 20000) w where %s%s order by w.id desc limit %s',
      v_org, v_last, v_narrow, v_said, p_limit - v_found);
    get diagnostics v_more = row_count;
    v_found := v_found + v_more;
    if v_found < p_limit then
      execute format(
        'select coalesce(min(w.id), %2$s) from (select a.id from asset a where a.org_id = %1$s and a.deleted_at is null and a.id < %2$s order by a.id desc limit 20000) w',
        v_org, v_last) into v_last;
    end if;
  end if;
  if v_found < p_limit then
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
