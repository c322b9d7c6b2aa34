-- What ends a count folds only the lines of which nothing was seen; a count that arrives from elsewhere is folded whole.
alter table count_task add column refold_unseen boolean not null default false;
