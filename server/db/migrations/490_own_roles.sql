-- Roles that an organisation makes itself: what they give stands in the row, so that a role is read, changed and logged as one thing.

alter table role add column description text not null default '';
-- Null for delivered roles, whose codes are declared in the program.
alter table role add column codes text[];
alter table role add column scopes text[] not null default '{}';
alter table role add column category_ids bigint[] not null default '{}';
alter table role add column hidden_fields text[] not null default '{}';
alter table role add column version int not null default 1;
-- A removed role stays as the name of what was granted; nobody has it any more.
alter table role add column deleted_at timestamptz;
comment on table role is
  'A role of an organisation: delivered ones by their code, own ones with the function codes, the data scope and the hidden fields that they give.';

create unique index role_name on role (org_id, role_name) where deleted_at is null;
create index department_manager on department (org_id, manager_uid) where manager_uid is not null and deleted_at is null;

create table role_change (
  org_id      bigint not null references organisation,
  id          bigint not null,
  -- Of a preview of what a person gets: nothing, and whose.
  role_id     bigint,
  uid         bigint,
  action      text not null check (action in ('save', 'update', 'delete', 'preview')),
  -- By property, what it was and what it became.
  difference  jsonb not null,
  by_uid      bigint not null,
  at          timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, role_id) references role (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, by_uid) references person (org_id, id),
  check (num_nonnulls(role_id, uid) > 0)
);
create index role_change_role on role_change (org_id, role_id, id desc);
comment on table role_change is 'A change of a role that an organisation has made itself, or a look at what a role or a person gets: what differs, by whom, when.';

-- The roles of finance and of the auditor, for organisations that are there already.
alter table organisation no force row level security;
alter table role no force row level security;
alter table watched_change no force row level security;

insert into role (org_id, id, role_code, role_name, role_type)
select o.org_id, ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1704067200000) * 4194304 + r.place,
  'gs_' || r.word || '_' || o.org_id, r.name, 1
from organisation o, (values ('finance', '财务', 1), ('auditor', '审计', 2)) as r (word, name, place);

-- What is watched of a role is more than before, so its last change says it anew.
alter function watched_tables() rename to watched_tables_before_roles;
create function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as $$
  select w.subject, w.keys, w.columns from watched_tables_before_roles() w where w.subject <> 'role'
  union all
  values
    ('role', array['id'], array['role_code', 'role_type', 'role_hide', 'codes', 'scopes', 'category_ids', 'hidden_fields', 'deleted_at']),
    ('role_change', array['id'], array['role_id', 'uid', 'action', 'difference', 'by_uid', 'at'])
$$;

drop trigger watched on role;
do $$
declare w record;
begin
  for w in select * from watched_tables() where subject in ('role', 'role_change') loop
    execute format('create trigger watched after insert or update or delete on %I for each row execute function note_watched(%L, %L)',
      w.subject, array_to_string(w.keys, ','), array_to_string(w.columns, ','));
  end loop;
end $$;

insert into watched_change (org_id, subject, key, becomes)
select r.org_id, 'role', watched_key(to_jsonb(r), w.keys), watched_value(to_jsonb(r), w.columns)
from role r, watched_tables() w where w.subject = 'role';

alter table organisation force row level security;
alter table role force row level security;
alter table watched_change force row level security;
