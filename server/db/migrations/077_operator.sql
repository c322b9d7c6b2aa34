-- Whoever runs the installation comes in by a code that the command prints. It opens once, for some minutes; what it opens ends by itself. Of
-- both only the hash is kept. It belongs to no organisation.
create table operator_pass (
  code_hash     text primary key,
  by_name       text not null,
  code_until    timestamptz not null,
  used_command  uuid,
  token_hash    text unique,
  until         timestamptz,
  check ((token_hash is null) = (until is null))
);

-- What the operator did to an organisation, by the page or by the command, and who it was.
create table operator_act (
  org_id   bigint not null references organisation,
  id       bigint not null,
  by_name  text not null,
  act      text not null check (act in ('make', 'licence', 'close', 'reopen', 'link')),
  details  jsonb not null default '{}',
  at       timestamptz not null default now(),
  primary key (org_id, id)
);

do $$
declare body text;
begin
  select prosrc into body from pg_proc where oid = 'watched_tables()'::regprocedure;
  execute format('create or replace function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as %L',
    rtrim(body, E' \n;') || E',\n    (''operator_act'', array[''id''], array[''by_name'', ''act'', ''details'', ''at''])\n');
end $$;
create trigger watched after insert or update or delete on operator_act
  for each row execute function note_watched('id', 'by_name,act,details,at');

-- A link that the operator made was made by nobody of the organisation.
alter table invitation alter column created_by drop not null;

-- When an organisation was used last is asked for all of them at once.
create index session_begun on session (org_id, created_at);
