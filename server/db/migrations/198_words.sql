-- What tells a code from another: in lower case, without what stands between its parts.
create function bare_code(text) returns text language sql immutable strict parallel safe as $$ select lower(translate($1, '-_./ ', '')) $$;
create index asset_bare_code on asset (org_id, (bare_code(instance_code) collate "C")) where deleted_at is null;
create index asset_bare_serial on asset (org_id, (bare_code(serial_no) collate "C")) where serial_no is not null and deleted_at is null;

-- Assets whose code or serial number is this one (best 0) or begins so (best 1), in the caller's data scope: in these places, or held by this person.
create function gate_asset_codes(p_code text, p_locations bigint[], p_own bigint, p_limit int)
returns table (id bigint, best int) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_end text := p_code || chr(1114111);
begin
  return query
    select f.id, min(f.best) from (
      (select a.id, (bare_code(a.instance_code) <> p_code)::int as best from asset a
       where a.org_id = v_org and a.deleted_at is null and bare_code(a.instance_code) collate "C" >= p_code and bare_code(a.instance_code) collate "C" < v_end
         and (p_locations is null or coalesce(a.loc_id, a.home_id) = any (p_locations) or a.holder_uid = p_own)
       order by bare_code(a.instance_code) collate "C" limit p_limit)
      union all
      (select a.id, (bare_code(a.serial_no) <> p_code)::int from asset a
       where a.org_id = v_org and a.deleted_at is null and a.serial_no is not null
         and bare_code(a.serial_no) collate "C" >= p_code and bare_code(a.serial_no) collate "C" < v_end
         and (p_locations is null or coalesce(a.loc_id, a.home_id) = any (p_locations) or a.holder_uid = p_own)
       order by bare_code(a.serial_no) collate "C" limit p_limit)
    ) f group by f.id order by 2, 1 desc limit p_limit;
end $$;

-- Assets in which every word of a keyword stands, newest first. A word is {"alike": [{"like": pattern, "grams": [...]}, ...]}, one of which must
-- fit, or it is what something is called that the asset refers to: a column of the asset with the ids of those, as text. With `p_open` the word
-- is looked for in what everybody may see of a card; a text that has no mark yet is plain where the asset has no remark. The rest narrows, null
-- where it does not; `p_locations` and `p_own` together are the caller's data scope. The newest are looked through first, as frequent words are
-- among them; the rest by the indexes, planned for the words at hand.
create function gate_seek_assets(
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
  v_last bigint := p_before;
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
    return query execute format(
      'select w.id from (select a.* from asset a where a.org_id = %s and a.deleted_at is null and a.id < %s order by a.id desc limit 2000) w where %s%s order by w.id desc limit %s',
      v_org, p_before, v_narrow, v_said, p_limit);
    get diagnostics v_found = row_count;
    select coalesce(min(w.id), p_before) into v_last from (
      select a.id from asset a where a.org_id = v_org and a.deleted_at is null and a.id < p_before order by a.id desc limit 2000
    ) w;
  end if;
  if v_found < p_limit then
    return query execute format('select w.id from asset w where %s and w.id < %s%s order by w.id desc limit %s', v_narrow, v_last, v_sought, p_limit - v_found);
  end if;
end $$;

do $$ declare f text;
begin
  foreach f in array array[
    'gate_asset_codes(text, bigint[], bigint, int)',
    'gate_seek_assets(jsonb, boolean, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int)'] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;

-- Short lists are found by codes without what stands between their parts at once; an asset, of which there may be very many, by the indexes above.
do $$ declare t record;
begin
  for t in select * from (values
    ('model', array['goods_code', 'spec']), ('consumable', array['goods_code', 'barcode', 'spec']), ('location', array['loc_code']),
    ('department', array['dept_code']), ('person', array['employee_no'])) as u (name, columns) loop
    execute format('alter table %I no force row level security', t.name);
    execute format(
      'update %1$I r set search = r.search || s.bare from (
         select org_id, id, (select string_agg(e''\n'' || bare_code(c), '''') from unnest(array[%2$s]) c where c ~ ''^[ -~]*[0-9][ -~]*$'' and c ~ ''[-_./ ]'') as bare from %1$I
       ) s where s.org_id = r.org_id and s.id = r.id and s.bare is not null and r.search <> ''''',
      t.name, (select string_agg(quote_ident(c), ', ') from unnest(t.columns) c));
    execute format('alter table %I force row level security', t.name);
  end loop;
end $$;
