-- The photo of a find is for those who handle finds, like the words that came with it.
alter table file no force row level security;
alter table file_scope no force row level security;
alter table found_report no force row level security;
update file f set is_private = true from found_report r where r.org_id = f.org_id and r.picture = f.path;
insert into file_scope (org_id, path, noun, ref_id)
select r.org_id, r.picture, 'found', r.asset_id from found_report r join file f on f.org_id = r.org_id and f.path = r.picture
on conflict do nothing;
alter table file force row level security;
alter table file_scope force row level security;
alter table found_report force row level security;
