-- What an organisation lets happen by itself: when something happens to a row, and the row is such, then.
create table event_rule (
  org_id         bigint not null references organisation,
  id             bigint not null,
  title          text not null,
  -- The name of the table whose rows it is about.
  subject        text not null,
  event          text not null,
  -- The column that changed or whose day comes.
  field          text,
  -- The kind of document that was posted.
  document_kind  text,
  days_before    int check (days_before between 0 and 365),
  conditions     jsonb not null,
  actions        jsonb not null,
  is_on          boolean not null,
  retired_at     timestamptz,
  -- The last day of which all that came was found.
  found_until    date,
  version        int not null default 1,
  -- The person who saved it last, in whose name it acts.
  maker_uid      bigint not null,
  updated_at     timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, maker_uid) references person (org_id, id)
);
create index event_rule_maker on event_rule (org_id, maker_uid);
comment on table event_rule is 'A rule of an organisation: an event of the rows of a table, a condition on the row, and what is done in the name of its maker.';

create table event_rule_run (
  org_id      bigint not null,
  id          bigint not null,
  rule_id     bigint not null,
  -- The id of the row as its list says it.
  row_id      text not null,
  -- The same event of a rule is acted on once.
  event_key   text not null,
  -- 1 where a person brought it about, more where a rule did.
  depth       smallint not null,
  state       text not null check (state in ('waiting', 'done', 'skipped', 'stopped', 'failed')),
  attempts    smallint not null default 0,
  next_at     timestamptz not null,
  at          timestamptz not null,
  done_at     timestamptz,
  -- Why nothing was done.
  words       text,
  params      jsonb not null default '{}',
  -- What was done, a sentence with its values for each action.
  results     jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, rule_id, event_key),
  foreign key (org_id, rule_id) references event_rule (org_id, id)
);
create index event_rule_run_newest on event_rule_run (org_id, rule_id, id desc);
create index event_rule_run_waiting on event_rule_run (org_id, rule_id, next_at) where state = 'waiting';
create index event_rule_run_done on event_rule_run (org_id, rule_id, done_at) where state = 'done';
comment on table event_rule_run is 'What a rule did at an event, or why it did nothing.';

-- Whoever makes a rule lets things happen in his name: who made it, and what it does, is watched.
alter function watched_tables() rename to watched_tables_before_event_rules;
create function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as $$
  select w.subject, w.keys, w.columns from watched_tables_before_event_rules() w
  union all
  values ('event_rule', array['id'], array['subject', 'event', 'conditions', 'actions', 'is_on', 'retired_at', 'maker_uid'])
$$;
create trigger watched after insert or update or delete on event_rule for each row
  execute function note_watched('id', 'subject,event,conditions,actions,is_on,retired_at,maker_uid');
