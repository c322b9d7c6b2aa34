-- When an organisation works: its hours, the days of its week, its own holidays. One row at most; without one the standard holds.
create table work_calendar (
  org_id      bigint primary key references organisation,
  settings    jsonb not null,
  revision    int not null default 1,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  foreign key (org_id, updated_by) references person (org_id, id)
);
