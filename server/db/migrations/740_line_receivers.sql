-- Who a line is for, where it names a person of its own: he reads the document and finds it as the person in the header does.

alter table document_line add column receiver_uid bigint;

create function document_line_receiver() returns trigger language plpgsql as $$
begin
  new.receiver_uid := (new.data ->> 'recipient')::bigint;
  return new;
end $$;
create trigger document_line_receiver_inserted before insert on document_line
  for each row when (new.data ? 'recipient') execute function document_line_receiver();
create trigger document_line_receiver_changed before update of data on document_line
  for each row when (new.data is distinct from old.data) execute function document_line_receiver();

update document_line set receiver_uid = (data ->> 'recipient')::bigint where data ? 'recipient';

create index document_line_receiver on document_line (org_id, receiver_uid, document_id) where receiver_uid is not null;
create index document_line_receivers on document_line (org_id, document_id, receiver_uid) where receiver_uid is not null;
comment on column document_line.receiver_uid is 'Receiver of the line, where it names a person of its own; written from data.';
