-- Categories of notices that somebody keeps at the top of his conversations.
create table message_pin (
  org_id     bigint not null references organisation,
  uid        bigint not null,
  category   text not null,
  pinned_at  timestamptz not null,
  primary key (org_id, uid, category),
  foreign key (org_id, uid) references person (org_id, id)
);
