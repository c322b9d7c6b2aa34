-- A step may start one flow for each row of a table: `item` is the row, from 0; null for a flow that stands for the whole step. What keeps
-- one of them from going on is an incident of its own.
alter table wf_child add column item int;
create index wf_child_step on wf_child (org_id, parent_id, step_id, item);
alter table wf_incident add column item int;
drop index wf_incident_open;
create unique index wf_incident_open on wf_incident (org_id, instance_id, kind, coalesce(step_id, ''), coalesce(item, -1)) where resolved_at is null;
