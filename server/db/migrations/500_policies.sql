-- What an organisation lays down: idle pieces come before purchases, what a post is equipped with, what may be drawn in a month.

create table standard (
  org_id         bigint not null references organisation,
  id             bigint not null,
  standard_name  text not null,
  cat_id         bigint not null,
  -- For whom: a position as people records write it, a department with those below it; absent for all.
  position       text,
  dept_id        bigint,
  pieces         int not null check (pieces >= 0),
  price          numeric(18, 2),
  -- A piece that is older is due to be replaced and does not count any more.
  life_months    int,
  remark         text,
  search         text not null default '',
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  created_by     bigint,
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  primary key (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create unique index standard_name on standard (org_id, standard_name) where deleted_at is null;
create index standard_category on standard (org_id, cat_id);
create index standard_department on standard (org_id, dept_id) where dept_id is not null;
comment on table standard is 'A standard: how many pieces of a category a person of a post has, how dear each may be and how long it lives.';

create table allowance (
  org_id          bigint not null references organisation,
  id              bigint not null,
  allowance_name  text not null,
  -- `person`: of each person; `department`: of a department in all.
  per             text not null check (per in ('person', 'department')),
  dept_id         bigint,
  uid             bigint,
  -- Of one consumable, of a category with those below it, or of all supplies.
  goods_id        bigint,
  cat_id          bigint,
  quantity        numeric(18, 4) not null check (quantity >= 0),
  remark          text,
  search          text not null default '',
  version         int not null default 1,
  created_at      timestamptz not null default now(),
  created_by      bigint,
  updated_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  primary key (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, goods_id) references consumable (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id)
);
create unique index allowance_name on allowance (org_id, allowance_name) where deleted_at is null;
create index allowance_department on allowance (org_id, dept_id) where dept_id is not null;
create index allowance_person on allowance (org_id, uid) where uid is not null;
create index allowance_consumable on allowance (org_id, goods_id) where goods_id is not null;
create index allowance_category on allowance (org_id, cat_id) where cat_id is not null;
comment on table allowance is 'An allowance: how much of some supplies a person or a department draws in a calendar month.';

create table pool_offer (
  org_id      bigint not null references organisation,
  asset_id    bigint not null,
  note        text not null default '',
  offered_by  bigint not null,
  offered_at  timestamptz not null,
  primary key (org_id, asset_id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, offered_by) references person (org_id, id)
);
create index pool_offer_newest on pool_offer (org_id, offered_at desc);
create index pool_offer_person on pool_offer (org_id, offered_by);
comment on table pool_offer is 'An idle piece that its keeper offers to colleagues; the offer holds until the piece moves.';

-- Rows are added and never changed: a reversal adds one with the price taken off.
create table pool_saving (
  org_id       bigint not null references organisation,
  document_id  bigint not null,
  asset_id     bigint not null,
  price        numeric(18, 2) not null,
  actor_uid    bigint not null,
  at           timestamptz not null,
  primary key (org_id, document_id, asset_id, at),
  foreign key (org_id, document_id) references document (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
create index pool_saving_newest on pool_saving (org_id, at desc);
create index pool_saving_asset on pool_saving (org_id, asset_id);
comment on table pool_saving is 'The price of a purchase in whose place a piece was taken; a negative price takes back what was reversed.';

select add_own_values(t) from unnest(array['standard', 'allowance']) t;
