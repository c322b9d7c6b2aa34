-- Dashboards that people make of questions to tables, and the figures of their tiles that are kept night by night.

create table dashboard (
  org_id      bigint not null references organisation,
  id          bigint not null,
  title       text not null,
  owner_uid   bigint not null,
  -- Whom it is shown to besides its owner; 'chosen': the roles, the departments with those below them, and the people named here.
  audience    text not null check (audience in ('nobody', 'everybody', 'chosen')),
  role_codes  text[] not null default '{}',
  dept_ids    bigint[] not null default '{}',
  uids        bigint[] not null default '{}',
  -- Questions, each with shape, place and size, in their order.
  tiles       jsonb not null default '[]',
  version     int not null default 1,
  updated_at  timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, owner_uid) references person (org_id, id)
);
create unique index dashboard_title on dashboard (org_id, owner_uid, title);
comment on table dashboard is 'Tiles laid out by a person. It holds questions and no figures: each reader is answered by his own rights.';

create table figure_day (
  org_id        bigint not null,
  dashboard_id  bigint not null,
  tile_id       bigint not null,
  -- The day that the night ended.
  day           date not null,
  -- A digest of the statement without its conditions: who is asked the same by his own rights may see the figure. Empty where there is none.
  scope_key     text not null,
  figure        numeric,
  primary key (org_id, dashboard_id, tile_id, day),
  foreign key (org_id, dashboard_id) references dashboard (org_id, id) on delete cascade
);
comment on table figure_day is 'What the figure of a tile was at the end of a day, in the rights of the owner of its dashboard. A day without a row is not known.';
