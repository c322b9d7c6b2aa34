create table cost_share (
  org_id       bigint not null references organisation,
  id           bigint not null,
  asset_code   text not null,
  dept_id      bigint,
  cost_object  text,
  -- In per cent.
  share        numeric(5, 2) not null check (share > 0 and share <= 100),
  remark       text,
  search       text not null default '',
  version      int not null default 1,
  created_at   timestamptz not null default now(),
  created_by   bigint,
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create index cost_share_asset on cost_share (org_id, asset_code);
create index cost_share_department on cost_share (org_id, dept_id) where dept_id is not null;
comment on table cost_share is 'Which share of the depreciation of an asset a department or a cost object bears; the rest stays with the department of the asset.';
select add_own_values('cost_share');

create table value_share (
  org_id        bigint not null,
  book_id       bigint not null,
  month         int not null,
  asset_id      bigint not null,
  no            int not null,
  -- The department that would bear it without shares, and the category: as the entry of the month says.
  from_dept_id  bigint,
  cat_id        bigint,
  dept_id       bigint,
  cost_object   text,
  amount        numeric(18, 2) not null,
  primary key (org_id, book_id, month, asset_id, no),
  foreign key (org_id, book_id, asset_id) references book_asset (org_id, book_id, asset_id)
);
comment on table value_share is 'How the depreciation of an asset in a closed month was divided between departments and cost objects.';
