-- A message may be recorded speech.
alter table chat_message drop constraint chat_message_kind_check;
alter table chat_message add constraint chat_message_kind_check
  check (kind in ('text', 'picture', 'file', 'voice', 'place', 'card', 'note', 'recall')) not valid;
alter table chat_message validate constraint chat_message_kind_check;

-- A face with which a person answers a message. It goes with the message, also when that is taken back.
create table chat_reaction (
  org_id      bigint not null,
  message_id  bigint not null,
  uid         bigint not null,
  face        text not null,
  created_at  timestamptz not null,
  primary key (org_id, message_id, uid, face),
  foreign key (org_id, message_id) references chat_message (org_id, id) on delete cascade,
  foreign key (org_id, uid) references person (org_id, id)
);
create index chat_reaction_uid on chat_reaction (org_id, uid);
