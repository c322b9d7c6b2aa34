-- Who gave whom which role and who took it away; nobody, where it came with the making of the organisation.
create table role_grant (
  org_id     bigint not null references organisation,
  id         bigint not null,
  uid        bigint not null,
  role_word  text not null,
  granted    boolean not null,
  by_uid     bigint,
  at         timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, by_uid) references person (org_id, id)
);
create index role_grant_role on role_grant (org_id, role_word, id desc);

do $$
declare body text;
begin
  select prosrc into body from pg_proc where oid = 'watched_tables()'::regprocedure;
  execute format('create or replace function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as %L',
    rtrim(body, E' \n;') || E',\n    (''role_grant'', array[''id''], array[''uid'', ''role_word'', ''granted'', ''by_uid'', ''at''])\n');
end $$;
create trigger watched after insert or update or delete on role_grant
  for each row execute function note_watched('id', 'uid,role_word,granted,by_uid,at');
