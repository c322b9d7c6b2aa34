-- What flows ask of the outside, flows that start flows, the figures that are kept of them, and notices that become one.

-- A service of somebody else that flows may ask. The secret signs what we send and what they answer later; it is never answered to anybody.
create table wf_service (
  org_id           bigint not null references organisation,
  service_key      text not null,
  name             text not null,
  url              text not null,
  secret           text not null,
  headers          jsonb not null default '{}',
  timeout_seconds  int not null check (timeout_seconds between 1 and 20),
  updated_by       bigint not null,
  updated_at       timestamptz not null default now(),
  primary key (org_id, service_key),
  foreign key (org_id, updated_by) references person (org_id, id)
);

-- A flow that another one asked for: `seq` is the number of the event in the log of the parent. The row is written with the parent; the
-- child is started and noted by a job, because no transaction ever locks two instances.
create table wf_child (
  org_id        bigint not null,
  parent_id     bigint not null,
  seq           int not null,
  step_id       text not null,
  waits         boolean not null,
  child_id      bigint,
  cancelled_at  timestamptz,
  primary key (org_id, parent_id, seq),
  foreign key (org_id, parent_id) references wf_instance (org_id, id),
  foreign key (org_id, child_id) references wf_instance (org_id, id)
);
create unique index wf_child_child on wf_child (org_id, child_id) where child_id is not null;

-- `child`: a flow that another one asked for could not be started.
alter table wf_incident drop constraint wf_incident_kind_check;
alter table wf_incident add check (kind in ('posting', 'service', 'child'));

-- Up to where the log of an instance is counted in wf_stat_day. It refers to nothing: the counting must not wait for who works on the instance.
create table wf_stat_fold (
  org_id       bigint not null references organisation,
  instance_id  bigint not null,
  rev          int not null,
  primary key (org_id, instance_id)
);

-- For the flow as a whole (node '') the waits are those of approved applications from start to end. Counted anew from the logs, once, by a job.
alter table wf_stat_day add column terminated int not null default 0;
alter table organisation no force row level security;
alter table job no force row level security;
alter table wf_stat_day no force row level security;
delete from wf_stat_day;
insert into job (org_id, id, kind, key, due_at) select org_id, org_id, 'workflow.statistic', '', now() from organisation;
alter table organisation force row level security;
alter table job force row level security;
alter table wf_stat_day force row level security;

-- `notice` is the kind of a message that may become one with others while it is unread, `about` the instance, `count` how many it stands
-- for. `words` with `params` is its title as a sentence with places, for readers of another language.
alter table message
  add column notice  text,
  add column about   bigint,
  add column count   int not null default 1,
  add column words   text,
  add column params  jsonb not null default '{}';
create index message_notice on message (org_id, uid, notice, about) where read_at is null and notice is not null;
