-- What logs are written with. `departments` empty: everybody writes. `form_version` null: not published yet.
create table log_template (
  org_id          bigint not null references organisation,
  id              bigint not null,
  name            text not null,
  period          text not null check (period in ('day', 'week', 'month', 'none')),
  state           text not null default 'draft' check (state in ('draft', 'active', 'off')),
  form_key        text not null,
  form_version    int,
  departments     bigint[] not null default '{}',
  exempt          bigint[] not null default '{}',
  receivers       bigint[] not null default '{}',
  to_head         boolean not null default true,
  due             jsonb not null,
  remind_minutes  int,
  done_field      text,
  plan_field      text,
  since           date,
  version         int not null default 1,
  created_by      bigint not null,
  created_at      timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, form_key) references wf_form (org_id, form_key),
  foreign key (org_id, form_key, form_version) references wf_form_version (org_id, form_key, version),
  foreign key (org_id, created_by) references person (org_id, id),
  check (state = 'draft' or form_version is not null)
);
create unique index log_template_name on log_template (org_id, name) where state <> 'off';
create index log_template_form on log_template (org_id, form_key);

-- One log of a person for a period; `period_key` is empty where a log is about no time. A draft is its author's alone. `work`: what the books
-- said that he had done, as he handed it in.
create table log_entry (
  org_id        bigint not null references organisation,
  id            bigint not null,
  seq           bigint generated always as identity,
  uid           bigint not null,
  template_id   bigint not null,
  form_key      text not null,
  form_version  int not null,
  period_key    text not null,
  period_from   date not null,
  period_to     date not null,
  form          jsonb not null,
  work          jsonb not null default '[]',
  summary       text not null default '',
  search        text not null default '',
  state         text not null check (state in ('draft', 'sent')),
  sent_at       timestamptz,
  edited_at     timestamptz,
  late          boolean not null default false,
  version       int not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, template_id) references log_template (org_id, id),
  foreign key (org_id, form_key, form_version) references wf_form_version (org_id, form_key, version),
  check ((state = 'sent') = (sent_at is not null))
) with (fillfactor = 85);
create unique index log_entry_period on log_entry (org_id, uid, template_id, period_key) where period_key <> '';
create index log_entry_author on log_entry (org_id, uid, seq desc);
create index log_entry_standing on log_entry (org_id, template_id, period_from) include (uid, period_key, late) where state = 'sent';
create index log_entry_form on log_entry (org_id, form_key, form_version);

-- Who gets a log that was handed in. `fixed`: because the template says so. `seq` orders what somebody got; `read_at` once he opened it.
create table log_receiver (
  org_id    bigint not null references organisation,
  entry_id  bigint not null,
  uid       bigint not null,
  seq       bigint generated always as identity,
  fixed     boolean not null default false,
  read_at   timestamptz,
  primary key (org_id, entry_id, uid),
  foreign key (org_id, entry_id) references log_entry (org_id, id) on delete cascade,
  foreign key (org_id, uid) references person (org_id, id)
);
create index log_receiver_inbox on log_receiver (org_id, uid, seq desc) include (entry_id, read_at);
create index log_receiver_unread on log_receiver (org_id, uid) where read_at is null;

create table log_comment (
  org_id      bigint not null references organisation,
  id          bigint not null,
  entry_id    bigint not null,
  uid         bigint not null,
  body        text not null,
  mentions    bigint[] not null default '{}',
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, entry_id) references log_entry (org_id, id) on delete cascade,
  foreign key (org_id, uid) references person (org_id, id)
);
create index log_comment_entry on log_comment (org_id, entry_id, created_at);
create index log_comment_author on log_comment (org_id, uid);

create table log_like (
  org_id    bigint not null references organisation,
  entry_id  bigint not null,
  uid       bigint not null,
  at        timestamptz not null default now(),
  primary key (org_id, entry_id, uid),
  foreign key (org_id, entry_id) references log_entry (org_id, id) on delete cascade,
  foreign key (org_id, uid) references person (org_id, id)
);
create index log_like_person on log_like (org_id, uid);
