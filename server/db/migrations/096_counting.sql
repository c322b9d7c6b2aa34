-- Counting. A plan says what is counted and how; a task is one count of it: what the books said when it was opened (lines), who counts what
-- (shares), what was observed (events, which only grow), and what follows from both (results, which can be made again from the events).

-- `body` as in domain/counting/plan.ts. `next_on`: when the schedule opens the next task.
create table count_plan (
  org_id      bigint not null references organisation,
  id          bigint not null,
  name        text not null,
  body        jsonb not null,
  next_on     date,
  version     int not null default 1,
  created_at  timestamptz not null default now(),
  created_by  bigint not null,
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create index count_plan_author on count_plan (org_id, created_by);
create index count_plan_next on count_plan (org_id, next_on) where next_on is not null and deleted_at is null;

-- `plan` is the plan's body as it was when the task was opened; `loc_ids` the places of its lines, for who may see it; `expected` how many
-- lines it has. `settled` counts the rounds of documents that were made of it.
create table count_task (
  org_id       bigint not null references organisation,
  id           bigint not null,
  plan_id      bigint not null,
  code         text not null,
  name         text not null,
  state        text not null check (state in ('draft', 'open', 'review', 'settling', 'closed', 'cancelled')),
  round        smallint not null default 1,
  plan         jsonb not null,
  loc_ids      bigint[] not null default '{}',
  expected     int not null default 0,
  opened_by    bigint not null,
  opened_at    timestamptz not null default now(),
  due_on       date,
  reviewed_at  timestamptz,
  closed_at    timestamptz,
  settled      smallint not null default 0,
  -- Everything is to be folded again at the next look, as after a move to another installation.
  refold       boolean not null default false,
  result_hash  text,
  remark       text,
  version      int not null default 1,
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, plan_id) references count_plan (org_id, id),
  foreign key (org_id, opened_by) references person (org_id, id)
);
create index count_task_plan on count_task (org_id, plan_id, id desc);
create index count_task_opener on count_task (org_id, opened_by);
-- A plan has one task under way at most, whoever opens it at the same moment.
create unique index count_task_plan_once on count_task (org_id, plan_id) where state in ('open', 'review', 'settling');
create index count_task_open on count_task (org_id, state, id desc) where state in ('open', 'review', 'settling');

-- What the books said at one moment. `balance_seq` counts the movements of a supply in its store.
create table count_line (
  org_id       bigint not null,
  task_id      bigint not null,
  item_kind    text not null check (item_kind in ('asset', 'consumable')),
  item_id      bigint not null,
  account      text not null,
  loc_id       bigint,
  dept_id      bigint,
  holder_uid   bigint,
  quantity     numeric(18, 4) not null,
  balance_seq  bigint,
  value        numeric(20, 6),
  primary key (org_id, task_id, item_id, account),
  foreign key (org_id, task_id) references count_task (org_id, id)
);
create index count_line_place on count_line (org_id, task_id, loc_id);
create index count_line_holder on count_line (org_id, task_id, holder_uid) where holder_uid is not null;
create index count_line_item on count_line (org_id, item_id);

-- Who counts what; without a person anybody who may count. `ref_id`: the place, department or person of its kind; `items` of certain lines.
create table count_share (
  org_id       bigint not null,
  id           bigint not null,
  task_id      bigint not null,
  round        smallint not null default 1,
  kind         text not null check (kind in ('place', 'department', 'self', 'lines')),
  uid          bigint,
  ref_id       bigint,
  items        bigint[],
  due_on       date,
  finished_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, task_id) references count_task (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index count_share_task on count_share (org_id, task_id);
create index count_share_person on count_share (org_id, uid, task_id) where uid is not null;

-- A device that takes part, and up to which of its events everything is here.
create table count_device (
  org_id        bigint not null,
  task_id       bigint not null,
  device        uuid not null,
  uid           bigint not null,
  acked_seq     int not null default 0,
  app_version   text,
  offset_ms     bigint,
  joined_at     timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  primary key (org_id, task_id, device),
  foreign key (org_id, task_id) references count_task (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index count_device_person on count_device (org_id, uid);

-- What was observed, as it was sent (`body`, domain/counting/event.ts), with what the server knows of it. Never changed, never deleted.
create table count_event (
  org_id          bigint not null,
  task_id         bigint not null,
  device          uuid not null,
  seq             int not null,
  id              uuid not null,
  round           smallint not null,
  kind            text not null,
  item_id         bigint,
  loc_id          bigint,
  body            jsonb not null,
  happened_at     timestamptz not null,
  uncertainty_ms  int not null,
  received_at     timestamptz not null default now(),
  actor_uid       bigint not null,
  uploader_uid    bigint not null,
  disposition     text not null check (disposition in ('ok', 'late', 'foreign', 'unknown', 'duplicate')),
  fingerprint     text not null,
  primary key (org_id, task_id, device, seq),
  foreign key (org_id, task_id, device) references count_device (org_id, task_id, device),
  foreign key (org_id, actor_uid) references person (org_id, id),
  foreign key (org_id, uploader_uid) references person (org_id, id)
);
-- One that another device brought before is kept as well, so that its own device's numbers have no gap.
create unique index count_event_once on count_event (org_id, task_id, id) where disposition <> 'duplicate';
create index count_event_item on count_event (org_id, task_id, item_id) where item_id is not null;
create index count_event_actor on count_event (org_id, actor_uid);
create index count_event_uploader on count_event (org_id, uploader_uid);

-- What came under a number that an event of the device bears already, and says something else: kept aside for somebody to look at.
create table count_quarantine (
  org_id        bigint not null,
  task_id       bigint not null,
  device        uuid not null,
  seq           int not null,
  fingerprint   text not null,
  body          jsonb not null,
  uploader_uid  bigint not null,
  received_at   timestamptz not null default now(),
  primary key (org_id, task_id, device, seq, fingerprint),
  foreign key (org_id, task_id, device) references count_device (org_id, task_id, device),
  foreign key (org_id, uploader_uid) references person (org_id, id)
);
create index count_quarantine_uploader on count_quarantine (org_id, uploader_uid);

-- Lines whose books moved since they were folded, one row for each move; whoever folds them again takes the rows away.
create table count_stale (
  org_id   bigint not null,
  id       bigint generated always as identity,
  task_id  bigint not null,
  item_id  bigint not null,
  primary key (org_id, id)
);
create index count_stale_task on count_stale (org_id, task_id);

-- Stores in which nothing but the count's own documents moves anything until the task is closed or cancelled.
create table count_freeze (
  org_id   bigint not null,
  account  text not null,
  task_id  bigint not null,
  primary key (org_id, account),
  foreign key (org_id, task_id) references count_task (org_id, id)
);
create index count_freeze_task on count_freeze (org_id, task_id);

-- What follows for each line and round, of lines that something was observed of, and of all once the counting ended. `explained`: causes as
-- data; `seen`: the places it was seen in. Of a piece that the task did not expect `account` is empty; of such a supply it is the store.
create table count_result (
  org_id       bigint not null,
  task_id      bigint not null,
  round        smallint not null,
  item_kind    text not null,
  item_id      bigint not null,
  account      text not null,
  -- True where the task has no line of it.
  unexpected   boolean not null default false,
  loc_id       bigint,
  verdict      text not null,
  strength     smallint not null default 0,
  seen         jsonb not null default '[]',
  seen_uid     bigint,
  counted      numeric(18, 4),
  expected     numeric(18, 4),
  difference   numeric(18, 4),
  explained    jsonb not null default '[]',
  late         boolean not null default false,
  decision     text check (decision in ('post', 'recount', 'ignore')),
  reason       text,
  note         text,
  decided_by   bigint,
  decided_at   timestamptz,
  document_id  bigint,
  line_no      int,
  updated_at   timestamptz not null default now(),
  primary key (org_id, task_id, item_id, account, round),
  foreign key (org_id, task_id) references count_task (org_id, id),
  foreign key (org_id, decided_by) references person (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
);
create index count_result_verdict on count_result (org_id, task_id, verdict);
create index count_result_document on count_result (org_id, document_id) where document_id is not null;
create index count_result_decider on count_result (org_id, decided_by) where decided_by is not null;

-- Codes that nothing of ours bears, and things without a card; what was made of them.
create table count_unknown (
  org_id       bigint not null,
  id           bigint not null,
  task_id      bigint not null,
  code         text,
  loc_id       bigint,
  times        int not null default 1,
  first_at     timestamptz not null,
  uid          bigint,
  file         text,
  becomes      text check (becomes in ('linked', 'surplus', 'foreign')),
  asset_id     bigint,
  surplus      jsonb,
  document_id  bigint,
  line_no      int,
  decided_by   bigint,
  decided_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, task_id) references count_task (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, decided_by) references person (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
);
create unique index count_unknown_code on count_unknown (org_id, task_id, code, loc_id) nulls not distinct where code is not null;
create index count_unknown_task on count_unknown (org_id, task_id, id);
create index count_unknown_person on count_unknown (org_id, uid);
create index count_unknown_decider on count_unknown (org_id, decided_by) where decided_by is not null;
create index count_unknown_document on count_unknown (org_id, document_id) where document_id is not null;

-- Signatures over the hash of the results; never changed.
create table count_signature (
  org_id     bigint not null,
  id         bigint not null,
  task_id    bigint not null,
  role       text not null,
  uid        bigint not null,
  hash       text not null,
  file       text,
  signed_at  timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, task_id) references count_task (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index count_signature_task on count_signature (org_id, task_id);
create index count_signature_person on count_signature (org_id, uid);

-- The moves of items that were posted after a moment, newest first for each. A move's number is drawn within its transaction, so what lies
-- an hour further back in their order was surely posted before.
create function count_moves(p_org bigint, p_items bigint[], p_since timestamptz)
returns table (item_id bigint, document_id bigint, from_account text, to_account text, quantity numeric, from_seq bigint, to_seq bigint, posted_at timestamptz)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_item bigint;
  v_move move;
begin
  foreach v_item in array p_items loop
    for v_move in select * from move m where m.org_id = p_org and m.item_id = v_item order by m.seq desc loop
      exit when v_move.posted_at < p_since - interval '1 hour';
      if v_move.posted_at >= p_since then
        item_id := v_item; document_id := v_move.document_id; from_account := v_move.from_account; to_account := v_move.to_account;
        quantity := v_move.quantity; from_seq := v_move.from_seq; to_seq := v_move.to_seq; posted_at := v_move.posted_at;
        return next;
      end if;
    end loop;
  end loop;
end $$;

-- Marks the lines of tasks under way that name an item whose books have just moved. Costs one look where nothing is counted.
create function count_mark() returns trigger language plpgsql as $$
declare
  v_item bigint;
begin
  if tg_table_name = 'move' then v_item := new.item_id; else v_item := new.asset_id; end if;
  if exists (select from count_task t where t.org_id = new.org_id and t.state in ('open', 'review')) then
    insert into count_stale (org_id, task_id, item_id)
    select t.org_id, t.id, v_item from count_task t
    where t.org_id = new.org_id and t.state in ('open', 'review')
      and (exists (select from count_line l where l.org_id = t.org_id and l.task_id = t.id and l.item_id = v_item)
        or exists (select from count_result r where r.org_id = t.org_id and r.task_id = t.id and r.item_id = v_item));
  end if;
  return null;
end $$;
create trigger count_marked after insert on move for each row when (new.item_kind = 'consumable') execute function count_mark();
create trigger count_marked after insert on asset_event for each row
  when (new.changes ?| array['locId', 'holderUid', 'deptId'] or new.changes -> 'account' ->> 0 is not null) execute function count_mark();

-- Posts the moves of one stage of a document: releases what it reserved, checks everything, then writes. Answers what is short, one row
-- each, `low` unknown; then the caller must roll back. Else it answers the supplies whose stock in a place (`account`) fell below the least that
-- is wanted there (`wanted`, `low` true) or is back at it, with what is left (`free`). `p_costs` is the whole cost of a move, or null where it
-- comes with the goods: at moving weighted average when they leave an inside account, 0 from outside. Where a count has frozen a store it
-- answers that store alone, with the task for `item_id` and nothing else.
create or replace function ledger_post(
  p_org bigint, p_document bigint, p_stage int, p_actor bigint, p_date date,
  p_ids bigint[], p_lines int[], p_kinds text[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[], p_reverses bigint[])
returns table (account text, item_id bigint, wanted numeric, free numeric, low boolean) language plpgsql set plan_cache_mode = force_generic_plan as $$
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
begin
  return query
    select f.account, f.task_id, null::numeric, null::numeric, null::boolean from count_freeze f
    where f.org_id = p_org and f.account = any (p_froms || p_tos)
      and not exists (select from count_result r where r.org_id = p_org and r.document_id = p_document and r.task_id = f.task_id)
      and not exists (select from count_unknown u where u.org_id = p_org and u.document_id = p_document and u.task_id = f.task_id)
    limit 1 for share of f;
  if found then return; end if;

  if exists (select from reservation where org_id = p_org and document_id = p_document) then
    -- The document's own reservations and what it touches besides are locked together, in one order.
    perform ledger_lock(p_org,
      p_froms || p_tos || (select array_agg(account) from reservation where org_id = p_org and document_id = p_document),
      p_items || p_items || (select array_agg(item_id) from reservation where org_id = p_org and document_id = p_document));
    perform ledger_release(p_org, p_document);
  elsif exists (select from unnest(p_froms) as f (account) where is_inside(f.account)) or exists (
    select from unnest(p_tos, p_items) as k (account, item_id)
    where is_inside(k.account) and not exists (select from balance b where b.org_id = p_org and b.account = k.account and b.item_id = k.item_id))
  then
    perform ledger_lock(p_org, p_froms || p_tos, p_items || p_items);
  end if;
  -- What only adds to rows that are there needs no lock beforehand: the moves come in the order of these rows, so writing them locks in that order.

  return query
    select k.account, k.item_id, k.wanted, coalesce(b.on_hand - b.reserved, 0), null::boolean
    from (
      select account, item_id, sum(quantity) as wanted from unnest(p_froms, p_items, p_quantities) as u (account, item_id, quantity)
      where is_inside(account) group by 1, 2
    ) k
    left join balance b on b.org_id = p_org and b.account = k.account and b.item_id = k.item_id
    where coalesce(b.on_hand - b.reserved, 0) < k.wanted;
  if found then return; end if;

  -- Only what enters the register or leaves it waits for others that do.
  select count(*) filter (where not is_inside(source)) - count(*) filter (where not is_inside(target)) into v_gain
  from unnest(p_kinds, p_froms, p_tos) as u (kind, source, target) where kind = 'asset' and is_inside(source) <> is_inside(target);
  if v_gain <> 0 then update asset_register set n = n + v_gain where org_id = p_org; end if;

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
