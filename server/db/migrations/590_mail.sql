-- E-mail as a way for notices: by which server an organisation sends, what people want, and where it arrives.

create table mail_server (
  org_id        bigint primary key references organisation,
  host          text not null,
  port          int not null check (port between 1 and 65535),
  security      text not null check (security in ('tls', 'starttls', 'none')),
  username      text not null default '',
  -- Never answered; takeouts leave it behind.
  password      text,
  from_address  text not null,
  from_name     text not null default '',
  version       int not null default 1
);
comment on table mail_server is 'The mail server of an organisation that sends by its own, and not by that of the installation.';

create table mail_default (
  org_id  bigint primary key references organisation,
  -- By category of notices: 'none', 'each' or 'digest'.
  wanted  jsonb not null default '{}'
);
comment on table mail_default is 'What people of an organisation get by mail as long as they have chosen nothing else.';

create table mail_address (
  org_id        bigint not null references organisation,
  uid           bigint not null,
  -- As it was when its code was sent; it counts as long as the record of the person says the same.
  address       text not null,
  language      text not null check (language in ('zh', 'en')),
  verified_at   timestamptz,
  code_hash     text,
  code_at       timestamptz,
  -- How often a wrong code was entered since the last one was sent.
  code_tries    int not null default 0,
  -- How many codes were sent on the day of the last one.
  codes_sent    int not null default 0,
  -- In the address by which a mail program stops all mail. Whoever knows it can stop the mail and nothing else.
  stop_token    text,
  stopped_at    timestamptz,
  sent_at       timestamptz,
  bounced_at    timestamptz,
  bounce        text,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
comment on table mail_address is 'Where a person gets mail: proven by a code, stopped by the person, or refused by the server of the address.';

create table mail_setting (
  org_id  bigint not null references organisation,
  uid     bigint not null,
  wanted  jsonb not null default '{}',
  rhythm  text not null check (rhythm in ('daily', 'workdays')),
  hour    int not null check (hour between 0 and 23),
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
comment on table mail_setting is 'The choices of a person about mail: by category of notices, and when a digest comes.';

create table mail_digest (
  org_id      bigint not null,
  message_id  bigint not null,
  uid         bigint not null,
  -- The digest that has it; null while it waits for one.
  batch_id    bigint,
  at          timestamptz not null default now(),
  primary key (org_id, message_id),
  foreign key (org_id, message_id) references message (org_id, id) on delete cascade
);
create index mail_digest_waiting on mail_digest (org_id, uid) where batch_id is null;
create index mail_digest_batch on mail_digest (org_id, batch_id) where batch_id is not null;
comment on table mail_digest is 'A notice that goes to its reader by mail together with others, once.';
