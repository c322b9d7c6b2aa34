-- An application that moved to a version of its flow that hides something was still found by what that version hides. What those are found by
-- is written anew by the job that does so for every application without a search text.
alter table wf_definition no force row level security;
alter table wf_instance no force row level security;
alter table wf_task no force row level security;
alter table job no force row level security;

with hiding as (
  select i.org_id, i.id, i.summary from wf_definition f
  join wf_instance i on i.org_id = f.org_id and i.flow_key = f.flow_key and i.version = f.version
  where jsonb_path_exists(f.body, '$.** ? (@ == "hide")')
), tasks as (
  update wf_task t set summary = h.summary from hiding h where t.org_id = h.org_id and t.instance_id = h.id and t.summary <> h.summary
), sought as (
  update wf_instance i set search = '' from hiding h where i.org_id = h.org_id and i.id = h.id returning i.org_id
)
insert into job (org_id, id, kind, key, due_at)
select org_id, (extract(epoch from now()) * 1000)::bigint + 2, 'workflow.search', '', now() from sought group by org_id
on conflict (org_id, kind, key) do update set due_at = excluded.due_at, attempts = 0, done_at = null, lease_until = null;

alter table wf_definition force row level security;
alter table wf_instance force row level security;
alter table wf_task force row level security;
alter table job force row level security;
