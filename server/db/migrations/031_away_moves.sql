-- Somebody who goes away may hand over what waits for him already; when he is back, what his agent has not decided comes back to him. For
-- those who are away now, that is asked for at the end of their time.
alter table wf_delegation add column moves boolean not null default false;
alter table wf_delegation no force row level security;
alter table job no force row level security;
insert into job (org_id, id, kind, key, body, due_at)
select org_id, id, 'workflow.away', id::text || '/' || agent_uid::text || '/back',
       jsonb_build_object('id', id::text, 'principal', principal_uid::text, 'agent', agent_uid::text, 'back', true), upper(valid)
from wf_delegation where upper(valid) > now() and not upper_inf(valid)
on conflict do nothing;
alter table wf_delegation force row level security;
alter table job force row level security;
