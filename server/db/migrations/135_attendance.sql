-- The holidays of a year as the organisation imported them: days off (false) and make-up days (true). Delivered years are in the program.
create table holiday_year (
  org_id      bigint not null references organisation,
  year        int not null check (year between 2000 and 2200),
  days        jsonb not null,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, year),
  foreign key (org_id, updated_by) references person (org_id, id)
);

-- A place where people punch is a place of the register: its point and its radius are there. `networks` are those of its office, as this server
-- sees whoever comes from there.
create table att_place (
  org_id       bigint not null references organisation,
  id           bigint not null,
  location_id  bigint not null,
  networks     cidr[] not null default '{}',
  created_by   bigint not null,
  created_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create unique index att_place_location on att_place (org_id, location_id) where deleted_at is null;

-- A shift, and its rules from a day on: what is worked out of a day goes by those that held on it.
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

-- Who is in a group from a day until before another: a person, or a department with everything below it that is in no nearer one.
create table att_group_member (
  org_id      bigint not null references organisation,
  id          bigint not null,
  group_id    bigint not null,
  uid         bigint,
  dept_id     bigint,
  from_day    date not null,
  until_day   date,
  primary key (org_id, id),
  foreign key (org_id, group_id) references att_group (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  check ((uid is null) <> (dept_id is null))
);
create unique index att_group_member_person on att_group_member (org_id, uid) where until_day is null and uid is not null;
create unique index att_group_member_dept on att_group_member (org_id, dept_id) where until_day is null and dept_id is not null;
create index att_group_member_group on att_group_member (org_id, group_id);

-- Without a shift it is a day of rest.
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

-- Punches are added and stay. `at` is by the clock of this server; `phone_at` what the phone showed. The exact point is of field punches alone and
-- goes with the photo when its time is over; `point_key` tells the same point again without saying where it is. `voided_by` is the reversal of the
-- document that wrote it.
create table att_punch (
  org_id       bigint not null references organisation,
  id           bigint not null,
  uid          bigint not null,
  at           timestamptz not null,
  phone_at     timestamptz,
  source       text not null check (source in ('app', 'field', 'makeup', 'device', 'import')),
  place_id     bigint,
  distance_m   int,
  accuracy_m   int,
  point        jsonb,
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

-- Time off that was granted, from a moment to another.
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

-- What came of each work day of each person, worked out anew whenever something that it stands on changes. `group_id` and `shift_from` say by which
-- rules.
create table att_day (
  org_id            bigint not null references organisation,
  uid               bigint not null,
  day               date not null,
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
create index att_day_day on att_day (org_id, day, uid) include (state, is_settled, lates, late_minutes, earlies, early_minutes, missings,
  absent_minutes, leave_minutes, worked_minutes, overtime_minutes, fields, attended);
create index att_day_open on att_day (org_id, day) where not is_settled;
create index att_day_group on att_day (org_id, group_id);
create index att_day_shift on att_day (org_id, shift_id) where shift_id is not null;

-- When somebody left: nothing is asked of them from the day after.
create table att_leaver (
  org_id   bigint not null references organisation,
  uid      bigint not null,
  left_on  date not null,
  primary key (org_id, uid),
  foreign key (org_id, uid) references person (org_id, id)
);
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
create trigger person_left after update of state, deleted_at on person for each row
  when (old.state is distinct from new.state or old.deleted_at is distinct from new.deleted_at) execute function note_leaver();

-- Whoever took attendance out of the house, and of which month.
create table att_export (
  org_id      bigint not null references organisation,
  id          bigint not null,
  uid         bigint not null,
  month       text not null,
  dept_id     bigint,
  at          timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create index att_export_person on att_export (org_id, uid);
