-- What makes the pass of a link: without it a pass could be made from each guess at the code.
alter table disk_share add column pass_salt uuid not null default gen_random_uuid();
