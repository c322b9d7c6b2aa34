-- The grams of an asset stand in a table of their own, as those of an application do: where it is and who has it are in indexes, so each move of
-- an asset wrote all its grams into theirs again.
create table asset_search (
  org_id    bigint not null,
  asset_id  bigint not null,
  grams     text not null,
  primary key (org_id, asset_id)
);
comment on table asset_search is 'The grams of the search text of an asset, parted by tabs; changes only with the text.';

alter table asset no force row level security;
insert into asset_search (org_id, asset_id, grams)
  select a.org_id, a.id, array_to_string(a.grams, e'\t') from asset a order by a.org_id, a.id;
alter table asset force row level security;
create index asset_search_grams on asset_search using gin (org_id, string_to_array(grams, e'\t'));
analyze asset_search;

alter table asset_search enable row level security;
alter table asset_search force row level security;
create policy own_organisation on asset_search using (org_id = current_org()) with check (org_id = current_org());
create policy gate on asset_search for select to zaice_gate using (true);
grant select on asset_search to zaice_gate;

-- The rest behind the newest is gathered from their index, word by word.
create or replace function gate_seek_assets(
  p_words jsonb, p_open boolean, p_locations bigint[], p_own bigint, p_in bigint[], p_models bigint[], p_categories bigint[], p_dept bigint,
  p_state text, p_holder bigint, p_supplier bigint, p_condition text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_text text := case when not p_open then 'w.search' else
    '(case when strpos(w.search, chr(1)) > 0 then split_part(w.search, chr(1), 1) when w.remark is null then w.search
           else lower(concat_ws(e''\n'', w.instance_code, w.instance_name, w.serial_no)) end)' end;
  v_word jsonb;
  v_named text;
  v_said text := '';
  v_sets text[] := '{}';
  v_set text;
  v_gathered text := '';
  v_ids bigint[];
  v_fewest bigint[];
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
    -- What may hold a word: by its grams, or by what it refers to. A word that has no gram narrows nothing.
    select v_said || ' and (' || string_agg(format('%s like %L', v_text, one ->> 'like'), ' or ') || v_named || ')',
           case when not bool_or(one -> 'grams' = '[]') then format(
             'select s.asset_id as id from asset_search s where s.org_id = %s and s.asset_id < $1 and (%s)%s', v_org,
             string_agg(format('string_to_array(s.grams, e''\t'') @> %L::text[]', array(select jsonb_array_elements_text(one -> 'grams'))), ' or '),
             case when v_named = '' then '' else format(
               ' union all select w.id from asset w where w.org_id = %s and w.deleted_at is null and w.id < $1 and (false%s)', v_org, v_named) end) end
    into v_said, v_set from jsonb_array_elements(v_word -> 'alike') as a (one);
    v_sets := array_append(v_sets, v_set);
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
    elsif num_nonnulls(p_in, p_models, p_categories, p_dept, p_state, p_holder, p_supplier, p_condition) > 0 then
      execute format('select count(*) from (select from asset w where %s and w.id < $1 limit 10001) few', v_narrow) into v_few using v_last;
    end if;
    -- Of many, those are looked at that may hold the word which fewest hold; where all words are in very many, those that may hold all of them.
    if v_few is null or v_few > 10000 then
      foreach v_set in array v_sets loop
        continue when v_set is null;
        execute format('select array(select m.id from (%s) m limit 10001)', v_set) into v_ids using v_last;
        if cardinality(v_ids) <= 10000 and (v_fewest is null or cardinality(v_ids) < cardinality(v_fewest)) then v_fewest := v_ids; end if;
        v_gathered := v_gathered || format(' and w.id in (%s)', v_set);
      end loop;
      if v_fewest is not null then v_gathered := ' and w.id = any ($2)'; end if;
    end if;
    return query execute format(
      case when p_locations is null then 'select w.id from asset w where %s and w.id < $1%s%s order by w.id desc limit %s'
           else 'select m.id from (select w.id from asset w where %s and w.id < $1%s%s offset 0) m order by m.id desc limit %s' end,
      v_narrow, v_said, v_gathered, p_limit - v_found) using v_last, v_fewest;
  end if;
end $$;

drop index asset_grams;
alter table asset drop column grams;
