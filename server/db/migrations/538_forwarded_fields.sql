-- What was forwarded of an application, and to which conversations: its members read these words and nothing else of it.
create table wf_forward (
  org_id       bigint not null references organisation,
  id           bigint not null,
  instance_id  bigint not null,
  from_uid     bigint not null,
  chat_ids     bigint[] not null,
  -- Title, applicant, fields and tables in words, as their sender saw them.
  content      jsonb not null,
  at           timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, instance_id) references wf_instance (org_id, id),
  foreign key (org_id, from_uid) references person (org_id, id)
);
create index wf_forward_process on wf_forward (org_id, instance_id);
create index wf_forward_sender on wf_forward (org_id, from_uid);
comment on table wf_forward is 'Chosen fields of an application that were forwarded to conversations, as words of that moment.';
