-- A robot of a group in a workplace chat, by which an administrator lets the group hear of things. Its address opens the group to whoever has
-- it, so it is as secret as its secret; both stay behind where secrets do.
create table group_robot (
  org_id        bigint not null references organisation,
  id            bigint not null,
  name          text not null,
  vendor        text not null check (vendor in ('dingtalk', 'wecom', 'feishu')),
  secret_url    text,
  secret        text,
  events        text[] not null,
  language      text not null check (language in ('zh', 'en')),
  quiet_from    int check (quiet_from between 0 and 1439),
  quiet_until   int check (quiet_until between 0 and 1439),
  is_on         boolean not null,
  -- Not before then is anything sent: as often as its chat allows.
  next_at       timestamptz,
  delivered_at  timestamptz,
  failed_at     timestamptz,
  failure       text,
  failures      int not null default 0,
  version       int not null default 1,
  primary key (org_id, id),
  check ((quiet_from is null) = (quiet_until is null))
);

-- What a group is told, once under each key. `sending`: it may have arrived, and is not sent again.
create table group_robot_message (
  org_id    bigint not null references organisation,
  robot_id  bigint not null,
  key       text not null,
  words     text not null,
  params    jsonb not null,
  content   text not null,
  link      text not null,
  state     text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'unknown', 'refused')),
  at        timestamptz not null default now(),
  primary key (org_id, robot_id, key),
  foreign key (org_id, robot_id) references group_robot (org_id, id) on delete cascade
);
create index group_robot_message_open on group_robot_message (org_id, robot_id, at) where state in ('waiting', 'sending');
