-- What people decided, by step and day: when each task came to who decided it, and when he did, in seconds since 1970, side by side. How
-- much of that was working time is reckoned when it is asked, by the calendar of then. Counted anew from the logs, once, by a job.
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

alter table organisation no force row level security;
alter table job no force row level security;
insert into job (org_id, id, kind, key, due_at) select org_id, org_id, 'workflow.statistic', '', now() from organisation
on conflict (org_id, kind, key) do update set due_at = excluded.due_at, attempts = 0, last_error = null, done_at = null, lease_until = null;
alter table organisation force row level security;
alter table job force row level security;
