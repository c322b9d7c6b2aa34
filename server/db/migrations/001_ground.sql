-- The roles zaice_app (all run-time work) and zaice_gate (owns the few cross-organisation functions) exist before this runs.

create extension if not exists btree_gin;

-- The organisation of the present connection. Unset is an error, never "all rows".
create function current_org() returns bigint
  language sql stable parallel safe
  as $$ select current_setting('app.org')::bigint $$;

-- ---------------------------------------------------------------------------------------------- organisation and people

create table organisation (
  org_id      bigint primary key,
  name        text not null,
  avatar      text,
  state       text not null default 'active' check (state in ('active', 'disabled')),
  settings    jsonb not null default '{}',
  created_at  timestamptz not null default now()
);

create table department (
  org_id       bigint not null references organisation,
  id           bigint not null,
  dept_code    text not null,
  dept_name    text not null,
  parent_id    bigint,
  manager_uid  bigint,
  sort_order   int not null default 0,
  remark       text,
  search       text not null default '',
  version      int not null default 1,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, parent_id) references department (org_id, id)
);
create unique index department_code on department (org_id, dept_code) where deleted_at is null;
create index department_parent on department (org_id, parent_id);

create table person (
  org_id           bigint not null references organisation,
  id               bigint not null,
  username         text not null check (username = lower(username)),
  user_name        text not null,
  phone            text,
  email            text,
  avatar           text,
  gender           text,
  position         text,
  employee_no      text,
  dept_id          bigint,
  admin            boolean not null default false,
  state            text not null default 'active' check (state in ('active', 'disabled')),
  password_hash    text,
  first_sign_in    boolean not null default true,
  remark           text,
  search           text not null default '',
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  created_by       bigint,
  updated_at       timestamptz not null default now(),
  deleted_at       timestamptz,
  primary key (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create unique index person_username on person (org_id, username) where deleted_at is null;
create unique index person_phone on person (org_id, phone) where deleted_at is null and phone is not null;
create unique index person_employee_no on person (org_id, employee_no) where deleted_at is null and employee_no is not null;
create index person_dept on person (org_id, dept_id);
-- Signing in starts without an organisation.
create index person_login on person (username);
create index person_login_phone on person (phone);

alter table department add foreign key (org_id, manager_uid) references person (org_id, id);

-- Departments a person belongs to besides the main one.
create table person_department (
  org_id   bigint not null,
  uid      bigint not null,
  dept_id  bigint not null,
  primary key (org_id, uid, dept_id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);

create table role (
  org_id     bigint not null references organisation,
  id         bigint not null,
  role_code  text not null,
  role_name  text not null,
  role_type  smallint not null,
  role_hide  boolean not null default false,
  primary key (org_id, id),
  unique (org_id, role_code)
);

-- `active` is false for a granted role that its owner has switched away from.
create table person_role (
  org_id   bigint not null,
  uid      bigint not null,
  role_id  bigint not null,
  active   boolean not null default true,
  primary key (org_id, uid, role_id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, role_id) references role (org_id, id)
);
create index person_role_role on person_role (org_id, role_id);

create table session (
  org_id       bigint not null,
  token_hash   text not null,
  uid          bigint not null,
  client       text not null,
  platform     text not null,
  device_id    text,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  primary key (org_id, token_hash),
  foreign key (org_id, uid) references person (org_id, id)
);
create index session_person on session (org_id, uid) where ended_at is null;

-- Before anybody is signed in there is no organisation: these three know none.
create table sign_in_guard (
  key           text primary key,
  failures      int not null default 0,
  window_start  timestamptz not null default now(),
  locked_until  timestamptz
);

create table sms_code (
  phone       text primary key,
  code_hash   text not null,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  tries       int not null default 0
);

create table installation (
  key    text primary key,
  value  text not null
);

-- ------------------------------------------------------------------------------------------------------- master data

create table location (
  org_id       bigint not null references organisation,
  id           bigint not null,
  loc_code     text not null,
  loc_name     text not null,
  parent_id    bigint,
  manager_uid  bigint,
  address      text,
  loc_image    text,
  remark       text,
  search       text not null default '',
  version      int not null default 1,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, parent_id) references location (org_id, id),
  foreign key (org_id, manager_uid) references person (org_id, id)
);
create unique index location_code on location (org_id, loc_code) where deleted_at is null;
create index location_parent on location (org_id, parent_id);
create index location_manager on location (org_id, manager_uid);

-- Who manages (besides the first manager) and who uses a location.
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
);
create unique index category_code on category (org_id, cat_code) where deleted_at is null;
create index category_parent on category (org_id, parent_id);

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
);
create unique index supplier_code on supplier (org_id, supplier_code) where deleted_at is null;

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
);
create unique index model_code on model (org_id, goods_code) where deleted_at is null;
create index model_category on model (org_id, cat_id);

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
);
create unique index consumable_code on consumable (org_id, goods_code) where deleted_at is null;
create unique index consumable_barcode on consumable (org_id, barcode) where deleted_at is null and barcode is not null;
create index consumable_category on consumable (org_id, cat_id);

-- `account`, `state` and `holder_uid` follow the ledger; nothing else writes them.
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
  account              text not null default 'supplier:',
  state                text not null default 'gone',
  holder_uid           bigint,
  search               text not null default '',
  grams                text[] not null default '{}',
  version              int not null default 1,
  created_at           timestamptz not null default now(),
  created_by           bigint,
  updated_at           timestamptz not null default now(),
  deleted_at           timestamptz,
  primary key (org_id, id),
  foreign key (org_id, goods_id) references model (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id),
  foreign key (org_id, supplier_id) references supplier (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  foreign key (org_id, loc_id) references location (org_id, id),
  foreign key (org_id, holder_uid) references person (org_id, id)
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

-- How many assets a location has in each state, kept by the statement that changes them, so that counting a large place is cheap.
-- Each backend adds to its own slot: two postings in one place do not wait for each other.
create table asset_count (
  org_id  bigint not null,
  loc_id  bigint not null,
  state   text not null,
  slot    smallint not null,
  n       bigint not null,
  primary key (org_id, loc_id, state, slot)
);

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
create trigger asset_counted_update after update on asset referencing new table as added old table as removed for each statement execute function asset_count_add();
create trigger asset_counted_delete after delete on asset referencing old table as removed for each statement execute function asset_count_add();

-- Every change of an asset's card or place, with before and after; written in the transaction of the change.
create table asset_event (
  org_id       bigint not null,
  id           bigint not null,
  asset_id     bigint not null,
  document_id  bigint,
  action       text not null,
  actor_uid    bigint,
  at           timestamptz not null default now(),
  changes      jsonb not null,
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
create index asset_event_asset on asset_event (org_id, asset_id, id desc);

create table number_sequence (
  org_id  bigint not null,
  name    text not null,
  last    bigint not null,
  primary key (org_id, name)
) with (fillfactor = 50);

-- --------------------------------------------------------------------------------------------------------- documents

create table document (
  org_id        bigint not null references organisation,
  id            bigint not null,
  kind          text not null,
  code          text not null,
  state         text not null,
  stage         smallint not null default 0,
  author_uid    bigint not null,
  dept_id       bigint,
  subject_uid   bigint,
  loc_ids       bigint[] not null default '{}',
  header        jsonb not null,
  amount        numeric(18, 2),
  summary       text not null default '',
  source_id     bigint,
  instance_id   bigint,
  body_hash     text not null,
  version       int not null default 1,
  search        text not null default '',
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  submitted_at  timestamptz,
  posted_at     timestamptz,
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, author_uid) references person (org_id, id),
  foreign key (org_id, source_id) references document (org_id, id)
) with (fillfactor = 85);
create index document_kind on document (org_id, kind, id desc);
create index document_author on document (org_id, author_uid, kind, id desc);
create index document_subject on document (org_id, subject_uid, kind, id desc) where subject_uid is not null;
create index document_source on document (org_id, source_id) where source_id is not null;
create index document_open on document (org_id, kind, state, id desc) where state in ('inApproval', 'returned', 'approved', 'inProgress');

create table document_line (
  org_id         bigint not null,
  document_id    bigint not null,
  line_no        int not null,
  item_id        bigint,
  quantity       numeric(18, 4),
  source_line    int,
  done_quantity  numeric(18, 4) not null default 0 check (done_quantity >= 0),
  data           jsonb not null,
  primary key (org_id, document_id, line_no),
  foreign key (org_id, document_id) references document (org_id, id)
);
create index document_line_item on document_line (org_id, item_id) where item_id is not null;

-- What was done to a document, by whom.
create table document_event (
  org_id       bigint not null,
  id           bigint not null,
  document_id  bigint not null,
  action       text not null,
  actor_uid    bigint not null,
  at           timestamptz not null default now(),
  details      jsonb not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
);
create index document_event_document on document_event (org_id, document_id, id);

-- ------------------------------------------------------------------------------------------------------------ ledger

create table balance (
  org_id     bigint not null,
  account    text not null,
  item_id    bigint not null,
  item_kind  text not null check (item_kind in ('asset', 'consumable')),
  on_hand    numeric(18, 4) not null default 0,
  reserved   numeric(18, 4) not null default 0,
  value      numeric(20, 6) not null default 0,
  seq        bigint not null default 0,
  primary key (org_id, account, item_id),
  check (reserved >= 0 and on_hand >= reserved),
  check (value >= 0)
) with (fillfactor = 70);
create index balance_item on balance (org_id, item_id);
-- An asset has a row only where it is: it cannot be in two places.
create unique index balance_one_place on balance (org_id, item_id) where item_kind = 'asset';

-- Never updated, never deleted: the run-time role may only insert.
create table move (
  org_id         bigint not null,
  id             bigint not null,
  seq            bigint generated always as identity,
  document_id    bigint not null,
  stage          smallint not null,
  line_no        int not null,
  item_kind      text not null,
  item_id        bigint not null,
  from_account   text not null,
  to_account     text not null,
  quantity       numeric(18, 4) not null check (quantity > 0),
  cost           numeric(20, 6) not null default 0,
  from_seq       bigint,
  from_after     numeric(18, 4) check (from_after >= 0),
  to_seq         bigint,
  to_after       numeric(18, 4),
  business_date  date not null,
  posted_at      timestamptz not null default now(),
  actor_uid      bigint not null,
  reverses       bigint,
  primary key (org_id, id),
  check (from_account <> to_account),
  foreign key (org_id, document_id) references document (org_id, id),
  foreign key (org_id, reverses) references move (org_id, id)
);
create unique index move_once on move (org_id, document_id, stage, line_no, item_id) where reverses is null;
create unique index move_reversed_once on move (org_id, reverses) where reverses is not null;
create index move_item on move (org_id, item_id, seq desc);

create table reservation (
  org_id       bigint not null,
  document_id  bigint not null,
  account      text not null,
  item_id      bigint not null,
  quantity     numeric(18, 4) not null check (quantity > 0),
  primary key (org_id, document_id, account, item_id),
  foreign key (org_id, document_id) references document (org_id, id)
);

-- True for accounts that keep a balance; the others are the rest of the world.
create function is_inside(account text) returns boolean language sql immutable parallel safe
  as $$ select split_part(account, ':', 1) in ('store', 'person', 'loan', 'transit', 'repair') $$;

-- Locks the named balance rows in key order. All writers of balances come through here first, so they cannot deadlock.
create function ledger_lock(p_org bigint, p_accounts text[], p_items bigint[]) returns void language plpgsql as $$
begin
  perform 1 from balance b
  join (select distinct * from unnest(p_accounts, p_items) as k (account, item_id)) k using (account, item_id)
  where b.org_id = p_org
  order by b.account, b.item_id
  for update of b;
end $$;

-- Reserves for a submitted document. Answers what is short, one row each; then nothing was written and the caller refuses.
create function ledger_reserve(p_org bigint, p_document bigint, p_accounts text[], p_items bigint[], p_quantities numeric[])
returns table (account text, item_id bigint, wanted numeric, free numeric) language plpgsql as $$
#variable_conflict use_column
begin
  perform ledger_lock(p_org, p_accounts, p_items);
  return query
    select k.account, k.item_id, k.wanted, coalesce(b.on_hand - b.reserved, 0)
    from (select account, item_id, sum(quantity) as wanted from unnest(p_accounts, p_items, p_quantities) as u (account, item_id, quantity) group by 1, 2) k
    left join balance b on b.org_id = p_org and b.account = k.account and b.item_id = k.item_id
    where coalesce(b.on_hand - b.reserved, 0) < k.wanted;
  if found then return; end if;

  insert into reservation (org_id, document_id, account, item_id, quantity)
  select p_org, p_document, account, item_id, sum(quantity) from unnest(p_accounts, p_items, p_quantities) as u (account, item_id, quantity) group by 3, 4;
  update balance b set reserved = b.reserved + r.quantity
  from reservation r
  where r.org_id = p_org and r.document_id = p_document and b.org_id = p_org and b.account = r.account and b.item_id = r.item_id;
end $$;

-- Gives back what a document has reserved. Harmless when it has nothing.
create function ledger_release(p_org bigint, p_document bigint) returns void language plpgsql as $$
begin
  perform ledger_lock(p_org,
    (select array_agg(account) from reservation where org_id = p_org and document_id = p_document),
    (select array_agg(item_id) from reservation where org_id = p_org and document_id = p_document));
  with gone as (delete from reservation where org_id = p_org and document_id = p_document returning *)
  update balance b set reserved = b.reserved - g.quantity
  from gone g where b.org_id = p_org and b.account = g.account and b.item_id = g.item_id;
end $$;

-- Posts the moves of one stage of a document: releases what it reserved, checks everything, then writes. Answers what is short, one row
-- each; then the caller must roll back. `p_costs` is the whole cost of a move, or null where it comes with the goods: at moving
-- weighted average when they leave an inside account, 0 from outside.
create function ledger_post(
  p_org bigint, p_document bigint, p_stage int, p_actor bigint, p_date date,
  p_ids bigint[], p_lines int[], p_kinds text[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[], p_reverses bigint[])
returns table (account text, item_id bigint, wanted numeric, free numeric) language plpgsql as $$
#variable_conflict use_column
declare
  i int;
  v_cost numeric;
  v_value numeric;
  v_on_hand numeric;
  v_from_seq bigint;
  v_from_after numeric;
  v_to_seq bigint;
  v_to_after numeric;
begin
  if exists (select from reservation where org_id = p_org and document_id = p_document) then
    -- The document's own reservations and what it touches besides are locked together, in one order.
    perform ledger_lock(p_org,
      p_froms || p_tos || (select array_agg(account) from reservation where org_id = p_org and document_id = p_document),
      p_items || p_items || (select array_agg(item_id) from reservation where org_id = p_org and document_id = p_document));
    perform ledger_release(p_org, p_document);
  else
    perform ledger_lock(p_org, p_froms || p_tos, p_items || p_items);
  end if;

  return query
    select k.account, k.item_id, k.wanted, coalesce(b.on_hand - b.reserved, 0)
    from (
      select account, item_id, sum(quantity) as wanted from unnest(p_froms, p_items, p_quantities) as u (account, item_id, quantity)
      where is_inside(account) group by 1, 2
    ) k
    left join balance b on b.org_id = p_org and b.account = k.account and b.item_id = k.item_id
    where coalesce(b.on_hand - b.reserved, 0) < k.wanted;
  if found then return; end if;

  for i in 1 .. coalesce(array_length(p_ids, 1), 0) loop
    v_from_seq := null; v_from_after := null; v_to_seq := null; v_to_after := null;
    v_cost := coalesce(p_costs[i], 0);
    if is_inside(p_froms[i]) then
      select b.value, b.on_hand into v_value, v_on_hand from balance b
      where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i];
      v_cost := case when v_on_hand = p_quantities[i] then v_value
                     else least(coalesce(p_costs[i], round(v_value * p_quantities[i] / v_on_hand, 6)), v_value) end;
      update balance b set on_hand = b.on_hand - p_quantities[i], value = b.value - v_cost, seq = b.seq + 1
      where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i]
      returning b.seq, b.on_hand into v_from_seq, v_from_after;
    end if;
    if p_kinds[i] = 'asset' and v_from_after = 0 then
      delete from balance b where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i];
    end if;
    if is_inside(p_tos[i]) then
      insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
      values (p_org, p_tos[i], p_items[i], p_kinds[i], p_quantities[i], v_cost, 1)
      on conflict (org_id, account, item_id) do update set
        on_hand = b.on_hand + excluded.on_hand, value = b.value + excluded.value, seq = b.seq + 1
      returning b.seq, b.on_hand into v_to_seq, v_to_after;
    end if;
    insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost,
                      from_seq, from_after, to_seq, to_after, business_date, actor_uid, reverses)
    values (p_org, p_ids[i], p_document, p_stage, p_lines[i], p_kinds[i], p_items[i], p_froms[i], p_tos[i], p_quantities[i], v_cost,
            v_from_seq, v_from_after, v_to_seq, v_to_after, p_date, p_actor, p_reverses[i]);
  end loop;
end $$;

-- --------------------------------------------------------------------------------------------- messages, news, the rest

create table message (
  org_id       bigint not null,
  id           bigint not null,
  uid          bigint not null,
  msg_type     smallint not null,
  category     text not null,
  title        text not null,
  content      text not null default '',
  link         text,
  read_at      timestamptz,
  created_at   timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index message_person on message (org_id, uid, id desc);
create index message_unread on message (org_id, uid, id desc) where read_at is null;

create table news (
  org_id        bigint not null references organisation,
  id            bigint not null,
  news_type     text not null default 'news' check (news_type in ('news', 'notice')),
  title         text not null,
  summary       text not null default '',
  body          jsonb not null default '[]',
  pic           jsonb not null default '[]',
  state         smallint not null default 1,
  pinned        boolean not null default false,
  publisher_uid bigint not null,
  published_at  timestamptz,
  version       int not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  deleted_at    timestamptz,
  primary key (org_id, id),
  foreign key (org_id, publisher_uid) references person (org_id, id)
);
create index news_published on news (org_id, state, id desc) where deleted_at is null;

create table read_record (
  org_id   bigint not null,
  id       bigint not null,
  news_id  bigint not null,
  uid      bigint not null,
  read_at  timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, news_id, uid),
  foreign key (org_id, news_id) references news (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);

create table licence_order (
  org_id         bigint not null references organisation,
  id             bigint not null,
  purchase_type  text not null,
  created_by     text,
  start_date     date not null,
  end_date       date not null,
  order_state    smallint not null,
  period_name    text not null,
  price          numeric(18, 2) not null,
  asset_scope    int not null,
  primary key (org_id, id)
);

create table file (
  org_id       bigint not null references organisation,
  id           bigint not null,
  path         text not null,
  name         text not null,
  mime         text not null,
  size_bytes   bigint not null,
  sha256       text not null,
  uploaded_by  bigint,
  created_at   timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, path)
);

-- The answer of every command that named itself: the same command again gets the same answer and does nothing.
create table command (
  org_id      bigint not null,
  uid         bigint not null,
  command_id  uuid not null,
  operation   text not null,
  body_hash   text not null,
  answer      jsonb,
  at          timestamptz not null default now(),
  primary key (org_id, uid, command_id)
);
create index command_at on command (org_id, at);

create table outbox (
  org_id  bigint not null,
  id      bigint generated always as identity,
  xid     xid8 not null default pg_current_xact_id(),
  at      timestamptz not null default now(),
  topic   text not null,
  key     text not null default '',
  body    jsonb not null,
  primary key (org_id, id)
);
create index outbox_order on outbox (xid, id);

create table job (
  org_id       bigint not null,
  id           bigint not null,
  kind         text not null,
  key          text not null,
  body         jsonb not null default '{}',
  due_at       timestamptz not null,
  lease_until  timestamptz,
  attempts     int not null default 0,
  last_error   text,
  done_at      timestamptz,
  primary key (org_id, id),
  unique (org_id, kind, key)
);
create index job_due on job (due_at) where done_at is null;

-- ----------------------------------------------------------------------------------------------- across organisations

-- Which organisations know a login name or phone number: asked before anybody is signed in.
create policy gate on person for select to zaice_gate using (true);
create policy gate on organisation for select to zaice_gate using (true);
grant select on person, organisation to zaice_gate;
create function gate_organisations_of_login(p_login text)
returns table (org_id bigint, name text, avatar text, uid bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id, o.name, o.avatar, p.id
  from person p join organisation o using (org_id)
  where (p.username = lower(p_login) or p.phone = p_login) and p.deleted_at is null and p.state = 'active' and o.state = 'active'
  order by o.org_id
$$;
create function gate_organisations() returns table (org_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select org_id from organisation where state = 'active' order by org_id
$$;

-- What was announced after a position, in an order in which nothing can appear behind a reader's back.
create policy gate on outbox for select to zaice_gate using (true);
grant select on outbox to zaice_gate;
create function gate_outbox_after(p_xid text, p_id bigint, p_limit int)
returns table (org_id bigint, id bigint, xid text, topic text, key text, body jsonb) language sql stable security definer set search_path = public, pg_temp as $$
  select org_id, id, xid::text, topic, key, body from outbox
  where (xid, id) > (p_xid::xid8, p_id) and xid < pg_snapshot_xmin(pg_current_snapshot())
  order by outbox.xid, outbox.id limit p_limit
$$;
create function gate_outbox_end() returns table (xid text, id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select max(o.xid::text::numeric)::text from outbox o where o.xid < pg_snapshot_xmin(pg_current_snapshot())), '0'), 9223372036854775807
$$;

-- Which of these sessions are over; asked every second for the open sockets.
create policy gate on session for select to zaice_gate using (true);
grant select on session to zaice_gate;
create function gate_ended_sessions(p_tokens text[]) returns table (token_hash text) language sql stable security definer set search_path = public, pg_temp as $$
  select t.token_hash from unnest(p_tokens) as t (token_hash)
  where not exists (
    select from session s join person p on p.org_id = s.org_id and p.id = s.uid
    where s.token_hash = t.token_hash and s.ended_at is null and s.expires_at > now() and p.state = 'active' and p.deleted_at is null)
$$;
create index session_token on session (token_hash);

-- Takes due jobs of all organisations on lease.
create policy gate on job for all to zaice_gate using (true) with check (true);
grant select, update on job to zaice_gate;
create function gate_lease_jobs(p_kinds text[], p_limit int, p_lease_seconds int)
returns table (org_id bigint, id bigint, kind text, key text, body jsonb, attempts int) language sql volatile security definer set search_path = public, pg_temp as $$
  update job j set lease_until = now() + make_interval(secs => p_lease_seconds), attempts = j.attempts + 1
  from (
    select d.org_id, d.id from job d
    where d.done_at is null and d.due_at <= now() and (d.lease_until is null or d.lease_until < now()) and d.kind = any (p_kinds)
    order by d.due_at limit p_limit for update skip locked
  ) due
  where j.org_id = due.org_id and j.id = due.id
  returning j.org_id, j.id, j.kind, j.key, j.body, j.attempts
$$;

-- Array operators are not leakproof, so row-level security would switch the gram index off: the search is a function that takes the
-- organisation from the same setting. Newest first; frequent words are found by walking the newest rows, rare ones by the index.
create policy gate on asset for select to zaice_gate using (true);
grant select on asset to zaice_gate;
create function gate_search_assets(p_grams text[], p_pattern text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int;
begin
  return query
    select w.id from (
      select a.id, a.search from asset a where a.org_id = v_org and a.deleted_at is null and a.id < p_before order by a.id desc limit 2000
    ) w where w.search like p_pattern order by w.id desc limit p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    return query
      select a.id from asset a
      where a.org_id = v_org and a.grams @> p_grams and a.search like p_pattern and a.deleted_at is null
        and a.id < coalesce((select w.id from (select x.id from asset x where x.org_id = v_org and x.deleted_at is null and x.id < p_before order by x.id desc limit 2000) w order by w.id limit 1), p_before)
      order by a.id desc limit p_limit - v_found;
  end if;
end $$;
-- How many match, counted no further than p_cap.
create function gate_count_assets(p_grams text[], p_pattern text, p_cap int)
returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from (
    select from asset a where a.org_id = current_org() and a.grams @> p_grams and a.search like p_pattern and a.deleted_at is null limit p_cap
  ) as m
$$;

do $$
declare f record;
begin
  for f in select oid::regprocedure as signature from pg_proc where proname like 'gate\_%' and pronamespace = 'public'::regnamespace loop
    execute format('revoke all on function %s from public', f.signature);
    execute format('grant execute on function %s to zaice_app', f.signature);
    execute format('alter function %s owner to zaice_gate', f.signature);
  end loop;
end $$;
