-- Files that not everybody of the organisation may open: only who uploaded one, and who may read something that admits it. A row for each
-- such thing: `noun` says whose rule decides, `ref_id` which of them.
alter table file add column is_private boolean not null default false;
create table file_scope (
  org_id  bigint not null references organisation,
  path    text not null,
  noun    text not null,
  ref_id  bigint not null,
  primary key (org_id, path, noun, ref_id),
  foreign key (org_id, path) references file (org_id, path)
);
