-- Pages that are left open beside a printer and take its labels: one for each printer at a time. A page that has not been heard of for the time
-- of its lease holds nothing any more.
create table print_station (
  org_id       bigint not null references organisation,
  printer_id   bigint not null,
  station_key  uuid not null,
  name         text not null,
  uid          bigint not null,
  opened_at    timestamptz not null default now(),
  seen_at      timestamptz not null default now(),
  primary key (org_id, printer_id),
  foreign key (org_id, printer_id) references printer (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index print_station_uid on print_station (org_id, uid);
