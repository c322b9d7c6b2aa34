-- One job of a new message asks every way where it is wanted: those that were to ask the ways that do not ring, and have not run, do so now.
alter table job no force row level security;
update job j set kind = 'ring' where j.kind = 'message' and j.done_at is null
  and not exists (select from job r where r.org_id = j.org_id and r.kind = 'ring' and r.key = j.key);
alter table job force row level security;
