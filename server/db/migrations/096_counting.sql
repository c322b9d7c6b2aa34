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

-- `plan` is the plan's body as it was when the task was opened; `loc_ids` the places of its lines, for who may see it. `settled` counts the
-- rounds of documents that were made of it.
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
  opened_by    bigint not null,
  opened_at    timestamptz not null default now(),
  due_on       date,
  reviewed_at  timestamptz,
  closed_at    timestamptz,
  settled      smallint not null default 0,
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
create unique index count_event_once on count_event (org_id, task_id, id);
create index count_event_item on count_event (org_id, task_id, item_id) where item_id is not null;
create index count_event_actor on count_event (org_id, actor_uid);
create index count_event_uploader on count_event (org_id, uploader_uid);

-- What follows for each line and round. `explained`: causes as data; `seen`: the places it was seen in. `account` is empty where something
-- was found that the task did not expect.
create table count_result (
  org_id       bigint not null,
  task_id      bigint not null,
  round        smallint not null,
  item_kind    text not null,
  item_id      bigint not null,
  account      text not null,
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
