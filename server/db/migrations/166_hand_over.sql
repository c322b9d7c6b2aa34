-- Codes by which a phone goes on as whoever is signed in on a desk: good once and for a minute, and nothing without that session. Only the hash
-- of one is kept.
create table hand_over (
  org_id        bigint not null references organisation,
  id            bigint not null,
  uid           bigint not null,
  session_hash  text not null,
  code_hash     text not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  used_command  uuid,
  primary key (org_id, id),
  unique (org_id, code_hash),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, session_hash) references session (org_id, token_hash) on delete cascade
);
create index hand_over_person on hand_over (org_id, uid);
create index hand_over_session on hand_over (org_id, session_hash);
