-- Flows, the applications that run through them, work lists, statistics. An application (wf_instance) is locked before anything of it is written,
-- and before the document it is about. Its timers are rows of `job` (kind 'workflow.timer').

-- ---------------------------------------------------------------------------------------------------- forms and flows

create table wf_form (
  org_id      bigint not null references organisation,
  form_key    text not null,
  name        text not null,
  note        text not null default '',
  body        jsonb not null,
  revision    int not null default 1,
  created_at  timestamptz not null default now(),
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, form_key),
  foreign key (org_id, updated_by) references person (org_id, id)
) with (autovacuum_analyze_threshold = 5);
comment on table wf_form is 'A custom form with the design that is worked on; published versions are in wf_form_version.';

create table wf_form_version (
  org_id        bigint not null,
  form_key      text not null,
  version       int not null,
  name          text not null,
  body          jsonb not null,
  note          text not null default '',
  published_by  bigint not null,
  published_at  timestamptz not null default now(),
  primary key (org_id, form_key, version),
  foreign key (org_id, form_key) references wf_form (org_id, form_key),
  foreign key (org_id, published_by) references person (org_id, id)
);
comment on table wf_form_version is
  'A published version of a form; never changed, because definitions of flows and running applications point at it.';

create table wf_flow (
  org_id            bigint not null references organisation,
  -- Calls name it with the last five characters of the organisation's id behind it; in the database the pair is the key.
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
  -- 1 not published, 2 in use, 3 switched off.
  state             smallint not null default 1 check (state in (1, 2, 3)),
  sort_order        int not null default 0,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- The definition as the template gave it when it was installed or taken last: a newer template is compared with it.
  template_body     jsonb,
  primary key (org_id, flow_key),
  foreign key (org_id, form_key) references wf_form (org_id, form_key),
  check (num_nonnulls(document_kind, form_key) = 1),
  check (state <> 2 or active_version is not null),
  check (num_nonnulls(template_key, template_version, template_body) in (0, 3))
) with (autovacuum_analyze_threshold = 5);
create index wf_flow_document on wf_flow (org_id, document_kind) where document_kind is not null;
create index wf_flow_form on wf_flow (org_id, form_key) where form_key is not null;
comment on table wf_flow is 'A flow of an organisation; it approves documents of a kind or carries a form.';

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
) with (autovacuum_analyze_threshold = 5);
alter table wf_flow add foreign key (org_id, flow_key, active_version) references wf_definition (org_id, flow_key, version);
comment on table wf_definition is 'A published version of a flow; never changed, because running applications point at their version.';

create table wf_draft (
  org_id            bigint not null,
  flow_key          text not null,
  body              jsonb not null,
  revision          int not null default 1,
  updated_by        bigint not null,
  updated_at        timestamptz not null default now(),
  -- The newer template that the draft takes in; publishing the draft notes it on the flow.
  template_version  int,
  template_body     jsonb,
  primary key (org_id, flow_key),
  foreign key (org_id, flow_key) references wf_flow (org_id, flow_key),
  foreign key (org_id, updated_by) references person (org_id, id),
  check (num_nonnulls(template_version, template_body) in (0, 2))
);
comment on table wf_draft is 'The version of a flow that is being worked on.';

create table wf_service (
  org_id           bigint not null references organisation,
  service_key      text not null,
  name             text not null,
  url              text not null,
  -- Signs our requests and the later answers of the service; no call answers it.
  secret           text not null,
  headers          jsonb not null default '{}',
  timeout_seconds  int not null check (timeout_seconds between 1 and 20),
  updated_by       bigint not null,
  updated_at       timestamptz not null default now(),
  primary key (org_id, service_key),
  foreign key (org_id, updated_by) references person (org_id, id)
) with (autovacuum_analyze_threshold = 5);
comment on table wf_service is 'An outside service that flows may ask.';

-- ------------------------------------------------------------------------------------------------------- applications

-- The number of an application: SQ, the day in China, and how many came before it that day.
create function application_number(p_day date, p_n bigint) returns text language sql immutable parallel safe
  return 'SQ' || to_char(p_day, 'YYYYMMDD') || case when p_n < 10000 then lpad(p_n::text, 4, '0') else p_n::text end;

-- The next number of a day. A transaction that draws one keeps its lane until it commits; the next one meanwhile draws from the next lane and
-- does not wait, so numbers of one moment may be 10,000 apart. A start that is rolled back gives its number back.
create function next_application_number(p_org bigint, p_day date) returns text language plpgsql as $$
declare
  v_lane int := 0;
  v_last bigint;
  v_name text;
begin
  loop
    v_name := 'application:' || to_char(p_day, 'YYYYMMDD') || ':' || v_lane;
    if pg_try_advisory_xact_lock(hashtextextended(p_org || '/' || v_name, 0)) then
      insert into number_sequence as s (org_id, name, last) values (p_org, v_name, 1)
      on conflict (org_id, name) do update set last = s.last + 1 where s.last < 9999 returning s.last into v_last;
      if found then return application_number(p_day, v_lane * 10000 + v_last); end if;
    end if;
    v_lane := v_lane + 1;
  end loop;
end $$;

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
  -- The document that it approves; null where the flow carries a form.
  document_id    bigint,
  title          text not null,
  summary        text not null default '',
  amount         numeric(18, 2),
  current_steps  jsonb not null default '[]',
  -- The revision of the form in `state`.
  form_rev       int not null,
  -- How many events `state` folds.
  rev            int not null,
  state          jsonb not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  ended_at       timestamptz,
  -- The text that keywords are looked for in; empty where the job that writes it has not come past yet.
  search         text not null default '',
  -- Pairs of letters of the search text, for the index.
  grams          text[] not null default '{}',
  -- True where a step has no one who is asked and no timer: those who look after flows see it at once.
  stuck          boolean not null default false,
  -- The number that people name it by; see next_application_number.
  number         text not null,
  -- Which schema of stored states `state` is written in.
  state_schema   smallint not null default 1,
  primary key (org_id, id),
  foreign key (org_id, flow_key, version) references wf_definition (org_id, flow_key, version),
  foreign key (org_id, initiator_uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
) with (fillfactor = 80);
-- One live application for a document.
create unique index wf_instance_document on wf_instance (org_id, document_id) where status in ('running', 'returned', 'posting');
create index wf_instance_of_document on wf_instance (org_id, document_id, id desc) where document_id is not null;
create index wf_instance_initiator on wf_instance (org_id, initiator_uid, id desc);
create index wf_instance_initiator_live on wf_instance (org_id, initiator_uid, id desc) where status in ('running', 'returned', 'posting');
create index wf_instance_flow on wf_instance (org_id, flow_key, id desc);
-- How many applications of a flow run; live applications of all flows and those of one status, newest first; those of a day.
create index wf_instance_live on wf_instance (org_id, flow_key, version, id) include (status) where status in ('running', 'returned', 'posting');
create index wf_instance_live_newest on wf_instance (org_id, id desc) where status in ('running', 'returned', 'posting');
create index wf_instance_status on wf_instance (org_id, status, id desc);
create index wf_instance_day on wf_instance (org_id, created_at);
create index wf_instance_grams on wf_instance using gin (org_id, grams);
-- Applications whose search text is still to be written.
create index wf_instance_unsearched on wf_instance (org_id, id) where search = '';
create index wf_instance_stuck on wf_instance (org_id, id desc) where stuck;
create unique index wf_instance_number on wf_instance (org_id, number);
-- The searches below read applications, copies and tasks past row-level security.
create policy gate on wf_instance for select to zaice_gate using (true);
grant select on wf_instance to zaice_gate;
comment on table wf_instance is
  'An application on its way through a version of a flow; state is the fold of its events, the columns beside it serve lists and filters.';

create table wf_event (
  org_id       bigint not null,
  instance_id  bigint not null,
  -- The number of the first event. The primary key refuses the second of two commands that decided on the same state.
  seq          int not null,
  at           timestamptz not null,
  actor        text not null,
  via          text not null,
  -- Refuses a repeated command.
  command_id   uuid not null,
  -- Which schema of events `events` is written in.
  schema       smallint not null,
  events       jsonb not null,
  -- Given out by the database; seals (409) take rows in by it.
  number       bigint generated always as identity,
  primary key (org_id, instance_id, seq),
  unique (org_id, command_id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id)
);
-- Seals read the log in the order of numbers.
create index wf_event_number on wf_event using brin (number) with (pages_per_range = 16);
create policy gate_seal on wf_event for select to zaice_gate using (true);
grant select on wf_event to zaice_gate;
comment on table wf_event is 'The log of an application: one row for each command with the events it made; never changed and never deleted.';

create table wf_task (
  org_id         bigint not null,
  id             bigint not null,
  instance_id    bigint not null,
  step_id        text not null,
  node_id        text not null,
  node_name      text not null,
  kind           text not null check (kind in ('approve', 'handle')),
  assignee_uid   bigint not null,
  -- The person for whom the assignee stands in.
  on_behalf_of   bigint,
  parent_id      bigint,
  -- 0 not yet its turn, 1 to do, 2 approved, 3 rejected, 4 rolled back by the assignee, 5 over without the assignee.
  status         smallint not null check (status between 0 and 5),
  -- True where no person decided, because of a rule of the flow.
  automatic      boolean not null default false,
  claimed        boolean not null default false,
  -- Why the task ended without a verdict of the assignee.
  cancel_why     text,
  opened_at      timestamptz,
  decided_at     timestamptz,
  due_at         timestamptz,
  read_at        timestamptz,
  urged_at       timestamptz,
  -- This and the columns behind it repeat the application, for work lists.
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
-- Tasks of a person whose turn has not come.
create index wf_task_waiting on wf_task (org_id, assignee_uid, instance_id) where status = 0;
create policy gate on wf_task for select to zaice_gate using (true);
grant select on wf_task to zaice_gate;
comment on table wf_task is 'A task of a person in an application, as work lists show it.';

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
create policy gate on wf_cc for select to zaice_gate using (true);
grant select on wf_cc to zaice_gate;
comment on table wf_cc is 'A copy of an application for a person.';

create table wf_participant (
  org_id       bigint not null,
  instance_id  bigint not null,
  uid          bigint not null,
  -- The sum of 1 initiator, 2 asked to decide, 4 copied, 8 mentioned.
  roles        smallint not null,
  primary key (org_id, instance_id, uid),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
-- Applications that a person had a part in, newest first: where one to link to is chosen.
create index wf_participant_person on wf_participant (org_id, uid, instance_id desc);
comment on table wf_participant is 'A person who has or had a part in an application and may therefore open it.';

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
comment on table wf_comment is 'A comment on an application.';

create table wf_incident (
  org_id       bigint not null,
  id           bigint not null,
  instance_id  bigint not null,
  kind         text not null check (kind in ('posting', 'service', 'child')),
  step_id      text,
  reason       text not null,
  words        text not null,
  params       jsonb not null default '{}',
  created_at   timestamptz not null,
  resolved_at  timestamptz,
  resolved_by  bigint,
  resolution   text,
  -- The row of the table for which a child flow was to start; null where the incident is of the whole step.
  item         int,
  primary key (org_id, id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, resolved_by) references person (org_id, id)
);
create index wf_incident_list on wf_incident (org_id, id desc) where resolved_at is null;
create unique index wf_incident_open on wf_incident (org_id, instance_id, kind, coalesce(step_id, ''), coalesce(item, -1))
  where resolved_at is null;
comment on table wf_incident is
  'An obstacle that keeps an application from going on and needs a person of authority: the ledger refused the document, a service failed, a child flow could not be started.';

create table wf_child (
  org_id        bigint not null,
  parent_id     bigint not null,
  -- The number of the event in the log of the parent.
  seq           int not null,
  step_id       text not null,
  waits         boolean not null,
  child_id      bigint,
  cancelled_at  timestamptz,
  -- The row of the table, from 0, for which it starts; null where it stands for the whole step.
  item          int,
  primary key (org_id, parent_id, seq),
  foreign key (org_id, parent_id) references wf_instance (org_id, id),
  foreign key (org_id, child_id) references wf_instance (org_id, id)
);
create unique index wf_child_child on wf_child (org_id, child_id) where child_id is not null;
create index wf_child_step on wf_child (org_id, parent_id, step_id, item);
comment on table wf_child is
  'A flow that another flow asked for: the row is written with the parent, a job starts the child and notes it, because no transaction locks two applications.';

create table wf_application_draft (
  org_id      bigint not null,
  id          bigint not null,
  uid         bigint not null,
  flow_key    text not null,
  dept_id     bigint,
  form        jsonb not null,
  revision    int not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, flow_key) references wf_flow (org_id, flow_key),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create index wf_application_draft_uid on wf_application_draft (org_id, uid, id desc);
comment on table wf_application_draft is 'An application that is not sent yet; its author''s alone, and deleted when it is sent.';

create table wf_opinion_setting (
  org_id           bigint not null references organisation,
  uid              bigint not null,
  approve_presets  text[] check (cardinality(approve_presets) <= 20),
  reject_presets   text[] check (cardinality(reject_presets) <= 20),
  signature        text,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, signature) references file (org_id, path)
);
comment on table wf_opinion_setting is
  'Settings of a person for opinions: sentences of their own for each verdict (null: the delivered ones) and the last signature; no one else reads them, and they stay when the person leaves.';

-- -------------------------------------------------------------------------------------------------------- standing in

create table wf_delegation (
  org_id         bigint not null references organisation,
  id             bigint not null,
  principal_uid  bigint not null,
  agent_uid      bigint not null,
  flow_keys      text[] not null default '{}',
  valid          tstzrange not null check (not isempty(valid)),
  created_at     timestamptz not null default now(),
  -- True where the agent also takes over tasks that wait already; tasks undecided at the end come back to the principal.
  moves          boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, principal_uid) references person (org_id, id),
  foreign key (org_id, agent_uid) references person (org_id, id),
  -- A person has one agent at a time.
  exclude using gist (org_id with =, principal_uid with =, valid with &&),
  check (agent_uid <> principal_uid)
) with (autovacuum_analyze_threshold = 5);
comment on table wf_delegation is 'A time in which an agent acts for an absent person, in the flows named (none named: in all).';

create table wf_handover (
  org_id         bigint not null references organisation,
  uid            bigint not null,
  successor_uid  bigint not null,
  at             timestamptz not null default now(),
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, successor_uid) references person (org_id, id),
  check (successor_uid <> uid)
) with (autovacuum_analyze_threshold = 5);
comment on table wf_handover is 'The successor of a person who has left.';

-- ----------------------------------------------------------------------------------- upgrades of running applications

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
  returns_all   boolean not null default false,
  not_reached   text,
  cancelled_by  bigint,
  primary key (org_id, id),
  foreign key (org_id, flow_key, to_version) references wf_definition (org_id, flow_key, version),
  foreign key (org_id, started_by) references person (org_id, id),
  foreign key (org_id, cancelled_by) references person (org_id, id),
  check (cancelled_by is null or finished_at is not null)
);
-- One upgrade of a flow at a time.
create unique index wf_migration_running on wf_migration (org_id, flow_key) where finished_at is null;
create index wf_migration_latest on wf_migration (org_id, flow_key, id desc);
comment on table wf_migration is 'An upgrade of the running applications of a flow to a version, in the background.';

create table wf_migration_item (
  org_id        bigint not null,
  migration_id  bigint not null,
  instance_id   bigint not null,
  -- 'cancelled': the upgrade was stopped before the application's turn.
  status        text not null default 'pending' check (status in ('pending', 'moved', 'refused', 'cancelled')),
  refusal       jsonb,
  at            timestamptz,
  primary key (org_id, migration_id, instance_id),
  foreign key (org_id, migration_id) references wf_migration (org_id, id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  check (status <> 'refused' or refusal is not null)
);
create index wf_migration_pending on wf_migration_item (org_id, migration_id, instance_id) where status = 'pending';
comment on table wf_migration_item is 'One application of an upgrade and what became of it.';

-- --------------------------------------------------------------------------------------------------------- statistics

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
  -- Tasks by how long they waited: up to 1 h, 4 h, 1 day, 3 days, 7 days, longer. Of the flow as a whole: approved applications from start to
  -- end.
  waits         int[] not null default '{0,0,0,0,0,0}',
  terminated    int not null default 0,
  primary key (org_id, flow_key, node_id, day)
);
comment on table wf_stat_day is
  'Figures of a flow and node for a day, made from the log and able to be made again; node '''' is the flow as a whole.';

-- How much of that was working time is worked out when it is asked, by the calendar of then.
create table wf_stat_person (
  org_id    bigint not null references organisation,
  flow_key  text not null,
  node_id   text not null,
  uid       bigint not null,
  day       date not null,
  opened    bigint[] not null,
  decided   bigint[] not null check (cardinality(decided) = cardinality(opened)),
  primary key (org_id, flow_key, node_id, uid, day),
  foreign key (org_id, flow_key) references wf_flow (org_id, flow_key),
  foreign key (org_id, uid) references person (org_id, id)
);
create index wf_stat_person_day on wf_stat_person (org_id, day);
comment on table wf_stat_person is
  'The decisions of a person at a node on a day: when each task came and when it was decided, in seconds since 1970, side by side.';

-- It refers to nothing but the organisation: the counting must not wait for the transaction that works on the application.
create table wf_stat_fold (
  org_id       bigint not null references organisation,
  instance_id  bigint not null,
  rev          int not null,
  primary key (org_id, instance_id)
);
comment on table wf_stat_fold is 'The number in the log of an application up to which the statistics count it.';

-- It refers to nothing, so that no command touches the row of its organisation. It is nearly always empty, so deleted rows are soon cleared.
create table wf_stat_due (
  org_id       bigint not null,
  instance_id  bigint not null,
  seq          int not null,
  primary key (org_id, instance_id, seq)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
create policy gate on wf_stat_due for select to zaice_gate using (true);
grant select on wf_stat_due to zaice_gate;
comment on table wf_stat_due is
  'A command that the statistics do not count yet: written beside the log, deleted by the transaction that counts it.';

-- The organisations in work that have something to count. The recursion takes one index look for each organisation.
create function gate_statistics_due(p_limit int) returns table (org_id bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    with recursive due as (
      (select d.org_id from wf_stat_due d order by d.org_id limit 1)
      union all
      select (select d.org_id from wf_stat_due d where d.org_id > due.org_id order by d.org_id limit 1) from due where due.org_id is not null
    )
    select due.org_id from due join organisation o on o.org_id = due.org_id where o.state = 'active' limit p_limit;
end $$;

-- ------------------------------------------------------------------------------------------- cards in workplace chats

-- A card in a workplace chat shows a form as it was: the job that keeps the data behind the card has the task and the revision of the form as its
-- key, and is due when the task is over or the form another one.
create function settle_task_cards(p_org bigint, p_task bigint, p_form_rev int) returns void language sql as $$
  update job set due_at = now()
  where org_id = p_org and kind = 'workplace.card' and done_at is null
    and (key = p_task::text or key = any (select p_task || '-' || n from generate_series(0, p_form_rev) n))
$$;

-- The cards of a task that is over say so.
create function settle_cards() returns trigger language plpgsql as $$
begin
  perform settle_task_cards(new.org_id, new.id, i.form_rev) from wf_instance i where i.org_id = new.org_id and i.id = new.instance_id;
  return null;
end $$;
create trigger wf_task_settle_cards after update of status on wf_task
  for each row when (old.status = 1 and new.status <> 1) execute function settle_cards();

-- The cards of a changed form say so.
create function settle_cards_of_form() returns trigger language plpgsql as $$
begin
  perform settle_task_cards(new.org_id, t.id, old.form_rev) from wf_task t where t.org_id = new.org_id and t.instance_id = new.id and t.status = 1;
  return null;
end $$;
create trigger wf_instance_settle_cards after update of form_rev on wf_instance
  for each row when (old.form_rev <> new.form_rev) execute function settle_cards_of_form();

-- --------------------------------------------------------------------------------------------- search of applications

-- Applications by title, summary, applicant and document code, newest first; null does not narrow. The newest 2000 are looked through first, as
-- frequent words are among them, the rest by the index of grams. Both are planned for the values at hand. It runs as zaice_gate for the reason
-- given at gate_seek_assets.
create function gate_find_processes(
  p_grams text[], p_pattern text, p_initiator bigint, p_statuses text[], p_flow text, p_from timestamptz, p_until timestamptz, p_before bigint,
  p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int;
  v_last bigint;
  v_narrowed constant text := 'i.org_id = $1 and i.id < $2 and ($3 is null or i.initiator_uid = $3) and ($4 is null or i.status = any ($4))
    and ($5 is null or i.flow_key = $5) and ($6 is null or i.created_at >= $6) and ($7 is null or i.created_at < $7)';
begin
  return query execute
    'select w.id from (select i.id, i.search from wf_instance i where ' || v_narrowed || ' order by i.id desc limit 2000) w
     where w.search like $8 order by w.id desc limit $9'
    using v_org, p_before, p_initiator, p_statuses, p_flow, p_from, p_until, p_pattern, p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    execute 'select w.id from (select i.id from wf_instance i where ' || v_narrowed || ' order by i.id desc offset 1999 limit 1) w'
      into v_last using v_org, p_before, p_initiator, p_statuses, p_flow, p_from, p_until;
    if v_last is null then return; end if;
    return query execute
      'select i.id from wf_instance i where ' || v_narrowed || ' and i.grams @> $8 and i.search like $9 order by i.id desc limit $10'
      using v_org, v_last, p_initiator, p_statuses, p_flow, p_from, p_until, p_grams, p_pattern, p_limit - v_found;
  end if;
end $$;

-- Copies of a person by keyword, in the same order of looking: ids of copies. Applications are looked at one by one in the order of the list, so
-- that looking ends with the page (`offset 0` keeps the planner from joining first).
create function gate_find_copies(p_grams text[], p_pattern text, p_uid bigint, p_read boolean, p_flow text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int;
  v_last bigint;
  v_own constant text := 'c.org_id = $1 and c.uid = $2 and c.id < $3 and ($4 is null or (c.read_at is not null) = $4)';
begin
  return query execute
    'select c.id from (select c.id, c.instance_id from wf_cc c where ' || v_own || ' order by c.id desc limit 2000) c,
       lateral (select from wf_instance i where i.org_id = $1 and i.id = c.instance_id and ($5 is null or i.flow_key = $5)
         and i.search like $6 offset 0) i
     order by c.id desc limit $7'
    using v_org, p_uid, p_before, p_read, p_flow, p_pattern, p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    execute 'select c.id from wf_cc c where ' || v_own || ' order by c.id desc offset 1999 limit 1'
      into v_last using v_org, p_uid, p_before, p_read;
    if v_last is null then return; end if;
    return query execute
      'select c.id from wf_cc c join wf_instance i on i.org_id = $1 and i.id = c.instance_id
       where ($5 is null or i.flow_key = $5) and ' || v_own || ' and i.grams @> $6 and i.search like $7 order by c.id desc limit $8'
      using v_org, p_uid, v_last, p_read, p_flow, p_grams, p_pattern, p_limit - v_found;
  end if;
end $$;

-- Tasks of a person by keyword, in the same order of looking. `at` is when a task came, for decided tasks when they were decided.
create function gate_find_tasks(
  p_grams text[], p_pattern text, p_uid bigint, p_done boolean, p_flow text, p_initiator bigint, p_overdue boolean, p_from timestamptz,
  p_until timestamptz, p_amount_from numeric, p_amount_to numeric, p_before timestamptz, p_before_id bigint, p_limit int)
returns table (id bigint, at timestamptz) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_at constant text := case when p_done then 't.decided_at' else 't.opened_at' end;
  v_own constant text := 't.org_id = $1 and t.assignee_uid = $2 and ' ||
    case when p_done then 't.status in (2, 3, 4) and not t.automatic' else 't.status = 1' end ||
    ' and ($3 is null or t.flow_key = $3) and ($4 is null or t.initiator_uid = $4)
      and ($5 is null or coalesce(t.due_at < coalesce(t.decided_at, now()), false) = $5)
      and ($6 is null or ' || v_at || ' >= $6) and ($7 is null or ' || v_at || ' < $7)
      and ($8 is null or (' || v_at || ', t.id) < ($8, $9))';
  v_worth constant text := '($10 is null or i.amount >= $10) and ($11 is null or i.amount <= $11)';
  v_found int;
  v_last_at timestamptz;
  v_last_id bigint;
begin
  return query execute
    'select t.id, t.at from (select t.id, ' || v_at || ' as at, t.instance_id from wf_task t where ' || v_own ||
    ' order by ' || v_at || ' desc, t.id desc limit 2000) t, lateral (select from wf_instance i where i.org_id = $1 and i.id = t.instance_id and '
    || v_worth || ' and i.search like $12 offset 0) i order by t.at desc, t.id desc limit $13'
    using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, p_before, p_before_id, p_amount_from, p_amount_to, p_pattern, p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    execute 'select ' || v_at || ', t.id from wf_task t where ' || v_own || ' order by ' || v_at || ' desc, t.id desc offset 1999 limit 1'
      into v_last_at, v_last_id using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, p_before, p_before_id;
    if v_last_id is null then return; end if;
    return query execute
      'select t.id, ' || v_at || ' from wf_task t join wf_instance i on i.org_id = $1 and i.id = t.instance_id where ' || v_own || ' and ' || v_worth ||
      ' and i.grams @> $12 and i.search like $13 order by ' || v_at || ' desc, t.id desc limit $14'
      using v_org, p_uid, p_flow, p_initiator, p_overdue, p_from, p_until, v_last_at, v_last_id, p_amount_from, p_amount_to, p_grams, p_pattern,
        p_limit - v_found;
  end if;
end $$;

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_statistics_due', 'gate_find_processes', 'gate_find_copies', 'gate_find_tasks']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
