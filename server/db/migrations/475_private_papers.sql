-- What people hand in about themselves opens to the readers of their application alone: files of leave and of missed punches.
alter table document no force row level security;
alter table file no force row level security;
alter table file_scope no force row level security;

with private_paper as (
  select d.org_id, d.id, p.path from document d
  cross join lateral (
    select f ->> 'path' as path from jsonb_array_elements(case jsonb_typeof(d.header -> 'files') when 'array' then d.header -> 'files' else '[]' end) f
    union select g #>> '{}' from jsonb_array_elements(case jsonb_typeof(d.header -> 'pictures') when 'array' then d.header -> 'pictures' else '[]' end) g
  ) p
  where d.kind in ('OaLeaveOrder', 'OaMakeupOrder') and p.path is not null
), closed_file as (
  update file f set is_private = true from private_paper p where f.org_id = p.org_id and f.path = p.path and not f.is_private
)
insert into file_scope (org_id, path, noun, ref_id)
  select p.org_id, p.path, 'document', p.id from private_paper p join file f on f.org_id = p.org_id and f.path = p.path
  on conflict do nothing;

alter table document force row level security;
alter table file force row level security;
alter table file_scope force row level security;
