-- Work on many things at once: what was asked for, and how far it is.
create table bulk_job (
  org_id      bigint not null references organisation,
  id          bigint not null,
  uid         bigint not null,
  work        text not null check (work in ('change', 'undo', 'delete', 'documents')),
  noun        text not null,
  body        jsonb not null,
  -- Of what was asked for: the same id again means the same work.
  body_hash   text not null,
  undoes      bigint,
  state       text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  total       int not null,
  done        int not null default 0,
  failed      int not null default 0,
  created_at  timestamptz not null default now(),
  ended_at    timestamptz,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, undoes) references bulk_job (org_id, id) on delete cascade,
  check ((state = 'running') = (ended_at is null))
);
create unique index bulk_job_undoes on bulk_job (org_id, undoes) where undoes is not null;
create index bulk_job_uid on bulk_job (org_id, uid, id desc);

-- One thing of it. `before` and `after` are of the fields that it wrote; words say what could not be done.
create table bulk_item (
  org_id       bigint not null,
  job_id       bigint not null,
  no           int not null,
  item_id      bigint not null,
  version      int,
  state        text not null check (state in ('waiting', 'done', 'failed')),
  before       jsonb,
  after        jsonb,
  document_id  bigint,
  words        text,
  params       jsonb,
  primary key (org_id, job_id, no),
  foreign key (org_id, job_id) references bulk_job (org_id, id) on delete cascade,
  check ((words is null) = (params is null)),
  check (state <> 'failed' or words is not null)
);
create index bulk_item_waiting on bulk_item (org_id, job_id, no) where state = 'waiting';
create index bulk_item_told on bulk_item (org_id, job_id, no) where words is not null;
