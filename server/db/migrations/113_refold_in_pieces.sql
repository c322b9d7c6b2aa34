-- How far folding everything again has come (`refold`): up to which item, and how many; null while nothing has been folded.
alter table count_task add column refold_after bigint;
alter table count_task add column refold_done int not null default 0;
