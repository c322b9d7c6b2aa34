-- How somebody looks at a list, kept under a name: their own, or shared with everybody or with those who have one of some roles.
create table saved_view (
  org_id      bigint not null references organisation,
  id          bigint not null,
  table_name  text not null,
  title       text not null,
  owner_uid   bigint not null,
  shared      text not null check (shared in ('nobody', 'everybody', 'roles')),
  role_codes  text[] not null default '{}',
  view        jsonb not null,
  position    int not null default 0,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, owner_uid, table_name, title),
  foreign key (org_id, owner_uid) references person (org_id, id),
  check ((shared = 'roles') = (role_codes <> '{}'))
);
create index saved_view_table on saved_view (org_id, table_name) where shared <> 'nobody';
