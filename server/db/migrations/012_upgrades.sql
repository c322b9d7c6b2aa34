-- Upgrades of running instances in the background, and what a flow keeps of the template that it was installed from.

-- One upgrade of a flow at a time: the index refuses a second one while the first is not finished.
alter table wf_migration
  add column returns_all   boolean not null default false,
  add column not_reached   text,
  add column cancelled_by  bigint,
  add foreign key (org_id, cancelled_by) references person (org_id, id),
  add check (cancelled_by is null or finished_at is not null);
create unique index wf_migration_running on wf_migration (org_id, flow_key) where finished_at is null;
create index wf_migration_latest on wf_migration (org_id, flow_key, id desc);

-- `cancelled`: the upgrade was stopped before its turn came.
alter table wf_migration_item drop constraint wf_migration_item_status_check;
alter table wf_migration_item
  add check (status in ('pending', 'moved', 'refused', 'cancelled')),
  add check (status <> 'refused' or refusal is not null);

-- The definition as the template gave it when it was installed or taken last: what a newer one is compared with.
alter table wf_flow add column template_body jsonb;
-- The owner looks past the organisations for this one statement.
alter table wf_flow no force row level security;
alter table wf_definition no force row level security;
update wf_flow f set template_body = d.body from wf_definition d
where f.template_key is not null and d.org_id = f.org_id and d.flow_key = f.flow_key and d.version = 1;
alter table wf_flow force row level security;
alter table wf_definition force row level security;
alter table wf_flow add check (num_nonnulls(template_key, template_version, template_body) in (0, 3));

-- The newer template that a draft takes in; publishing the draft notes it on the flow.
alter table wf_draft
  add column template_version  int,
  add column template_body     jsonb,
  add check (num_nonnulls(template_version, template_body) in (0, 2));
