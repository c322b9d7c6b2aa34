-- Applications under way in which a step has nobody who is asked and no clock: none should be, and who looks after flows sees it at once.
alter table wf_instance add column stuck boolean not null default false;
alter table wf_instance no force row level security;
update wf_instance set stuck = true where status = 'running' and (
  jsonb_path_exists(state, '$.steps[*] ? (@.waitsFor == "people" && !exists (@.tasks[*] ? (@.status == "open")))')
  or jsonb_path_exists(state, '$ ? (!exists (@.timers[*]) && !exists (@.held[*])).steps[*] ? (@.waitsFor == "timer")'));
alter table wf_instance force row level security;
create index wf_instance_stuck on wf_instance (org_id, id desc) where stuck;

-- Who has left, whose tasks are looked for.
create index person_gone on person (org_id, id) where state <> 'active' or deleted_at is not null;
