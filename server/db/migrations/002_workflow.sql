-- Flows, what runs through them, and the work lists. An instance is locked before anything of it is written, and before the document it
-- is about. Its timers are rows of `job` (kind 'workflow.timer').

create extension if not exists btree_gist;

-- ------------------------------------------------------------------------------------------------------- definitions

-- A flow of an organisation. Outside its key carries the last five characters of the organisation's id; inside the pair is the key.
-- `state` is the contract's number: 1 not published yet, 2 in use, 3 switched off.
create table wf_flow (
  org_id            bigint not null references organisation,
  flow_key          text not null,
  template_key      text,
  template_version  int,
  name              text not null,
  module_code       text not null,
  icon              text not null,
  color             text not null,
  document_kind     text,
  form_key          text,
  active_version    int,
  state             smallint not null default 1 check (state in (1, 2, 3)),
  sort_order        int not null default 0,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (org_id, flow_key),
  check (num_nonnulls(document_kind, form_key) = 1),
  check (state <> 2 or active_version is not null)
);
create index wf_flow_document on wf_flow (org_id, document_kind) where document_kind is not null;

-- Never changed once it is there: running instances point at their version.
create table wf_definition (
  org_id        bigint not null,
  flow_key      text not null,
  version       int not null,
  body          jsonb not null,
  published_by  bigint,
  published_at  timestamptz not null default now(),
  note          text not null default '',
  primary key (org_id, flow_key, version),
  foreign key (org_id, flow_key) references wf_flow (org_id, flow_key),
  foreign key (org_id, published_by) references person (org_id, id)
);
alter table wf_flow add foreign key (org_id, flow_key, active_version) references wf_definition (org_id, flow_key, version);

-- The version that somebody is working on.
create table wf_draft (
  org_id      bigint not null,
  flow_key    text not null,
  body        jsonb not null,
  revision    int not null default 1,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, flow_key),
  foreign key (org_id, flow_key) references wf_flow (org_id, flow_key),
  foreign key (org_id, updated_by) references person (org_id, id)
);

-- Custom forms, by version; a published one is never changed.
create table wf_form (
  org_id        bigint not null references organisation,
  form_key      text not null,
  version       int not null,
  name          text not null,
  body          jsonb not null,
  published_at  timestamptz,
  updated_by    bigint not null,
  updated_at    timestamptz not null default now(),
  primary key (org_id, form_key, version),
  foreign key (org_id, updated_by) references person (org_id, id)
);

-- ---------------------------------------------------------------------------------------------------------- instances

-- `state` is the fold of the instance's events. The columns beside it are what lists show and filter by.
create table wf_instance (
  org_id         bigint not null references organisation,
  id             bigint not null,
  flow_key       text not null,
  version        int not null,
  status         text not null check (status in ('running', 'returned', 'posting', 'approved', 'rejected', 'withdrawn', 'terminated')),
  suspended      boolean not null default false,
  initiator_uid  bigint not null,
  dept_id        bigint,
  document_kind  text,
  document_id    bigint,
  title          text not null,
  summary        text not null default '',
  amount         numeric(18, 2),
  current_steps  jsonb not null default '[]',
  form_rev       int not null,
  rev            int not null,
  state          jsonb not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  ended_at       timestamptz,
  primary key (org_id, id),
  foreign key (org_id, flow_key, version) references wf_definition (org_id, flow_key, version),
  foreign key (org_id, initiator_uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
) with (fillfactor = 80);
-- One live flow for a document.
create unique index wf_instance_document on wf_instance (org_id, document_id) where status in ('running', 'returned', 'posting');
create index wf_instance_of_document on wf_instance (org_id, document_id, id desc) where document_id is not null;
create index wf_instance_initiator on wf_instance (org_id, initiator_uid, id desc);
create index wf_instance_initiator_live on wf_instance (org_id, initiator_uid, id desc) where status in ('running', 'returned', 'posting');
create index wf_instance_flow on wf_instance (org_id, flow_key, id desc);
create index wf_instance_live on wf_instance (org_id, flow_key, version, id) where status in ('running', 'returned', 'posting');

-- The log: one row for each command, with the events it made; `seq` is the number of its first event. Never updated, never deleted.
-- The primary key refuses the second of two commands that decided on the same state; the command id refuses a repeated one.
create table wf_event (
  org_id       bigint not null,
  instance_id  bigint not null,
  seq          int not null,
  at           timestamptz not null,
  actor        text not null,
  via          text not null,
  command_id   uuid not null,
  schema       smallint not null,
  events       jsonb not null,
  primary key (org_id, instance_id, seq),
  unique (org_id, command_id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id)
);

-- Work lists. `status`: 0 not yet his turn, 1 to do, 2 approved, 3 rejected, 4 rolled back by him, 5 over without him.
create table wf_task (
  org_id         bigint not null,
  id             bigint not null,
  instance_id    bigint not null,
  step_id        text not null,
  node_id        text not null,
  node_name      text not null,
  kind           text not null check (kind in ('approve', 'handle')),
  assignee_uid   bigint not null,
  on_behalf_of   bigint,
  parent_id      bigint,
  status         smallint not null check (status between 0 and 5),
  automatic      boolean not null default false,
  claimed        boolean not null default false,
  cancel_why     text,
  opened_at      timestamptz,
  decided_at     timestamptz,
  due_at         timestamptz,
  read_at        timestamptz,
  urged_at       timestamptz,
  flow_key       text not null,
  title          text not null,
  summary        text not null default '',
  initiator_uid  bigint not null,
  primary key (org_id, id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, assignee_uid) references person (org_id, id),
  foreign key (org_id, on_behalf_of) references person (org_id, id),
  foreign key (org_id, initiator_uid) references person (org_id, id),
  check (status <> 1 or opened_at is not null),
  check (status not in (2, 3, 4) or decided_at is not null)
) with (fillfactor = 80);
create index wf_task_todo on wf_task (org_id, assignee_uid, opened_at desc, id desc) where status = 1;
create index wf_task_done on wf_task (org_id, assignee_uid, decided_at desc, id desc) where status in (2, 3, 4) and not automatic;
create index wf_task_instance on wf_task (org_id, instance_id, id);
create index wf_task_due on wf_task (org_id, due_at) where status = 1 and due_at is not null;

create table wf_cc (
  org_id       bigint not null,
  id           bigint not null,
  instance_id  bigint not null,
  uid          bigint not null,
  node_id      text not null default '',
  by_uid       bigint,
  comment      text not null default '',
  created_at   timestamptz not null,
  read_at      timestamptz,
  primary key (org_id, id),
  unique (org_id, instance_id, uid, node_id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, by_uid) references person (org_id, id)
);
create index wf_cc_person on wf_cc (org_id, uid, id desc);
create index wf_cc_unread on wf_cc (org_id, uid, id desc) where read_at is null;

-- Who has or had a part in an instance and may therefore open it. `roles` adds up 1 initiator, 2 asked to decide, 4 copied, 8 mentioned.
create table wf_participant (
  org_id       bigint not null,
  instance_id  bigint not null,
  uid          bigint not null,
  roles        smallint not null,
  primary key (org_id, instance_id, uid),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);

create table wf_comment (
  org_id       bigint not null,
  id           bigint not null,
  instance_id  bigint not null,
  author_uid   bigint not null,
  body         text not null,
  mentions     bigint[] not null default '{}',
  attachments  jsonb not null default '[]',
  at           timestamptz not null,
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, author_uid) references person (org_id, id)
);
create index wf_comment_instance on wf_comment (org_id, instance_id, id);

-- What needs a person of authority: the books refused an approved document, a service failed. `actions` says what he may do.
create table wf_incident (
  org_id       bigint not null,
  id           bigint not null,
  instance_id  bigint not null,
  kind         text not null check (kind in ('posting', 'service')),
  step_id      text,
  reason       text not null,
  words        text not null,
  params       jsonb not null default '{}',
  created_at   timestamptz not null,
  resolved_at  timestamptz,
  resolved_by  bigint,
  resolution   text,
  primary key (org_id, id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, resolved_by) references person (org_id, id)
);
create unique index wf_incident_open on wf_incident (org_id, instance_id, kind, coalesce(step_id, '')) where resolved_at is null;
create index wf_incident_list on wf_incident (org_id, id desc) where resolved_at is null;

-- ---------------------------------------------------------------------------------------------------------- standing in

-- While somebody is away an agent acts for him, in the flows named (none named: in all). Two agents at one time there cannot be.
create table wf_delegation (
  org_id         bigint not null references organisation,
  id             bigint not null,
  principal_uid  bigint not null,
  agent_uid      bigint not null,
  flow_keys      text[] not null default '{}',
  valid          tstzrange not null check (not isempty(valid)),
  created_at     timestamptz not null default now(),
  primary key (org_id, id),
  check (agent_uid <> principal_uid),
  foreign key (org_id, principal_uid) references person (org_id, id),
  foreign key (org_id, agent_uid) references person (org_id, id),
  exclude using gist (org_id with =, principal_uid with =, valid with &&)
);

-- Who took over from somebody who has left.
create table wf_handover (
  org_id         bigint not null references organisation,
  uid            bigint not null,
  successor_uid  bigint not null,
  at             timestamptz not null default now(),
  primary key (org_id, uid),
  check (successor_uid <> uid),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, successor_uid) references person (org_id, id)
);

-- Who administers flows where a flow names nobody.
create index person_admin on person (org_id, id) where admin and state = 'active' and deleted_at is null;

-- ------------------------------------------------------------------------------------------------- upgrades, statistics

create table wf_migration (
  org_id        bigint not null,
  id            bigint not null,
  flow_key      text not null,
  to_version    int not null,
  mapping       jsonb not null default '{}',
  reenter       text[] not null default '{}',
  started_by    bigint not null,
  started_at    timestamptz not null default now(),
  finished_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, flow_key, to_version) references wf_definition (org_id, flow_key, version),
  foreign key (org_id, started_by) references person (org_id, id)
);

create table wf_migration_item (
  org_id        bigint not null,
  migration_id  bigint not null,
  instance_id   bigint not null,
  status        text not null default 'pending' check (status in ('pending', 'moved', 'refused')),
  refusal       jsonb,
  at            timestamptz,
  primary key (org_id, migration_id, instance_id),
  foreign key (org_id, migration_id) references wf_migration (org_id, id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id)
);
create index wf_migration_pending on wf_migration_item (org_id, migration_id, instance_id) where status = 'pending';

-- Per day, flow and node ('' for the flow as a whole); made from the events and can be made again. `waits` counts tasks by how long they
-- waited: up to 1 h, 4 h, 1 day, 3 days, 7 days, longer.
create table wf_stat_day (
  org_id        bigint not null references organisation,
  flow_key      text not null,
  node_id       text not null default '',
  day           date not null,
  started       int not null default 0,
  approved      int not null default 0,
  rejected      int not null default 0,
  returned      int not null default 0,
  withdrawn     int not null default 0,
  tasks         int not null default 0,
  overdue       int not null default 0,
  wait_seconds  bigint not null default 0,
  max_seconds   bigint not null default 0,
  waits         int[] not null default '{0,0,0,0,0,0}',
  primary key (org_id, flow_key, node_id, day)
);
