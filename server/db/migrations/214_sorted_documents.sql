-- Lists of a kind in the order of what one sorts them by most. The order of codes and of creation is nearly that of ids, and a state is one of
-- nine; an index for each would cost every document more than a sort costs its reader.
create index document_by_submission on document (org_id, kind, submitted_at, id);
create index document_by_posting on document (org_id, kind, posted_at, id);
create index document_by_amount on document (org_id, kind, amount, id);
