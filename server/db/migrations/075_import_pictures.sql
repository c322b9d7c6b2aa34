-- Pictures that were sent to be imported with a sheet, by the names of their files: in which archive they lie on their way, which entry of it
-- they are (null: the file itself), and once they are kept their stored path. Archives have no row in `file`; they go with what nobody names.
create table import_picture (
  org_id         bigint not null references organisation,
  batch_id       bigint not null,
  name           text not null,
  archive        text not null,
  archive_bytes  bigint not null,
  entry          int,
  path           text,
  created_at     timestamptz not null default now(),
  primary key (org_id, batch_id, name),
  foreign key (org_id, batch_id) references import_batch (org_id, id)
);
create index import_picture_created on import_picture (org_id, created_at);
