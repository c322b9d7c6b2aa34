-- The organisations of workplace chats that have the app, or of which a chat has told something, and which of ours each is. They belong to the
-- installation: an organisation that moves is installed anew where it arrives. `granted_ms` and `running_ms`: when the chat last said so, by its
-- own clock; what it said before that changes nothing. `founded`: the chat brought the organisation; `closed`: it has closed it as well.
create table workplace_corp (
  chat            text not null check (chat in ('dingtalk', 'wecom')),
  corp_id         text not null,
  corp_name       text not null default '',
  logo            text,
  agent_id        text,
  installer       text,
  administrators  text[] not null default '{}',
  granted         boolean not null default false,
  granted_ms      bigint not null default 0,
  running         boolean not null default true,
  running_ms      bigint not null default 0,
  since           timestamptz,
  organisation    bigint,
  founded         boolean not null default false,
  founder         bigint,
  closed          boolean not null default false,
  lease           uuid,
  lease_until     timestamptz,
  primary key (chat, corp_id)
);
create unique index workplace_corp_organisation on workplace_corp (organisation) where granted;

-- What a chat has told, by what it is about: the newest takes the place of what came before. Worked off it stays for some days, so that an older
-- one that comes late is known to be older.
create table workplace_event (
  chat      text not null,
  corp_id   text not null,
  key       text not null,
  kind      text not null,
  at_ms     bigint not null,
  body      jsonb not null,
  version   int not null default 1,
  tries     int not null default 0,
  due_at    timestamptz not null,
  done_at   timestamptz,
  failure   text,
  primary key (chat, corp_id, key)
);
create index workplace_event_waiting on workplace_event (chat, corp_id, due_at) where done_at is null;
create index workplace_event_done on workplace_event (done_at) where done_at is not null;

-- What is led out to a chat and comes back with the same word: once, and for some minutes. Only its hash is kept.
create table workplace_state (
  hash          text primary key,
  chat          text not null,
  purpose       text not null check (purpose in ('install', 'signIn')),
  organisation  bigint,
  until         timestamptz not null
);

-- How many notices somebody was told by the chat on a day.
create table workplace_told (
  org_id  bigint not null references organisation,
  uid     bigint not null,
  day     date not null,
  n       int not null,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
