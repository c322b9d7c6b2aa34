-- Files of applications, work logs and punches are open to whoever may read those, like the files of conversations.
alter table file no force row level security;
alter table file_scope no force row level security;
alter table wf_instance no force row level security;
alter table person no force row level security;
alter table wf_participant no force row level security;
alter table wf_event no force row level security;
alter table log_entry no force row level security;
alter table att_punch no force row level security;

with named_file as materialized (
select distinct n.org_id, n.path, n.noun, n.ref_id from (
  select i.org_id, p #>> '{}' as path, 'process' as noun, i.id as ref_id
  from wf_instance i cross join jsonb_path_query(i.state -> 'form', 'strict $.**') p
  where i.document_kind is null and jsonb_typeof(p) = 'string'
  union all
  select e.org_id, p #>> '{}', 'process', e.instance_id
  from wf_event e cross join jsonb_path_query(e.events, '$[*].attachments[*]') p
  where jsonb_typeof(p) = 'string'
  union all
  select l.org_id, p #>> '{}', 'worklog', l.id from log_entry l cross join jsonb_path_query(l.form, 'strict $.**') p where jsonb_typeof(p) = 'string'
  union all
  select t.org_id, t.photo, 'punch', t.id from att_punch t where t.photo is not null
) n join file f on f.org_id = n.org_id and f.path = n.path
-- A text may spell the path of a file of another place: what is closed already stays closed, and what no participant uploaded stays as it is.
where not f.is_private and case n.noun
  when 'process' then exists (
    select from wf_participant w where w.org_id = n.org_id and w.instance_id = n.ref_id and w.uid = f.uploaded_by)
  when 'worklog' then exists (select from log_entry l where l.org_id = n.org_id and l.id = n.ref_id and l.uid = f.uploaded_by)
  else true end
  and not exists (select from person p where p.org_id = f.org_id and p.avatar = f.path)
), closed as (
  update file f set is_private = true from named_file n where f.org_id = n.org_id and f.path = n.path
)
insert into file_scope (org_id, path, noun, ref_id) select org_id, path, noun, ref_id from named_file on conflict do nothing;

alter table file force row level security;
alter table file_scope force row level security;
alter table wf_instance force row level security;
alter table person force row level security;
alter table wf_participant force row level security;
alter table wf_event force row level security;
alter table log_entry force row level security;
alter table att_punch force row level security;
