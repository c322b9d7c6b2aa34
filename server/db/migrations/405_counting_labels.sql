-- Counting, labels and their printing, tags, and assets that strangers find.

-- ----------------------------------------------------------------------------------------------------------- counting

-- A plan names the things to count and the way of counting; a task is one count of it, with the books as they were when it was opened (lines),
-- the parts of the counters (shares), the observations (events, which only grow), and the conclusions (results, which can be made again from
-- lines and events).

create table count_plan (
  org_id      bigint not null references organisation,
  id          bigint not null,
  name        text not null,
  body        jsonb not null,
  -- When the schedule opens the next task.
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
comment on table count_plan is 'A plan of counting: which things are counted, how and how often; body as in domain/counting/plan.ts.';

create table count_task (
  org_id        bigint not null references organisation,
  id            bigint not null,
  plan_id       bigint not null,
  code          text not null,
  name          text not null,
  state         text not null check (state in ('draft', 'open', 'review', 'settling', 'closed', 'cancelled')),
  round         smallint not null default 1,
  -- The body of the plan as it was when the task was opened.
  plan          jsonb not null,
  -- The places of its lines, for the data scope of its readers.
  loc_ids       bigint[] not null default '{}',
  -- How many lines it has.
  expected      int not null default 0,
  opened_by     bigint not null,
  opened_at     timestamptz not null default now(),
  due_on        date,
  reviewed_at   timestamptz,
  closed_at     timestamptz,
  -- How many rounds of documents were made of it.
  settled       smallint not null default 0,
  -- True where everything is to be folded again at the next look, as after a move to another installation.
  refold        boolean not null default false,
  result_hash   text,
  remark        text,
  version       int not null default 1,
  -- In whose name its documents are made.
  settled_by    bigint,
  -- How far folding again has come: up to which item, and how many; null while nothing has been folded.
  refold_after  bigint,
  refold_done   int not null default 0,
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, plan_id) references count_plan (org_id, id),
  foreign key (org_id, opened_by) references person (org_id, id),
  foreign key (org_id, settled_by) references person (org_id, id)
);
create index count_task_plan on count_task (org_id, plan_id, id desc);
create index count_task_opener on count_task (org_id, opened_by);
-- A plan has one task under way at most, also where two are opened at the same moment.
create unique index count_task_plan_once on count_task (org_id, plan_id) where state in ('open', 'review', 'settling');
create index count_task_open on count_task (org_id, state, id desc) where state in ('open', 'review', 'settling');
create index count_task_settler on count_task (org_id, settled_by) where settled_by is not null;
comment on table count_task is 'One count of a plan.';

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
  -- Counts the movements of a supply in its store.
  balance_seq  bigint,
  value        numeric(20, 6),
  primary key (org_id, task_id, item_id, account),
  foreign key (org_id, task_id) references count_task (org_id, id)
);
create index count_line_holder on count_line (org_id, task_id, holder_uid) where holder_uid is not null;
create index count_line_item on count_line (org_id, item_id);
-- It does not begin with the task: while a count is so new that the planner takes it for one row, it would choose the smallest index that begins
-- with the task and walk the whole task for each line.
create index count_line_place on count_line (org_id, loc_id, task_id);
comment on table count_line is 'The statement of the books about an item in an account when the task was opened.';

create table count_share (
  org_id       bigint not null,
  id           bigint not null,
  task_id      bigint not null,
  round        smallint not null default 1,
  kind         text not null check (kind in ('place', 'department', 'self', 'lines')),
  uid          bigint,
  -- The place, department or person of its kind.
  ref_id       bigint,
  -- The items of a share of kind 'lines'.
  items        bigint[],
  due_on       date,
  finished_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, task_id) references count_task (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index count_share_task on count_share (org_id, task_id);
create index count_share_person on count_share (org_id, uid, task_id) where uid is not null;
comment on table count_share is 'A part of a task that a person counts; without a person any counter may count it.';

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
comment on table count_device is 'A device that takes part in a task, and up to which of its events everything has arrived.';

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
  -- By the server's clock, with the bound of the error in uncertainty_ms.
  happened_at     timestamptz not null,
  uncertainty_ms  int not null,
  received_at     timestamptz not null default now(),
  actor_uid       bigint not null,
  uploader_uid    bigint not null,
  -- 'method': the plan forbids the way of counting; 'again': the same person counted the thing in an earlier round.
  disposition     text not null check (disposition in ('ok', 'late', 'foreign', 'again', 'method', 'unknown', 'duplicate')),
  fingerprint     text not null,
  primary key (org_id, task_id, device, seq),
  foreign key (org_id, task_id, device) references count_device (org_id, task_id, device),
  foreign key (org_id, actor_uid) references person (org_id, id),
  foreign key (org_id, uploader_uid) references person (org_id, id)
);
-- An event that another device brought before is kept as well ('duplicate'), so that its own device's numbers have no gap.
create unique index count_event_once on count_event (org_id, task_id, id) where disposition <> 'duplicate';
create index count_event_item on count_event (org_id, task_id, item_id) where item_id is not null;
create index count_event_actor on count_event (org_id, actor_uid);
create index count_event_uploader on count_event (org_id, uploader_uid);
-- Voids and unknown codes are looked for with every batch, and there are few.
create index count_event_void on count_event (org_id, task_id, device) where kind = 'void';
create index count_event_unknown on count_event (org_id, task_id) where disposition = 'unknown';
comment on table count_event is
  'An observation as it was sent (body, domain/counting/event.ts), with the findings of the server; never changed, never deleted.';

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
comment on table count_quarantine is
  'An event with a number that another event of the device bears already: kept aside for a person to look at.';

create table count_stale (
  org_id   bigint not null,
  id       bigint generated always as identity,
  task_id  bigint not null,
  item_id  bigint not null,
  primary key (org_id, id)
);
create index count_stale_task on count_stale (org_id, task_id);
comment on table count_stale is
  'A line whose books moved since it was folded, one row for each move; the transaction that folds it again deletes the rows.';

create table count_freeze (
  org_id   bigint not null,
  account  text not null,
  task_id  bigint not null,
  primary key (org_id, account),
  foreign key (org_id, task_id) references count_task (org_id, id)
);
create index count_freeze_task on count_freeze (org_id, task_id);
comment on table count_freeze is 'A store in which only documents of the count move anything until the task is closed or cancelled.';

-- Results are written again as evidence comes; with free room on their page that touches no index.
create table count_result (
  org_id       bigint not null,
  task_id      bigint not null,
  round        smallint not null,
  item_kind    text not null,
  item_id      bigint not null,
  -- Empty for an asset that the task did not expect; the store for such a supply.
  account      text not null,
  -- True where the task has no line of it.
  unexpected   boolean not null default false,
  loc_id       bigint,
  verdict      text not null,
  -- How much the observations weigh (domain/counting/verdict.ts).
  strength     smallint not null default 0,
  -- The places it was seen in.
  seen         jsonb not null default '[]',
  seen_uid     bigint,
  counted      numeric(18, 4),
  expected     numeric(18, 4),
  difference   numeric(18, 4),
  -- Causes of the difference, as data.
  explained    jsonb not null default '[]',
  late         boolean not null default false,
  -- The decision of the review: post the difference, count again, or leave it.
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
) with (fillfactor = 75);
create index count_result_document on count_result (org_id, document_id) where document_id is not null;
create index count_result_decider on count_result (org_id, decided_by) where decided_by is not null;
-- A difference is on one document at a time, whatever rounds it was counted in.
create unique index count_result_settled_once on count_result (org_id, task_id, item_id, account) where document_id is not null;
create index count_result_decided on count_result (org_id, task_id, decision) where decision is not null;
comment on table count_result is
  'The conclusion for a line and round: for lines with an observation, and for all lines once the counting ended.';

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
  -- Why it went back from a document.
  note         text,
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
comment on table count_unknown is 'A scanned code that no thing of ours bears, or a thing without a card, and the decision about it.';

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
-- A person signs the same results in one role once.
create unique index count_signature_once on count_signature (org_id, task_id, role, uid, hash);
comment on table count_signature is 'A signature over the hash of the results; never changed.';

-- The moves of items that were posted after a moment, newest first for each. The number of a move is drawn within its transaction, so a move that
-- lies an hour further back in that order was surely posted before.
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

-- Marks the lines of tasks under way that name an item whose books have just moved. Costs one look where nothing is counted. ledger_post calls it
-- once for the supplies of a document.
create function count_mark_items(p_org bigint, p_items bigint[]) returns void language plpgsql as $$
begin
  if exists (select from count_task t where t.org_id = p_org and t.state in ('open', 'review', 'settling')) then
    insert into count_stale (org_id, task_id, item_id)
    select t.org_id, t.id, m.item_id
    from count_task t, (select distinct item_id from unnest(p_items) as m (item_id)) m
    where t.org_id = p_org and t.state in ('open', 'review', 'settling')
      and (exists (select from count_line l where l.org_id = p_org and l.task_id = t.id and l.item_id = m.item_id)
        or exists (select from count_result r where r.org_id = p_org and r.task_id = t.id and r.item_id = m.item_id));
  end if;
end $$;

-- The same for an asset whose card has changed.
create function count_mark() returns trigger language plpgsql as $$
begin
  perform count_mark_items(new.org_id, array[new.asset_id]);
  return null;
end $$;
create trigger count_marked after insert on asset_event
  for each row when (new.changes ?| array['locId', 'holderUid', 'deptId'] or new.changes -> 'account' ->> 0 is not null) execute function count_mark();

-- A reservation of an open document explains why an item was not seen: lines in review are marked when a reservation begins and when it ends.
create function count_mark_held() returns trigger language plpgsql as $$
declare
  v_org bigint;
  v_item bigint;
begin
  if tg_op = 'DELETE' then v_org := old.org_id; v_item := old.item_id; else v_org := new.org_id; v_item := new.item_id; end if;
  if exists (select from count_task t where t.org_id = v_org and t.state = 'review') then
    insert into count_stale (org_id, task_id, item_id)
    select t.org_id, t.id, v_item from count_task t
    where t.org_id = v_org and t.state = 'review'
      and exists (select from count_line l where l.org_id = t.org_id and l.task_id = t.id and l.item_id = v_item);
  end if;
  return null;
end $$;
create trigger count_marked after insert or delete on reservation for each row execute function count_mark_held();

-- ------------------------------------------------------------------------------------------------ labels and printing

create table label_template (
  org_id        bigint not null references organisation,
  template_key  text not null,
  version       int not null check (version > 0),
  noun          text not null check (noun in ('asset', 'location', 'consumable', 'person', 'blank')),
  name          text not null,
  body          jsonb not null,
  is_deleted    boolean not null default false,
  created_by    bigint not null,
  created_at    timestamptz not null default now(),
  primary key (org_id, template_key, version),
  foreign key (org_id, created_by) references person (org_id, id)
);
comment on table label_template is
  'A version of a label template; never changed. A delivered template that the organisation changed has its versions here under the delivered key.';

create table printer (
  org_id         bigint not null references organisation,
  id             bigint not null,
  name           text not null,
  way            text not null check (way in ('pdf', 'network', 'station', 'serial', 'usb', 'bluetooth', 'shell')),
  language       text not null check (language in ('tspl', 'zpl', 'cpcl', 'escpos', 'brother')),
  dpi            int not null check (dpi in (203, 300, 600)),
  -- How far everything is moved to the right and down, and how much larger it is drawn.
  offset_x_mm    double precision not null default 0,
  offset_y_mm    double precision not null default 0,
  scale_percent  double precision not null default 100,
  -- The bit that prints black, where the printer does not do what its language says.
  black_bit      smallint check (black_bit in (0, 1)),
  -- From 1 slow to 5 fast, density from 1 light to 15 dark; null leaves the printer's own.
  speed          int,
  density        int,
  -- Host and port of a printer that the server reaches over the network; otherwise the name by which a page knows its device.
  address        text,
  version        int not null default 1,
  created_by     bigint not null,
  created_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create unique index printer_name on printer (org_id, name) where deleted_at is null;
comment on table printer is 'A printer of an organisation and the way labels reach it.';

create table print_job (
  org_id            bigint not null references organisation,
  id                bigint not null,
  noun              text not null check (noun in ('asset', 'location', 'consumable', 'person', 'blank')),
  template_key      text not null,
  -- 0 for the delivered template as the program has it.
  template_version  int not null,
  template          jsonb not null,
  printer_id        bigint,
  way               text not null check (way in ('pdf', 'network', 'station', 'serial', 'usb', 'bluetooth', 'shell')),
  state             text not null default 'open' check (state in ('open', 'sending', 'doubtful', 'done', 'cancelled')),
  total             int not null check (total > 0),
  -- Labels up to here were handed out; labels up to done_to are known to have come out.
  sent_to           int not null default 0,
  done_to           int not null default 0,
  copies            int not null,
  start_cell        int not null default 1,
  -- The page that took the last labels.
  send_key          uuid,
  reason            text,
  failure           text,
  uid               bigint not null,
  created_at        timestamptz not null default now(),
  ended_at          timestamptz,
  primary key (org_id, id),
  foreign key (org_id, printer_id) references printer (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  check (done_to between 0 and sent_to and sent_to <= total)
);
create index print_job_open on print_job (org_id, printer_id) where state in ('open', 'sending', 'doubtful');
create index print_job_person on print_job (org_id, uid, id desc);
comment on table print_job is 'A printing of labels with one template on one printer.';

create table print_job_item (
  org_id        bigint not null references organisation,
  job_id        bigint not null,
  -- Copies of one label follow each other: label n is item (n - 1) / copies + 1.
  no            int not null,
  item_id       bigint not null,
  texts         jsonb not null,
  -- The fields of the thing that the template shows, as the books had them.
  bound         jsonb not null,
  content_hash  text not null,
  primary key (org_id, job_id, no),
  foreign key (org_id, job_id) references print_job (org_id, id)
);
comment on table print_job_item is 'The content of the labels of one thing in a printing, fixed when the printing began.';

create table label_print (
  org_id            bigint not null references organisation,
  job_id            bigint not null,
  label_no          int not null,
  noun              text not null,
  item_id           bigint not null,
  template_key      text not null,
  template_version  int not null,
  content_hash      text not null,
  bound             jsonb not null,
  copy              int not null,
  reason            text,
  printed_by        bigint not null,
  printed_at        timestamptz not null default now(),
  primary key (org_id, job_id, label_no),
  foreign key (org_id, job_id) references print_job (org_id, id),
  foreign key (org_id, printed_by) references person (org_id, id)
);
create index label_print_item on label_print (org_id, noun, item_id, printed_at desc);
comment on table label_print is 'A label that came out of a printer; never changed.';

create table label_state (
  org_id        bigint not null references organisation,
  noun          text not null,
  item_id       bigint not null,
  copies        int not null,
  content_hash  text not null,
  bound         jsonb not null,
  template_key  text not null,
  printed_at    timestamptz not null,
  primary key (org_id, noun, item_id)
);
comment on table label_state is 'The last label of a thing, written with the prints, to be compared with the thing.';

-- The newest print of a thing is its label.
create function note_label_print() returns trigger language plpgsql as $$
begin
  insert into label_state as s (org_id, noun, item_id, copies, content_hash, bound, template_key, printed_at)
  values (new.org_id, new.noun, new.item_id, 1, new.content_hash, new.bound, new.template_key, new.printed_at)
  on conflict (org_id, noun, item_id) do update
  set copies = s.copies + excluded.copies, content_hash = excluded.content_hash, bound = excluded.bound,
      template_key = excluded.template_key, printed_at = excluded.printed_at;
  return null;
end $$;
create trigger label_print_noted after insert on label_print for each row execute function note_label_print();

create table label_code (
  org_id      bigint not null references organisation,
  id          bigint not null,
  code        text not null,
  noun        text check (noun in ('asset', 'location', 'consumable')),
  item_id     bigint,
  bound_by    bigint,
  bound_at    timestamptz,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, bound_by) references person (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  check ((noun is null) = (item_id is null) and (item_id is null) = (bound_at is null))
);
create index label_code_item on label_code (org_id, noun, item_id) where item_id is not null;
-- gate_is_elsewhere and gate_found read it past row-level security.
create policy gate on label_code for select to zaice_gate using (true);
grant select on label_code to zaice_gate;
comment on table label_code is 'A label that was printed blank with a code of its own, and what it was bound to by scanning.';

create table print_station (
  org_id       bigint not null references organisation,
  printer_id   bigint not null,
  station_key  uuid not null,
  name         text not null,
  uid          bigint not null,
  opened_at    timestamptz not null default now(),
  seen_at      timestamptz not null default now(),
  primary key (org_id, printer_id),
  foreign key (org_id, printer_id) references printer (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index print_station_uid on print_station (org_id, uid);
comment on table print_station is
  'A page that is left open beside a printer and takes its labels: one for each printer at a time; a page that is not heard of for the time of its lease holds nothing.';

-- --------------------------------------------------------------------------------------------------------------- tags

create table rfid_tag (
  org_id       bigint not null references organisation,
  asset_id     bigint not null,
  epc          text not null,
  state        text not null default 'planned' check (state in ('planned', 'written', 'verified')),
  -- The number of the chip.
  tid          text,
  planned_by   bigint not null,
  planned_at   timestamptz not null,
  written_at   timestamptz,
  verified_at  timestamptz,
  primary key (org_id, asset_id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, planned_by) references person (org_id, id)
);
create unique index rfid_tag_epc on rfid_tag (org_id, epc);
create index rfid_tag_open on rfid_tag (org_id, planned_at, asset_id) where state <> 'verified';
create index rfid_tag_planned_by on rfid_tag (org_id, planned_by);
comment on table rfid_tag is
  'The tag of an asset: an EPC is planned, written by a reader, read back and then stands on the card; written anew it begins again with another EPC.';

create table rfid_number (
  org_id  bigint not null references organisation,
  last    bigint not null default 0,
  primary key (org_id)
);
comment on table rfid_number is 'The last number that an EPC of the organisation was made of.';

-- ---------------------------------------------------------------------------------------------- labels in other hands

create table asset_finder (
  org_id      bigint not null references organisation,
  asset_id    bigint not null,
  code        text not null,
  created_at  timestamptz not null default now(),
  primary key (org_id, asset_id),
  unique (org_id, code),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
create policy gate on asset_finder for select to zaice_gate using (true);
grant select on asset_finder to zaice_gate;
comment on table asset_finder is
  'The letters behind the code of an asset on labels of organisations that let strangers report what they find; they cannot be guessed.';

create table found_report (
  org_id      bigint not null references organisation,
  id          bigint not null,
  asset_id    bigint not null,
  words       text not null,
  phone       text not null default '',
  point       jsonb,
  picture     text,
  at          timestamptz not null,
  settled_by  bigint,
  settled_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, settled_by) references person (org_id, id),
  check ((settled_by is null) = (settled_at is null))
);
create index found_report_asset on found_report (org_id, asset_id, at desc);
create index found_report_settler on found_report (org_id, settled_by) where settled_by is not null;
comment on table found_report is 'What a stranger reported about an asset that they have found.';

-- Whose label a stranger holds, among organisations that let strangers see a page: by the letters of a finder, or by the code of a blank label.
-- Without either it is the only organisation of the installation, if there is but one.
create function gate_found(p_finder text, p_blank text)
returns table (org_id bigint, asset_id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select o.org_id,
      case when p_finder is not null then (select f.asset_id from asset_finder f where f.org_id = o.org_id and f.code = p_finder)
           when p_blank is not null then (select l.item_id from label_code l where l.org_id = o.org_id and l.code = p_blank and l.noun = 'asset') end
    from organisation o
    where o.state = 'active' and (o.settings -> 'strangers' ->> 'isOn')::boolean
      and case when p_finder is not null then exists (select from asset_finder f where f.org_id = o.org_id and f.code = p_finder)
               when p_blank is not null then exists (select from label_code l where l.org_id = o.org_id and l.code = p_blank and l.noun = 'asset')
               else not exists (select from organisation x where x.org_id <> o.org_id and x.state = 'active') end
    limit 1;
end $$;

-- Whether a scanned label is another organisation's: only for things that cannot be guessed (the id of an asset, the code of a blank label, the
-- letters of a finder), and only yes or no.
create function gate_is_elsewhere(p_asset bigint, p_code text)
returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from organisation o
    where o.org_id is distinct from current_org()
      and (exists (select from asset a where a.org_id = o.org_id and a.id = p_asset)
        or exists (select from label_code l where l.org_id = o.org_id and l.code = p_code)
        or exists (select from asset_finder f where f.org_id = o.org_id and f.code = p_code))
  );
end $$;

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_found', 'gate_is_elsewhere']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
