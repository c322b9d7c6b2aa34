-- The schema of the stored state of a process: what was written before is read by what it was written with.
alter table wf_instance add column state_schema smallint not null default 1;
