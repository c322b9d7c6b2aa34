-- Saved views of tables that are sent to people and groups at moments that come again.

create table view_subscription (
  org_id      bigint not null references organisation,
  id          bigint not null,
  view_id     bigint not null,
  owner_uid   bigint not null,
  rhythm      text not null check (rhythm in ('daily', 'workdays', 'weekly', 'monthly')),
  hour        int not null check (hour between 0 and 23),
  -- Monday is 1; of a weekly one.
  weekday     int check (weekday between 1 and 7),
  -- Of a monthly one; a shorter month has it on its last day.
  month_day   int check (month_day between 1 and 31),
  uids        bigint[] not null,
  robot_ids   bigint[] not null,
  -- With the sheet by mail, to those who get mail.
  is_mailed   boolean not null,
  is_on       boolean not null,
  version     int not null default 1,
  sent_at     timestamptz,
  -- Why the last sending came to nothing; its owner was told.
  failure     text,
  primary key (org_id, id),
  foreign key (org_id, view_id) references saved_view (org_id, id) on delete cascade,
  foreign key (org_id, owner_uid) references person (org_id, id)
);
create index view_subscription_owner on view_subscription (org_id, owner_uid, id);
create index view_subscription_view on view_subscription (org_id, view_id);
comment on table view_subscription is 'A saved view that is sent at moments that come again, to each receiver as far as that person may read it then.';

create table view_sending (
  org_id           bigint not null,
  id               bigint not null,
  subscription_id  bigint not null,
  uid              bigint,
  robot_id         bigint,
  at               timestamptz not null,
  state            text not null default 'waiting' check (state in ('waiting', 'sent', 'skipped', 'failed')),
  -- How many rows it had, as its list counts them: '10000+' where counting stopped.
  row_count        text,
  primary key (org_id, id),
  foreign key (org_id, subscription_id) references view_subscription (org_id, id) on delete cascade,
  check (uid is not null or robot_id is not null)
);
create index view_sending_newest on view_sending (org_id, subscription_id, id desc);
comment on table view_sending is 'One sending of a view to one receiver: it leaves waiting once.';
