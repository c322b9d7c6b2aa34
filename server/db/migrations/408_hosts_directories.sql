-- Workplace chats that the app runs in, outside directories that keep people, and sign-on by them.

-- ---------------------------------------------------------------------------------------------------- workplace chats

create table workplace_kept (
  key           text primary key,
  value         text,
  until         timestamptz,
  -- The process that fetches it at this moment; others wait until making_until.
  making        uuid,
  making_until  timestamptz,
  -- When the chat said it, by its own clock: an older value never replaces a newer one.
  said_ms       bigint,
  check ((making is null) = (making_until is null))
);
comment on table workplace_kept is
  'A value of a workplace chat that the program keeps between calls (ticket, token, lasting code), for all processes; of no organisation, answered to no caller and left behind by takeouts.';

create table workplace_corp (
  chat                 text not null check (chat in ('dingtalk', 'wecom', 'feishu')),
  corp_id              text not null,
  corp_name            text not null default '',
  logo                 text,
  agent_id             text,
  installer            text,
  administrators       text[] not null default '{}',
  granted              boolean not null default false,
  -- The moment of the chat's last word on that, by its own clock: an older word changes nothing. The same for running_ms.
  granted_ms           bigint not null default 0,
  running              boolean not null default true,
  running_ms           bigint not null default 0,
  since                timestamptz,
  organisation         bigint,
  -- True where the chat brought the organisation; closed is true where it closed it as well.
  founded              boolean not null default false,
  founder              bigint,
  closed               boolean not null default false,
  lease                uuid,
  lease_until          timestamptz,
  -- Until when the chat wants not to be asked about the organisation.
  quiet_until          timestamptz,
  -- Why the chat lets nothing through until a person mends it; alarm_at is when administrators were told last.
  alarm_code           text,
  alarm_words          text,
  alarm_at             timestamptz,
  -- The organisation's licence at the chat for its members, when it was asked for, and of which of its ends administrators were told.
  member_licence       jsonb,
  member_licence_at    timestamptz,
  member_licence_told  text,
  primary key (chat, corp_id)
);
create unique index workplace_corp_organisation on workplace_corp (organisation) where granted;
comment on table workplace_corp is
  'An organisation of a workplace chat that has the app or of which the chat told something, and which of ours it is; it belongs to the installation, and an organisation that moves is installed anew.';

create table workplace_event (
  chat     text not null,
  corp_id  text not null,
  key      text not null,
  kind     text not null,
  at_ms    bigint not null,
  body     jsonb not null,
  version  int not null default 1,
  tries    int not null default 0,
  due_at   timestamptz not null,
  done_at  timestamptz,
  failure  text,
  primary key (chat, corp_id, key)
);
create index workplace_event_waiting on workplace_event (chat, corp_id, due_at) where done_at is null;
create index workplace_event_done on workplace_event (done_at) where done_at is not null;
comment on table workplace_event is
  'News from a workplace chat about one subject: newer news replaces it, and it stays for some days after it was worked off, so that older news that arrives late is recognised.';

create table workplace_state (
  hash          text primary key,
  chat          text not null,
  purpose       text not null check (purpose in ('install', 'signIn')),
  organisation  bigint,
  until         timestamptz not null,
  -- A person who is led out to sign in comes back in the same browser, which has the secret of this hash.
  browser_hash  text,
  -- Where the person signs in: the code of a desk is opened by another credential.
  place         text check (place in ('client', 'desk')),
  check ((purpose = 'signIn') = (browser_hash is not null))
);
comment on table workplace_state is 'A word that is led out to a workplace chat and comes back once within some minutes; only its hash is kept.';

create table workplace_told (
  org_id  bigint not null references organisation,
  uid     bigint not null,
  day     date not null,
  n       int not null,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
comment on table workplace_told is 'The number of notices that a person got by the workplace chat on a day.';

-- ------------------------------------------------------------------------------------------------ outside directories

create table foreign_person (
  org_id       bigint not null references organisation,
  keeper       text not null check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc')),
  foreign_id   text not null,
  uid          bigint not null,
  -- The fields that the directory keeps; they are not changed here.
  fields       text[] not null default '{}',
  -- Where the directory has the person, the main department first, also those that it has not told of yet.
  departments  text[] not null default '{}',
  -- Whether the person is in service by the directory; null where it only signs the person in.
  active       boolean,
  -- When the directory was asked.
  said_at      timestamptz not null,
  gone_at      timestamptz,
  primary key (org_id, keeper, foreign_id),
  foreign key (org_id, uid) references person (org_id, id)
);
create unique index foreign_person_uid on foreign_person (org_id, keeper, uid);
create index foreign_person_person on foreign_person (org_id, uid);
comment on table foreign_person is 'A person whom an outside directory keeps (a workplace chat, LDAP, SCIM, OIDC).';

create table foreign_department (
  org_id      bigint not null references organisation,
  keeper      text not null check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc')),
  foreign_id  text not null,
  dept_id     bigint not null,
  -- parent_id and heads are ids of the directory, also of those that it has not told of yet.
  parent_id   text,
  heads       text[],
  fields      text[] not null default '{}',
  said_at     timestamptz not null,
  gone_at     timestamptz,
  primary key (org_id, keeper, foreign_id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create unique index foreign_department_dept on foreign_department (org_id, keeper, dept_id);
create index foreign_department_department on foreign_department (org_id, dept_id);
create index foreign_department_parent on foreign_department (org_id, keeper, parent_id) where parent_id is not null;
comment on table foreign_department is 'A department that an outside directory keeps.';

create table directory_sync (
  org_id      bigint not null references organisation,
  keeper      text not null check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc')),
  id          bigint not null,
  phase       text not null check (phase in ('departments', 'people', 'asking', 'applying', 'leaving', 'done', 'failed')),
  -- Where its list goes on.
  place       text,
  done        int not null default 0,
  total       int not null default 0,
  leaving     int not null default 0,
  confirmed   boolean not null default false,
  words       text,
  params      jsonb not null default '{}',
  started_at  timestamptz not null,
  ended_at    timestamptz,
  primary key (org_id, keeper)
);
comment on table directory_sync is 'The progress of taking over a whole directory.';

create table directory_arrival (
  org_id      bigint not null references organisation,
  keeper      text not null check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc')),
  kind        text not null check (kind in ('department', 'person')),
  foreign_id  text not null,
  said        jsonb not null,
  said_at     timestamptz not null,
  rank        int,
  primary key (org_id, keeper, kind, foreign_id)
);
create index directory_arrival_rank on directory_arrival (org_id, keeper, rank) where rank is not null;
comment on table directory_arrival is 'A person or department that was read of a directory and is not taken over yet.';

create table scim_user (
  org_id      bigint not null references organisation,
  id          uuid not null,
  login       text not null,
  said        jsonb not null,
  version     int not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (org_id, id)
);
create unique index scim_user_login on scim_user (org_id, login);
comment on table scim_user is 'A person as a SCIM client described them, answered to it as it was; version counts the changes.';

create table scim_group (
  org_id       bigint not null references organisation,
  id           uuid not null,
  name         text not null,
  external_id  text,
  members      text[] not null default '{}',
  version      int not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (org_id, id)
);
comment on table scim_group is 'A group as a SCIM client described it, answered to it as it was.';

-- ------------------------------------------------------------------------------------------------------------ sign-on

create table sign_on (
  org_id      bigint not null references organisation,
  kind        text not null check (kind in ('oidc', 'ldap', 'scim')),
  enabled     boolean not null default false,
  -- True where people who come in by it need no password here.
  exclusive   boolean not null default false,
  settings    jsonb not null default '{}',
  -- The credential by which the other side knows us (of scim the hash of the one that it shows); no call answers it.
  secret      text,
  updated_by  bigint not null,
  updated_at  timestamptz not null,
  primary key (org_id, kind),
  foreign key (org_id, updated_by) references person (org_id, id)
);
create policy gate on sign_on for select to zaice_gate using (true);
grant select on sign_on to zaice_gate;
comment on table sign_on is
  'A way in which an organisation signs its people in by an account elsewhere (OIDC, LDAP) or takes its directory (SCIM).';

create table sign_on_word (
  org_id     bigint not null references organisation,
  word       text not null check (word = lower(word)),
  -- When a domain was last seen to be the organisation's; null for a short name and for a domain that was never checked.
  proven_at  timestamptz,
  primary key (org_id, word)
);
create index sign_on_word_word on sign_on_word (word);
create policy gate on sign_on_word for select to zaice_gate using (true);
grant select on sign_on_word to zaice_gate;
comment on table sign_on_word is
  'A word by which people find their organisation: a short name or the domain of an e-mail address; several organisations may have the same.';

create table sign_on_attempt (
  org_id        bigint not null references organisation,
  state_hash    text not null,
  browser_hash  text not null,
  nonce         text not null,
  verifier      text not null,
  redirect      text not null,
  expires_at    timestamptz not null,
  primary key (org_id, state_hash)
);
comment on table sign_on_attempt is 'A sign-in that is on its way to the other side and back; only the browser that began it ends it, once.';

-- The organisations that a word names and how each signs on, asked before anyone is signed in.
create function gate_sign_on_of(p_word text)
returns table (org_id bigint, name text, avatar text, oidc text, ldap text, proven_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select o.org_id, o.name, o.avatar,
      (select s.settings ->> 'title' from sign_on s where s.org_id = o.org_id and s.kind = 'oidc' and s.enabled),
      (select s.settings ->> 'title' from sign_on s where s.org_id = o.org_id and s.kind = 'ldap' and s.enabled),
      w.proven_at
    from sign_on_word w join organisation o on o.org_id = w.org_id
    where w.word = p_word and o.state = 'active'
      and exists (select from sign_on s where s.org_id = o.org_id and s.kind in ('oidc', 'ldap') and s.enabled)
    order by o.org_id limit 20;
end $$;

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_sign_on_of']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
