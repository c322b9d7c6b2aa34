-- One document may be received by several people: each confirms the lines that name him, and these are in the books from then on.

create table document_receipt (
  org_id        bigint not null,
  document_id   bigint not null,
  -- Who receives these lines.
  uid           bigint not null,
  line_nos      int[] not null,
  -- Null as long as it waits.
  confirmed_at  timestamptz,
  -- The receiver, or an administrator who stood in for him.
  confirmed_by  bigint,
  signature     text,
  primary key (org_id, document_id, uid),
  foreign key (org_id, document_id) references document (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, confirmed_by) references person (org_id, id),
  check ((confirmed_at is null) = (confirmed_by is null))
);
create index document_receipt_waiting on document_receipt (org_id, uid) where confirmed_at is null;
create index document_receipt_uid on document_receipt (org_id, uid);
create index document_receipt_confirmed_by on document_receipt (org_id, confirmed_by) where confirmed_by is not null;
comment on table document_receipt is 'The lines of a document that one of its receivers confirms, where lines name receivers of their own.';
