-- Keys by which programs call in the rights of a person: what each may do, from where and until when.
create table api_key (
  org_id        bigint not null references organisation,
  id            bigint not null,
  name          text not null,
  -- The person in whose rights of each moment it acts, and who answers for it.
  owner_uid     bigint not null,
  -- The account of its own under whose name it writes: a person who was never in service. Null: it writes as its owner.
  account_uid   bigint,
  -- SHA-256 of the secret, hex; the secret itself is kept nowhere.
  token_hash    text not null,
  -- The last letters of the secret, by which people tell keys apart.
  last_letters  text not null,
  codes         text[] not null,
  -- The places that it is limited to, with everything below them; null: all of its owner's.
  loc_ids       bigint[],
  -- The networks that it may come from; none: any.
  networks      cidr[] not null default '{}',
  is_read_only  boolean not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  revoked_at    timestamptz,
  -- When it was used last, to a minute, and from where.
  used_at       timestamptz,
  used_from     text,
  version       int not null default 1,
  primary key (org_id, id),
  foreign key (org_id, owner_uid) references person (org_id, id),
  foreign key (org_id, account_uid) references person (org_id, id),
  check (expires_at <= created_at + interval '366 days')
);
create unique index api_key_token on api_key (org_id, token_hash);
create index api_key_owner on api_key (org_id, owner_uid, id desc);
create index api_key_account on api_key (org_id, account_uid) where account_uid is not null;
comment on table api_key is 'A key by which a program calls in the rights of a person, within its own codes, places and networks, until its end.';

create table api_key_event (
  org_id     bigint not null,
  id         bigint not null,
  key_id     bigint not null,
  action     text not null check (action in ('save', 'update', 'renew', 'revoke', 'takeOver', 'ownerLeft')),
  by_uid     bigint not null,
  at         timestamptz not null,
  -- The address that the request came from.
  from_ip    text,
  before     text,
  after      text,
  primary key (org_id, id),
  foreign key (org_id, key_id) references api_key (org_id, id),
  foreign key (org_id, by_uid) references person (org_id, id)
);
create index api_key_event_newest on api_key_event (org_id, key_id, id desc);
create index api_key_event_person on api_key_event (org_id, by_uid);
comment on table api_key_event is 'What became of an API key: made, changed, renewed, revoked, taken over, by whom and from where.';

-- A key lets a program act in the rights of a person: who has one, and what it may do, is watched.
alter function watched_tables() rename to watched_tables_before_api_keys;
create function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as $$
  select w.subject, w.keys, w.columns from watched_tables_before_api_keys() w
  union all
  values
    ('api_key', array['id'], array['owner_uid', 'account_uid', 'codes', 'loc_ids', 'networks', 'is_read_only', 'expires_at', 'revoked_at']),
    ('api_key_event', array['id'], array['key_id', 'action', 'by_uid', 'at', 'from_ip', 'before', 'after'])
$$;
do $$
declare w record;
begin
  for w in select * from watched_tables() where subject in ('api_key', 'api_key_event') loop
    execute format('create trigger watched after insert or update or delete on %I for each row execute function note_watched(%L, %L)',
      w.subject, array_to_string(w.keys, ','), array_to_string(w.columns, ','));
  end loop;
end $$;
