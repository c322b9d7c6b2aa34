-- What two administrators take out of conversations for a dispute, one asking and another one agreeing: all of certain conversations, or what
-- `uids` sent in conversations in which all of them are. `file_path` is there until `gone_at`. `attempt` tells the process that makes it now from
-- one that was given up.
create table dispute_export (
  org_id        bigint not null references organisation,
  id            bigint not null,
  asked_by      bigint not null,
  decided_by    bigint,
  reason        text not null,
  uids          bigint[] not null default '{}',
  day_from      date not null,
  day_to        date not null,
  with_files    boolean not null,
  state         text not null default 'asked'
    check (state in ('asked', 'waiting', 'running', 'done', 'failed', 'refused', 'withdrawn', 'gone')),
  progress      smallint not null default 0,
  attempt       int not null default 0,
  messages      int not null default 0,
  file_path     text,
  failure       text,
  asked_at      timestamptz not null,
  gone_at       timestamptz,
  primary key (org_id, id),
  foreign key (org_id, asked_by) references person (org_id, id),
  foreign key (org_id, decided_by) references person (org_id, id),
  check (decided_by <> asked_by),
  check (decided_by is not null or state in ('asked', 'withdrawn')),
  check (day_from <= day_to)
);

-- The conversations it is about, and which numbers of each. `note_id` is the word in the conversation that tells it, there from `told_at` on.
create table dispute_export_chat (
  org_id     bigint not null,
  export_id  bigint not null,
  chat_id    bigint not null,
  from_seq   int not null,
  to_seq     int not null,
  note_id    bigint not null,
  told_at    timestamptz,
  primary key (org_id, export_id, chat_id),
  foreign key (org_id, export_id) references dispute_export (org_id, id),
  foreign key (org_id, chat_id) references chat (org_id, id)
);
create index dispute_export_of_chat on dispute_export_chat (org_id, chat_id);

-- What was done with it, by whom (null: by itself). Never changed, and sealed with what gives people power.
create table dispute_export_step (
  org_id     bigint not null,
  id         bigint not null,
  export_id  bigint not null,
  step       text not null check (step in ('asked', 'agreed', 'refused', 'withdrawn', 'lapsed', 'made', 'failed', 'fetched', 'deleted', 'ended')),
  uid        bigint,
  details    jsonb not null default '{}',
  at         timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, export_id) references dispute_export (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index dispute_export_steps on dispute_export_step (org_id, export_id, id);

do $$
declare body text;
begin
  select prosrc into body from pg_proc where oid = 'watched_tables()'::regprocedure;
  execute format('create or replace function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as %L',
    rtrim(body, E' \n;') || E',\n    (''dispute_export_step'', array[''id''], array[''export_id'', ''step'', ''uid'', ''details'', ''at''])\n');
end $$;
create trigger watched after insert or update or delete on dispute_export_step
  for each row execute function note_watched('id', 'export_id,step,uid,details,at');
