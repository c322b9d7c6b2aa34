-- Since when a root of the bin is taken out of the books for good; a large one goes piece by piece.
alter table disk_node add column purged_at timestamptz;
