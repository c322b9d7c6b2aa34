-- What became of records of master data besides changes of their fields.
create table record_event (
  org_id     bigint not null references organisation,
  id         bigint not null,
  noun       text not null,
  record_id  bigint not null,
  -- `merge` of the record that another one takes over, `absorb` of the one that takes it over.
  action     text not null check (action in ('delete', 'restore', 'merge', 'absorb')),
  actor_uid  bigint not null,
  at         timestamptz not null,
  details    jsonb not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, actor_uid) references person (org_id, id)
);
create index record_event_record on record_event (org_id, noun, record_id, id desc);
comment on table record_event is 'A removal, a restoration or a merge of a record of master data, with its actor and moment.';

create table record_forward (
  org_id     bigint not null references organisation,
  noun       text not null,
  from_id    bigint not null,
  -- A record that lives: a merge of it in its turn leads the forwards on.
  into_id    bigint not null,
  at         timestamptz not null,
  primary key (org_id, noun, from_id)
);
create index record_forward_into on record_forward (org_id, noun, into_id);
comment on table record_forward is 'Which record took over one that was merged: old ids, codes and names lead there.';
