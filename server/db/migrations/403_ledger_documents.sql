-- Documents, the ledger that they post to, and work on many things at once: imports, bulk changes, reminders.

-- ---------------------------------------------------------------------------------------------------------- documents

-- The key to the author holds the organisation as well; a key to organisation itself would make every writer lock its one row.
create table document (
  org_id        bigint not null,
  id            bigint not null,
  kind          text not null,
  code          text not null,
  state         text not null,
  -- How many stages of the kind are carried out.
  stage         smallint not null default 0,
  author_uid    bigint not null,
  dept_id       bigint,
  -- The person whom the document is for.
  subject_uid   bigint,
  -- The locations that the document names, for the data scope of its readers.
  loc_ids       bigint[] not null default '{}',
  header        jsonb not null,
  -- The sum that the kind computes once the document is complete; null for kinds without amounts.
  amount        numeric(18, 2),
  -- The first items, as lists show them.
  summary       text not null default '',
  -- The document that this one follows.
  source_id     bigint,
  -- The application (wf_instance) that approves it.
  instance_id   bigint,
  -- Of header and lines: a submission that brings the same body again changes nothing.
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
-- The documents that a count made.
create index document_of_count on document (org_id, (header ->> 'task')) where header ? 'task';
-- Lists of a kind in the orders that people sort them by most, and by state. The order of codes is nearly that of ids; an index for each other
-- order would cost every document more than a sort costs its reader.
create index document_by_submission on document (org_id, kind, submitted_at, id);
create index document_by_posting on document (org_id, kind, posted_at, id);
create index document_by_amount on document (org_id, kind, amount, id);
create index document_by_creation on document (org_id, kind, created_at, id);
create index document_by_state on document (org_id, kind, state, id);
create policy gate_seal on document for select to zaice_gate using (true);
grant select on document to zaice_gate;
comment on table document is 'A document of a kind (domain/documents) with its header, from draft to posted; its lines are in document_line.';

create table document_line (
  org_id         bigint not null,
  document_id    bigint not null,
  line_no        int not null,
  item_id        bigint,
  quantity       numeric(18, 4),
  -- The line of the source document that this one fulfils.
  source_line    int,
  -- How much of it is fulfilled, by the document itself or by documents that follow it.
  done_quantity  numeric(18, 4) not null default 0 check (done_quantity >= 0),
  data           jsonb not null,
  -- The last move (seq) of each asset of the line when it was written, by asset: submitting compares whether an asset has moved since.
  seen           jsonb,
  -- Since when the line waits for its item; told_at is when its author was told of the arrival.
  waits_since    timestamptz,
  told_at        timestamptz,
  -- The quantity that will not be fulfilled: a purchase that will not arrive, a request that is not waited for.
  given_up       numeric(18, 4) not null default 0 check (given_up >= 0),
  primary key (org_id, document_id, line_no),
  foreign key (org_id, document_id) references document (org_id, id)
);
create index document_line_item on document_line (org_id, item_id) where item_id is not null;
create index document_line_waiting on document_line (org_id, item_id, waits_since) where waits_since is not null and done_quantity < quantity;
create policy gate_seal on document_line for select to zaice_gate using (true);
grant select on document_line to zaice_gate;
comment on table document_line is 'A line of a document: an item with its quantity, and the fields of the kind in data.';

create table document_event (
  org_id       bigint not null,
  id           bigint not null,
  document_id  bigint not null,
  action       text not null,
  actor_uid    bigint not null,
  at           timestamptz not null default now(),
  details      jsonb not null default '{}',
  -- Given out by the database: one order for all processes.
  seq          bigint generated always as identity,
  primary key (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
);
create index document_event_document on document_event (org_id, document_id, seq);
-- Seals read events in the order of their numbers.
create index document_event_number on document_event using brin (seq) with (pages_per_range = 16);
create policy gate_seal on document_event for select to zaice_gate using (true);
grant select on document_event to zaice_gate;
comment on table document_event is 'An action on a document with its actor and moment.';

-- ------------------------------------------------------------------------------------------------------------- ledger

create table balance (
  org_id     bigint not null,
  -- For example `store:<location>`, `person:<person>`, `consumed:<person>`; see is_inside.
  account    text not null,
  item_id    bigint not null,
  item_kind  text not null check (item_kind in ('asset', 'consumable')),
  on_hand    numeric(18, 4) not null default 0,
  reserved   numeric(18, 4) not null default 0,
  value      numeric(20, 6) not null default 0,
  -- Counts the movements of the item in the account.
  seq        bigint not null default 0,
  primary key (org_id, account, item_id),
  check (reserved >= 0 and on_hand >= reserved),
  check (value >= 0)
) with (fillfactor = 70);
create index balance_item on balance (org_id, item_id);
-- An asset has a row only where it is: it cannot be in two places.
create unique index balance_one_place on balance (org_id, item_id) where item_kind = 'asset';
comment on table balance is 'The stock of an item in an account: quantity, the part of it that open documents reserve, and value.';

create table move (
  org_id         bigint not null,
  id             bigint not null,
  -- Given out by the database: one order for all processes.
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
  -- Number and quantity of either account after the move, where it keeps a balance.
  from_seq       bigint,
  from_after     numeric(18, 4) check (from_after >= 0),
  to_seq         bigint,
  to_after       numeric(18, 4),
  business_date  date not null,
  posted_at      timestamptz not null default now(),
  actor_uid      bigint not null,
  -- The move that this one takes back.
  reverses       bigint,
  primary key (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id),
  foreign key (org_id, reverses) references move (org_id, id),
  check (from_account <> to_account)
);
create unique index move_once on move (org_id, document_id, stage, line_no, item_id) where reverses is null;
create unique index move_reversed_once on move (org_id, reverses) where reverses is not null;
create index move_item on move (org_id, item_id, seq desc);
-- Seals read moves in the order of their numbers.
create index move_number on move using brin (seq) with (pages_per_range = 16);
create policy gate_seal on move for select to zaice_gate using (true);
grant select on move to zaice_gate;
comment on table move is
  'A move of an item from an account to another, posted by a document; never changed and never deleted, an error is reversed by another move.';

create table balance_opening (
  org_id     bigint not null references organisation,
  account    text not null,
  item_id    bigint not null,
  item_kind  text not null check (item_kind in ('asset', 'consumable')),
  quantity   numeric(18, 4) not null check (quantity >= 0),
  value      numeric(20, 6) not null,
  primary key (org_id, account, item_id)
);
comment on table balance_opening is
  'The opening stock of an account that no move explains: written once, for histories from before people''s balances were kept (decision 15).';

create table reservation (
  org_id       bigint not null,
  document_id  bigint not null,
  account      text not null,
  item_id      bigint not null,
  quantity     numeric(18, 4) not null check (quantity > 0),
  primary key (org_id, document_id, account, item_id),
  foreign key (org_id, document_id) references document (org_id, id)
);
comment on table reservation is 'The quantity of a balance that a submitted document reserves until it is posted or ends.';

create table asset_register (
  org_id  bigint primary key references organisation,
  n       bigint not null default 0 check (n >= 0)
) with (fillfactor = 50);
comment on table asset_register is
  'The number of assets of an organisation in the books, which a licence limits; a transaction that adds some holds this row until it ends, so that of several at once each sees what the others added.';

-- Every organisation has its row from the beginning.
create function asset_register_begin() returns trigger language plpgsql as $$
begin
  insert into asset_register (org_id) values (new.org_id);
  return null;
end $$;
create trigger organisation_has_register after insert on organisation for each row execute function asset_register_begin();

-- True for accounts that keep a balance; the others are the rest of the world.
create function is_inside(account text) returns boolean language sql immutable parallel safe
  as $$ select split_part(account, ':', 1) in ('store', 'person', 'loan', 'transit', 'repair', 'consumed') $$;

-- Locks the named balances in key order. All writers of balances come through here first, so they cannot deadlock.
create function ledger_lock(p_org bigint, p_accounts text[], p_items bigint[]) returns void language plpgsql as $$
begin
  perform 1 from balance b
  join (select distinct * from unnest(p_accounts, p_items) as k (account, item_id)) k using (account, item_id)
  where b.org_id = p_org
  order by b.account, b.item_id
  for update of b;
end $$;

-- Reserves for a submitted document. Answers shortages, one row each; then nothing was written and the caller refuses. Planned once in a session,
-- like all that a posting asks: arrays of ids make the database plan anew at each call.
create function ledger_reserve(p_org bigint, p_document bigint, p_accounts text[], p_items bigint[], p_quantities numeric[])
returns table (account text, item_id bigint, wanted numeric, free numeric) language plpgsql set plan_cache_mode = force_generic_plan as $$
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

-- Gives back the reservations of a document. Harmless where it has none.
create function ledger_release(p_org bigint, p_document bigint) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform ledger_lock(p_org,
    (select array_agg(account) from reservation where org_id = p_org and document_id = p_document),
    (select array_agg(item_id) from reservation where org_id = p_org and document_id = p_document));
  with gone as (delete from reservation where org_id = p_org and document_id = p_document returning *)
  update balance b set reserved = b.reserved - g.quantity
  from gone g where b.org_id = p_org and b.account = g.account and b.item_id = g.item_id;
end $$;

-- Posts the moves of one stage of a document: releases what it reserved, checks everything, then writes. Answers shortages, one row each, `low`
-- null; then the caller must roll back. Otherwise it answers the supplies whose stock in a store (`account`) fell below the least that is wanted
-- there (`wanted`, `low` true) or is back at it, with the rest (`free`). `p_costs` is the whole cost of a move, or null where it comes with the
-- goods: at moving weighted average when they leave an inside account, 0 from outside. Where a count has frozen a store it answers that store
-- alone, with the task for `item_id` and nothing else. It skips questions that a posting does not need: frozen accounts where there is none,
-- shortage where nothing is taken, the register without assets.
create function ledger_post(
  p_org bigint, p_document bigint, p_stage int, p_actor bigint, p_date date,
  p_ids bigint[], p_lines int[], p_kinds text[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[], p_reverses bigint[])
returns table (account text, item_id bigint, wanted numeric, free numeric, low boolean)
language plpgsql set plan_cache_mode = force_generic_plan as $$
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
  v_gain bigint;
  v_takes boolean := false;
begin
  if exists (select from count_freeze where org_id = p_org and account = any (p_froms || p_tos)) then
    return query
      select f.account, f.task_id, null::numeric, null::numeric, null::boolean from count_freeze f
      where f.org_id = p_org and f.account = any (p_froms || p_tos)
        and not exists (select from count_result r where r.org_id = p_org and r.document_id = p_document and r.task_id = f.task_id)
        and not exists (select from count_unknown u where u.org_id = p_org and u.document_id = p_document and u.task_id = f.task_id)
      limit 1 for share of f;
    if found then return; end if;
  end if;

  for i in 1 .. coalesce(array_length(p_ids, 1), 0) loop
    v_takes := v_takes or is_inside(p_froms[i]);
  end loop;

  if exists (select from reservation where org_id = p_org and document_id = p_document) then
    -- The document's own reservations and what it touches besides are locked together, in one order.
    perform ledger_lock(p_org,
      p_froms || p_tos || (select array_agg(account) from reservation where org_id = p_org and document_id = p_document),
      p_items || p_items || (select array_agg(item_id) from reservation where org_id = p_org and document_id = p_document));
    perform ledger_release(p_org, p_document);
  elsif v_takes or exists (
    select from unnest(p_tos, p_items) as k (account, item_id)
    where is_inside(k.account) and not exists (select from balance b where b.org_id = p_org and b.account = k.account and b.item_id = k.item_id))
  then
    perform ledger_lock(p_org, p_froms || p_tos, p_items || p_items);
  end if;
  -- What only adds to rows that are there needs no lock beforehand: the moves come in the order of these rows, so writing them locks in that order.

  if v_takes then
    return query
      select k.account, k.item_id, k.wanted, coalesce(b.on_hand - b.reserved, 0), null::boolean
      from (
        select account, item_id, sum(quantity) as wanted from unnest(p_froms, p_items, p_quantities) as u (account, item_id, quantity)
        where is_inside(account) group by 1, 2
      ) k
      left join balance b on b.org_id = p_org and b.account = k.account and b.item_id = k.item_id
      where coalesce(b.on_hand - b.reserved, 0) < k.wanted;
    if found then return; end if;
  end if;

  -- Only what enters the register or leaves it waits for others that do.
  if 'asset' = any (p_kinds) then
    select count(*) filter (where not is_inside(source)) - count(*) filter (where not is_inside(target)) into v_gain
    from unnest(p_kinds, p_froms, p_tos) as u (kind, source, target) where kind = 'asset' and is_inside(source) <> is_inside(target);
    if v_gain <> 0 then update asset_register set n = n + v_gain where org_id = p_org; end if;
  end if;

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
      update balance b set on_hand = b.on_hand + p_quantities[i], value = b.value + v_cost, seq = b.seq + 1
      where b.org_id = p_org and b.account = p_tos[i] and b.item_id = p_items[i]
      returning b.seq, b.on_hand into v_to_seq, v_to_after;
      if not found then
        insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
        values (p_org, p_tos[i], p_items[i], p_kinds[i], p_quantities[i], v_cost, 1)
        on conflict (org_id, account, item_id) do update set
          on_hand = b.on_hand + excluded.on_hand, value = b.value + excluded.value, seq = b.seq + 1
        returning b.seq, b.on_hand into v_to_seq, v_to_after;
      end if;
    end if;
    insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost,
                      from_seq, from_after, to_seq, to_after, business_date, actor_uid, reverses)
    values (p_org, p_ids[i], p_document, p_stage, p_lines[i], p_kinds[i], p_items[i], p_froms[i], p_tos[i], p_quantities[i], v_cost,
            v_from_seq, v_from_after, v_to_seq, v_to_after, p_date, p_actor, p_reverses[i]);
  end loop;

  if 'consumable' = any (p_kinds) then
    perform count_mark_items(p_org, array(select m.item from unnest(p_kinds, p_items) as m (kind, item) where m.kind = 'consumable'));
  end if;

  -- The moves say what was in a store before and after, under the lock of its balance: of postings at the same moment exactly one crosses.
  -- What arrives in a store for the first time has never been too little there.
  if not exists (
    select from unnest(p_kinds, p_items) as k (kind, id) join consumable c on c.org_id = p_org and c.id = k.id
    where k.kind = 'consumable' and c.min_stock is not null)
  then return; end if;
  return query
    select s.account, s.item_id, c.min_stock, s.after, s.after < c.min_stock
    from (
      select e.account, e.item_id, min(e.seq) as first,
        (array_agg(e.before order by e.seq))[1] as before, (array_agg(e.after order by e.seq desc))[1] as after
      from (
        select m.from_account as account, m.item_id, m.from_seq as seq, m.from_after + m.quantity as before, m.from_after as after
        from move m where m.org_id = p_org and m.id = any (p_ids) and m.from_account like 'store:%'
        union all
        select m.to_account, m.item_id, m.to_seq, m.to_after - m.quantity, m.to_after
        from move m where m.org_id = p_org and m.id = any (p_ids) and m.to_account like 'store:%'
      ) e group by e.account, e.item_id
    ) s join consumable c on c.org_id = p_org and c.id = s.item_id
    where (s.before < c.min_stock) <> (s.after < c.min_stock) and (s.first > 1 or s.after < c.min_stock);
end $$;

-- Brings many things into the books at once, all from outside accounts: the work of ledger_post as two statements instead of move by move. The
-- same item may arrive in one account several times; then the moves follow each other in the order given.
create function ledger_open(
  p_org bigint, p_document bigint, p_actor bigint, p_date date, p_kind text,
  p_ids bigint[], p_lines int[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[])
returns void language plpgsql as $$
begin
  if exists (select from unnest(p_froms, p_tos) as u (source, target) where is_inside(source) or not is_inside(target)) then
    raise exception 'ledger_open takes moves from outside accounts to inside ones only';
  end if;
  if p_kind = 'asset' then update asset_register set n = n + cardinality(p_ids) where org_id = p_org; end if;
  perform ledger_lock(p_org, p_tos, p_items);
  with arrived as (
    select * from unnest(p_ids, p_lines, p_items, p_froms, p_tos, p_quantities, p_costs) with ordinality
      as u (id, line_no, item_id, source, account, quantity, cost, place)
  ), kept as (
    insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
    select p_org, account, item_id, p_kind, sum(quantity), sum(cost), count(*) from arrived group by account, item_id order by account, item_id
    on conflict (org_id, account, item_id) do update set
      on_hand = b.on_hand + excluded.on_hand, value = b.value + excluded.value, seq = b.seq + excluded.seq
    returning b.account, b.item_id, b.on_hand, b.seq
  )
  insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost,
                    to_seq, to_after, business_date, actor_uid)
  select p_org, a.id, p_document, 0, a.line_no, p_kind, a.item_id, a.source, a.account, a.quantity, a.cost,
         k.seq - count(*) over later + 1, k.on_hand - coalesce(sum(a.quantity) over after_it, 0), p_date, p_actor
  from arrived a join kept k using (account, item_id)
  window later as (partition by a.account, a.item_id order by a.place desc),
         after_it as (partition by a.account, a.item_id order by a.place desc rows between unbounded preceding and 1 preceding)
  order by a.place;
end $$;

-- ------------------------------------------------------------------------------------------------------------ imports

create table import_batch (
  org_id       bigint not null references organisation,
  id           bigint not null,
  kind         text not null,
  file_path    text not null,
  file_name    text not null,
  mapping      jsonb not null default '{}',
  state        text not null default 'analysed' check (state in ('analysed', 'running', 'done', 'failed')),
  row_count    int not null default 0,
  done_count   int not null default 0,
  document_id  bigint,
  failure      jsonb,
  created_by   bigint not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  -- The last import of the same file that the uploader was told of; null for none.
  seen_import  bigint,
  -- The rows that were left out on request, with why: numbers of rows in the sheet and words.
  skipped      jsonb,
  -- Which sheet of a workbook was imported: another sheet of the same file is another table. Null for text.
  sheet        text,
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
);
create index import_batch_done on import_batch (org_id, kind, updated_at) where state = 'done';
comment on table import_batch is
  'An uploaded sheet that is to be imported: read once, checked, then written all or nothing; a batch that is done is never written again.';

create table import_memory (
  org_id      bigint not null references organisation,
  kind        text not null,
  -- A hash of all headers, whatever their order.
  headers     text not null,
  -- A header for each column of ours, null for one that is not to be read.
  mapping     jsonb not null,
  answers     jsonb not null,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, kind, headers),
  foreign key (org_id, updated_by) references person (org_id, id)
);
create index import_memory_oldest on import_memory (org_id, kind, updated_at);
comment on table import_memory is
  'The matching of columns that people chose for sheets with these headers: the next sheet like it is matched the same.';

create table import_picture (
  org_id         bigint not null references organisation,
  batch_id       bigint not null,
  name           text not null,
  -- Archives have no row in `file`; they are deleted when no picture names them.
  archive        text not null,
  archive_bytes  bigint not null,
  -- The entry of the archive; null where the archive is the picture itself.
  entry          int,
  path           text,
  created_at     timestamptz not null default now(),
  primary key (org_id, batch_id, name),
  foreign key (org_id, batch_id) references import_batch (org_id, id)
);
create index import_picture_created on import_picture (org_id, created_at);
comment on table import_picture is
  'A picture sent with a sheet to be imported, by the name of its file: in which archive it arrives and, once it is stored, its path.';

-- ------------------------------------------------------------------------------------- work on many things, reminders

create table bulk_job (
  org_id      bigint not null references organisation,
  id          bigint not null,
  uid         bigint not null,
  work        text not null check (work in ('change', 'undo', 'delete', 'documents')),
  noun        text not null,
  body        jsonb not null,
  -- Of the request: the same id again must mean the same work.
  body_hash   text not null,
  undoes      bigint,
  state       text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  total       int not null,
  done        int not null default 0,
  failed      int not null default 0,
  created_at  timestamptz not null default now(),
  ended_at    timestamptz,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, undoes) references bulk_job (org_id, id) on delete cascade,
  check ((state = 'running') = (ended_at is null))
);
create unique index bulk_job_undoes on bulk_job (org_id, undoes) where undoes is not null;
create index bulk_job_uid on bulk_job (org_id, uid, id desc);
comment on table bulk_job is 'One piece of work on many things (change, undo, delete, documents): the request and its progress.';

create table bulk_item (
  org_id       bigint not null,
  job_id       bigint not null,
  no           int not null,
  item_id      bigint not null,
  version      int,
  state        text not null check (state in ('waiting', 'done', 'failed')),
  before       jsonb,
  after        jsonb,
  document_id  bigint,
  words        text,
  params       jsonb,
  primary key (org_id, job_id, no),
  foreign key (org_id, job_id) references bulk_job (org_id, id) on delete cascade,
  check ((words is null) = (params is null)),
  check (state <> 'failed' or words is not null)
);
create index bulk_item_waiting on bulk_item (org_id, job_id, no) where state = 'waiting';
create index bulk_item_told on bulk_item (org_id, job_id, no) where words is not null;
comment on table bulk_item is 'One thing of a bulk job: before and after are the fields that it wrote, words give the reason of a failure.';

create table reminder_sent (
  org_id      bigint not null references organisation,
  kind        text not null,
  subject_id  bigint not null,
  due_on      date not null,
  step        int not null,
  uid         bigint not null,
  sent_on     date not null,
  primary key (org_id, kind, subject_id, due_on, step, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
create index reminder_sent_day on reminder_sent (org_id, sent_on);
comment on table reminder_sent is
  'A reminder that a person got: each step of the schedule of a kind once for a subject that is due on a day; the daily job deletes old rows.';

create table reminder_off (
  org_id  bigint not null references organisation,
  uid     bigint not null,
  kind    text not null,
  primary key (org_id, uid, kind),
  foreign key (org_id, uid) references person (org_id, id)
);
comment on table reminder_off is 'A kind of reminders that a person has switched off.';
