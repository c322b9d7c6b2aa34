-- The document that a message tells of: its reversal takes the messages back that nobody has read yet.
alter table message add column document_id bigint;
create index message_document on message (org_id, document_id) where document_id is not null and read_at is null;
