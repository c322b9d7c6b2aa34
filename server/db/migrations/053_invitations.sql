-- Links by which people come in. One with `uid` is for that person, who chooses a password by it, their first or another, once. One without is
-- for whoever gets it, who asks to be taken in. Of the token only the hash is kept.
create table invitation (
  org_id        bigint not null references organisation,
  id            bigint not null,
  token_hash    text not null,
  uid           bigint,
  dept_id       bigint,
  created_by    bigint not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  sent_at       timestamptz,
  revoked_at    timestamptz,
  used_at       timestamptz,
  used_command  uuid,
  primary key (org_id, id),
  unique (org_id, token_hash),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  check (uid is null or dept_id is null)
);
-- A newer link for the same person takes the place of the one before.
create unique index invitation_person on invitation (org_id, uid) where uid is not null and used_at is null and revoked_at is null;
create index invitation_of_person on invitation (org_id, uid, id desc);

-- Who asked to be taken in by an open link, until an administrator says yes or no.
create table join_request (
  org_id         bigint not null references organisation,
  id             bigint not null,
  invitation_id  bigint not null,
  user_name      text not null,
  phone          text not null,
  password_hash  text,
  state          text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined')),
  created_at     timestamptz not null default now(),
  decided_by     bigint,
  decided_at     timestamptz,
  uid            bigint,
  primary key (org_id, id),
  foreign key (org_id, invitation_id) references invitation (org_id, id),
  foreign key (org_id, decided_by) references person (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  check ((state = 'waiting') = (password_hash is not null))
);
create unique index join_request_phone on join_request (org_id, phone) where state = 'waiting';
create index join_request_invitation on join_request (org_id, invitation_id);

-- Who came in by which link is watched with the rest that gives people power.
do $$
declare body text;
begin
  select prosrc into body from pg_proc where oid = 'watched_tables()'::regprocedure;
  execute format('create or replace function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as %L',
    rtrim(body, E' \n;') || E',\n    (''invitation'', array[''id''], array[''uid'', ''dept_id'', ''#token_hash'', ''expires_at'', ''revoked_at'', ''used_at''])\n');
end $$;
create trigger watched after insert or update or delete on invitation
  for each row execute function note_watched('id', 'uid,dept_id,#token_hash,expires_at,revoked_at,used_at');
