-- How people matched the columns of a sheet with these headers, so that the next one like it is matched the same. `headers` is a hash of
-- all headers, whatever their order; `mapping` names a header for each column of ours, null for one that is not to be read.
create table import_memory (
  org_id      bigint not null references organisation,
  kind        text not null,
  headers     text not null,
  mapping     jsonb not null,
  answers     jsonb not null,
  updated_by  bigint not null,
  updated_at  timestamptz not null default now(),
  primary key (org_id, kind, headers),
  foreign key (org_id, updated_by) references person (org_id, id)
);
create index import_memory_oldest on import_memory (org_id, kind, updated_at);

-- The rows that were left out on request, with why: numbers of rows in the sheet and words.
alter table import_batch add column skipped jsonb;
