-- Organisations, their people and how people sign in. The files 400 to 409 make the schema on an empty database, each on top of those before;
-- changes of it come in files with higher numbers. The roles zaice_app (all run-time work) and zaice_gate (owner of the functions that read
-- across organisations) exist before this file runs. Row-level security, the policy own_organisation and the privileges of zaice_app are set on
-- every table by `secure` in server/db/migrate.ts; these files hold the policies and privileges of zaice_gate only.

-- Small tables bear autovacuum_analyze_threshold = 5: by default a table is analysed only after its fiftieth change, and with a guessed size the
-- planner turns a list into a join of everything.

create extension if not exists btree_gin;
create extension if not exists btree_gist;

-- The organisation of the present connection. An unset one is an error, never "all rows".
create function current_org() returns bigint
  language sql stable parallel safe
  as $$ select current_setting('app.org')::bigint $$;

-- -------------------------------------------------------------------------------------------- organisation and people

create table organisation (
  org_id      bigint primary key,
  name        text not null,
  avatar      text,
  state       text not null default 'active' check (state in ('active', 'disabled')),
  settings    jsonb not null default '{}',
  created_at  timestamptz not null default now(),
  -- When the organisation was closed; null while people work in it. When it is closed, no one signs in and its jobs wait.
  closed_at   timestamptz
) with (autovacuum_analyze_threshold = 5);
-- Sign-in, jobs and searches across organisations read which organisations there are.
create policy gate on organisation for select to zaice_gate using (true);
grant select on organisation to zaice_gate;
comment on table organisation is
  'A company that uses the installation; every other row of its data bears its org_id, and row-level security compares that.';

create table department (
  org_id       bigint not null references organisation,
  id           bigint not null,
  dept_code    text not null,
  dept_name    text not null,
  parent_id    bigint,
  manager_uid  bigint,
  sort_order   int not null default 0,
  remark       text,
  -- The text that keywords are looked for in, in lower case; written with every change of the row.
  search       text not null default '',
  version      int not null default 1,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, parent_id) references department (org_id, id)
) with (autovacuum_analyze_threshold = 5);
-- Codes of deleted departments may be given again.
create unique index department_code on department (org_id, dept_code) where deleted_at is null;
create index department_parent on department (org_id, parent_id);
comment on table department is 'A department of an organisation, in a tree by parent_id.';

create table person (
  org_id         bigint not null references organisation,
  id             bigint not null,
  -- Null for people who sign in by phone or by an invitation.
  username       text check (username = lower(username)),
  user_name      text not null,
  phone          text,
  email          text,
  avatar         text,
  gender         text,
  position       text,
  employee_no    text,
  dept_id        bigint,
  -- True for administrators of the organisation.
  admin          boolean not null default false,
  state          text not null default 'active' check (state in ('active', 'disabled')),
  password_hash  text,
  -- True where another person chose the password: its owner is asked for a new one before anything else.
  first_sign_in  boolean not null default false,
  remark         text,
  -- The part before the mark chr(1) may be searched by everyone, the part behind it only by readers of the whole record.
  search         text not null default '',
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  created_by     bigint,
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  -- True where an outside directory does not tell the name and user_name is a placeholder.
  name_unknown   boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
) with (autovacuum_analyze_threshold = 5);
create unique index person_username on person (org_id, username) where deleted_at is null;
create unique index person_phone on person (org_id, phone) where deleted_at is null and phone is not null;
create unique index person_employee_no on person (org_id, employee_no) where deleted_at is null and employee_no is not null;
create index person_dept on person (org_id, dept_id);
-- Signing in starts without an organisation, so these two begin with the name and the number.
create index person_login on person (username);
create index person_login_phone on person (phone);
-- Who administers flows where a flow names no one.
create index person_admin on person (org_id, id) where admin and state = 'active' and deleted_at is null;
-- Rows whose search text has no mark: a job writes it.
create index person_unmarked on person (org_id, id) where strpos(search, chr(1)) = 0;
-- People who have left, whose tasks are looked for.
create index person_gone on person (org_id, id) where state <> 'active' or deleted_at is not null;
-- People out of service are few; the workbench asks each time whether assets stand in their names.
create index person_out_of_service on person (org_id, id) where state <> 'active' or deleted_at is not null;
alter table department add foreign key (org_id, manager_uid) references person (org_id, id);
create policy gate on person for select to zaice_gate using (true);
grant select on person to zaice_gate;
comment on table person is 'A person of an organisation: an account with which someone signs in, holds assets and takes part in flows.';

-- A name that is typed here, or told by the directory, takes the place of the placeholder.
create function name_became_known() returns trigger language plpgsql as $$
begin
  new.name_unknown := false;
  return new;
end $$;
create trigger name_known before update of user_name on person
  for each row when (old.name_unknown and new.name_unknown and old.user_name is distinct from new.user_name) execute function name_became_known();

create table person_department (
  org_id   bigint not null,
  uid      bigint not null,
  dept_id  bigint not null,
  primary key (org_id, uid, dept_id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
) with (autovacuum_analyze_threshold = 5);
comment on table person_department is 'A department that a person belongs to besides the main one (person.dept_id).';

create table role (
  org_id     bigint not null references organisation,
  id         bigint not null,
  role_code  text not null,
  role_name  text not null,
  -- Number and visibility of the contract's roles; see domain/access/roles.ts.
  role_type  smallint not null,
  role_hide  boolean not null default false,
  primary key (org_id, id),
  unique (org_id, role_code)
) with (autovacuum_analyze_threshold = 5);
comment on table role is 'A role of an organisation, to which functions are granted by its code.';

create table person_role (
  org_id   bigint not null,
  uid      bigint not null,
  role_id  bigint not null,
  -- False while the person has switched the role off.
  active   boolean not null default true,
  primary key (org_id, uid, role_id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, role_id) references role (org_id, id)
) with (autovacuum_analyze_threshold = 5);
create index person_role_role on person_role (org_id, role_id);
comment on table person_role is 'A role that a person has been granted.';

create table role_grant (
  org_id     bigint not null references organisation,
  id         bigint not null,
  uid        bigint not null,
  role_word  text not null,
  granted    boolean not null,
  -- Null where the role came with the making of the organisation.
  by_uid     bigint,
  at         timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, by_uid) references person (org_id, id)
);
create index role_grant_role on role_grant (org_id, role_word, id desc);
comment on table role_grant is 'One granting or withdrawal of a role: to whom, by whom, when; the history behind person_role.';

-- --------------------------------------------------------------------------------------------------------- signing in

create table session (
  org_id      bigint not null,
  token_hash  text not null,
  uid         bigint not null,
  client      text not null,
  platform    text not null,
  device_id   text,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  ended_at    timestamptz,
  primary key (org_id, token_hash),
  foreign key (org_id, uid) references person (org_id, id)
);
create index session_person on session (org_id, uid) where ended_at is null;
-- gate_ended_sessions looks sessions up by token alone.
create index session_token on session (token_hash);
-- When an organisation was used last is asked for all organisations at once.
create index session_begun on session (org_id, created_at);
create policy gate on session for select to zaice_gate using (true);
grant select on session to zaice_gate;
comment on table session is 'A sign-in of a person on one client; only the hash of its token is kept.';

create table sign_in_guard (
  key           text primary key,
  failures      int not null default 0,
  window_start  timestamptz not null default now(),
  locked_until  timestamptz
);
grant select, delete on sign_in_guard to zaice_gate;
comment on table sign_in_guard is
  'Attempts counted under a key (the name of a limit and the hash of a login, phone or network), of no organisation because no one is signed in yet.';

create table sign_in_known (
  key         text primary key,
  expires_at  timestamptz not null
);
create index sign_in_known_expires on sign_in_known (expires_at);
comment on table sign_in_known is
  'A network from which a person has signed in lately, as one hash of both: the person goes on from there where strangers have locked the network or the login.';

create table sms_code (
  phone       text primary key,
  code_hash   text not null,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  tries       int not null default 0
);
grant select, delete on sms_code to zaice_gate;
comment on table sms_code is 'The code sent last to a phone number, as a hash, with the tries that were made; of no organisation.';

create table invitation (
  org_id        bigint not null references organisation,
  id            bigint not null,
  -- Of the token only the hash is kept.
  token_hash    text not null,
  uid           bigint,
  dept_id       bigint,
  -- Null for a link that the operator of the installation made.
  created_by    bigint,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  sent_at       timestamptz,
  revoked_at    timestamptz,
  used_at       timestamptz,
  -- The command that used it: sent again, that command gets the same answer.
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
comment on table invitation is
  'A link by which people join: for one person (uid set, used once) or open to its readers, who then ask to be taken in.';

create table join_request (
  org_id         bigint not null references organisation,
  id             bigint not null,
  invitation_id  bigint not null,
  user_name      text not null,
  phone          text not null,
  -- Kept only while the request waits.
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
comment on table join_request is 'A request to be taken in that came by an open invitation, until an administrator accepts or declines it.';

create table hand_over (
  org_id        bigint not null references organisation,
  id            bigint not null,
  uid           bigint not null,
  session_hash  text not null,
  -- Of the code only the hash is kept.
  code_hash     text not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  used_command  uuid,
  primary key (org_id, id),
  unique (org_id, code_hash),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, session_hash) references session (org_id, token_hash) on delete cascade
);
create index hand_over_person on hand_over (org_id, uid);
create index hand_over_session on hand_over (org_id, session_hash);
comment on table hand_over is
  'A code by which a phone continues as the person signed in on a desk: valid once, for a minute, and only with that session.';

-- ------------------------------------------------------------------------------------- an organisation's own settings

create table work_calendar (
  org_id      bigint primary key references organisation,
  settings    jsonb not null,
  revision    int not null default 1,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  foreign key (org_id, updated_by) references person (org_id, id)
) with (autovacuum_analyze_threshold = 5);
comment on table work_calendar is 'The working hours, working days and holidays of an organisation; without a row the standard calendar holds.';

create table saved_view (
  org_id      bigint not null references organisation,
  id          bigint not null,
  table_name  text not null,
  title       text not null,
  owner_uid   bigint not null,
  shared      text not null check (shared in ('nobody', 'everybody', 'roles')),
  -- Filled where shared is 'roles'; the operation that writes the row checks that.
  role_codes  text[] not null default '{}',
  view        jsonb not null,
  position    int not null default 0,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, owner_uid, table_name, title),
  foreign key (org_id, owner_uid) references person (org_id, id)
);
create index saved_view_table on saved_view (org_id, table_name) where shared <> 'nobody';
comment on table saved_view is
  'A named view of a list (columns, conditions, order) of one person, or shared with everyone or with holders of roles.';

create table favourite (
  org_id  bigint not null references organisation,
  uid     bigint not null,
  path    text not null,
  title   text not null,
  place   int not null,
  primary key (org_id, uid, path),
  foreign key (org_id, uid) references person (org_id, id)
);
comment on table favourite is
  'An address (a screen, or a list as it is looked at) that a person keeps at the side of the window, in an order of their own.';

-- ----------------------------------------------------------------------------------------------- across organisations

-- Which organisations know a login name or phone number, asked before anyone is signed in.
create function gate_organisations_of_login(p_login text)
returns table (org_id bigint, name text, avatar text, uid bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id, o.name, o.avatar, p.id
  from person p join organisation o using (org_id)
  where (p.username = lower(p_login) or p.phone = p_login) and p.deleted_at is null and p.state = 'active' and o.state = 'active'
  order by o.org_id
$$;

-- All organisations, closed ones included: their books are kept, audited and sealed.
create function gate_organisations() returns table (org_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select org_id from organisation order by org_id
$$;

-- Which of these sessions are over; asked every second for the open sockets.
create function gate_ended_sessions(p_tokens text[])
returns table (token_hash text) language sql stable security definer set search_path = public, pg_temp as $$
  select t.token_hash from unnest(p_tokens) as t (token_hash)
  where not exists (
    select from session s join person p on p.org_id = s.org_id and p.id = s.uid
    where s.token_hash = t.token_hash and s.ended_at is null and s.expires_at > now() and p.state = 'active' and p.deleted_at is null)
$$;

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_organisations_of_login', 'gate_organisations', 'gate_ended_sessions']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
