-- The net disk, attendance, agenda and work logs.

-- ----------------------------------------------------------------------------------------------------------- net disk

create table disk_space (
  org_id          bigint not null references organisation,
  id              bigint not null,
  kind            text not null check (kind in ('person', 'department', 'organisation', 'subject')),
  noun            text check (noun in ('asset', 'consumable', 'supplier', 'document')),
  -- The limit that holds; quota_own is true where it was set for this space.
  quota_bytes     bigint check (quota_bytes >= 0),
  quota_own       boolean not null default false,
  used_bytes      bigint not null default 0 check (used_bytes >= 0),
  reserved_bytes  bigint not null default 0 check (reserved_bytes >= 0),
  created_at      timestamptz not null default now(),
  primary key (org_id, id),
  constraint disk_space_quota check (quota_bytes is null or used_bytes + reserved_bytes <= quota_bytes),
  check ((kind = 'subject') = (noun is not null))
);
comment on table disk_space is
  'A space of the net disk; it has the id of its owner (a person, a department, the organisation, a record), is made with the first thing put there, and its row is locked before anything in it changes.';

create table disk_content (
  org_id        bigint not null references organisation,
  id            bigint not null,
  size_bytes    bigint not null check (size_bytes >= 0),
  part_bytes    bigint not null check (part_bytes > 0),
  day           text not null,
  -- SHA-256 over the SHA-256 of the parts; there once all parts are.
  parts_hash    text,
  mime          text,
  preview       text,
  has_small     boolean not null default false,
  created_at    timestamptz not null default now(),
  unused_since  timestamptz,
  primary key (org_id, id)
);
create index disk_content_unused on disk_content (org_id, unused_since) where unused_since is not null;
create index disk_content_coming on disk_content (org_id, created_at) where parts_hash is null;
comment on table disk_content is
  'Bytes as they came, in parts of one size; versions and copies share a content, and bytes that nothing uses stay for a day.';

create table disk_part (
  org_id      bigint not null references organisation,
  content_id  bigint not null,
  no          int not null check (no > 0),
  sha256      text not null,
  size_bytes  bigint not null,
  primary key (org_id, content_id, no),
  foreign key (org_id, content_id) references disk_content (org_id, id)
);
comment on table disk_part is 'A part of a content; all have the same size but the last.';

create table disk_node (
  org_id      bigint not null references organisation,
  id          bigint not null,
  space_id    bigint not null,
  parent_id   bigint,
  kind        text not null check (kind in ('folder', 'file')),
  name        text not null,
  name_key    text collate "C" not null,
  search      text not null default '',
  grams       text[] not null default '{}',
  content_id  bigint,
  size_bytes  bigint not null default 0,
  version_no  int not null default 0,
  created_at  timestamptz not null default now(),
  created_by  bigint,
  changed_at  timestamptz not null default now(),
  changed_by  bigint,
  -- Only the root of a deleted subtree bears it.
  trashed_at  timestamptz,
  trashed_by  bigint,
  -- Since when a root of the bin is being deleted for good; a large one goes piece by piece.
  purged_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, parent_id) references disk_node (org_id, id),
  foreign key (org_id, content_id) references disk_content (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  foreign key (org_id, changed_by) references person (org_id, id),
  foreign key (org_id, trashed_by) references person (org_id, id),
  check ((kind = 'file') = (content_id is not null))
);
create unique index disk_node_name on disk_node (org_id, parent_id, name_key) where trashed_at is null;
create index disk_node_list on disk_node (org_id, parent_id, kind, name_key, id);
create index disk_node_space on disk_node (org_id, space_id, id desc);
create index disk_node_bin on disk_node (org_id, space_id, trashed_at) where trashed_at is not null;
create index disk_node_content on disk_node (org_id, content_id) where content_id is not null;
create index disk_node_grams on disk_node using gin (org_id, grams);
-- gate_search_disk reads nodes past row-level security.
create policy gate on disk_node for select to zaice_gate using (true);
grant select on disk_node to zaice_gate;
comment on table disk_node is 'A file or folder of a space; the folder at the top has the id of the space.';

create table disk_version (
  org_id      bigint not null references organisation,
  node_id     bigint not null,
  no          int not null,
  space_id    bigint not null,
  content_id  bigint not null,
  size_bytes  bigint not null,
  uid         bigint,
  at          timestamptz not null default now(),
  note        text,
  primary key (org_id, node_id, no),
  foreign key (org_id, node_id) references disk_node (org_id, id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, content_id) references disk_content (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index disk_version_content on disk_version (org_id, content_id);
create index disk_version_space on disk_version (org_id, space_id);
create index disk_version_at on disk_version (org_id, at);
comment on table disk_version is 'A version of a file, the present one included.';

create table disk_use (
  org_id      bigint not null references organisation,
  space_id    bigint not null,
  content_id  bigint not null,
  refs        int not null check (refs >= 0),
  primary key (org_id, space_id, content_id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, content_id) references disk_content (org_id, id)
);
create index disk_use_content on disk_use (org_id, content_id);
comment on table disk_use is 'The number of versions of a space that have a content: the content takes room there once.';

create table disk_upload (
  org_id      bigint not null references organisation,
  id          bigint not null,
  uid         bigint not null,
  space_id    bigint not null,
  parent_id   bigint not null,
  name        text not null,
  same        text not null check (same in ('version', 'number', 'refuse')),
  size_bytes  bigint not null check (size_bytes >= 0),
  until       timestamptz not null,
  node_id     bigint,
  done_at     timestamptz,
  created_at  timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, id) references disk_content (org_id, id),
  foreign key (org_id, space_id) references disk_space (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index disk_upload_person on disk_upload (org_id, uid, id desc);
create index disk_upload_until on disk_upload (org_id, until);
create index disk_upload_space on disk_upload (org_id, space_id);
comment on table disk_upload is 'An upload under way; it has the id of its content, named by the client.';

create table disk_share (
  org_id          bigint not null references organisation,
  id              bigint not null,
  node_id         bigint not null,
  to_kind         text not null check (to_kind in ('person', 'department', 'chat', 'link')),
  to_id           bigint,
  may             text not null check (may in ('read', 'write')),
  token_hash      text,
  code_hash       text,
  until           date,
  opened          int not null default 0,
  opened_at_most  int,
  failures        int not null default 0,
  created_by      bigint,
  created_at      timestamptz not null default now(),
  -- Makes the pass of a link: without it a pass could be made from each guess at the code.
  pass_salt       uuid not null default gen_random_uuid(),
  primary key (org_id, id),
  foreign key (org_id, node_id) references disk_node (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  check ((to_kind = 'link') = (to_id is null) and (to_kind = 'link') = (token_hash is not null)),
  check (to_kind <> 'link' or may = 'read')
);
create unique index disk_share_one on disk_share (org_id, node_id, to_kind, to_id) where to_id is not null;
create index disk_share_node on disk_share (org_id, node_id);
create index disk_share_to on disk_share (org_id, to_kind, to_id) where to_id is not null;
create unique index disk_share_token on disk_share (org_id, token_hash) where token_hash is not null;
comment on table disk_share is 'A share of a file or folder with a person, a department, a conversation or by link.';

-- The bytes of a space are counted where versions come and go, by the statement that writes them.
create function disk_count() returns trigger language plpgsql as $$
declare
  v_refs int;
begin
  if tg_op = 'UPDATE' and new.space_id = old.space_id and new.content_id = old.content_id then return null; end if;
  if tg_op <> 'DELETE' then
    insert into disk_use as u (org_id, space_id, content_id, refs) values (new.org_id, new.space_id, new.content_id, 1)
    on conflict (org_id, space_id, content_id) do update set refs = u.refs + 1 returning u.refs into v_refs;
    if v_refs = 1 then
      update disk_space set used_bytes = used_bytes + new.size_bytes where org_id = new.org_id and id = new.space_id;
      update disk_content set unused_since = null where org_id = new.org_id and id = new.content_id and unused_since is not null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    update disk_use set refs = refs - 1 where org_id = old.org_id and space_id = old.space_id and content_id = old.content_id returning refs into v_refs;
    if v_refs = 0 then
      delete from disk_use where org_id = old.org_id and space_id = old.space_id and content_id = old.content_id;
      update disk_space set used_bytes = used_bytes - old.size_bytes where org_id = old.org_id and id = old.space_id;
      update disk_content set unused_since = now() where org_id = old.org_id and id = old.content_id
        and not exists (select from disk_use u where u.org_id = old.org_id and u.content_id = old.content_id);
    end if;
  end if;
  return null;
end $$;
create trigger disk_counted after insert or update or delete on disk_version for each row execute function disk_count();

-- The used and reserved bytes of spaces count among the organisation's files.
create function disk_room() returns trigger language plpgsql as $$
declare
  v_bytes bigint := new.used_bytes + new.reserved_bytes;
begin
  if tg_op = 'UPDATE' then v_bytes := v_bytes - old.used_bytes - old.reserved_bytes; end if;
  if v_bytes = 0 then return null; end if;
  update file_room set used_bytes = used_bytes + v_bytes where org_id = new.org_id;
  if not found then insert into file_room (org_id, used_bytes) values (new.org_id, v_bytes); end if;
  return null;
end $$;
create trigger disk_room_counted after insert or update on disk_space for each row execute function disk_room();

-- Files and folders by keyword in some spaces, newest first; p_before is the last one answered before. It runs as zaice_gate for the reason given
-- at gate_seek_assets.
create function gate_search_disk(p_spaces bigint[], p_grams text[], p_pattern text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
begin
  if cardinality(p_grams) = 0 then
    return query
      select n.id from unnest(p_spaces) as s (id)
      cross join lateral (
        select d.id from disk_node d where d.org_id = v_org and d.space_id = s.id and d.id < p_before and d.search like p_pattern
        order by d.id desc limit p_limit
      ) n order by n.id desc limit p_limit;
  else
    return query
      select n.id from disk_node n
      where n.org_id = v_org and n.grams @> p_grams and n.search like p_pattern and n.space_id = any (p_spaces) and n.id < p_before
      order by n.id desc limit p_limit;
  end if;
end $$;

-- --------------------------------------------------------------------------------------------------------- attendance

create table holiday_year (
  org_id      bigint not null references organisation,
  year        int not null check (year between 2000 and 2200),
  days        jsonb not null,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, year),
  foreign key (org_id, updated_by) references person (org_id, id)
);
comment on table holiday_year is
  'The holidays of a year as the organisation imported them: days off (false) and make-up days (true); delivered years are in the program.';

create table att_place (
  org_id       bigint not null references organisation,
  id           bigint not null,
  location_id  bigint not null,
  -- Those of its office, as the server sees visitors from there.
  networks     cidr[] not null default '{}',
  created_by   bigint not null,
  created_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create unique index att_place_location on att_place (org_id, location_id) where deleted_at is null;
comment on table att_place is 'A place where people punch: a location, whose point and radius stand there.';

create table att_shift (
  org_id      bigint not null references organisation,
  id          bigint not null,
  name        text not null,
  version     int not null default 1,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create unique index att_shift_name on att_shift (org_id, name) where deleted_at is null;
comment on table att_shift is 'A shift; its rules are in att_shift_version.';

create table att_shift_version (
  org_id      bigint not null references organisation,
  shift_id    bigint not null,
  from_day    date not null,
  rules       jsonb not null,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  primary key (org_id, shift_id, from_day),
  foreign key (org_id, shift_id) references att_shift (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
comment on table att_shift_version is 'The rules of a shift from a day on: days before go by the rules that held then.';

create table att_group (
  org_id      bigint not null references organisation,
  id          bigint not null,
  name        text not null,
  is_default  boolean not null default false,
  version     int not null default 1,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create unique index att_group_name on att_group (org_id, name) where deleted_at is null;
create unique index att_group_default on att_group (org_id) where is_default and deleted_at is null;
comment on table att_group is 'A group of people with the same attendance rules; its rules are in att_group_version.';

create table att_group_version (
  org_id      bigint not null references organisation,
  group_id    bigint not null,
  from_day    date not null,
  rules       jsonb not null,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  primary key (org_id, group_id, from_day),
  foreign key (org_id, group_id) references att_group (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
comment on table att_group_version is 'The rules of a group from a day on.';

create table att_group_member (
  org_id     bigint not null references organisation,
  id         bigint not null,
  group_id   bigint not null,
  uid        bigint,
  dept_id    bigint,
  from_day   date not null,
  until_day  date,
  primary key (org_id, id),
  foreign key (org_id, group_id) references att_group (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  check ((uid is null) <> (dept_id is null))
);
create unique index att_group_member_person on att_group_member (org_id, uid) where until_day is null and uid is not null;
create unique index att_group_member_dept on att_group_member (org_id, dept_id) where until_day is null and dept_id is not null;
create index att_group_member_group on att_group_member (org_id, group_id);
comment on table att_group_member is
  'A member of a group from a day until before another: a person, or a department with everything below it that is in no nearer group.';

create table att_roster (
  org_id      bigint not null references organisation,
  uid         bigint not null,
  day         date not null,
  shift_id    bigint,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, uid, day),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, shift_id) references att_shift (org_id, id),
  foreign key (org_id, updated_by) references person (org_id, id)
);
create index att_roster_shift on att_roster (org_id, shift_id) where shift_id is not null;
comment on table att_roster is 'The shift of a person on a day; without a shift it is a day of rest.';

create table att_punch (
  org_id       bigint not null references organisation,
  id           bigint not null,
  uid          bigint not null,
  -- By the clock of the server; phone_at is what the phone showed.
  at           timestamptz not null,
  phone_at     timestamptz,
  source       text not null check (source in ('app', 'field', 'makeup', 'device', 'import')),
  place_id     bigint,
  distance_m   int,
  accuracy_m   int,
  -- The exact point, of field punches alone; it is deleted with the photo when its time is over.
  point        jsonb,
  -- Recognises the same point again without saying where it is.
  point_key    text,
  network      inet,
  device_id    text,
  photo        text,
  note         text not null default '',
  marks        text[] not null default '{}',
  work_day     date not null,
  document_id  bigint,
  voided_at    timestamptz,
  created_by   bigint not null,
  created_at   timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, place_id) references att_place (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create index att_punch_person on att_punch (org_id, uid, at desc);
create index att_punch_device on att_punch (org_id, device_id, at) where device_id is not null;
create index att_punch_document on att_punch (org_id, document_id) where document_id is not null;
create index att_punch_point on att_punch (org_id, created_at) where point is not null or photo is not null or point_key is not null;
comment on table att_punch is 'A punch of a person; punches are added and stay, a reversed document voids the one that it wrote.';

-- Refuses a change of the columns that make up a punch; point, photo and a first voiding are not among them.
create function keep_punch() returns trigger language plpgsql as $$
begin
  if (new.uid, new.at, new.source, new.work_day, new.marks, new.note, new.created_at, new.document_id)
     is distinct from (old.uid, old.at, old.source, old.work_day, old.marks, old.note, old.created_at, old.document_id)
     or (old.voided_at is not null and new.voided_at is distinct from old.voided_at) then
    raise exception 'a punch is not changed';
  end if;
  return new;
end $$;
create trigger att_punch_kept before update on att_punch for each row execute function keep_punch();

create table att_leave (
  org_id       bigint not null references organisation,
  id           bigint not null,
  uid          bigint not null,
  kind         text not null,
  from_at      timestamptz not null,
  to_at        timestamptz not null,
  document_id  bigint not null,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id),
  check (from_at < to_at)
);
create index att_leave_person on att_leave (org_id, uid, to_at);
create index att_leave_document on att_leave (org_id, document_id);
comment on table att_leave is 'Time off that was granted by a document, from a moment to another.';

create table att_day (
  org_id            bigint not null references organisation,
  uid               bigint not null,
  day               date not null,
  -- group_id and shift_id say by which rules.
  group_id          bigint not null,
  shift_id          bigint,
  state             text not null check (state in ('open', 'rest', 'normal', 'late', 'early', 'missing', 'absent', 'leave')),
  is_settled        boolean not null,
  slots             jsonb not null,
  lates             int not null,
  late_minutes      int not null,
  earlies           int not null,
  early_minutes     int not null,
  missings          int not null,
  absent_minutes    int not null,
  leave_minutes     int not null,
  worked_minutes    int not null,
  overtime_minutes  int not null,
  fields            int not null,
  attended          boolean not null,
  revision          int not null default 1,
  derived_at        timestamptz not null,
  primary key (org_id, uid, day),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, group_id) references att_group (org_id, id),
  foreign key (org_id, shift_id) references att_shift (org_id, id)
);
create index att_day_open on att_day (org_id, day) where not is_settled;
create index att_day_group on att_day (org_id, group_id);
create index att_day_shift on att_day (org_id, shift_id) where shift_id is not null;
-- Months are summed person by person from this index alone; days are counted by their states from the next one.
create index att_day_sums on att_day (org_id, uid, day)
  include (shift_id, state, is_settled, lates, late_minutes, earlies, early_minutes, missings, absent_minutes, leave_minutes, worked_minutes,
    overtime_minutes, fields, attended);
create index att_day_states on att_day (org_id, day, uid) include (state);
comment on table att_day is 'The result of a work day of a person, worked out anew whenever something that it stands on changes.';

create table att_leaver (
  org_id   bigint not null references organisation,
  uid      bigint not null,
  left_on  date not null,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
comment on table att_leaver is 'The day on which a person left: nothing is asked of them from the day after.';

-- Leaving service is noted by the day in China; coming back deletes the note.
create function note_leaver() returns trigger language plpgsql as $$
begin
  if new.state = 'active' and new.deleted_at is null then
    delete from att_leaver where org_id = new.org_id and uid = new.id;
  else
    insert into att_leaver (org_id, uid, left_on) values (new.org_id, new.id, (clock_timestamp() at time zone 'Asia/Shanghai')::date)
    on conflict (org_id, uid) do nothing;
  end if;
  return null;
end $$;
create trigger person_left after update of state, deleted_at on person
  for each row when (old.state is distinct from new.state or old.deleted_at is distinct from new.deleted_at) execute function note_leaver();

create table att_export (
  org_id   bigint not null references organisation,
  id       bigint not null,
  uid      bigint not null,
  month    text not null,
  dept_id  bigint,
  at       timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create index att_export_person on att_export (org_id, uid);
comment on table att_export is 'An export of attendance: who took which month out of the system.';

-- ------------------------------------------------------------------------------------------------------------- agenda

create table agenda_event (
  org_id       bigint not null references organisation,
  id           bigint not null,
  uid          bigint not null,
  title        text not null,
  place        text not null default '',
  point        jsonb,
  notes        text not null default '',
  all_day      boolean not null,
  -- By the wall clock of its zone ("2026-11-23 09:00"); each occurrence is named by the wall clock that the rule gives it.
  start_local  text not null,
  minutes      int not null check (minutes > 0),
  zone         text not null,
  rule         jsonb,
  -- first_at and last_end are the moments between which any occurrence lies.
  first_at     timestamptz not null,
  last_end     timestamptz not null,
  visibility   text not null check (visibility in ('full', 'busy', 'private')),
  reminders    int[] not null default '{}',
  split_from   bigint,
  version      int not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, split_from) references agenda_event (org_id, id)
);
create index agenda_event_owner on agenda_event (org_id, uid, last_end);
create index agenda_event_split on agenda_event (org_id, split_from) where split_from is not null;
comment on table agenda_event is 'An event of a person''s agenda, once or by a rule.';

create table agenda_exception (
  org_id      bigint not null references organisation,
  event_id    bigint not null,
  occurrence  text not null,
  cancelled   boolean not null,
  changes     jsonb not null,
  primary key (org_id, event_id, occurrence),
  foreign key (org_id, event_id) references agenda_event (org_id, id)
);
comment on table agenda_exception is 'An occurrence that differs from the rule, or does not take place.';

create table agenda_attendee (
  org_id       bigint not null references organisation,
  event_id     bigint not null,
  uid          bigint not null,
  occurrence   text not null default '',
  answer       text not null check (answer in ('none', 'accepted', 'declined', 'tentative')),
  comment      text not null default '',
  answered_at  timestamptz,
  primary key (org_id, event_id, uid, occurrence),
  foreign key (org_id, event_id) references agenda_event (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index agenda_attendee_person on agenda_attendee (org_id, uid, event_id);
comment on table agenda_attendee is
  'A person who is invited, and the answer: to the series where occurrence is empty, otherwise to that occurrence alone.';

create table agenda_feed (
  org_id          bigint not null references organisation,
  id              bigint not null,
  uid             bigint not null,
  token_hash      text not null,
  sources         text[] not null,
  private_titles  boolean not null,
  created_at      timestamptz not null,
  fetched_at      timestamptz,
  revoked_at      timestamptz,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create unique index agenda_feed_token on agenda_feed (org_id, token_hash);
create index agenda_feed_person on agenda_feed (org_id, uid);
comment on table agenda_feed is 'An address under which a calendar elsewhere reads a person''s agenda; only the hash of its token is kept.';

-- ---------------------------------------------------------------------------------------------------------- work logs

create table log_template (
  org_id          bigint not null references organisation,
  id              bigint not null,
  name            text not null,
  period          text not null check (period in ('day', 'week', 'month', 'none')),
  state           text not null default 'draft' check (state in ('draft', 'active', 'off')),
  form_key        text not null,
  -- Null while it is not published.
  form_version    int,
  -- Empty where everyone writes.
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
comment on table log_template is 'A template that work logs are written with.';

create table log_entry (
  org_id        bigint not null references organisation,
  id            bigint not null,
  seq           bigint generated always as identity,
  uid           bigint not null,
  template_id   bigint not null,
  form_key      text not null,
  form_version  int not null,
  -- Empty where the log is about no period.
  period_key    text not null,
  period_from   date not null,
  period_to     date not null,
  form          jsonb not null,
  -- The work of the person by the books, as the log was handed in.
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
comment on table log_entry is 'A work log of a person for a period; a draft is its author''s alone.';

create table log_receiver (
  org_id    bigint not null references organisation,
  entry_id  bigint not null,
  uid       bigint not null,
  -- The order in which a person got logs.
  seq       bigint generated always as identity,
  -- True where the template names the receiver.
  fixed     boolean not null default false,
  read_at   timestamptz,
  primary key (org_id, entry_id, uid),
  foreign key (org_id, entry_id) references log_entry (org_id, id) on delete cascade,
  foreign key (org_id, uid) references person (org_id, id)
);
create index log_receiver_inbox on log_receiver (org_id, uid, seq desc) include (entry_id, read_at);
create index log_receiver_unread on log_receiver (org_id, uid) where read_at is null;
comment on table log_receiver is 'A person who gets a log that was handed in.';

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
comment on table log_comment is 'A comment on a work log.';

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
comment on table log_like is 'A like of a work log by a person.';

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_search_disk']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
