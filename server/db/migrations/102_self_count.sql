-- The same picture under another name is found at once.
create index file_content on file (org_id, sha256);
