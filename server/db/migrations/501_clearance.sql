-- What was done at once when a person left.

create table clearance (
  org_id         bigint not null references organisation,
  id             bigint not null,
  -- The person who leaves.
  uid            bigint not null,
  -- Who takes over approvals, places and departments; absent where there was nothing of the kind.
  successor_uid  bigint,
  -- The store that pieces come back to.
  store_id       bigint,
  note           text not null default '',
  -- What stood in the name of the person then, in the form in which people are told of it.
  holdings       jsonb not null,
  by_uid         bigint not null,
  at             timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, successor_uid) references person (org_id, id),
  foreign key (org_id, store_id) references location (org_id, id),
  foreign key (org_id, by_uid) references person (org_id, id)
);
create index clearance_person on clearance (org_id, uid, at desc);
create index clearance_successor on clearance (org_id, successor_uid) where successor_uid is not null;
create index clearance_store on clearance (org_id, store_id) where store_id is not null;
create index clearance_author on clearance (org_id, by_uid);
comment on table clearance is 'The clearance of a person who leaves: who takes over, where pieces go, and what stood in their name then.';

create table clearance_document (
  org_id        bigint not null,
  clearance_id  bigint not null,
  document_id   bigint not null,
  primary key (org_id, clearance_id, document_id),
  foreign key (org_id, clearance_id) references clearance (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
);
create index clearance_document_of on clearance_document (org_id, document_id);
comment on table clearance_document is 'A document that a clearance submitted to bring back what the person had.';
