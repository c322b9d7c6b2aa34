-- Addresses that are told what happens to rows of a table, in the rights of the person who saved the subscription last.
create table webhook (
  org_id             bigint not null references organisation,
  id                 bigint not null,
  title              text not null,
  url                text not null,
  -- The name of the table whose rows it is about, and which of its events.
  subject            text not null,
  events             text[] not null,
  conditions         jsonb not null,
  is_on              boolean not null,
  retired_at         timestamptz,
  -- What its messages are signed with; the former as well until its end. They are sent to nobody, but used, so they are stored as they are.
  secret             text not null,
  former_secret      text,
  former_until       timestamptz,
  -- Nothing is sent before this moment: while a message is under way, and longer after each failure in a row.
  next_at            timestamptz not null,
  failures           int not null default 0,
  -- Why it rests until a person switches it on: three days without success, or its maker may not any more.
  pause              text check (pause in ('failing', 'maker')),
  version            int not null default 1,
  maker_uid          bigint not null,
  updated_at         timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, maker_uid) references person (org_id, id)
);
create index webhook_maker on webhook (org_id, maker_uid);
comment on table webhook is 'A subscription to events of the rows of a table: where they are sent, on which condition, in whose rights, and how that goes.';

create table webhook_delivery (
  org_id      bigint not null,
  id          bigint not null,
  webhook_id  bigint not null,
  -- The rows that it tells of: what happens to them later waits for it.
  row_ids     text[] not null,
  -- The message as it is signed and sent, however often.
  body        text not null,
  is_test     boolean not null default false,
  state       text not null check (state in ('waiting', 'delivered', 'failed')),
  at          timestamptz not null,
  -- When it is tried for the first time; again for three days from then on.
  begun_at    timestamptz not null,
  attempts    smallint not null default 0,
  next_at     timestamptz not null,
  done_at     timestamptz,
  -- What came back the last time: the status, or why nothing did.
  status      int,
  took_ms     int,
  answer      text,
  primary key (org_id, id),
  foreign key (org_id, webhook_id) references webhook (org_id, id)
);
create index webhook_delivery_newest on webhook_delivery (org_id, webhook_id, id desc);
create index webhook_delivery_waiting on webhook_delivery (org_id, webhook_id, id) where state = 'waiting';
comment on table webhook_delivery is 'A message to the address of a webhook: some events as one, what came back, when it is tried again.';

create table webhook_event (
  org_id      bigint not null,
  id          bigint not null,
  webhook_id  bigint not null,
  -- The id of the row as its list says it.
  row_id      text not null,
  event       text not null,
  at          timestamptz not null,
  -- Null where nobody did it: a job, an outside system.
  by_uid      bigint,
  -- By column, what stood there and what stands there now.
  changes     jsonb not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, webhook_id) references webhook (org_id, id)
);
create index webhook_event_waiting on webhook_event (org_id, webhook_id, id);
comment on table webhook_event is 'What happened to a row and is not put into a message yet.';

-- Whoever makes a webhook lets the register out of the house: where to, and what, is watched.
alter function watched_tables() rename to watched_tables_before_webhooks;
create function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as $$
  select w.subject, w.keys, w.columns from watched_tables_before_webhooks() w
  union all
  values ('webhook', array['id'], array['url', 'subject', 'events', 'conditions', 'is_on', 'retired_at', 'maker_uid'])
$$;
create trigger watched after insert or update or delete on webhook for each row
  execute function note_watched('id', 'url,subject,events,conditions,is_on,retired_at,maker_uid');
