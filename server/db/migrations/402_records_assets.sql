-- Master data and the register of assets, with the search of assets.

-- Names in the order in which a Chinese reader looks for them: signs, numbers by their value, Latin letters, then Han by pinyin.
create collation by_pinyin (provider = icu, locale = 'zh-u-co-pinyin-kn-true-kr-latn-hani');

create table number_sequence (
  org_id  bigint not null,
  name    text not null,
  last    bigint not null,
  primary key (org_id, name)
) with (fillfactor = 50, autovacuum_analyze_threshold = 5);
comment on table number_sequence is 'The last number given out under a name (asset codes by year, numbers of applications by day and lane).';

-- -------------------------------------------------------------------------------------------------------- master data

create table location (
  org_id         bigint not null references organisation,
  id             bigint not null,
  loc_code       text not null,
  loc_name       text not null,
  parent_id      bigint,
  manager_uid    bigint,
  address        text,
  loc_image      text,
  remark         text,
  search         text not null default '',
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  created_by     bigint,
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  -- Where the place is, in the grid of satellites; radius_metres is how far around it a person still counts as there.
  point          jsonb,
  radius_metres  int,
  primary key (org_id, id),
  foreign key (org_id, parent_id) references location (org_id, id),
  foreign key (org_id, manager_uid) references person (org_id, id),
  constraint location_point_grid check (point ->> 'system' = 'WGS-84'),
  constraint location_radius check (radius_metres between 50 and 2000)
) with (autovacuum_analyze_threshold = 5);
create unique index location_code on location (org_id, loc_code) where deleted_at is null;
create index location_parent on location (org_id, parent_id);
create index location_manager on location (org_id, manager_uid);
-- The places of an organisation around a point.
create index location_point on location (org_id, ((point ->> 'latitude')::double precision)) where point is not null and deleted_at is null;
comment on table location is 'A place of an organisation (site, building, room, store), in a tree by parent_id.';

create table location_user (
  org_id  bigint not null,
  loc_id  bigint not null,
  uid     bigint not null,
  kind    text not null check (kind in ('manager', 'user')),
  primary key (org_id, loc_id, uid, kind),
  foreign key (org_id, loc_id) references location (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index location_user_uid on location_user (org_id, uid);
comment on table location_user is 'A person who manages a location besides its first manager, or who uses it.';

create table category (
  org_id              bigint not null references organisation,
  id                  bigint not null,
  cat_code            text not null,
  cat_name            text not null,
  parent_id           bigint,
  cat_kind            text not null default 'asset' check (cat_kind in ('asset', 'consumable')),
  useful_life_months  int,
  residual_rate       numeric(5, 2),
  remark              text,
  search              text not null default '',
  version             int not null default 1,
  created_at          timestamptz not null default now(),
  created_by          bigint,
  updated_at          timestamptz not null default now(),
  deleted_at          timestamptz,
  primary key (org_id, id),
  foreign key (org_id, parent_id) references category (org_id, id)
) with (autovacuum_analyze_threshold = 5);
create unique index category_code on category (org_id, cat_code) where deleted_at is null;
create index category_parent on category (org_id, parent_id);
comment on table category is 'A category of assets or of consumables, in a tree by parent_id.';

create table supplier (
  org_id         bigint not null references organisation,
  id             bigint not null,
  supplier_code  text not null,
  supplier_name  text not null,
  contact        text,
  phone          text,
  email          text,
  address        text,
  credit_code    text,
  remark         text,
  search         text not null default '',
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  created_by     bigint,
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  primary key (org_id, id)
) with (autovacuum_analyze_threshold = 5);
create unique index supplier_code on supplier (org_id, supplier_code) where deleted_at is null;
comment on table supplier is 'A supplier of assets and consumables.';

create table model (
  org_id       bigint not null references organisation,
  id           bigint not null,
  goods_code   text not null,
  goods_name   text not null,
  cat_id       bigint,
  brand        text,
  spec         text,
  unit         text,
  price        numeric(18, 2),
  goods_image  text,
  remark       text,
  search       text not null default '',
  version      int not null default 1,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id)
) with (autovacuum_analyze_threshold = 5);
create unique index model_code on model (org_id, goods_code) where deleted_at is null;
create index model_category on model (org_id, cat_id);
comment on table model is 'A model of assets: the data that assets of the same kind share.';

create table consumable (
  org_id       bigint not null references organisation,
  id           bigint not null,
  goods_code   text not null,
  goods_name   text not null,
  cat_id       bigint,
  brand        text,
  spec         text,
  unit         text,
  price        numeric(18, 2),
  barcode      text,
  -- The least that is wanted in each store: ledger_post answers where a posting falls below it.
  min_stock    numeric(18, 4),
  max_stock    numeric(18, 4),
  goods_image  text,
  remark       text,
  search       text not null default '',
  version      int not null default 1,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id)
) with (autovacuum_analyze_threshold = 5);
create unique index consumable_code on consumable (org_id, goods_code) where deleted_at is null;
create unique index consumable_barcode on consumable (org_id, barcode) where deleted_at is null and barcode is not null;
create index consumable_category on consumable (org_id, cat_id);
comment on table consumable is 'A consumable: supplies that are counted by quantity and bear no card for each piece.';

-- ------------------------------------------------------------------------------------------------------------- assets

-- The part of a code that distinguishes it: in lower case, without the signs between its parts.
create function bare_code(text) returns text language sql immutable strict parallel safe as $$ select lower(translate($1, '-_./ ', '')) $$;

create table asset (
  org_id               bigint not null references organisation,
  id                   bigint not null,
  instance_code        text not null,
  instance_name        text not null,
  instance_image       text,
  goods_id             bigint not null,
  cat_id               bigint,
  serial_no            text,
  epc                  text,
  value                numeric(18, 2),
  supplier_id          bigint,
  bought_on            date,
  warranty_until       date,
  dept_id              bigint,
  loc_id               bigint,
  condition            text,
  next_maintenance_on  date,
  due_on               date,
  remark               text,
  -- The account that the asset is in; `supplier:` while it has not arrived.
  account              text not null default 'supplier:',
  state                text not null default 'gone',
  holder_uid           bigint,
  -- The part before the mark chr(1) may be searched by everyone, the part behind it only by readers of the whole card.
  search               text not null default '',
  -- Pairs of letters of the search text, for the index.
  grams                text[] not null default '{}',
  version              int not null default 1,
  created_at           timestamptz not null default now(),
  created_by           bigint,
  updated_at           timestamptz not null default now(),
  deleted_at           timestamptz,
  -- The store that the asset belongs to: where it lies, or lay last. The keeper of that store looks after it while it stands in no place.
  home_id              bigint,
  primary key (org_id, id),
  foreign key (org_id, goods_id) references model (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id),
  foreign key (org_id, supplier_id) references supplier (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  foreign key (org_id, loc_id) references location (org_id, id),
  foreign key (org_id, holder_uid) references person (org_id, id),
  foreign key (org_id, home_id) references location (org_id, id)
);
create unique index asset_code on asset (org_id, instance_code);
create unique index asset_epc on asset (org_id, epc) where epc is not null;
create index asset_serial on asset (org_id, serial_no) where serial_no is not null;
create index asset_location on asset (org_id, loc_id, id desc) where deleted_at is null;
create index asset_holder on asset (org_id, holder_uid, id desc) where holder_uid is not null;
create index asset_model on asset (org_id, goods_id, id desc) where deleted_at is null;
create index asset_category on asset (org_id, cat_id, id desc) where deleted_at is null;
create index asset_state on asset (org_id, state, id desc) where deleted_at is null;
create index asset_due on asset (org_id, due_on) where due_on is not null;
create index asset_maintenance on asset (org_id, next_maintenance_on) where next_maintenance_on is not null;
create index asset_grams on asset using gin (org_id, grams);
-- Rows whose search text lacks the mark though they have a remark: a job writes it.
create index asset_unmarked on asset (org_id, id) where remark is not null and strpos(search, chr(1)) = 0;
create index asset_warranty on asset (org_id, warranty_until) where warranty_until is not null;
-- The assets that stand in no place, by the store they belong to.
create index asset_home on asset (org_id, home_id, id desc) where loc_id is null and deleted_at is null;
-- How many assets of a model are idle, for the choice of models to ask for.
create index asset_idle_of_model on asset (org_id, goods_id) where state = 'idle' and deleted_at is null;
-- The register in the orders that people sort it by. Rows without a value stand in these indexes too: they come last, by id. Maintenance, due
-- days and warranty are sorted by the indexes above.
create index asset_sorted_name on asset (org_id, (instance_name collate by_pinyin), id) where deleted_at is null;
create index asset_sorted_value on asset (org_id, value, id) where deleted_at is null;
create index asset_sorted_bought on asset (org_id, bought_on, id) where deleted_at is null;
create index asset_sorted_created on asset (org_id, created_at, id) where deleted_at is null;
-- Codes and serial numbers are found without the signs between their parts; "C" lets a range find codes that begin alike.
create index asset_bare_code on asset (org_id, (bare_code(instance_code) collate "C")) where deleted_at is null;
create index asset_bare_serial on asset (org_id, (bare_code(serial_no) collate "C")) where serial_no is not null and deleted_at is null;
-- The searches below read assets past row-level security.
create policy gate on asset for select to zaice_gate using (true);
grant select on asset to zaice_gate;
comment on table asset is 'The card of one asset; account, state, holder_uid and home_id follow the ledger and nothing else writes them.';

create table asset_count (
  org_id  bigint not null,
  loc_id  bigint not null,
  state   text not null,
  -- Each database session adds to its own slot: two postings in one place do not wait for each other.
  slot    smallint not null,
  n       bigint not null,
  primary key (org_id, loc_id, state, slot)
);
comment on table asset_count is
  'The number of assets of a location in a state, in eight slots that are summed; kept by triggers, so that counting a large place is cheap.';

-- Adds the changes of a statement, in key order so that two statements cannot deadlock.
create function asset_count_add() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into asset_count as c (org_id, loc_id, state, slot, n)
    select org_id, coalesce(loc_id, 0), state, pg_backend_pid() % 8, count(*) from added where deleted_at is null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, loc_id, state, slot) do update set n = c.n + excluded.n;
  elsif tg_op = 'UPDATE' then
    insert into asset_count as c (org_id, loc_id, state, slot, n)
    select org_id, loc_id, state, pg_backend_pid() % 8, sum(n) from (
      select org_id, coalesce(loc_id, 0) as loc_id, state, count(*) as n from added where deleted_at is null group by 1, 2, 3
      union all
      select org_id, coalesce(loc_id, 0), state, -count(*) from removed where deleted_at is null group by 1, 2, 3
    ) as change group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (org_id, loc_id, state, slot) do update set n = c.n + excluded.n;
  else
    insert into asset_count as c (org_id, loc_id, state, slot, n)
    select org_id, coalesce(loc_id, 0), state, pg_backend_pid() % 8, -count(*) from removed where deleted_at is null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, loc_id, state, slot) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger asset_counted_insert after insert on asset referencing new table as added for each statement execute function asset_count_add();
create trigger asset_counted_update after update on asset
  referencing new table as added old table as removed for each statement execute function asset_count_add();
create trigger asset_counted_delete after delete on asset referencing old table as removed for each statement execute function asset_count_add();

create table asset_event (
  org_id       bigint not null,
  id           bigint not null,
  asset_id     bigint not null,
  document_id  bigint,
  action       text not null,
  actor_uid    bigint,
  at           timestamptz not null default now(),
  changes      jsonb not null,
  -- Given out by the database: one order for all processes.
  seq          bigint generated always as identity,
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
create index asset_event_asset on asset_event (org_id, asset_id, seq desc);
-- Seals read events in the order of their numbers.
create index asset_event_number on asset_event using brin (seq) with (pages_per_range = 16);
create policy gate_seal on asset_event for select to zaice_gate using (true);
grant select on asset_event to zaice_gate;
comment on table asset_event is
  'A change of an asset''s card or place with the values before and after, written in the transaction of the change; never changed.';

-- --------------------------------------------------------------------------------------------------- search of assets

-- The newest assets are looked through for one or two words by a statement whose plan is kept: planning it for each search took longer than
-- running it. Sorting and gathering are off, so that the one plan walks the assets of any organisation by their ids.
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

-- Assets in which every word of a keyword stands, newest first. A word is {"alike": [{"like": pattern, "grams": [...]}, ...]}, one of which must
-- fit, or the asset refers to a thing of that name: a column of the asset with the ids of such things, as text. With `p_open` the word is looked
-- for in the part of a card that everyone may see; a text without the mark is open as a whole where the asset has no remark. The other parameters
-- narrow, null where they do not; `p_locations` and `p_own` together are the caller's data scope.
-- Array operators are not leakproof, so row-level security would keep the planner from the index of grams: the search runs as zaice_gate and
-- takes the organisation from the same setting. The newest assets are looked through first, as frequent words are among them, and up to 20,000
-- where those promise enough; the rest by the index, planned for the words at hand. Within a caller's places the matches are gathered before they
-- are sorted, and where those places hold few assets these are looked through: the planner does not know how often the grams of a word occur.
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

-- Assets whose code or serial number is this one (best 0) or begins so (best 1), in the caller's data scope: in these places, or held by this
-- person.
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

-- Assets behind a value and an id in the order of values. Comparisons of numbers are not leakproof, so row-level security would walk a register
-- sorted by value from its beginning to the start of each page; this function takes the organisation from the same setting.
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

-- Only the search calls these.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_newest_assets', 'gate_asset_at']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_seek_assets', 'gate_asset_codes', 'gate_assets_behind_value']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
