-- People whom somebody else keeps: a workplace chat, a company's directory. `fields`: what their keeper says of them and nobody changes here;
-- `departments`: where it has them, the main one first, also those that it has not told us of yet; `active`: what it says of their service, nothing
-- where it only signs them in. `said_at`: when it was asked.
create table foreign_person (
  org_id       bigint not null references organisation,
  keeper       text not null check (keeper in ('dingtalk', 'wecom', 'ldap', 'scim', 'oidc')),
  foreign_id   text not null,
  uid          bigint not null,
  fields       text[] not null default '{}',
  departments  text[] not null default '{}',
  active       boolean,
  said_at      timestamptz not null,
  gone_at      timestamptz,
  primary key (org_id, keeper, foreign_id),
  foreign key (org_id, uid) references person (org_id, id)
);
create unique index foreign_person_uid on foreign_person (org_id, keeper, uid);
create index foreign_person_person on foreign_person (org_id, uid);

-- Departments that somebody else keeps. `parent_id` and `heads` are ids of theirs, also of those that they have not told us of yet.
create table foreign_department (
  org_id      bigint not null references organisation,
  keeper      text not null check (keeper in ('dingtalk', 'wecom', 'ldap', 'scim', 'oidc')),
  foreign_id  text not null,
  dept_id     bigint not null,
  parent_id   text,
  heads       text[],
  fields      text[] not null default '{}',
  said_at     timestamptz not null,
  gone_at     timestamptz,
  primary key (org_id, keeper, foreign_id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create unique index foreign_department_dept on foreign_department (org_id, keeper, dept_id);
create index foreign_department_department on foreign_department (org_id, dept_id);
create index foreign_department_parent on foreign_department (org_id, keeper, parent_id) where parent_id is not null;

-- Taking over all that a keeper keeps: how far it is. `place` is where its list goes on.
create table directory_sync (
  org_id      bigint not null references organisation,
  keeper      text not null check (keeper in ('dingtalk', 'wecom', 'ldap', 'scim', 'oidc')),
  id          bigint not null,
  phase       text not null check (phase in ('departments', 'people', 'asking', 'applying', 'leaving', 'done', 'failed')),
  place       text,
  done        int not null default 0,
  total       int not null default 0,
  leaving     int not null default 0,
  confirmed   boolean not null default false,
  words       text,
  params      jsonb not null default '{}',
  started_at  timestamptz not null,
  ended_at    timestamptz,
  primary key (org_id, keeper)
);

-- What has been read of it and is not taken over yet.
create table directory_arrival (
  org_id      bigint not null references organisation,
  keeper      text not null check (keeper in ('dingtalk', 'wecom', 'ldap', 'scim', 'oidc')),
  kind        text not null check (kind in ('department', 'person')),
  foreign_id  text not null,
  said        jsonb not null,
  said_at     timestamptz not null,
  rank        int,
  primary key (org_id, keeper, kind, foreign_id)
);
create index directory_arrival_rank on directory_arrival (org_id, keeper, rank) where rank is not null;

-- Somebody whose keeper does not say the name is called by a placeholder, until a name is typed here or said there.
alter table person add column name_unknown boolean not null default false;
create function name_became_known() returns trigger language plpgsql as $$
begin
  new.name_unknown := false;
  return new;
end $$;
create trigger name_known before update of user_name on person for each row
  when (old.name_unknown and new.name_unknown and old.user_name is distinct from new.user_name) execute function name_became_known();
