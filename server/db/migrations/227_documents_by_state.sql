-- Documents of a kind in the order of their creation, and of any state: those that are rare among many, and the order of states. A row whose state
-- changes got new entries before as well, because the open states had an index of their own.
create index document_by_creation on document (org_id, kind, created_at, id);
create index document_by_state on document (org_id, kind, state, id);
drop index document_open;
