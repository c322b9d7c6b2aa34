-- People and groups as a directory that speaks SCIM has told them, to be told again as they were; `version` counts their changes.
create table scim_user (
  org_id      bigint not null references organisation,
  id          uuid not null,
  login       text not null,
  said        jsonb not null,
  version     int not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (org_id, id)
);
create unique index scim_user_login on scim_user (org_id, login);

create table scim_group (
  org_id       bigint not null references organisation,
  id           uuid not null,
  name         text not null,
  external_id  text,
  members      text[] not null default '{}',
  version      int not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (org_id, id)
);
