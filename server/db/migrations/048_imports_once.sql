-- The last import of the very same file that whoever uploaded it was told of; null for none.
alter table import_batch add column seen_import bigint;
create index import_batch_done on import_batch (org_id, kind, updated_at) where state = 'done';
